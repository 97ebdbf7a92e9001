package render

import (
	"fmt"
	"math"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
)

// What nodes of a comparison are filled with is what frames of a flame graph are, from much less to much more; lines have
// colors of their own, which are not as light.
var (
	dotDelta = func() []dotColor {
		var colors []dotColor
		for _, s := range deltaSwatches {
			colors = append(colors, dotColor{s.light, s.dark})
		}
		return colors
	}()
	dotDeltaLine = []dotColor{
		{"#08528a", "#8fd0ff"}, {"#2474b5", "#5fb0ee"}, {"#4f90c6", "#4a8fc4"},
		{"#858b96", "#7d8490"},
		{"#bf7326", "#b88244"}, {"#a15605", "#e0993f"}, {"#733900", "#ffc27a"},
	}
)

// dotSame is the place of what did not change among these colors.
const dotSame = 3

// changeStep returns the place of a change among the colors. What is new or gone is at the ends: it went up from nothing,
// or down by all there was.
func changeStep(c *callgraph.Change) int {
	switch {
	case c == nil || !c.Beyond:
		return dotSame
	case c.New:
		return len(dotDelta) - 1
	case c.Gone:
		return 0
	}
	step := 1
	ratio, _ := c.Factor() // without one it grew from nothing
	if c.Share > c.BaseShare {
		for i := range rises {
			if ratio >= rises[i] || c.BaseShare == 0 {
				step = i + 1
			}
		}
		return dotSame + step
	}
	for i := range falls {
		if ratio <= falls[i] {
			step = i + 1
		}
	}
	return dotSame - step
}

// deltaLabels say how far a share went, up or down.
var deltaLabels = []string{
	"50% or more", "20% or more", "less than 20%", "no change, or within noise", "less than 25%", "25% or more", "100% or more",
}

// changedBox writes a node of a comparison.
func (d *dotWriter) changedBox(g *callgraph.Graph, i int) {
	n := &g.Nodes[i]
	name := nameLines(n.Name)
	fill, style, extra := dotNoCount.light, "filled,rounded", ""
	if c := n.Change; c != nil {
		if c.Comparable {
			fill = dotDelta[changeStep(c)].light
		}
		switch {
		case c.Gone:
			style += ",dashed"
		case c.New:
			if c.Beyond {
				extra = fmt.Sprintf(", color=\"%s\"", dotDeltaLine[changeStep(c)].light)
			}
			extra += ", penwidth=2"
		}
	}
	if n.Focus {
		extra += ", penwidth=2.5"
	}
	d.box(fmt.Sprintf("n%d", i), len(name), append(name, changedNumbers(g, n)...), changedTooltip(g, n), fill, style, extra)
}

// changedNumbers are the lines below the name of such a node.
func changedNumbers(g *callgraph.Graph, n *callgraph.Node) []string {
	now, was := shortPlural(n.Entries.Total(), "entry"), shortPlural(n.BaseEntries.Total(), "entry")
	nowKnown, wasKnown := n.Entries.Known(), n.BaseEntries.Known()
	if g.Metric == convert.Samples {
		now, was = shortPlural(n.Total, "sample")+selfText(n.Self), shortPlural(n.BaseTotal, "sample")+selfText(n.BaseSelf)
		nowKnown, wasKnown = true, true
	}
	if c := n.Change; c != nil && c.Comparable {
		switch {
		case c.New:
			now = "new: " + now
		case c.Gone:
			now = "gone: " + was
		}
		return append([]string{now}, changeLines(c)...)
	}
	switch {
	case nowKnown && wasKnown:
		return []string{now}
	case nowKnown:
		return []string{now + ", before n/a"}
	case wasKnown:
		return []string{"entries n/a, before " + was}
	case n.Total+n.BaseTotal > 0:
		return []string{shortPlural(n.Total, "sample") + selfText(n.Self), "entries n/a"}
	}
	return []string{"entries n/a"}
}

// changeLines are the line that says by how much something changed, if it did.
func changeLines(c *callgraph.Change) []string {
	if text := changeText(c); c.Beyond && text != "" {
		return []string{text}
	}
	return nil
}

