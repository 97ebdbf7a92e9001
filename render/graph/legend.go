package graph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/drawing"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// A graphLegend is the legend of a call graph.
type graphLegend struct{ *drawing.Legend }

// callGraphLegend describes the part of the profile in the picture, and what its colors and lines mean. Only numbers, notes and the
// names of the hottest nodes in it come from the profile.
func callGraphLegend(c *costs, lines []drawnEdge, alone loneNodes, opts dot.Options) *drawing.Legend {
	g := c.Graph
	nodes := numbers.GroupWords[g.By]
	l := graphLegend{&drawing.Legend{Slide: opts.Slide}}
	title := opts.Title
	if title == "" {
		if title = "Call graph of " + nodes; g.Base != nil {
			title += ": what changed"
		}
	}
	l.Title(title, opts.Subtitle)
	l.focus(c)
	l.around(g)
	shown := shownNodes(g) + ", "
	unit, records, heatOf := convert.EntriesUnit, "contexts", "of all entries"
	if g.Metric == convert.Samples {
		unit = plaintext.Visible(g.SampleUnit)
		l.Keep(func() {
			l.Line(fmt.Sprintf("%s%s of %s %s", shown, numbers.Percent(g.ShownSamples, g.Samples), numbers.Thousands(g.Samples), unit))
		})
		records, heatOf = "stacks", "of all "+unit+", "+numbers.SelfWord(g.Tally)
	} else {
		l.Keep(func() {
			l.Line(fmt.Sprintf("%s%s of %s method entries (calls, not time)", shown, numbers.Percent(g.ShownEntries, g.Entries), numbers.Thousands(g.Entries)))
		})
		if edges := shownEdges(c); edges != "" && !opts.Slide && !g.Ways {
			l.Line("edges: " + edges)
		}
	}
	if g.Base != nil && callEachOther(len(g.Nodes), lines) {
		l.Keep(func() { l.Line("all calls between these " + nodes + "; those that call each other have a box each") })
	}
	if !opts.Slide {
		if opts.Fewer {
			l.Line("no more " + nodes + ", for the text to be readable: -n draws more")
		}
		if g.Base != nil {
			l.comparison(g)
		}
		l.Notes(g.Application.Notes())
		l.Notes(g.Notes, g.Tally.Notes(unit, records))
	}
	if g.Base == nil && g.Metric == convert.Samples && g.PerSample > 0 && g.Samples/g.PerSample < convert.EnoughSamples {
		l.Line(numbers.FewSamplesNote(g.Samples/g.PerSample, convert.Samples.SampleNoun(g.SampleUnit, g.PerSample)))
	}
	if g.Base != nil {
		l.changes(findDrawnChanges(g, lines))
	} else {
		if len(alone) < len(g.Nodes) {
			l.hottest(c, heatOf)
		}
		l.Heat(c.heat, c.whole, heatOf)
		if g.Metric == convert.Samples {
			l.Bar(numbers.SelfWord(g.Tally), "total", "the rest of all")
		} else {
			l.Bar("entries", "inclusive (with inlined callees)", "the rest of all entries")
		}
	}
	if g.Ways {
		l.wayLegend(c, lines)
	} else {
		l.evidence(g, lines, opts.Slide)
	}
	return l.Legend
}

// shownNodes says how many of the nodes with a count of the metric are drawn, and how many others.
func shownNodes(g *callgraph.Graph) string {
	unit := "entries"
	if g.Metric == convert.Samples {
		unit = plaintext.Visible(numbers.Measured(g.SampleUnit))
	}
	s := fmt.Sprintf("%s of %s %s with %s", numbers.Thousands(g.ShownNodes), numbers.Thousands(g.AllNodes), numbers.GroupWords[g.By], unit)
	if others := len(g.Nodes) - g.ShownNodes; others > 0 {
		s += fmt.Sprintf(" and %s without", numbers.Thousands(others))
	}
	return s
}

