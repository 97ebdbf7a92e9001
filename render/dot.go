package render

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/sites"
)

// DOT writes a call graph in Graphviz's language. Names of the profile are plain text in labels and tooltips, and nowhere else.
// Methods without a line to another are rows of a table.
func DOT(w io.Writer, g *callgraph.Graph, opts DOTOptions) error {
	d := newDotWriter(w)
	c := newGraphCosts(g)
	lines, alone := drawnGraph(g)
	loosen(g, lines)
	d.labels = len(lines) <= maxEdgeLabels
	if opts.Slide {
		d.font = nodeFontSize
	}
	// Boxes are made when they are needed: of very many nodes they would take more memory than all else.
	box := func(i int) *dotBox {
		var b *dotBox
		if g.Base != nil {
			b = changedBox(g, i)
		} else {
			b = nodeBox(c, i)
		}
		if opts.Slide {
			b.forSlide()
		}
		return b
	}
	d.begin(len(g.Nodes), goesDown(len(g.Nodes), box, lines, alone), callGraphLegend(c, lines, alone, opts))
	for k, rows := range slices.Backward(tableParts(alone)) { // engines lay out what comes last at the top
		d.loneTable(c, k, rows, alone)
	}
	for i := range slices.Backward(g.Nodes) {
		if !alone.has(int32(i)) {
			d.box(*box(i))
		}
	}
	for _, l := range lines {
		if opts.Slide {
			l.label = slideLabel(l)
		}
		d.edge(l)
	}
	d.print("}\n")
	return d.b.Flush()
}

func nodeBox(c *graphCosts, i int) *dotBox {
	n := &c.Nodes[i]
	self, total, known := c.of(n)
	b := dotBox{
		id: nodeID(int32(i)), name: nameLines(n.Name), nameSize: c.fontSize(self), lines: nodeNumbers(c, n), tooltip: nodeTooltip(c.Graph, n),
		fill: dotNoCount.light, style: "filled,rounded,dashed",
	}
	for k := range n.Conditionals {
		if c.Metric == convert.Samples || k == 2 || k == 1 && conditionalWeight(&n.Conditionals[1]) < 0.1*conditionalWeight(&n.Conditionals[0]) {
			break
		}
		line, _, _ := strings.Cut(conditionalLine(nil, &n.Conditionals[k]), " (")
		b.small = append(b.small, line)
	}
	if known {
		b.fill, b.style = c.heat.color(self).light, "filled,rounded"
		b.bar, b.self, b.total = true, shareOf(self, c.whole), shareOf(max(self, total), c.whole)
	}
	if n.Focus {
		b.extra = focusOutline()
	}
	return &b
}

// focusOutline marks a node in focus.
func focusOutline() string { return fmt.Sprintf(", penwidth=4, color=\"%s\"", dotText.light) }

// conditionalWeight ranks conditionals: frequent and hard to predict ones first.
func conditionalWeight(c *sites.Conditional) float64 {
	return float64(c.Executions) * c.Entropy()
}

// nodeNumbers are the lines below a node's name.
func nodeNumbers(c *graphCosts, n *callgraph.Node) []string {
	var parts []string
	switch {
	case c.Metric == convert.Samples && n.Self == n.Total:
		parts = append(parts, percent(n.Self, c.Samples)+" "+selfWord(c.Tally), shortNumber(n.Self, c.SampleUnit))
	case c.Metric == convert.Samples:
		parts = append(parts, percent(n.Self, c.Samples)+" "+selfWord(c.Tally)+", "+percent(n.Total, c.Samples)+" total",
			shortCount(n.Self)+" of "+shortNumber(n.Total, c.SampleUnit))
	case !n.Entries.Known() && n.Total > 0:
		parts = append(parts, shortNumber(n.Total, c.SampleUnit)+selfText(c.Graph, n.Self))
	}
	if c.Metric == convert.Samples { // entries are in the tooltip
		return parts
	}
	switch e := n.Entries; {
	case e.Known():
		parts = append(parts, percent(e.Total(), c.Entries)+" of entries")
		if n.Inclusive > e.Total() {
			parts = append(parts, percent(n.Inclusive, c.Entries)+" with inlined")
		}
		parts = append(parts, entriesText(e))
	case c.Entries > 0:
		parts = append(parts, "entries n/a")
	}
	return parts
}

func entriesText(e convert.MethodEntries) string {
	if e.Total() == 0 {
		return "0 entries"
	}
	return shortPlural(e.Total(), "entry") + ", " + percent(e.Inlined, e.Total()) + " inlined"
}