// changeText words a change: −0.35 points, ×0.5. Points are of the share, the factor is at the same length.
func changeText(c *callgraph.Change) string {
	var parts []string
	if text := points(c.Difference(), 1); !strings.HasPrefix(text, "±") {
		parts = append(parts, text)
	}
	if f, ok := c.Factor(); ok && !c.Gone && !c.New {
		parts = append(parts, factor(f))
	}
	return strings.Join(parts, ", ")
}

// changedTooltip says all of such a node.
func changedTooltip(g *callgraph.Graph, n *callgraph.Node) []string {
	lines := []string{n.Full}
	if e, was := n.Entries, n.BaseEntries; e.Known() || was.Known() {
		lines = append(lines, "method entries: "+nowAndBefore(e.Total(), e.Known(), was.Total(), was.Known()),
			"as compilation root: "+nowAndBefore(e.Root, e.Known(), was.Root, was.Known()),
			"inlined into callers: "+nowAndBefore(e.Inlined, e.Known(), was.Inlined, was.Known()))
	} else {
		lines = append(lines, "method entries n/a: neither file has a count")
	}
	if g.Samples > 0 || g.Base.Samples > 0 {
		lines = append(lines, "samples: "+nowAndBefore(n.Total, true, n.BaseTotal, true),
			"self: "+nowAndBefore(n.Self, true, n.BaseSelf, true)+changeWords(n.SelfChange))
	}
	return append(lines, shareLine(n.Change, g.Metric))
}

func nowAndBefore(now int64, known bool, was int64, wasKnown bool) string {
	text := func(n int64, known bool) string {
		if !known {
			return "n/a"
		}
		return thousands(n)
	}
	return text(now, known) + ", base: " + text(was, wasKnown)
}

// changeWords words a change for the end of a line.
func changeWords(c *callgraph.Change) string {
	switch {
	case c == nil || !c.Comparable:
		return ""
	case c.Share == c.BaseShare:
		return "; the same"
	case !c.Beyond:
		return "; within noise"
	}
	text := changeText(c)
	switch {
	case c.New:
		text = strings.TrimSuffix("new, "+text, ", ")
	case c.Gone:
		text = strings.TrimSuffix("gone, "+text, ", ")
	}
	return "; " + text
}

// shareLine words how the share of a metric changed.
func shareLine(c *callgraph.Change, m convert.Metric) string {
	if c == nil || !c.Comparable {
		return "not compared"
	}
	of := "entries"
	if m == convert.Samples {
		of = "samples"
	}
	return fmt.Sprintf("share of %s at the same length: %s, base: %s%s", of, percent(c.Share, 1), percent(c.BaseShare, 1), changeWords(c))
}

// changedEdgeLabel is the label of an edge of a comparison: the count, and by how much it changed.
func changedEdgeLabel(e *callgraph.Edge) []string {
	text := func(e *callgraph.Edge) string {
		if e.Evidence == callgraph.SampledEvidence {
			return shortPlural(e.Count, "sample")
		}
		return countText(e)
	}
	now := text(e)
	if c := e.Change; c != nil {
		switch {
		case c.Gone:
			was := *e.Base
			was.Evidence = e.Evidence
			now = "gone " + text(&was)
		case c.New:
			now = "new " + now
		}
		lines := append([]string{now}, changeLines(c)...)
		if e.SiteKnown {
			lines = append(lines, atBCI(e.Site))
		}
		return lines
	}
	return []string{now}
}

// changedEdgeTooltip words such an edge in full.
func changedEdgeTooltip(e *callgraph.Edge) string {
	what := [...]string{"inlined", "sampled", "entries as compilation root"}[e.Evidence]
	m := convert.Calls
	if e.Evidence == callgraph.SampledEvidence {
		m = convert.Samples
	}
	text := what + ": " + nowAndBefore(e.Count, e.Known, e.Base.Count, e.Base.Known)
	if e.SiteKnown {
		text = atBCI(e.Site) + ": " + text
	}
	if e.Through {
		text += ", through methods that are not shown"
	}
	return text + "; " + shareLine(e.Change, m)
}

// changedWidth is the share that the width of a line tells.
func changedWidth(c *callgraph.Change) float64 { return math.Max(c.Share, c.BaseShare) }

