package graph

import (
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// wayLegend explains boxes and lines of a graph of ways.
func (l graphLegend) wayLegend(c *costs, lines []drawnEdge) {
	g := c.Graph
	var hot, via, through, several, others bool
	var drawn [callgraph.UnknownEvidence + 1]bool
	for _, e := range lines {
		hot, via, through = hot || e.isHot(), via || len(e.via) > 0, through || e.through
		if !e.isHot() {
			drawn[e.evidence] = true
		}
	}
	for i := range g.Nodes {
		several = several || g.Nodes[i].Members != nil
		others = others || othersLine(c, &g.Nodes[i]) != ""
	}
	l.Line("each of the hottest " + numbers.GroupWords[g.By] + " with its heaviest callers up to the root,")
	l.Line("and other callers with 10% of its calls or 5% of all")
	if hot {
		l.Edge(palette.HotLine, "solid", "more than 10% of all")
	}
	if g.Metric == convert.Calls {
		if drawn[callgraph.InlinedEvidence] {
			l.Edge(palette.Inlined, "solid", "mostly inlined calls")
		}
		if drawn[callgraph.CalledEvidence] {
			l.Edge(palette.Called, "solid", "calls that were not inlined")
		}
		if drawn[callgraph.SampledEvidence] {
			l.Edge(palette.Sampled, "dashed", "calls known from samples alone: no count of calls")
		}
	}
	if !l.Slide { // which has neither
		if terms := termsOf(lines); terms != "" {
			l.Line(terms)
		}
		if g.Metric == convert.Calls && slices.ContainsFunc(g.Nodes, func(n callgraph.Node) bool { return len(n.Conditionals) > 0 }) {
			l.Line("@5 →8 50%: where the branch at an index goes")
		}
	}
	if marks := boundsOf(lines); marks != "" {
		l.Line(marks)
	}
	if via && l.Slide { // whose labels are shares alone
		l.Edge(palette.Unknown, "dashed", "through more methods")
	} else if via {
		l.Edge(palette.Unknown, "dashed", "through more methods: the first, and how many more")
	}
	if through {
		l.Edge(palette.Unknown, "dotted", "other calls through "+numbers.GroupWords[g.By]+" that are not shown")
	}
	if several {
		l.Line("double outline: " + numbers.GroupWords[g.By] + " that call each other, with their self values added")
		if !l.Slide { // which has no room for them
			l.Line("← the heaviest caller of one of them")
		}
	}
	if others && !l.Slide {
		l.Line("+2 callers: " + numbers.GroupWords[g.By] + " that call it without a line here")
	}
}

// termsOf explains what the labels of lines use, as the legend of a page does; "": they have counts and shares alone.
func termsOf(lines []drawnEdge) string {
	var terms []string
	for _, term := range []struct{ sign, meaning string }{
		{"@", "@: bytecode index of the call"},
		{places.PlaceUnknown, places.PlaceUnknown + ": the compiler recorded none"},
		{"×", "×: calls per entry of the caller"},
		{"(cov ", "(cov 63%): of this share of its entries"},
	} {
		if slices.ContainsFunc(lines, func(l drawnEdge) bool { return strings.Contains(strings.Join(l.label, "\n"), term.sign) }) {
			terms = append(terms, term.meaning)
		}
	}
	return strings.Join(terms, ", ")
}
