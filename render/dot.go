package render

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
)

// DOT writes a call graph in Graphviz's language. Names of the profile are plain text in labels and tooltips, and nowhere else.
func DOT(w io.Writer, g *callgraph.Graph, opts DOTOptions) error {
	d := newDotWriter(w)
	lines := drawnEdges(g)
	var links [][2]int32
	for _, l := range lines {
		if l.from >= 0 {
			links = append(links, [2]int32{l.from, l.to})
		}
	}
	d.labels = len(lines) <= maxEdgeLabels
	d.begin(len(g.Nodes), topDownIsNarrower(len(g.Nodes), links), callGraphLegend(g, lines, opts))
	for i := range slices.Backward(g.Nodes) { // engines lay out what comes last at the top
		d.node(g, i)
	}
	for _, l := range lines {
		d.edge(l)
	}
	d.print("}\n")
	return d.b.Flush()
}

func (d *dotWriter) node(g *callgraph.Graph, i int) {
	if g.Base != nil {
		d.changedBox(g, i)
		return
	}
	n := &g.Nodes[i]
	name := nameLines(n.Name)
	lines := append(slices.Clone(name), nodeNumbers(g, n)...)
	for k := range n.Conditionals {
		if k == 2 || k == 1 && conditionalWeight(&n.Conditionals[1]) < 0.1*conditionalWeight(&n.Conditionals[0]) {
			break
		}
		lines = append(lines, conditionalLine(&n.Conditionals[k]))
	}
	fill, style := dotNoCount.light, "filled,rounded,dashed"
	switch {
	case g.Metric == convert.Samples && n.Total > 0:
		fill, style = profileHeat.color(n.Total, g.Samples).light, "filled,rounded"
	case g.Metric == convert.Calls && n.Entries.Known():
		fill, style = profileHeat.color(n.Entries.Total(), g.Entries).light, "filled,rounded"
	}
	extra := ""
	if n.Focus {
		extra = ", penwidth=2.5"
	}
	d.box(fmt.Sprintf("n%d", i), len(name), lines, nodeTooltip(g, n), fill, style, extra)
}

// conditionalWeight ranks conditionals: frequent and hard to predict ones first.
func conditionalWeight(c *convert.Conditional) float64 {
	return float64(c.Executions) * c.Entropy()
}

// nodeNumbers are the lines below a node's name.
func nodeNumbers(g *callgraph.Graph, n *callgraph.Node) []string {
	var parts []string
	if g.Metric == convert.Samples || !n.Entries.Known() && n.Total > 0 {
		parts = append(parts, shortNumber(n.Total, g.SampleUnit)+selfText(n.Self))
	}
	switch e := n.Entries; {
	case e.Known() && e.Total() > 0:
		parts = append(parts, shortPlural(e.Total(), "entry")+", "+percent(e.Inlined, e.Total())+" inlined")
	case e.Known():
		parts = append(parts, "0 entries")
	case g.Entries > 0:
		parts = append(parts, "entries n/a")
	}
	return parts
}

func nodeTooltip(g *callgraph.Graph, n *callgraph.Node) []string {
	lines := []string{n.Full}
	if e := n.Entries; e.Known() {
		lines = append(lines,
			fmt.Sprintf("%s (%s of all)", plural(e.Total(), "method entry"), percent(e.Total(), g.Entries)),
			fmt.Sprintf("%s as compilation root, from unknown callers", thousands(e.Root)),
			fmt.Sprintf("%s inlined into callers", thousands(e.Inlined)))
		if rest := e.Inlined - n.Shown; rest > 0 {
			lines = append(lines, fmt.Sprintf("%s of these without an edge here", thousands(rest)))
		}
		lines = append(lines, fmt.Sprintf("%s with all that is inlined below", thousands(n.Inclusive)))
	} else {
		lines = append(lines, "method entries n/a: the file has no count")
	}
	if g.Samples > 0 {
		lines = append(lines, fmt.Sprintf("%s of %s %s, %s self", thousands(n.Total), thousands(g.Samples), visible(g.SampleUnit), thousands(n.Self)))
	}
	for i, c := range n.Conditionals {
		if i == 5 {
			lines = append(lines, fmt.Sprintf("%d more conditionals", len(n.Conditionals)-i))
			break
		}
		lines = append(lines, conditionalLine(&c))
	}
	return lines
}

