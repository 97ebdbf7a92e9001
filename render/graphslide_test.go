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
