package graph

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/render/dot"
)

// TestLightLinesThroughOthers: around a focus, lines of less than 1% through methods that are not shown are left out, unless they connect
// the picture or have no count, and the legend says how many.
func TestLightLinesThroughOthers(t *testing.T) {
	edge := func(from, to int32, count int64, through bool) callgraph.Edge {
		return callgraph.Edge{From: from, To: to, Evidence: callgraph.SampledEvidence, Through: through, EdgeCounts: callgraph.EdgeCounts{Count: count, Known: true}}
	}
	g := &callgraph.Graph{
		Metric: convert.Samples, Samples: 1000, SampleUnit: "samples", Around: &callgraph.Around{Callers: 2, Callees: 2},
		Edges: []callgraph.Edge{
			edge(0, 1, 5, false), edge(1, 2, 500, false), edge(2, 0, 10, true), edge(0, 2, 9, true), edge(2, 1, 8, true), edge(1, 1, 7, true),
			edge(3, 0, 4, true), edge(2, 3, 6, true), edge(1, 3, 5, true),
		},
	}
	for i := range 4 {
		g.Nodes = append(g.Nodes, callgraph.Node{Slot: int32(i), Name: fmt.Sprint("m", i), Self: 100, Total: 500, Focus: i == 1})
	}
	unknown := callgraph.Edge{From: 2, To: 1, Evidence: callgraph.InlinedEvidence, Through: true}
	shown := func(more ...callgraph.Edge) string {
		h := *g
		h.Edges = append(more, g.Edges...)
		var lines []string
		for _, l := range drawnEdges(&h) {
			lines = append(lines, fmt.Sprintf("%d-%d %g", l.from, l.to, 1000*l.share))
		}
		return strings.Join(lines, ", ")
	}
	// Not 0-2, 2-1 and the loop; only 2-3 connects 3.
	const want = "0-1 5, 1-2 500, 2-0 10, 2-3 6"
	if got := shown(); got != want {
		t.Errorf("drawn: %s, want %s", got, want)
	}
	g.Metric, g.Entries = convert.Calls, 1000
	if got := shown(unknown); !strings.HasPrefix(got, "2-1 0, 0-1 5") {
		t.Errorf("drawn: %s, without the call that has no count", got)
	}
	g.Metric = convert.Samples
	const left = "left out: 5 lines of less than 1% through methods that are not shown"
	var b bytes.Buffer
	if err := DOT(&b, g, dot.Options{}); err != nil || !strings.Contains(b.String(), left) {
		t.Errorf("the legend does not say: %s (%v)", left, err)
	}
	g.Around = nil
	if got := strings.Count(shown(), ",") + 1; got != len(g.Edges) {
		t.Errorf("%d of %d lines without a focus", got, len(g.Edges))
	}
}

// TestFocusStaysConnected: a box that a line leads to, or from, still has one.
func TestFocusStaysConnected(t *testing.T) {
	left := 0
	for name, p := range pictured(t) {
		for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
			g := graphOf(t, p, callgraph.Options{Metric: m, Filter: convert.FilterOptions{View: convert.ExpertView, Focus: regexp.MustCompile(".")}, Callers: 2, Callees: 2, Nodes: 30, NoSampledSites: true})
			without := *g
			without.Around = nil
			part := func(g *callgraph.Graph) []int {
				parts := make([]int, len(g.Nodes))
				for i := range parts {
					parts[i] = i
				}
				lines := drawnEdges(g)
				for range parts {
					for _, l := range lines {
						if l.from >= 0 {
							least := min(parts[l.from], parts[l.to])
							parts[l.from], parts[l.to] = least, least
						}
					}
				}
				return parts
			}
			if got, want := fmt.Sprint(part(g)), fmt.Sprint(part(&without)); got != want {
				t.Errorf("%s, %s: parts %s, want %s", name, m, got, want)
			}
			left += leftOut(g)
		}
	}
	if left == 0 {
		t.Error("no line is left out")
	}
}
