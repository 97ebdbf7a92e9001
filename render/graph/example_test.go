package graph_test

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"os/exec"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/drawing"
	"github.com/iprof-viz/iprof-viz/render/graph"
)

// drawHottest is code in docs/questions.md.
func drawHottest(w io.Writer, p *iprof.Profile) error {
	g, err := callgraph.New(p, nil, callgraph.Options{Metric: convert.Calls, Ways: true, Nodes: 40})
	if err != nil {
		return err
	}
	look := dot.Options{Title: "Who calls whom"}
	var text bytes.Buffer
	if err := graph.DOT(&text, g, look); err != nil {
		return err
	}
	engine, err := drawing.FindEngine("") // iprof-viz-dot, or Graphviz
	if err != nil {
		return err
	}
	drawn, err := engine.Draw(text.Bytes(), "svg")
	if err != nil {
		return err
	}
	return drawing.SVG(w, drawn, drawing.SVGOptions{Parts: graph.PartsOf(g, look)})
}

func TestDrawHottest(t *testing.T) {
	engine, err := exec.LookPath("dot")
	if err != nil || testtier.More(t, "the example drawn by iprof-viz-dot, where there is dot") {
		engine, err = graph.OwnEngine()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GRAPHVIZ_DOT", engine)
	var picture bytes.Buffer
	if err := drawHottest(&picture, testprofile.Example("even-or-odd.iprof")); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"Who calls whom", "EvenOrOddLength.printEvenOrOdd", "×0.5"} {
		if !strings.Contains(picture.String(), text) {
			t.Errorf("the picture lacks %q", text)
		}
	}
}

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
