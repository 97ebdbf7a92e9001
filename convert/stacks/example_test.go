package stacks_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Where each method was entered, with inclusive counts.
func ExampleNewTree() {
	p := testprofile.Example("even-or-odd.iprof")
	tree, err := stacks.NewTree(p, nil, stacks.Options{Metric: convert.Calls})
	if err != nil {
		log.Fatal(err)
	}
	depth := make([]int, len(tree.Nodes))
	for i, n := range tree.Nodes {
		if i == 0 {
			fmt.Println("all", n.Total)
			continue
		}
		depth[i] = depth[n.Parent] + 1
		fmt.Printf("%s%s %d\n", strings.Repeat("  ", depth[i]), tree.Frames[n.Frame].Name, n.Total)
	}
	// Output:
	// all 8
	//   EvenOrOddLength.main 6
	//     EvenOrOddLength.printEvenOrOdd 4
	//       EvenOrOddLength.printEven 2
	//         EvenOrOddLength.print 1
	//   EvenOrOddLength.printOdd 2
	//     EvenOrOddLength.print 1
}

// Both trees in one, for a flame graph of the changes.
func ExampleCompare() {
	tree := func(text string) *stacks.Tree {
		p, err := folded.Read(strings.NewReader(text))
		if err != nil {
			log.Fatal(err)
		}
		t, err := stacks.NewTree(p, nil, stacks.Options{Compared: true})
		if err != nil {
			log.Fatal(err)
		}
		return t
	}
	both, err := stacks.Compare(tree("main;read 10\nmain;write 10\n"), tree("main;read 40\n"), nil)
	if err != nil {
		log.Fatal(err)
	}
	for i, n := range both.Nodes[1:] {
		fmt.Println(both.Frames[n.Frame].Name, n.Total, "was", both.Base.Values[i+1].Total)
	}
	// Output:
	// main 20 was 20
	// read 10 was 20
	// write 10 was 0
}