// shownEdges says how many of the entries edges and stubs stand for; "" without any.
func shownEdges(c *costs) string {
	g := c.Graph
	var inlined, within int64
	for i := range g.Nodes {
		inlined, within = inlined+c.inlined[i], within+c.within[i]
	}
	var shown []string
	if g.Inlined > 0 {
		shown = append(shown, numbers.Percent(inlined, g.Inlined)+" of "+numbers.Plural(g.Inlined, "inlined call"))
	}
	if within > 0 {
		shown = append(shown, numbers.Percent(within, g.Inlined)+" within "+numbers.GroupWords[g.By])
	}
	if roots := g.Entries - g.Inlined - g.Hidden; roots > 0 {
		shown = append(shown, numbers.Percent(rootEntries(g), roots)+" of "+numbers.Plural(roots, "entry")+" as compilation root")
	}
	if g.Hidden > 0 {
		shown = append(shown, numbers.Plural(g.Hidden, "entry")+" inlined into hidden callers")
	}
	return strings.Join(shown, ", ")
}

// rootEntries returns how many entries as compilation root the edges and stubs into nodes stand for.
func rootEntries(g *callgraph.Graph) int64 {
	into := make([]int64, len(g.Nodes))
	for _, e := range g.Edges {
		if e.Evidence == callgraph.UnknownEvidence || e.Evidence == callgraph.CalledEvidence {
			into[e.To] += e.Count
		}
	}
	sum := int64(0)
	for i, n := range into {
		sum += min(n, g.Nodes[i].Entries.Root) // bounds may add up to more
	}
	return sum
}

// evidence explains the kinds of drawn lines.
func (l graphLegend) evidence(g *callgraph.Graph, lines []drawnEdge, slide bool) {
	var drawn [callgraph.UnknownEvidence + 1]bool
	through := false
	for _, e := range lines {
		if e.through {
			through = true
		} else {
			drawn[e.evidence] = true
		}
	}
	inlined, sampled, unknown := palette.Inlined, palette.Sampled, palette.Unknown
	text := "inlined: exact count, ×calls per entry of the caller"
	if g.Base != nil {
		inlined, sampled, unknown = palette.Text, palette.Text, palette.Text
		text = "inlined: exact count, of all call sites in the caller"
	} else if slide {
		text = "inlined: exact count"
	} else if slices.ContainsFunc(g.Edges, func(e callgraph.Edge) bool { c, ok := e.Coverage(); return ok && c < 1 }) {
		text += " (cov: share of the caller's entries this is based on)"
	}
	if g.Base == nil && g.Metric == convert.Samples {
		text = "sampled calls that are also inlined; each stack counts once"
	}
	if drawn[callgraph.InlinedEvidence] {
		l.Edge(inlined, "solid", text)
	}
	if drawn[callgraph.CalledEvidence] {
		l.Edge(palette.Called, "solid", "calls that were not inlined")
	}
	if drawn[callgraph.SampledEvidence] {
		l.Edge(sampled, "dashed", "sampled calls, once per stack")
	}
	// Both have the same line: one joins two boxes, the other has a box at its end alone.
	beyond := "through " + numbers.GroupWords[g.By] + " that are not shown"
	joined := through && drawn[callgraph.UnknownEvidence] && unknown == palette.Text
	switch {
	case joined:
		l.Edge(unknown, "dotted", "entries as compilation root; between "+numbers.GroupWords[g.By]+": "+beyond)
	case drawn[callgraph.UnknownEvidence]:
		l.Edge(unknown, "dotted", "entries as compilation root (from outside, or caller unknown)")
	}
	if marks := boundsOf(lines); marks != "" && g.Base == nil {
		l.Line(marks)
	}
	if through && !joined {
		l.Edge(palette.Text, "dotted", beyond)
	}
	if n := leftOut(g); n > 0 {
		l.Line("left out: " + numbers.Plural(n, "line") + " of less than 1% through " + numbers.GroupWords[g.By] + " that are not shown")
	}
}
