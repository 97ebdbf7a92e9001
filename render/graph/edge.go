package graph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
)

// A drawnEdge is a line in the picture, which may stand for several edges.
type drawnEdge struct {
	from, to int32 // from is -1 for a stub
	evidence callgraph.Evidence
	through  bool
	label    []string
	tooltip  []string
	share    float64 // share of the samples or entries of the profile; of samples if it is inferred
	inferred bool    // in a graph of ways by entries: only samples know the call
	known    bool    // there is a count; not of ways
	inlined  int64   // entries of the callee that its tooltip shows as inlined
	change   *callgraph.Change
	compared bool
	loose    bool // it does not affect where nodes are

	way    bool             // of a graph of ways
	beside bool             // see [callgraph.Edge.Beside]
	via    []callgraph.Node // see [callgraph.Edge.Via]
	ways   []openedWay      // of a graph of ways: all that it stands for
	length int              // in ranks; 0: 1
	weight int              // see weigh
}

// loosen makes lines into callees of the focus loose if those from the focus are heavier: these callees are then next to the focus,
// and not behind all light callers that also call them.
func loosen(g *callgraph.Graph, lines []drawnEdge) {
	heaviest := map[int32]float64{} // by callee
	for _, l := range lines {
		if l.from >= 0 && g.Nodes[l.from].Focus && !g.Nodes[l.to].Focus {
			heaviest[l.to] = max(heaviest[l.to], l.share)
		}
	}
	for i := range lines {
		l := &lines[i]
		l.loose = l.from >= 0 && !g.Nodes[l.from].Focus && l.share < heaviest[l.to]
	}
}

// An edgeGroup holds the edges between two nodes, by evidence, and separately those through hidden methods.
type edgeGroup struct {
	from, to                                                   int32 // from is -1 for stubs
	inlined, through, called, sampled, sampledThrough, unknown []*callgraph.Edge
}

// groupEdges groups the edges of a graph by their two nodes, in order of first appearance.
func groupEdges(g *callgraph.Graph) []*edgeGroup {
	type pair struct{ from, to int32 }
	groups := map[pair]*edgeGroup{}
	var order []*edgeGroup
	for i := range g.Edges {
		e := &g.Edges[i]
		if e.From == callgraph.HiddenCaller { // the legend and tooltips show their entries
			continue
		}
		if g.By != convert.ByMethod && e.From == e.To {
			continue
		}
		p := pair{e.From, e.To}
		if groups[p] == nil {
			groups[p] = &edgeGroup{from: e.From, to: e.To}
			order = append(order, groups[p])
		}
		b := groups[p]
		switch {
		case e.Evidence == callgraph.UnknownEvidence:
			b.unknown = append(b.unknown, e)
		case e.Evidence == callgraph.CalledEvidence:
			b.called = append(b.called, e)
		case e.Evidence == callgraph.InlinedEvidence && e.Through:
			b.through = append(b.through, e)
		case e.Evidence == callgraph.InlinedEvidence:
			b.inlined = append(b.inlined, e)
		case e.Through:
			b.sampledThrough = append(b.sampledThrough, e)
		default:
			b.sampled = append(b.sampled, e)
		}
	}
	return order
}

func (b *edgeGroup) lines(g *callgraph.Graph) []drawnEdge {
	if g.Metric == convert.Samples {
		return slices.Concat(b.sampledLines(g, b.sampled, b.inlined), b.sampledLines(g, b.sampledThrough, b.through))
	}
	var lines []drawnEdge
	add := func(e *callgraph.Edge, whole int64, label []string, tooltip ...string) {
		lines = append(lines, b.line(g, e, whole, label, tooltip...))
	}
	addAll := func(edges []*callgraph.Edge, whole int64) {
		for _, e := range edges {
			add(e, whole, edgeLabel(g, e), edgeTooltip(g, e))
		}
	}
	inlined, sampled := edgeTooltips(g, b.inlined), edgeTooltips(g, b.sampled)
	switch {
	case len(b.inlined) > 2 || len(b.inlined) == 2 && b.from == b.to: // labels of loops would overlap
		sum := *b.inlined[0]
		sum.Count, _ = g.Sum(b.inlined)
		sum.Known = slices.ContainsFunc(b.inlined, func(e *callgraph.Edge) bool { return e.Known })
		add(&sum, g.Entries, []string{countShare(g, &sum), "at " + numbers.Plural(len(b.inlined), "site")}, append(inlined, sampled...)...)
	case len(b.inlined) > 0:
		first := b.inlined[0]
		add(first, g.Entries, edgeLabel(g, first), append([]string{inlined[0]}, sampled...)...)
		addAll(b.inlined[1:], g.Entries)
	}
	if len(b.inlined) == 0 {
		addAll(b.sampled, g.Samples)
	}
	b.addCalled(g, add)
	addAll(b.through, g.Entries)
	if len(b.inlined)+len(b.through)+len(b.called) == 0 {
		addAll(b.sampledThrough, g.Samples)
	}
	for _, e := range b.unknown {
		add(e, g.Entries, []string{countShare(g, e)}, boundWords[e.Bound]+numbers.Plural(e.Count, "entry")+" as compilation root, from outside")
	}
	return lines
}