// callGraphLegend returns an HTML-like label: the parts of the profile in the picture, and what its colors and lines stand for.
// Only numbers and notes in it come from the profile.
func callGraphLegend(g *callgraph.Graph, lines []drawnEdge, opts DOTOptions) string {
	nodes := groupWords[g.By]
	l := dotLegend{}
	title := opts.Title
	if title == "" {
		if title = "Call graph of " + nodes; g.Base != nil {
			title += ": what changed"
		}
	}
	l.title(title, opts.Subtitle)
	shown := fmt.Sprintf("%s of %s %s, ", thousands(len(g.Nodes)), thousands(g.AllNodes), nodes)
	unit, records, heatOf := convert.EntriesUnit, "contexts", "of all entries"
	if g.Metric == convert.Samples {
		unit = visible(g.SampleUnit)
		l.line(fmt.Sprintf("%s%s of %s %s", shown, percent(g.ShownSamples, g.Samples), thousands(g.Samples), unit))
		records, heatOf = "stacks", "of all "+unit
	} else {
		l.line(fmt.Sprintf("%s%s of %s method entries (calls, not time)", shown, percent(g.ShownEntries, g.Entries), thousands(g.Entries)))
		if edges := shownEdges(g); edges != "" {
			l.line("edges: " + edges)
		}
	}
	if g.Base != nil {
		l.comparison(g)
	}
	l.notes(g.Application.Notes())
	l.notes(g.Notes, g.Tally.Notes(unit, records))
	if g.Base == nil && g.Metric == convert.Samples && g.PerSample > 0 && g.Samples/g.PerSample < convert.EnoughSamples {
		l.line(fewSamplesNote(g.Samples / g.PerSample))
	}
	if g.Base != nil {
		l.changes(findDrawnChanges(g, lines))
	} else {
		l.heat(profileHeat, heatOf)
	}
	l.evidence(g, lines)
	return l.done()
}

// shownEdges says how many of the entries edges and stubs stand for; "" without any.
func shownEdges(g *callgraph.Graph) string {
	var shown []string
	if g.Inlined > 0 {
		shown = append(shown, percent(g.ShownInlined, g.Inlined)+" of "+plural(g.Inlined, "inlined call"))
	}
	if roots := g.Entries - g.Inlined; roots > 0 {
		var stubs int64
		for _, e := range g.Edges {
			if e.Evidence == callgraph.UnknownEvidence {
				stubs += e.Count
			}
		}
		shown = append(shown, percent(stubs, roots)+" of "+plural(roots, "entry")+" as compilation root")
	}
	return strings.Join(shown, ", ")
}

// evidence explains the kinds of lines that are drawn.
func (l *dotLegend) evidence(g *callgraph.Graph, lines []drawnEdge) {
	var drawn [3]bool // by evidence
	through := false
	for _, e := range lines {
		if e.through {
			through = true
		} else {
			drawn[e.evidence] = true
		}
	}
	inlined, sampled, unknown := dotInlined, dotSampled, dotUnknown
	text := "inlined: exact count, ×calls per entry of the caller"
	if g.Base != nil {
		inlined, sampled, unknown = dotText, dotText, dotText
		text = "inlined: exact count, of all call sites in the caller"
	} else if slices.ContainsFunc(g.Edges, func(e callgraph.Edge) bool { c, ok := e.Coverage(); return ok && c < 1 }) {
		text += " (cov: the part of its entries that this was measured over)"
	}
	if drawn[callgraph.InlinedEvidence] {
		l.edge(inlined, "solid", text)
	}
	if drawn[callgraph.SampledEvidence] {
		l.edge(sampled, "dashed", "sampled calls, each stack once")
	}
	if drawn[callgraph.UnknownEvidence] {
		l.edge(unknown, "dotted stub", "entries as compilation root, from unknown callers")
	}
	if through {
		l.edge(dotText, "dotted", "through "+groupWords[g.By]+" that are not shown")
	}
}
