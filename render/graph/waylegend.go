package graph

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// wayLegend explains boxes and lines of a graph of ways.
func (l graphLegend) wayLegend(g *callgraph.Graph, lines []drawnEdge) {
	var hot, via, several bool
	var drawn [callgraph.UnknownEvidence + 1]bool
	for _, e := range lines {
		hot, via = hot || e.share > hotLine, via || len(e.via) > 0
		if e.share <= hotLine {
			drawn[e.evidence] = true
		}
	}
	for i := range g.Nodes {
		several = several || g.Nodes[i].Members != nil
	}
	l.Line("each of the hottest " + numbers.GroupWords[g.By] + " with its heaviest callers up to the root")
	if hot {
		l.Edge(palette.HotLine, "solid", "more than 10% of all")
	}
	if g.Metric == convert.Calls {
		if drawn[callgraph.InlinedEvidence] {
			l.Edge(palette.Inlined, "solid", "mostly inlined calls")
		}
		if drawn[callgraph.CalledEvidence] {
			l.Edge(palette.Called, "solid", "calls that were not inlined (≤, ≥: a bound)")
		}
		if drawn[callgraph.SampledEvidence] {
			l.Edge(palette.Sampled, "solid", "calls known from samples alone, with their share of samples")
		}
	}
	if via {
		l.Edge(palette.Unknown, "dashed", "through more methods: the first, and how many more")
	}
	if several {
		l.Line("double outline: " + numbers.GroupWords[g.By] + " that call each other, with their self values added")
	}
}
