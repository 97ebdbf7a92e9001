package graph

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/dot"
)

// TestLegendOfBounds: the legend explains the marks of bounds that stand before counts in the picture, and no others.
func TestLegendOfBounds(t *testing.T) {
	seen := map[string]bool{}
	for file, p := range pictured(t) {
		if p.Total(iprof.Calls) == 0 {
			continue
		}
		for _, opts := range []callgraph.Options{defaultGraph(convert.Calls), {Metric: convert.Calls}} {
			g := graphOf(t, p, opts)
			if len(g.Edges) > dot.MaxEdgeLabels {
				continue // only stubs have labels
			}
			legend, lines, _ := strings.Cut(dotOf(t, g), "\tnode [")
			var labels strings.Builder
			for _, part := range strings.Split(lines, "label=")[1:] {
				label, _, _ := strings.Cut(part, "tooltip=")
				labels.WriteString(label)
			}
			want := ""
			for _, mark := range []string{"≤", "≥"} {
				if strings.Contains(labels.String(), mark+" ") {
					want += ", " + mark
				}
			}
			want = strings.TrimPrefix(want, ", ")
			seen[want] = true
			if has := strings.Contains(legend, ": a bound"); has != (want != "") || has && !strings.Contains(legend, want+": a bound") {
				t.Errorf("%s, ways %v: labels have %q, the legend says\n%s", file, opts.Ways, want, legend)
			}
		}
	}
	if len(seen) < 2 {
		t.Errorf("the pictures have %v", seen)
	}
}
