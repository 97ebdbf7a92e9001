package render

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
)

// DOT writes a call graph in Graphviz's language. Names of the profile are only in labels and tooltips, and there as
// plain text.
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
	d.begin(len(g.Nodes), goesDown(len(g.Nodes), links), callGraphLegend(g, lines, opts))
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
		if k == 2 || k == 1 && worth(&n.Conditionals[1]) < 0.1*worth(&n.Conditionals[0]) {
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

func worth(c *convert.Conditional) float64 { return float64(c.Executions) * c.Entropy() }

// nodeNumbers are the lines below a node's name.
func nodeNumbers(g *callgraph.Graph, n *callgraph.Node) []string {
	var parts []string
	if g.Metric == convert.Samples || !n.Entries.Known() && n.Total > 0 {
		parts = append(parts, shortPlural(n.Total, "sample")+selfText(n.Self))
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
			fmt.Sprintf("%s as compilation root, from callers that are not known", thousands(e.Root)),
			fmt.Sprintf("%s inlined into callers", thousands(e.Inlined)))
		if rest := e.Inlined - n.Shown; rest > 0 {
			lines = append(lines, fmt.Sprintf("%s of these without an edge here", thousands(rest)))
		}
		lines = append(lines, fmt.Sprintf("%s with all that is inlined below", thousands(n.Inclusive)))
	} else {
		lines = append(lines, "method entries n/a: the file has no count")
	}
	if g.Samples > 0 {
		lines = append(lines, fmt.Sprintf("%s of %s samples, %s self", thousands(n.Total), thousands(g.Samples), thousands(n.Self)))
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

// callGraphLegend returns an HTML-like label that says what the picture shows and what it does not. Nothing in it comes
// from the profile but numbers.
func callGraphLegend(g *callgraph.Graph, lines []drawnEdge, opts DOTOptions) string {
	what := groupWords[g.By]
	l := dotLegend{}
	title := opts.Title
	if title == "" {
		if title = "Call graph of " + what; g.Base != nil {
			title += ": what changed"
		}
	}
	l.title(title, opts.Subtitle)
	if g.Metric == convert.Samples {
		l.line(fmt.Sprintf("%s of %s %s, %s of %s samples", thousands(len(g.Nodes)), thousands(g.AllNodes), what,
			percent(g.ShownSamples, g.Samples), thousands(g.Samples)))
	} else {
		l.line(fmt.Sprintf("%s of %s %s, %s of %s method entries (calls, not time)", thousands(len(g.Nodes)), thousands(g.AllNodes), what,
			percent(g.ShownEntries, g.Entries), thousands(g.Entries)))
	}
	if g.Metric != convert.Samples {
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
		if shown != nil {
			l.line("edges: " + strings.Join(shown, ", "))
		}
	}
	unit, records := "method entries", "contexts"
	if g.Metric == convert.Samples {
		unit, records = "samples", "stacks"
	}
	if g.Base != nil {
		l.comparison(g)
	}
	l.notes(g.Notes, g.Tally.Notes(unit, records))
	if g.Base == nil && g.Metric == convert.Samples && g.Samples < convert.FewSamples {
		l.line(doubt(g.Samples))
	}
	switch {
	case g.Base != nil:
		l.changes(changesDrawn(g, lines))
	case g.Metric == convert.Samples:
		l.swatches(dotHeat, profileHeat.labels, "of all samples")
	default:
		l.swatches(dotHeat, profileHeat.labels, "of all entries")
	}
	var has [3]bool
	through, partial := false, false
	for _, e := range lines {
		if e.through {
			through = true
		} else {
			has[e.evidence] = true
		}
	}
	for _, e := range g.Edges {
		if c, ok := e.Coverage(); ok && c < 1 {
			partial = true
		}
	}
	inlined, sampled, unknown := dotInlined, dotSampled, dotUnknown
	if g.Base != nil {
		inlined, sampled, unknown = dotText, dotText, dotText
	}
	if has[callgraph.InlinedEvidence] {
		text := "inlined: exact count, ×calls per entry of the caller"
		if partial {
			text += " (cov: the part of its entries that this was measured over)"
		}
		if g.Base != nil {
			text = "inlined: exact count, of all call sites in the caller"
		}
		l.edge(inlined, "solid", text)
	}
	if has[callgraph.SampledEvidence] {
		l.edge(sampled, "dashed", "sampled calls, each stack once")
	}
	if has[callgraph.UnknownEvidence] {
		l.edge(unknown, "dotted stub", "entries as compilation root, from callers that are not known")
	}
	if through {
		l.edge(dotText, "dotted", "through "+what+" that are not shown")
	}
	return l.done()
}
