package render

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
)

// DOTOptions say how a graph looks. The zero value is useful.
type DOTOptions struct {
	Title    string // "": what the graph is
	Subtitle string // such as the name of the profile
}

// What layout engines can bear, measured with Graphviz: labels on edges cost most.
const (
	maxEdgeLabels = 400  // beyond, the numbers of edges are in their tooltips
	manyNodes     = 600  // beyond, the engine is told to look less hard for a good layout
	MaxNodes      = 1500 // beyond, a layout is likely to take minutes
)

// Fonts: Helvetica's metrics are what engines without fonts know best, and Arial and Liberation Sans share them.
const (
	dotFont        = "Helvetica"
	nodeFontSize   = 12
	edgeFontSize   = 10
	graphTitleSize = 16
	swatchSize     = 10

	// svgFontScale makes up for the fonts that SVGs name, which are wider: see fontFamily.
	svgFontScale = 0.85
)

// A dotColor is a color in both themes. Engines draw with the light one, GraphSVG adds the dark one.
type dotColor struct{ light, dark string }

var (
	dotBackground = dotColor{"#ffffff", "#16181d"}
	dotText       = dotColor{"#1b1d21", "#eceef2"}
	dotFaint      = dotColor{"#585e69", "#a8afbb"}
	dotOutline    = dotColor{"#8a8f99", "#767d8a"}
	dotInlined    = dotColor{"#0b62a4", "#6cb6f2"}
	dotSampled    = dotColor{"#a8246e", "#f4a3cf"}
	dotUnknown    = dotColor{"#6b7280", "#9aa1ad"}
	dotNoCount    = dotColor{"#fcfcfd", "#22252b"}

	// By the share of all entries, see heatSteps: lightness alone tells them apart.
	dotHeat = []dotColor{
		{"#fff7e6", "#2f2a22"}, {"#ffe8bf", "#43351d"}, {"#ffd28a", "#5c4214"}, {"#ffb653", "#794f08"}, {"#f79326", "#985c00"},
	}
)

// heatSteps are the shares from which on a node has the next color.
var heatSteps = []float64{0.005, 0.02, 0.05, 0.1}

var heatLabels = []string{"below 0.5%", "0.5%", "2%", "5%", "10% and more"}

func heat(part, whole int64) int {
	step := 0
	for _, least := range heatSteps {
		if whole > 0 && float64(part) >= least*float64(whole) {
			step++
		}
	}
	return step
}

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

// A dotWriter writes a graph.
type dotWriter struct {
	b      *bufio.Writer // keeps the first error
	labels bool          // of edges
	down   bool          // calls go down
}

func newDotWriter(w io.Writer) *dotWriter {
	return &dotWriter{b: bufio.NewWriter(w), labels: true}
}

func (d *dotWriter) print(format string, args ...any) { fmt.Fprintf(d.b, format, args...) }

// begin writes the graph's attributes. The legend is an HTML-like label of our own making.
//
// There is no pack=true: with it Graphviz loses labels of edges.
func (d *dotWriter) begin(nodes int, down bool, legend string) {
	d.down = down
	direction, nodesep, ranksep := "LR", 0.18, 0.5
	if down {
		direction, nodesep, ranksep = "TB", 0.25, 0.35
	}
	d.print("digraph {\n")
	d.print("\tgraph [rankdir=%s, nodesep=%v, ranksep=%v, compound=true, bgcolor=\"%s\", pad=0.2]\n", direction, nodesep, ranksep, dotBackground.light)
	d.print("\tgraph [fontname=\"%s\", fontsize=%d, fontcolor=\"%s\", labelloc=t, labeljust=l, label=<%s>]\n",
		dotFont, nodeFontSize, dotText.light, legend)
	if nodes > manyNodes {
		d.print("\tgraph [nslimit=2, nslimit1=2, mclimit=0.3]\n")
	}
	d.print("\tnode [shape=box, style=\"filled,rounded\", margin=\"0.11,0.06\", height=0.3, penwidth=1, color=\"%s\", fontname=\"%s\", fontsize=%d, fontcolor=\"%s\"]\n",
		dotOutline.light, dotFont, nodeFontSize, dotText.light)
	d.print("\tedge [fontname=\"%s\", fontsize=%d, fontcolor=\"%s\", arrowsize=0.7]\n", dotFont, edgeFontSize, dotText.light)
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
		fill, style = dotHeat[heat(n.Total, g.Samples)].light, "filled,rounded"
	case g.Metric == convert.Calls && n.Entries.Known():
		fill, style = dotHeat[heat(n.Entries.Total(), g.Entries)].light, "filled,rounded"
	}
	extra := ""
	if n.Focus {
		extra = ", penwidth=2.5"
	}
	d.box(fmt.Sprintf("n%d", i), len(name), lines, nodeTooltip(g, n), fill, style, extra)
}

