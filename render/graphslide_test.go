package render

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestGraphSlide: a slide is 16:9 and 1,920 pixels wide, is nothing but a picture, and nothing in it covers anything else.
func TestGraphSlide(t *testing.T) {
	e := engines(t)["dot"]
	if e == nil {
		t.Skip("no Graphviz on this machine")
	}
	look := DOTOptions{Slide: true, Subtitle: "app.iprof"}
	check := func(where, svg string, pic *picture) {
		t.Helper()
		if w, h := pic.width*pic.scale(), pic.height*pic.scale(); math.Abs(w-1920) > 0.5 || math.Abs(h-1080) > 0.5 {
			t.Errorf("%s: %.0f × %.0f", where, w, h)
		}
		if strings.Contains(svg, "<script") || !strings.Contains(svg, `width="1920" height="1080"`) {
			t.Errorf("%s: %.200s", where, svg)
		}
		checkCovering(t, where, pic)
	}
	for file, p := range picturedProfiles(t) {
		for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
			if p.Total(iprof.Calls) == 0 && m == convert.Calls || p.Total(iprof.Samples) == 0 && m == convert.Samples {
				continue
			}
			opts := defaultGraph(m)
			opts.Nodes, opts.Hottest = 10, true
			g := graphOf(t, p, opts)
			var dot, svg bytes.Buffer
			if err := DOT(&dot, g, look); err != nil {
				t.Fatal(err)
			}
			drawn, err := e.Draw(dot.Bytes(), "svg")
			if err != nil {
				t.Fatal(err)
			}
			parts := PartsOfGraph(g, look)
			pic, err := parts.picture(drawn)
			if err != nil {
				t.Fatal(err)
			}
			if err := GraphSVG(&svg, drawn, GraphSVGOptions{Parts: parts}); err != nil {
				t.Fatal(err)
			}
			check(file+" by "+m.String(), svg.String(), pic)
			if pixels, err := parts.SmallestText(drawn); err != nil || pixels < 10 || pixels > 40 {
				t.Errorf("%s by %s: text of %.1f pixels, %v", file, m, pixels, err)
			}
		}
	}
	u := unitsOf(t, profileNamed(t, "shop.iprof"), callgraph.UnitOptions{Units: 3, Nodes: 14})
	tree := TreePictureOfUnits(u, look)
	var svg bytes.Buffer
	if err := tree.WriteSVG(&svg, GraphSVGOptions{}); err != nil {
		t.Fatal(err)
	}
	pic, _ := tree.picture()
	check("units", svg.String(), pic)
	if got, want := tree.SmallestText(), smallFontSize*svgFontScale*1920/pic.width; math.Abs(got-want) > 0.01 {
		t.Errorf("text of %.1f pixels, want %.1f", got, want)
	}
}

// TestSlideBoxes: a slide has shares, and nothing that only a reader close to it can see.
func TestSlideBoxes(t *testing.T) {
	opts := defaultGraph(convert.Calls)
	opts.Nodes = 10
	var dot bytes.Buffer
	if err := DOT(&dot, graphOf(t, profileNamed(t, "shop.iprof"), opts), DOTOptions{Slide: true}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(dot.String()) {
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

// TestSlideOfTallGraph: a graph is a column with a bar across, below which there is room for the legend but for its head, larger
// than it was. Above a wide graph it stays as it is.
func TestSlideOfTallGraph(t *testing.T) {
	slideOf := func(width, height float64) (p *picture, l *dotLegend) {
		l = &dotLegend{slide: true}
		l.title("Call graph of methods", "app.iprof")
		for range hottestRows {
			l.row(legendCell{text: "30.9%  IntPipeline.forEachWithCancel"})
		}
		l.edge(dotText, "solid", "inlined: exact count")
		legend, _ := l.draw(1)
		var graph []*pictureItem
		for _, shape := range []pictureShape{rectangle(0, 100, width, 60, dotText), rectangle(0.6*width, 0, 0.4*width, height, dotText)} {
			node := &pictureItem{class: "node", shapes: []pictureShape{shape}}
			node.measure()
			graph = append(graph, node)
		}
		p = &picture{legend: newBlock([]*pictureItem{legend}), blocks: []pictureBlock{newBlock(graph)}}
		p.arrange(nil)
		p.makeSlide()
		p.enlargeLegend(l)
		return p, l
	}
	p, l := slideOf(800, 600)
	_, rest := l.split()
	small, _ := rest.draw(1)
	if len(p.blocks) != 2 {
		t.Fatalf("%d blocks", len(p.blocks))
	}
	place := func(b pictureBlock) extent {
		return b.area.moved(point{p.at.x + b.at.x - b.area.left, p.at.y + b.at.y - b.area.top})
	}
	graph, below := place(p.blocks[0]), place(p.blocks[1])
	graph.left += 0.6 * graph.width() // below the bar
	head := p.legend.area.moved(point{p.legend.at.x - p.legend.area.left, p.legend.at.y - p.legend.area.top})
	switch {
	case below.width() < 1.3*small.area.width():
		t.Errorf("%.0f points wide, of %.0f", below.width(), small.area.width())
	case below.top < p.height/2 || below.bottom > p.height || below.left < 0:
		t.Errorf("the rest of the legend is at %+v of %.0f × %.0f", below, p.width, p.height)
	case below.overlaps(graph, 0) || below.overlaps(head, 0):
		t.Errorf("%+v, %+v, %+v overlap", graph, head, below)
	}
	if p, _ := slideOf(1200, 500); len(p.blocks) != 1 {
		t.Errorf("%d blocks of a wide graph", len(p.blocks))
	}
}