func nodeTooltip(g *callgraph.Graph, n *callgraph.Node) []string {
	lines := []string{n.Full}
	if source := sourcePlace(g.Lines.File(n.Slot), g.Lines.First(n.Slot)); source != "" {
		lines = append(lines, source)
	}
	if e := n.Entries; e.Known() {
		lines = append(lines,
			fmt.Sprintf("%s (%s of all)", plural(e.Total(), "method entry"), percent(e.Total(), g.Entries)),
			fmt.Sprintf("%s as compilation root, from unknown callers", thousands(e.Root)),
			fmt.Sprintf("%s inlined into callers", thousands(e.Inlined)))
		if n.Hidden > 0 {
			lines = append(lines, fmt.Sprintf("%s of these into hidden callers", thousands(n.Hidden)))
		}
		if rest := e.Inlined - n.Hidden - n.Shown; rest > 0 {
			lines = append(lines, fmt.Sprintf("%s of these without an edge here", thousands(rest)))
		}
		lines = append(lines, fmt.Sprintf("%s with all that is inlined below", thousands(n.Inclusive)))
	} else {
		lines = append(lines, "method entries n/a: the file has no count")
	}
	if g.Samples > 0 {
		lines = append(lines, fmt.Sprintf("%s of %s %s, %s %s", thousands(n.Total), thousands(g.Samples), visible(g.SampleUnit), thousands(n.Self), selfWord(g.Tally)))
	}
	for i, c := range n.Conditionals {
		if i == 5 {
			lines = append(lines, plural(len(n.Conditionals)-i, "more conditional"))
			break
		}
		lines = append(lines, conditionalLine(g.Lines, &c))
	}
	return lines
}

// callGraphLegend says the parts of the profile in the picture, and what its colors and lines stand for.
// Only numbers, notes and the names of the hottest nodes in it come from the profile.
func callGraphLegend(c *graphCosts, lines []drawnEdge, alone loneNodes, opts DOTOptions) *dotLegend {
	g := c.Graph
	nodes := groupWords[g.By]
	l := &dotLegend{slide: opts.Slide}
	title := opts.Title
	if title == "" {
		if title = "Call graph of " + nodes; g.Base != nil {
			title += ": what changed"
		}
	}
	l.title(title, opts.Subtitle)
	l.focus(c)
	shown := shownNodes(g) + ", "
	unit, records, heatOf := convert.EntriesUnit, "contexts", "of all entries"
	if g.Metric == convert.Samples {
		unit = visible(g.SampleUnit)
		l.keep(func() {
			l.line(fmt.Sprintf("%s%s of %s %s", shown, percent(g.ShownSamples, g.Samples), thousands(g.Samples), unit))
		})
		records, heatOf = "stacks", "of all "+unit+", "+selfWord(g.Tally)
	} else {
		l.keep(func() {
			l.line(fmt.Sprintf("%s%s of %s method entries (calls, not time)", shown, percent(g.ShownEntries, g.Entries), thousands(g.Entries)))
		})
		if edges := shownEdges(g); edges != "" && !opts.Slide {
			l.line("edges: " + edges)
		}
	}
	if !opts.Slide {
		if opts.Fewer {
			l.line("no more " + nodes + ", for the text to be readable: -n draws more")
		}
		if g.Base != nil {
			l.comparison(g)
		}
		l.notes(g.Application.Notes())
		l.notes(g.Notes, g.Tally.Notes(unit, records))
	}
	if g.Base == nil && g.Metric == convert.Samples && g.PerSample > 0 && g.Samples/g.PerSample < convert.EnoughSamples {
		l.line(fewSamplesNote(g.Samples / g.PerSample))
	}
	if g.Base != nil {
		l.changes(findDrawnChanges(g, lines))
	} else {
		if len(alone) < len(g.Nodes) {
			l.hottest(c)
		}
		l.heat(c.heat, c.whole, heatOf)
		if g.Metric == convert.Samples {
			l.bar(selfWord(g.Tally), "total", "the rest of all")
		} else {
			l.bar("entries", "with all that is inlined below", "the rest of all entries")
		}
	}
	l.evidence(g, lines, opts.Slide)
	return l
}

