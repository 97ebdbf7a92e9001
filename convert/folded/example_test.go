package folded_test

import (
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

func ExampleRead() {
	p, err := folded.Read(strings.NewReader("main;read 2\nmain;write 3\n"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.Total(iprof.Samples), p.Origin().Unit)
	_, err = folded.Read(strings.NewReader("main;read 2\nmain;write\n"))
	fmt.Println(err)
	// Output:
	// 5 counts
	// line 2: "main;write" is not FRAME;FRAME… COUNT
}

func ExampleWrite() {
	p := testprofile.Example("even-or-odd.iprof")
	tree, err := stacks.NewTree(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames}), stacks.Options{Metric: convert.Samples})
	if err != nil {
		log.Fatal(err)
	}
	if err := folded.Write(os.Stdout, tree); err != nil {
		log.Fatal(err)
	}
	// Output:
	// EvenOrOddLength.main;EvenOrOddLength.printEvenOrOdd;EvenOrOddLength.printEven;EvenOrOddLength.print 1
	// EvenOrOddLength.main;EvenOrOddLength.printEvenOrOdd;EvenOrOddLength.printOdd;EvenOrOddLength.print 1
}