// comparison adds what a reader of a comparison has to know.
func (l *dotLegend) comparison(g *callgraph.Graph) {
	b := g.Base
	entries, unit := b.Entries, "method entries"
	if g.Metric == convert.Samples {
		entries, unit = b.Samples, "samples"
	}
	l.line(fmt.Sprintf("the base has %s %s", thousands(entries), unit))
	l.line(changesLine(g))
	for _, list := range [][]string{b.Notes, b.Doubts} {
		for _, note := range list {
			for _, line := range wrapText(note, nodeFontSize*svgFontScale, legendWidth) {
				l.line(line)
			}
		}
	}
}

// drawnChanges are what a picture of a comparison has of the marks for changes.
type drawnChanges struct {
	steps                       [7]bool // of colors
	missing                     bool    // nodes that are not compared
	newNode, goneNode, goneLine bool
	points, factor              bool // in labels
}

func changesDrawn(g *callgraph.Graph, lines []drawnEdge) drawnChanges {
	var d drawnChanges
	look := func(c *callgraph.Change) {
		if c == nil || !c.Comparable {
			return
		}
		d.steps[changeStep(c)] = true
		for _, text := range changeLines(c) {
			d.points = d.points || strings.Contains(text, "points")
			d.factor = d.factor || strings.Contains(text, "×")
		}
	}
	for i := range g.Nodes {
		c := g.Nodes[i].Change
		look(c)
		d.missing = d.missing || c == nil || !c.Comparable
		d.newNode = d.newNode || c != nil && c.New
		d.goneNode = d.goneNode || c != nil && c.Gone
	}
	for _, line := range lines {
		look(line.change)
		d.goneLine = d.goneLine || line.change != nil && line.change.Gone
	}
	return d
}

// changes explains the colors and marks of changes that are drawn.
func (l *dotLegend) changes(d drawnChanges) {
	var colors []dotColor
	var labels []string
	add := func(c dotColor, label string) { colors, labels = append(colors, c), append(labels, label) }
	direction := "share down " // said once in each direction
	for step, drawn := range d.steps {
		if step == dotSame {
			direction = "share up "
		}
		switch {
		case !drawn:
		case step == dotSame:
			add(dotDelta[step], deltaLabels[step])
		default:
			add(dotDelta[step], direction+deltaLabels[step])
			direction = ""
		}
	}
	if d.missing {
		add(dotNoCount, "not compared: a count is missing")
	}
	if colors != nil {
		l.swatches(colors, labels, "")
	}

	var marks []string
	mark := func(drawn bool, text string) {
		if drawn {
			marks = append(marks, text)
		}
	}
	mark(d.newNode, "bold outline: new")
	mark(d.goneNode && d.goneLine, "dashed outline, open arrow: gone")
	mark(d.goneNode && !d.goneLine, "dashed outline: gone")
	mark(d.goneLine && !d.goneNode, "open arrow: gone")
	mark(d.points, "points are of the share")
	mark(d.factor, "× is at the same length of the run")
	if marks != nil {
		l.line(strings.Join(marks, "; "))
	}
}

// legendWidth is where long lines of a legend are broken, in pixels.
const legendWidth = 620

// changesLine says how many nodes changed, and how many of them are shown.
func changesLine(g *callgraph.Graph) string {
	b := g.Base
	what := groupWords[g.By]
	if b.Changed() == 0 {
		if b.Small > 0 {
			return fmt.Sprintf("no change but such as is small or may be chance (%s %s)", thousands(b.Small), what)
		}
		return "no change"
	}
	var parts []string
	for _, word := range []string{"more", "fewer", "new", "gone"} {
		if n := b.Changes[word]; n > 0 {
			parts = append(parts, thousands(n)+" "+word)
		}
	}
	if b.Changed() == 1 {
		what = map[string]string{"methods": "method", "classes": "class", "packages": "package"}[what]
	}
	text := fmt.Sprintf("%s %s changed: %s", thousands(b.Changed()), what, strings.Join(parts, ", "))
	if left := b.Changed() - b.Shown; left > 0 {
		text += fmt.Sprintf("; not shown: %s of them", thousands(left))
	}
	return text
}
