package graph_test

import (
	"bytes"
	"fmt"
	"log"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/graph"
)

// A call graph for dot and other tools that read Graphviz's language.
func ExampleDOT() {
	g, err := callgraph.New(testprofile.Example("even-or-odd.iprof"), nil, callgraph.Options{})
	if err != nil {
		log.Fatal(err)
	}
	var text bytes.Buffer
	if err := graph.DOT(&text, g, dot.Options{Title: "Who calls whom"}); err != nil {
		log.Fatal(err)
	}
	kind, _, _ := strings.Cut(text.String(), " ")
	fmt.Printf("%s of %d methods, with %d edges\n", kind, len(g.Nodes), strings.Count(text.String(), " -> "))
	// Output:
	// digraph of 5 methods, with 7 edges
}