// box writes a node. Its width is that of its text in the fonts of SVGs, or what the engine makes of it if that is more.
func (d *dotWriter) box(id string, nameLines int, lines, tooltip []string, fill, style, extra string) {
	width := 0.0
	for i, line := range lines {
		w := textWidth(visible(line), nodeFontSize*svgFontScale)
		if i < nameLines {
			w *= boldWidening
		}
		width = max(width, w)
	}
	d.print("\t%s [class=\"name%d\", label=%s, tooltip=%s, fillcolor=\"%s\", style=\"%s\", width=%.2f%s]\n",
		id, nameLines, quoteLines(lines...), quoteTooltip(tooltip...), fill, style, (width+16)/72, extra)
}

func worth(c *convert.Conditional) float64 { return float64(c.Executions) * c.Entropy }

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

func selfText(n int64) string {
	if n == 0 {
		return ""
	}
	return ", " + shortCount(n) + " self"
}

// conditionalLine words a conditional: @19 →46 66.7% →22 33.3% (7.88M).
func conditionalLine(c *convert.Conditional) string {
	var b strings.Builder
	b.WriteString(atBCI(c.BCI))
	for i, p := range c.Places {
		if i == 3 && len(c.Places) > 4 {
			fmt.Fprintf(&b, " … %d more", len(c.Places)-3)
			break
		}
		fmt.Fprintf(&b, " →%s %s", p.Target.String(), percent(p.Count, c.Executions))
	}
	fmt.Fprintf(&b, " (%s)", shortCount(c.Executions))
	return b.String()
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

// A drawnEdge is what becomes one line of the picture.
type drawnEdge struct {
	from, to int32 // from is -1 for a stub
	evidence callgraph.Evidence
	through  bool
	label    []string
	tooltip  []string
	share    float64 // of the whole that the evidence is of
	change   *callgraph.Change
	compared bool
}

// drawnEdges puts edges between the same two nodes together where there are many of them. Samples of a call that was
// inlined too are told by the line that says so.
func drawnEdges(g *callgraph.Graph) []drawnEdge {
	type pair struct{ from, to int32 }
	type between struct{ inlined, through, sampled, sampledThrough, unknown []*callgraph.Edge }
	pairs := map[pair]*between{}
	var order []pair
	for i := range g.Edges {
		e := &g.Edges[i]
		if g.By != convert.ByMethod && e.From == e.To {
			continue
		}
		p := pair{e.From, e.To}
		if pairs[p] == nil {
			pairs[p] = &between{}
			order = append(order, p)
		}
		b := pairs[p]
		switch {
		case e.Evidence == callgraph.UnknownEvidence:
			b.unknown = append(b.unknown, e)
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
	var lines []drawnEdge
	for _, p := range order {
		b := pairs[p]
		from, to := "callers that are not known", g.Nodes[p.to].Full
		if p.from >= 0 {
			from = g.Nodes[p.from].Full
		}
		add := func(e *callgraph.Edge, label, tooltip []string, whole int64) {
			line := drawnEdge{
				from: p.from, to: p.to, evidence: e.Evidence, through: e.Through, label: label,
				tooltip: append([]string{from, "→ " + to}, tooltip...), share: float64(e.Count) / math.Max(1, float64(whole)),
				change: e.Change, compared: g.Base != nil,
			}
			if e.Change != nil {
				line.share = changedWidth(e.Change)
			}
			lines = append(lines, line)
		}
		var sampled []string // of an inlined pair
		for _, e := range b.sampled {
			sampled = append(sampled, edgeTooltip(e))
		}
		switch {
		case g.Base == nil && (len(b.inlined) > 2 || len(b.inlined) == 2 && p.from == p.to): // labels of loops would overlap
			sum := *b.inlined[0]
			var tooltip []string
			for i, e := range b.inlined {
				if i > 0 {
					sum.Count += e.Count
					sum.Known = sum.Known || e.Known
				}
				tooltip = append(tooltip, edgeTooltip(e))
			}
			add(&sum, []string{countText(&sum), fmt.Sprintf("at %d sites", len(b.inlined))}, append(tooltip, sampled...), g.Entries)
		default:
			for i, e := range b.inlined {
				tooltip := []string{edgeTooltip(e)}
				if i == 0 {
					tooltip = append(tooltip, sampled...)
				}
				add(e, edgeLabel(e), tooltip, g.Entries)
			}
		}
		// What is not inlined any more may still be called.
		if !slices.ContainsFunc(b.inlined, func(e *callgraph.Edge) bool { return e.Change == nil || !e.Change.Gone }) {
			for _, e := range b.sampled {
				add(e, edgeLabel(e), []string{edgeTooltip(e)}, g.Samples)
			}
		}
		for _, e := range b.through {
			add(e, edgeLabel(e), []string{edgeTooltip(e)}, g.Entries)
		}
		if len(b.inlined)+len(b.through) == 0 {
			for _, e := range b.sampledThrough {
				add(e, edgeLabel(e), []string{edgeTooltip(e)}, g.Samples)
			}
		}
		for _, e := range b.unknown {
			if g.Base != nil {
				add(e, changedEdgeLabel(e), []string{changedEdgeTooltip(e)}, g.Entries)
				continue
			}
			add(e, []string{shortCount(e.Count)}, []string{thousands(e.Count) + " entries as compilation root"}, g.Entries)
		}
	}
	return lines
}

// edgeLabel returns the label of an edge. Beside a line that goes down it keeps its distance.
func (d *dotWriter) edgeLabel(lines ...string) string {
	if d.down {
		lines = slices.Clone(lines)
		for i := range lines {
			lines[i] = "\u00a0\u00a0" + lines[i]
		}
	}
	return quoteCentered(lines...)
}

func countText(e *callgraph.Edge) string {
	if !e.Known {
		return "n/a"
	}
	return shortCount(e.Count)
}

// edgeLabel words an edge in short: 2.63M ×0.333, and @23 (cov 9%) below.
func edgeLabel(e *callgraph.Edge) []string {
	if e.Base != nil {
		return changedEdgeLabel(e)
	}
	if e.Evidence == callgraph.SampledEvidence {
		return []string{shortPlural(e.Count, "sample")}
	}
	first, second := countText(e), ""
	if f, ok := e.Frequency(); ok {
		first += " " + factor(f)
		if c, _ := e.Coverage(); c < 1 {
			second = " (cov " + coveragePercent(c) + ")"
		}
	}
	if e.SiteKnown {
		second = atBCI(e.Site) + second
	}
	if second == "" {
		return []string{first}
	}
	return []string{first, second}
}

// edgeTooltip words an edge in full.
func edgeTooltip(e *callgraph.Edge) string {
	if e.Base != nil {
		return changedEdgeTooltip(e)
	}
	var b strings.Builder
	if e.SiteKnown {
		b.WriteString(atBCI(e.Site) + ": ")
	}
	switch {
	case e.Evidence == callgraph.SampledEvidence:
		fmt.Fprintf(&b, "sampled, %s", shortPlural(e.Count, "sample"))
	case !e.Known:
		b.WriteString("inlined, count n/a")
	default:
		fmt.Fprintf(&b, "inlined, %s entries", thousands(e.Count))
	}
	if f, ok := e.Frequency(); ok {
		fmt.Fprintf(&b, ", %s per entry of the caller (%s of %s of its %s entries)", factor(f),
			thousands(e.MatchedCallee), thousands(e.MatchedCaller), thousands(e.CallerEntries))
	}
	if e.Through {
		b.WriteString(", through methods that are not shown")
	}
	return b.String()
}

func (d *dotWriter) edge(l drawnEdge) {
	color, style := dotInlined, "solid"
	switch {
	case l.evidence == callgraph.UnknownEvidence:
		color, style = dotUnknown, "dotted"
	case l.evidence == callgraph.SampledEvidence:
		color, style = dotSampled, "dashed"
	}
	if l.through {
		style = "dotted"
	}
	extra := ""
	if l.compared {
		color = dotDeltaLine[changeStep(l.change)]
		if l.change != nil && l.change.Gone {
			extra = ", arrowhead=empty"
		}
	}
	from := fmt.Sprintf("n%d", l.from)
	if l.from < 0 {
		from = fmt.Sprintf("u%d", l.to)
		d.print("\t%s [shape=plain, style=\"\", fontsize=%d, fontcolor=\"%s\", label=%s, tooltip=%s]\n",
			from, edgeFontSize, dotFaint.light, quote(strings.Join(l.label, " ")), quoteTooltip(l.tooltip...))
	}
	width := 1 + 3*math.Sqrt(math.Min(1, l.share))
	d.print("\t%s -> n%d [style=%s, color=\"%s\", penwidth=%.2f, tooltip=%s%s", from, l.to, style, color.light, width, quoteTooltip(l.tooltip...), extra)
	if d.labels && l.from >= 0 {
		d.print(", label=%s, labeltooltip=%s", d.edgeLabel(l.label...), quoteTooltip(l.tooltip...))
	}
	d.print("]\n")
}

// nameWidth is the number of characters to which names in nodes are broken.
const nameWidth = 36

// longHash is what compilers put into names to tell them apart. Its beginning does that too.
var longHash = regexp.MustCompile(`[0-9a-f]{16,}`)

// shortHashes cuts what nobody reads to what tells one from another.
func shortHashes(name string) string {
	return longHash.ReplaceAllStringFunc(name, func(hash string) string { return hash[:6] + ellipsis })
}

// nameLines breaks a name into lines: packages, class and method, as far as one line does not hold them. What still is too
// long goes on in a second line, and is cut there.
func nameLines(name string) []string {
	name = shortHashes(name)
	if columnsOf(name) <= nameWidth {
		return []string{name}
	}
	packages, rest := splitName(name)
	params := ""
	if i := strings.IndexByte(rest, '('); i > 0 {
		rest, params = rest[:i], rest[i:]
	}
	class, method := "", rest
	if i := strings.LastIndexByte(rest, '.'); i > 0 {
		class, method = rest[:i+1], rest[i+1:]
	}
	var lines []string
	for _, part := range []string{packages, class, method, params} {
		if last := len(lines) - 1; last >= 0 && columnsOf(lines[last]+part) <= nameWidth {
			lines[last] += part
			continue
		}
		if columnsOf(part) > nameWidth {
			at := breakName(part)
			lines = append(lines, part[:at])
			part = part[at:]
		}
		lines = append(lines, cutMiddle(part, nameWidth))
	}
	return slices.DeleteFunc(lines, func(s string) bool { return s == "" })
}

// breakName returns where the first line of a name that is too long for one ends: behind a dot or comma, before a $ or a
// word's capital, or just where it is full.
func breakName(s string) int {
	best, width := 0, 0
	for i, r := range s {
		if i > 0 && (unicode.IsUpper(r) || r == '$' || strings.ContainsRune("., _", rune(s[i-1]))) {
			best = i
		}
		if width += columnsOf(string(r)); width > nameWidth {
			if best > len(s)/4 {
				return best
			}
			return max(i, 1)
		}
	}
	return len(s)
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
		l.swatches(dotHeat, heatLabels, "of all samples")
	default:
		l.swatches(dotHeat, heatLabels, "of all entries")
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

// A dotLegend is made line by line, in the HTML-like language of Graphviz's labels. Text that stands behind other text gets
// a cell of its own: the engine does not know how wide that other text is in the end.
type dotLegend struct {
	rows  strings.Builder
	edges strings.Builder
}

func (l *dotLegend) row(cell string) {
	fmt.Fprintf(&l.rows, `<tr><td align="left">%s</td></tr>`, cell)
}

// text makes text harmless. visible takes out control characters, which no entity can stand for.
func (l *dotLegend) text(s string) string { return html.EscapeString(visible(s)) }

// cell makes a cell that is wide enough for its text in SVGs.
func (l *dotLegend) cell(s string, size float64, attributes string) string {
	width := int(math.Ceil(textWidth(visible(s), size*svgFontScale))) + 10
	return fmt.Sprintf(`<td align="left" width="%d" %s><font point-size="%v">%s</font></td>`, width, attributes, size, l.text(s))
}

func (l *dotLegend) title(title, subtitle string) {
	l.row(fmt.Sprintf(`<font point-size="%d">%s</font>`, graphTitleSize, l.text(title)))
	if subtitle != "" {
		l.row(fmt.Sprintf(`<font color="%s">%s</font>`, dotFaint.light, l.text(cutMiddle(subtitle, 80))))
	}
}

func (l *dotLegend) notes(lists ...[]string) {
	for _, list := range lists {
		for _, note := range list {
			l.line(note)
		}
	}
}

func (l *dotLegend) line(s string) { l.row(l.text(s)) }

func (l *dotLegend) swatches(colors []dotColor, labels []string, of string) {
	var b strings.Builder
	b.WriteString(`<table border="0" cellborder="1" cellspacing="0" cellpadding="3"><tr>`)
	for i, c := range colors {
		b.WriteString(l.cell(labels[i], swatchSize, fmt.Sprintf(`bgcolor="%s" color="%s"`, c.light, dotOutline.light)))
	}
	if of != "" {
		b.WriteString(l.cell(of, swatchSize, `border="0"`))
	}
	b.WriteString(`</tr></table>`)
	l.row(b.String())
}

func (l *dotLegend) edge(color dotColor, style, text string) {
	width := int(math.Ceil(textWidth(style, nodeFontSize*svgFontScale))) + 8
	fmt.Fprintf(&l.edges, `<tr><td align="left" width="%d"><font color="%s">%s</font></td><td align="left">%s</td></tr>`,
		width, color.light, l.text(style), l.text(text))
}

func (l *dotLegend) done() string {
	if l.edges.Len() > 0 {
		l.row(`<table border="0" cellborder="0" cellspacing="0" cellpadding="1">` + l.edges.String() + `</table>`)
	}
	return `<table border="0" cellborder="0" cellspacing="0" cellpadding="1">` + l.rows.String() + `</table>`
}

// groupWords name several nodes.
var groupWords = map[convert.GroupBy]string{
	convert.ByMethod: "methods", convert.ByClass: "classes", convert.ByPackage: "packages",
}
