package graph

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/drawing"
)

// misplaced returns the labels of lines that are not beside them, nearer to another line, or cover something, and how many there are in
// all.
func misplaced(where string, pic *drawing.Picture) (wrong []string, labels int) {
	const far = 12 // points
	for i := range pic.Blocks {
		for _, l := range pic.Blocks[i].LabelDistances() {
			labels++
			if l.Covers || l.Own <= 0.5 || l.Own > far || l.Other <= l.Own {
				wrong = append(wrong, fmt.Sprintf("%s: %q is %.1f points from its line, %.1f from another; it covers something: %v", where, l.Text, l.Own, l.Other, l.Covers))
			}
		}
	}
	return wrong, labels
}

// TestLabelsAreBesideTheirLines: in all pictures of profiles, of two profiles, and on slides, it is plain which line a label belongs to. In
// those of two very different profiles, one in 300 may have no such place, as in a loop within a loop.
func TestLabelsAreBesideTheirLines(t *testing.T) {
	all := pictured(t)
	var order []string
	for file := range all {
		order = append(order, file)
	}
	slices.Sort(order)
	var rare []string
	labels := 0
	count := func(where string, pic *drawing.Picture) []string {
		wrong, n := misplaced(where, pic)
		labels += n
		return wrong
	}
	for engine, e := range engines(t) {
		for k, file := range order {
			p := all[file]
			for name, pic := range defaultPictures(t, e, p) {
				for _, s := range count(engine+": "+file+", "+name, pic) {
					t.Error(s)
				}
			}
			for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
				before := all[order[(k+1)%len(order)]]
				if p.Total(m.Section()) == 0 || before.Total(m.Section()) == 0 {
					continue
				}
				look := dot.Options{}
				for _, nodes := range []int{callgraph.DefaultBoxes, 15} {
					opts := allEdges(m)
					opts.NoInlinedSites, opts.Nodes = true, nodes
					g := graphSince(t, before, p, opts)
					rare = append(rare, count(engine+": "+file+" since "+order[(k+1)%len(order)]+" by "+m.String(), pictureOf(t, e, g, look))...)
					look.Slide = true
				}
				opts := allEdges(m)
				opts.Nodes, opts.Ways = 10, true
				rare = append(rare, count(engine+": slide of "+file+" by "+m.String(), pictureOf(t, e, graphOf(t, p, opts), look))...)
			}
		}
	}
	if len(rare) > labels/300 {
		t.Error(len(rare), "of", labels, "labels:", rare)
	}
	if least := 300; labels < least {
		t.Errorf("%d labels, want at least %d", labels, least)
	}
}

// pictureOf draws a graph and arranges it.
func pictureOf(t *testing.T, e *drawing.Engine, g *callgraph.Graph, look dot.Options) *drawing.Picture {
	t.Helper()
	var b bytes.Buffer
	if err := DOT(&b, g, look); err != nil {
		t.Fatal(err)
	}
	svg, err := e.Draw(b.Bytes(), "svg")
	if err != nil {
		t.Fatal(err)
	}
	pic, err := PartsOf(g, look).Picture(svg)
	if err != nil {
		t.Fatal(err)
	}
	return pic
}
