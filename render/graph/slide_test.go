package graph

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/drawing"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// TestGraphSlide: a slide is 16:9 and 1,920 pixels wide, is nothing but a picture, and nothing in it covers anything else.
func TestGraphSlide(t *testing.T) {
	e := engines(t)["dot"]
	if e == nil {
		t.Skip("no Graphviz on this machine")
	}
	look := dot.Options{Slide: true, Subtitle: "app.iprof"}
	check := func(where, svg string, pic *drawing.Picture) {
		t.Helper()
		if w, h := pic.Width*pic.Scale(), pic.Height*pic.Scale(); math.Abs(w-1920) > 0.5 || math.Abs(h-1080) > 0.5 {
			t.Errorf("%s: %.0f × %.0f", where, w, h)
		}
		if strings.Contains(svg, "<script") || !strings.Contains(svg, `width="1920" height="1080"`) {
			t.Errorf("%s: %.200s", where, svg)
		}
		checkCovering(t, where, pic)
	}
	for file, p := range pictured(t) {
		for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
			if p.Total(iprof.Calls) == 0 && m == convert.Calls || p.Total(iprof.Samples) == 0 && m == convert.Samples {
				continue
			}
			opts := allEdges(m)
			opts.Nodes, opts.Ways = 10, true
			g := graphOf(t, p, opts)
			var dot, svg bytes.Buffer
			if err := DOT(&dot, g, look); err != nil {
				t.Fatal(err)
			}
			for _, meaning := range []string{"+2 callers", "how many more"} { // slides have neither
				if strings.Contains(dot.String(), meaning) {
					t.Errorf("%s by %s: the legend explains %q", file, m, meaning)
				}
			}
			drawn, err := e.Draw(dot.Bytes(), "svg")
			if err != nil {
				t.Fatal(err)
			}
			parts := PartsOf(g, look)
			pic, err := parts.Picture(drawn)
			if err != nil {
				t.Fatal(err)
			}
			if err := drawing.SVG(&svg, drawn, drawing.SVGOptions{Parts: parts}); err != nil {
				t.Fatal(err)
			}
			check(file+" by "+m.String(), svg.String(), pic)
			if pixels, err := parts.SmallestText(drawn); err != nil || pixels < 10 || pixels > 40 {
				t.Errorf("%s by %s: text of %.1f pixels, %v", file, m, pixels, err)
			}
		}
	}
	u := unitsOf(t, testprofile.Example("shop.iprof"), callgraph.UnitOptions{Units: 3, Nodes: 14})
	tree := TreesOfUnits(u, look)
	var svg bytes.Buffer
	if err := tree.WriteSVG(&svg, drawing.SVGOptions{}); err != nil {
		t.Fatal(err)
	}
	pic, _ := tree.Picture()
	check("units", svg.String(), pic)
	if got, want := tree.SmallestText(), dot.SmallFontSize*dot.SVGFontScale*1920/pic.Width; math.Abs(got-want) > 0.01 {
		t.Errorf("text of %.1f pixels, want %.1f", got, want)
	}
}

// TestSlideBoxes: a slide has shares, and nothing that only a reader close to it can see.
func TestSlideBoxes(t *testing.T) {
	opts := allEdges(convert.Calls)
	opts.Nodes = 10
	var text bytes.Buffer
	if err := DOT(&text, graphOf(t, testprofile.Example("shop.iprof"), opts), dot.Options{Slide: true}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text.String()) {
		if strings.Contains(line, `class="box`) {
			if label, _, _ := strings.Cut(line, "tooltip="); strings.Contains(label, "inlined") || strings.Contains(label, "→") || !strings.Contains(label, "entries") {
				t.Errorf("a box with %s", label)
			}
		}
		if label, _, _ := strings.Cut(line, "tooltip="); strings.Contains(label, "->") && strings.Contains(line, ", label=") {
			if _, label, _ := strings.Cut(line, ", label="); strings.Contains(label[:strings.Index(label, "labeltooltip")], "@") {
				t.Errorf("a line with %s", label)
			}
		}
	}
}