// addCalled adds the line of calls that were not inlined.
func (b *edgeGroup) addCalled(g *callgraph.Graph, add func(e *callgraph.Edge, whole int64, label []string, tooltip ...string)) {
	switch len(b.called) {
	case 0:
	case 1:
		add(b.called[0], g.Entries, edgeLabel(g, b.called[0]), edgeTooltip(g, b.called[0]))
	default:
		sum := *b.called[0]
		sum.Count, sum.Bound = g.Sum(b.called)
		add(&sum, g.Entries, []string{countShare(g, &sum), "at " + numbers.Plural(len(b.called), "site")}, edgeTooltips(g, b.called)...)
	}
}

// sampledLines returns a line for each sampled call. The first one shows the counts of the same call inlined in its tooltip; all
// are then solid, unless they lead through others.
func (b *edgeGroup) sampledLines(g *callgraph.Graph, sampled, inlined []*callgraph.Edge) []drawnEdge {
	var lines []drawnEdge
	counts := edgeTooltips(g, inlined)
	entries, _ := g.Sum(inlined)
	for _, e := range sampled {
		line := b.line(g, e, g.Samples, edgeLabel(g, e), append([]string{edgeTooltip(g, e)}, counts...)...)
		if !e.Through && len(inlined) > 0 {
			line.evidence = callgraph.InlinedEvidence
		}
		line.inlined = entries
		lines = append(lines, line)
		counts, entries = nil, 0
	}
	return lines
}

// line returns the line of an edge. Whole is the base of its share.
func (b *edgeGroup) line(g *callgraph.Graph, e *callgraph.Edge, whole int64, label []string, tooltip ...string) drawnEdge {
	from := "unknown callers"
	if b.from >= 0 {
		from = g.Nodes[b.from].Full
	}
	line := drawnEdge{
		from: b.from, to: b.to, evidence: e.Evidence, through: e.Through, label: label,
		tooltip: append([]string{from, "→ " + g.Nodes[b.to].Full}, tooltip...), share: numbers.ShareOf(e.Count, whole), known: e.Known,
	}
	if e.Evidence == callgraph.InlinedEvidence {
		line.inlined = e.Count
	}
	return line
}

func edgeTooltips(g *callgraph.Graph, edges []*callgraph.Edge) []string {
	var all []string
	for _, e := range edges {
		all = append(all, edgeTooltip(g, e))
	}
	return all
}

// edgeLabel returns the lines of a label: 2.63M (1.2%), and @23 ×0.333 (cov 9%).
func edgeLabel(g *callgraph.Graph, e *callgraph.Edge) []string {
	if e.Evidence == callgraph.SampledEvidence {
		return []string{numbers.ShortCount(e.Count) + " (" + numbers.Percent(e.Count, g.Samples) + ")"}
	}
	first, second := countShare(g, e), ""
	if f, ok := e.Frequency(); ok {
		second = " " + numbers.Factor(f)
		if c, _ := e.Coverage(); c < 1 {
			second += " (cov " + numbers.CoveragePercent(c) + ")"
		}
	}
	if e.SiteKnown {
		second = places.AtBCI(e.Site) + second
	}
	if second == "" {
		return []string{first}
	}
	return []string{first, strings.TrimSpace(second)}
}

// countShare returns the count of an inlined edge or a stub and its share of all entries.
func countShare(g *callgraph.Graph, e *callgraph.Edge) string {
	if !e.Known {
		return "n/a"
	}
	return boundMark(e.Bound) + numbers.ShortCount(e.Count) + " (" + numbers.Percent(e.Count, g.Entries) + ")"
}

// boundsOf explains the marks of bounds in labels; "": they have none.
func boundsOf(lines []drawnEdge) string {
	var marks []string
	for _, b := range []code.Bound{code.AtMost, code.AtLeast} {
		mark := boundMark(b)
		if slices.ContainsFunc(lines, func(l drawnEdge) bool { return strings.Contains(strings.Join(l.label, "\n"), mark) }) {
			marks = append(marks, strings.TrimSpace(mark))
		}
	}
	if marks == nil {
		return ""
	}
	return strings.Join(marks, ", ") + ": a bound"
}

// boundMark is written before a count that is a bound.
func boundMark(b code.Bound) string {
	if b.Mark() == "" {
		return ""
	}
	return b.Mark() + " "
}

// edgeTooltip returns the full text about an edge.
func edgeTooltip(g *callgraph.Graph, e *callgraph.Edge) string {
	var b strings.Builder
	if e.SiteKnown {
		b.WriteString(places.AtBCI(e.Site) + places.LineSuffix(g.Line(e)) + ": ")
	}
	switch {
	case e.Evidence == callgraph.SampledEvidence:
		fmt.Fprintf(&b, "sampled, %s", numbers.UnitCount(e.Count, g.SampleUnit))
	case e.Evidence == callgraph.CalledEvidence:
		fmt.Fprintf(&b, "not inlined, %s%s", boundWords[e.Bound], numbers.Plural(e.Count, "call"))
	case !e.Known:
		b.WriteString("inlined, count n/a")
	default:
		fmt.Fprintf(&b, "inlined, %s", numbers.Plural(e.Count, "entry"))
	}
	if f, ok := e.Frequency(); ok {
		fmt.Fprintf(&b, ", %s per entry of the caller (%s of %s of its %s entries)", numbers.Factor(f),
			numbers.Thousands(e.MatchedCallee), numbers.Thousands(e.MatchedCaller), numbers.Thousands(e.CallerEntries))
	}
	if e.Through {
		b.WriteString(", through methods that are not shown")
	}
	return b.String()
}

// boundWords are what a bound means, before a count.
var boundWords = map[code.Bound]string{code.AtLeast: "at least ", code.AtMost: "at most ", code.UnlessThrown: "unless exceptions were thrown, ", code.None: "about "}
