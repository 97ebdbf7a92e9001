package render

import (
	"fmt"
	"math"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
)

// changeColor returns the index of a change in dotDelta and dotDeltaLine. New and gone nodes are at the ends.
func changeColor(c *callgraph.Change) int {
	switch {
	case c == nil || !c.BeyondChance:
		return sameSwatch
	case c.New:
		return len(dotDelta) - 1
	case c.Gone:
		return 0
	}
	ratio, ok := c.Factor()
	if c.Share > c.BaseShare {
		if !ok { // the base has nothing
			ratio = math.Inf(1)
		}
		return sameSwatch + max(1, changeStep(ratio)) // a change beyond chance has a color, however small it is
	}
	return sameSwatch + min(-1, changeStep(ratio))
}

// deltaLabels explain the colors, by index.
var deltaLabels = []string{
	"50% or more", "20% or more", "less than 20%", "no change, or within noise", "less than 25%", "25% or more", "100% or more",
}

// changedBox returns a node of a comparison.
func changedBox(g *callgraph.Graph, i int) *dotBox {
	n := &g.Nodes[i]
	b := dotBox{
		id: nodeID(int32(i)), name: nameLines(n.Name), lines: changedNumbers(g, n), tooltip: changedTooltip(g, n),
		fill: dotNoCount.light, style: "filled,rounded",
	}
	if n.Was != "" {
		b.name = append(nameLines(n.Was+" →"), b.name...)
	}
	if c := n.Change; c != nil {
		if c.Comparable {
			b.fill = dotDelta[changeColor(c)].light
		}
		switch {
		case c.Gone:
			b.style += ",dashed"
		case c.New:
			if c.BeyondChance {
				b.extra = fmt.Sprintf(", color=\"%s\"", dotDeltaLine[changeColor(c)].light)
			}
			b.extra += ", penwidth=2"
		}
	}
	if n.Focus {
		b.extra += focusOutline()
	}
	return &b
}

// changedNumbers returns the lines below the name of a node of a comparison.
func changedNumbers(g *callgraph.Graph, n *callgraph.Node) []string {
	now, was := shortPlural(n.Entries.Total(), "entry"), shortPlural(n.BaseEntries.Total(), "entry")
	nowKnown, wasKnown := n.Entries.Known(), n.BaseEntries.Known()
	if g.Metric == convert.Samples {
		now, was = shortNumber(n.Total, g.SampleUnit)+selfText(g, n.Self), shortNumber(n.BaseTotal, g.SampleUnit)+selfText(g, n.BaseSelf)
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
		return []string{shortNumber(n.Total, g.SampleUnit) + selfText(g, n.Self), "entries n/a"}
	}
	return []string{"entries n/a"}
}

// changeLines returns the line that says by how much something changed; none where it did not.
func changeLines(c *callgraph.Change) []string {
	if text := changeText(c); c.BeyondChance && text != "" {
		return []string{text}
	}
	return nil
}

// leastDifference is the smallest change of a share that there is room for in a graph: of smaller ones the factor says more.
const leastDifference = 0.00005

// changeText returns the size of a change: −0.35 points, ×0.5. Points are of the share, the factor is at the same length of run.
func changeText(c *callgraph.Change) string {
	var parts []string
	if d := c.Difference(); math.Abs(d) >= leastDifference {
		parts = append(parts, points(d, 1))
	}
	if f, ok := c.Factor(); ok && !c.Gone && !c.New {
		parts = append(parts, factor(f))
	}
	return strings.Join(parts, ", ")
}

// changedTooltip returns the tooltip of a node of a comparison.
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
		lines = append(lines, visible(g.SampleUnit)+": "+nowAndBefore(n.Total, true, n.BaseTotal, true),
			selfWord(g.Tally)+": "+nowAndBefore(n.Self, true, n.BaseSelf, true)+changeWords(n.SelfChange))
	}
	return append(lines, shareLine(g, n.Change, g.Metric))
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

// changeWords returns the end of a line about a change.
func changeWords(c *callgraph.Change) string {
	switch {
	case c == nil || !c.Comparable:
		return ""
	case c.Share == c.BaseShare:
		return "; the same"
	case !c.BeyondChance:
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

// shareLine returns the line about the share of a metric.
func shareLine(g *callgraph.Graph, c *callgraph.Change, m convert.Metric) string {
	if c == nil || !c.Comparable {
		return "not compared"
	}
	of := "entries"
	if m == convert.Samples {
		of = visible(g.SampleUnit)
	}
	return fmt.Sprintf("share of %s at the same length: %s, base: %s%s", of, percent(c.Share, 1), percent(c.BaseShare, 1), changeWords(c))
}

// changedEdgeLabel returns the label of an edge of a comparison: the count, and the size of the change.
func changedEdgeLabel(g *callgraph.Graph, e *callgraph.Edge) []string {
	text := func(n *callgraph.EdgeCounts) string {
		if e.Evidence == callgraph.SampledEvidence {
			return shortNumber(n.Count, g.SampleUnit)
		}
		return countText(n)
	}
	now := text(&e.EdgeCounts)
	if c := e.Change; c != nil {
		switch {
		case c.Gone:
			now = "gone " + text(e.Base)
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

// changedEdgeTooltip returns the tooltip of an edge of a comparison.
func changedEdgeTooltip(g *callgraph.Graph, e *callgraph.Edge) string {
	evidence := [...]string{"inlined", "sampled", "entries as compilation root"}[e.Evidence]
	m := convert.Calls
	if e.Evidence == callgraph.SampledEvidence {
		m = convert.Samples
	}
	text := evidence + ": " + nowAndBefore(e.Count, e.Known, e.Base.Count, e.Base.Known)
	if e.SiteKnown {
		text = atBCI(e.Site) + ": " + text
	}
	if e.Through {
		text += ", through methods that are not shown"
	}
	return text + "; " + shareLine(g, e.Change, m)
}

// changedWidth returns the share that the width of a line stands for.
func changedWidth(c *callgraph.Change) float64 { return math.Max(c.Share, c.BaseShare) }
