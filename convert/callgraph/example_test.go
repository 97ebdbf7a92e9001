package callgraph_test

import (
	"fmt"
	"log"

	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

func ExampleNew() {
	g, err := callgraph.New(testprofile.Example("even-or-odd.iprof"), nil, callgraph.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, e := range g.Edges {
		if e.From >= 0 {
			fmt.Println(g.Nodes[e.From].Name, "→", g.Nodes[e.To].Name, e.Count, e.Evidence)
		}
	}
	// Output:
	// EvenOrOddLength.main → EvenOrOddLength.printEvenOrOdd 2 inlined
	// EvenOrOddLength.printEvenOrOdd → EvenOrOddLength.printEven 1 inlined
	// EvenOrOddLength.printEven → EvenOrOddLength.print 1 inlined
	// EvenOrOddLength.printOdd → EvenOrOddLength.print 1 inlined
	// EvenOrOddLength.main → EvenOrOddLength.printEvenOrOdd 2 sampled
	// EvenOrOddLength.printEvenOrOdd → EvenOrOddLength.printEven 1 sampled
	// EvenOrOddLength.printEvenOrOdd → EvenOrOddLength.printOdd 1 sampled
	// EvenOrOddLength.printEven → EvenOrOddLength.print 1 sampled
	// EvenOrOddLength.printOdd → EvenOrOddLength.print 1 sampled
}