// TestSlideBoxesOfSeveral: of methods that call each other, a slide says how much they have, and nothing about callers.
func TestSlideBoxesOfSeveral(t *testing.T) {
	p := testprofile.Parse(t, "{"+testprofile.Methods("main", "even", "odd")+testprofile.Samples("2:0<1:1 10", "3:0<2:5<1:1 20", "2:0<3:6<2:5<1:1 30")+"}")
	for _, slide := range []bool{false, true} {
		var text bytes.Buffer
		if err := DOT(&text, graphOf(t, p, defaultGraph(convert.Samples)), dot.Options{Slide: slide}); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(text.String()) {
			label, _, _ := strings.Cut(line, "tooltip=")
			if strings.Contains(label, `class="box`) && strings.Contains(label, "call each other") && (!strings.Contains(label, "100% self") || strings.Contains(label, "← T.odd 50.0%") == slide) {
				t.Errorf("slide %v: %s", slide, label)
			}
		}
	}
}

// TestSlideOfTallGraph: a graph is a column with a bar across, below which there is room for the legend except for its head,
// larger than it was. Above a wide graph it stays as it is.
func TestSlideOfTallGraph(t *testing.T) {
	slideOf := func(width, height float64) (p *drawing.Picture, l *drawing.Legend) {
		l = &drawing.Legend{Slide: true}
		l.Title("Call graph of methods", "app.iprof")
		for range drawing.HottestRows {
			l.Row(drawing.Cell{Text: "30.9%  IntPipeline.forEachWithCancel"})
		}
		l.Edge(palette.Text, "solid", "inlined: exact count")
		legend, _ := l.Draw(1)
		var graph []*drawing.Item
		for _, shape := range []drawing.Shape{drawing.Rectangle(0, 100, width, 60, palette.Text), drawing.Rectangle(0.6*width, 0, 0.4*width, height, palette.Text)} {
			node := &drawing.Item{Class: "node", Shapes: []drawing.Shape{shape}}
			node.Measure()
			graph = append(graph, node)
		}
		p = &drawing.Picture{Legend: drawing.NewBlock([]*drawing.Item{legend}), Blocks: []drawing.Block{drawing.NewBlock(graph)}}
		p.Arrange(nil)
		p.MakeSlide()
		p.EnlargeLegend(l)
		return p, l
	}
	p, l := slideOf(800, 600)
	_, rest := l.Split()
	small, _ := rest.Draw(1)
	if len(p.Blocks) != 2 {
		t.Fatalf("%d blocks", len(p.Blocks))
	}
	place := func(b drawing.Block) drawing.Extent {
		return b.Area.Moved(drawing.Point{X: p.At.X + b.At.X - b.Area.Left, Y: p.At.Y + b.At.Y - b.Area.Top})
	}
	graph, below := place(p.Blocks[0]), place(p.Blocks[1])
	graph.Left += 0.6 * graph.Width() // below the bar
	head := p.Legend.Area.Moved(drawing.Point{X: p.Legend.At.X - p.Legend.Area.Left, Y: p.Legend.At.Y - p.Legend.Area.Top})
	switch {
	case below.Width() < 1.3*small.Area.Width():
		t.Errorf("%.0f points wide, of %.0f", below.Width(), small.Area.Width())
	case below.Top < p.Height/2 || below.Bottom > p.Height || below.Left < 0:
		t.Errorf("the rest of the legend is at %+v of %.0f × %.0f", below, p.Width, p.Height)
	case below.Overlaps(graph, 0) || below.Overlaps(head, 0):
		t.Errorf("%+v, %+v, %+v overlap", graph, head, below)
	}
	if p, _ := slideOf(1200, 500); len(p.Blocks) != 1 {
		t.Errorf("%d blocks of a wide graph", len(p.Blocks))
	}
}