// shownNodes says how many of the nodes with a count of the metric are drawn, and how many others.
func shownNodes(g *callgraph.Graph) string {
	unit := "entries"
	if g.Metric == convert.Samples {
		unit = visible(g.SampleUnit)
	}
	s := fmt.Sprintf("%s of %s %s with %s", thousands(g.ShownNodes), thousands(g.AllNodes), groupWords[g.By], unit)
	if others := len(g.Nodes) - g.ShownNodes; others > 0 {
		s += fmt.Sprintf(" and %s without", thousands(others))
	}
	return s
}

// mostFocused is the number of nodes in focus up to which a legend has the costs of each.
const mostFocused = 2

// focus says how nodes in focus are marked and, of few, what they cost with all that they call: the parts of the profile in
// the picture are those of the nodes themselves.
func (l *dotLegend) focus(c *graphCosts) {
	var focused []*callgraph.Node
	for i := range c.Nodes {
		if c.Nodes[i].Focus {
			focused = append(focused, &c.Nodes[i])
		}
	}
	const mark = "focus (thick outline): "
	columns := 60
	if len(focused) > 1 {
		columns = 40
	}
	switch {
	case len(focused) == 0:
	case len(focused) > mostFocused:
		l.keep(func() { l.line(mark + thousands(len(focused)) + " " + groupWords[c.By] + sumOfFocus(c, focused)) })
	default:
		l.keep(func() {
			for _, n := range focused {
				cost := ""
				if self, total, known := c.of(n); known && c.Base == nil {
					cost = focusCost(c, self, total, "")
				}
				l.line(mark + fitMethod(shortHashes(visible(n.Name)), columns) + cost)
			}
		})
	}
}

// sumOfFocus is the cost of several nodes together, of which the stacks of one may be those of another.
func sumOfFocus(c *graphCosts, focused []*callgraph.Node) string {
	var sum, most int64
	for _, n := range focused {
		self, total, known := c.of(n)
		if !known && c.Metric == convert.Samples || c.Base != nil {
			return ""
		}
		sum, most = sum+self, max(most, self, total)
	}
	most = max(most, sum)
	atLeast := "at least "
	if most >= c.whole {
		atLeast = ""
	}
	return focusCost(c, sum, most, atLeast)
}

// focusCost says how much of all is in nodes, and with all below them.
func focusCost(c *graphCosts, self, total int64, atLeast string) string {
	if c.Metric == convert.Samples {
		return ": " + percent(self, c.whole) + " " + selfWord(c.Tally) + ", " + atLeast + percent(total, c.whole) + " total"
	}
	return ": " + percent(self, c.whole) + " of entries, " + atLeast + percent(max(self, total), c.whole) + " with inlined"
}

// shownEdges says how many of the entries edges and stubs stand for; "" without any.
func shownEdges(g *callgraph.Graph) string {
	var shown []string
	if g.Inlined > 0 {
		shown = append(shown, percent(g.ShownInlined, g.Inlined)+" of "+plural(g.Inlined, "inlined call"))
	}
	if roots := g.Entries - g.Inlined - g.Hidden; roots > 0 {
		var stubs int64
		for _, e := range g.Edges {
			if e.Evidence == callgraph.UnknownEvidence {
				stubs += e.Count
			}
		}
		shown = append(shown, percent(stubs, roots)+" of "+plural(roots, "entry")+" as compilation root")
	}
	if g.Hidden > 0 {
		shown = append(shown, plural(g.Hidden, "entry")+" inlined into hidden callers")
	}
	return strings.Join(shown, ", ")
}

// evidence explains the kinds of lines that are drawn.
func (l *dotLegend) evidence(g *callgraph.Graph, lines []drawnEdge, slide bool) {
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
	} else if slide {
		text = "inlined: exact count"
	} else if slices.ContainsFunc(g.Edges, func(e callgraph.Edge) bool { c, ok := e.Coverage(); return ok && c < 1 }) {
		text += " (cov: the part of its entries that this was measured over)"
	}
	if g.Base == nil && g.Metric == convert.Samples {
		text = "sampled calls that are also inlined, each stack once"
	}
	if drawn[callgraph.InlinedEvidence] {
		l.edge(inlined, "solid", text)
	}
	if drawn[callgraph.SampledEvidence] {
		l.edge(sampled, "dashed", "sampled calls, each stack once")
	}
	if drawn[callgraph.UnknownEvidence] {
		l.edge(unknown, "dotted", "a stub: entries as compilation root, from unknown callers")
	}
	if through {
		l.edge(dotText, "dotted", "through "+groupWords[g.By]+" that are not shown")
	}
}
