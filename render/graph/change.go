package graph

import (
	"fmt"
	"math"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// changeColor returns the index of a change in palette.Delta and palette.DeltaLine. New and removed nodes are at the ends.
func changeColor(c *callgraph.Change) int {
	switch {
	case c == nil || !c.BeyondChance:
		return palette.SameSwatch
	case c.New:
		return len(palette.Delta) - 1
	case c.Gone:
		return 0
	}
	ratio, ok := c.Factor()
	if c.Share > c.BaseShare {
		if !ok { // the base has none
			ratio = math.Inf(1)
		}
		return palette.SameSwatch + max(1, palette.ChangeStep(ratio)) // a significant change has a color, however small it is
	}
	return palette.SameSwatch + min(-1, palette.ChangeStep(ratio))
}

// deltaLabels explain the colors, by index.
var deltaLabels = []string{
	"50% or more", "20% or more", "less than 20%", "no significant change", "less than 25%", "25% or more", "100% or more",
}

// changedBox returns a node of a comparison.
func changedBox(g *callgraph.Graph, i int) *dot.Box {
	n := &g.Nodes[i]
	b := dot.Box{
		ID: dot.NodeID(int32(i)), Name: dot.NameLines(n.Name), Lines: changedNumbers(g, n), Tooltip: changedTooltip(g, n),
		Fill: palette.NoCount.Light, Style: "filled,rounded",
	}
	if n.Was != "" {
		b.Name = append(dot.NameLines(n.Was+" →"), b.Name...)
	}
	if c := n.Change; c != nil {
		if c.Comparable {
			b.Fill = palette.Delta[changeColor(c)].Light
		}
		switch {
		case c.Gone:
			b.Style += ",dashed"
		case c.New:
			if c.BeyondChance {
				b.Extra = fmt.Sprintf(", color=\"%s\"", palette.DeltaLine[changeColor(c)].Light)
			}
			b.Extra += ", penwidth=2"
		}
	}
	if n.Focus {
		b.Extra += focusOutline()
	}
	return &b
}

// changedNumbers returns the lines below the name of a node of a comparison.
func changedNumbers(g *callgraph.Graph, n *callgraph.Node) []string {
	now, was := numbers.ShortPlural(n.Entries.Total(), "entry"), numbers.ShortPlural(n.BaseEntries.Total(), "entry")
	nowKnown, wasKnown := n.Entries.Known(), n.BaseEntries.Known()
	if g.Metric == convert.Samples {
		now, was = numbers.ShortNumber(n.Total, g.SampleUnit)+selfText(g, n.Self), numbers.ShortNumber(n.BaseTotal, g.SampleUnit)+selfText(g, n.BaseSelf)
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
		return []string{numbers.ShortNumber(n.Total, g.SampleUnit) + selfText(g, n.Self), "entries n/a"}
	}
	return []string{"entries n/a"}
}

// changeLines returns the line that says by how much something changed; none if it did not.
func changeLines(c *callgraph.Change) []string {
	if text := changeText(c); c.BeyondChance && text != "" {
		return []string{text}
	}
	return nil
}

// minDifference is the smallest change of a share that fits in a graph: for smaller ones the factor says more.
const minDifference = 0.00005

// changeText formats the size of a change: −0.35 points, ×0.5. Points are relative to the whole, the factor is normalized for run
// length.
func changeText(c *callgraph.Change) string {
	var parts []string
	if d := c.Difference(); math.Abs(d) >= minDifference {
		parts = append(parts, numbers.Points(d, 1))
	}
	if f, ok := c.Factor(); ok && !c.Gone && !c.New {
		parts = append(parts, numbers.Factor(f))
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
		lines = append(lines, plaintext.Visible(g.SampleUnit)+": "+nowAndBefore(n.Total, true, n.BaseTotal, true),
			numbers.SelfWord(g.Tally)+": "+nowAndBefore(n.Self, true, n.BaseSelf, true)+changeWords(n.SelfChange))
	}
	return append(lines, shareLine(g, n.Change, g.Metric))
}

func nowAndBefore(now int64, known bool, was int64, wasKnown bool) string {
	text := func(n int64, known bool) string {
		if !known {
			return "n/a"
		}
		return numbers.Thousands(n)
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
		of = plaintext.Visible(g.SampleUnit)
	}
	return fmt.Sprintf("normalized share of %s: %s, base: %s%s", of, numbers.Percent(c.Share, 1), numbers.Percent(c.BaseShare, 1), changeWords(c))
}

// changedLines returns the lines of a comparison.
func changedLines(g *callgraph.Graph) []drawnEdge {
	of := g.ChangedLines()
	lines := make([]drawnEdge, len(of))
	for i, l := range of {
		from, whole := "unknown callers", g.Entries
		if l.From >= 0 {
			from = g.Nodes[l.From].Full
		}
		if l.Evidence == callgraph.SampledEvidence {
			whole = g.Samples
		}
		line := drawnEdge{
			from: l.From, to: l.To, evidence: l.Evidence, through: l.Through, label: changedEdgeLabel(g, l.Edge), change: l.Change, compared: true,
			tooltip: []string{from, "→ " + g.Nodes[l.To].Full, changedEdgeTooltip(g, l.Edge)}, share: numbers.ShareOf(l.Count, whole),
		}
		for _, e := range l.Sampled {
			line.tooltip = append(line.tooltip, changedEdgeTooltip(g, e))
		}
		if l.Evidence == callgraph.InlinedEvidence {
			line.inlined = l.Count
		}
		if l.Change != nil {
			line.share = changedWidth(l.Change)
		}
		lines[i] = line
	}
	return lines
}

// changedEdgeLabel returns the label of an edge of a comparison: the count, and the size of the change.
func changedEdgeLabel(g *callgraph.Graph, e *callgraph.Edge) []string {
	text := func(n *callgraph.EdgeCounts) string {
		if e.Evidence == callgraph.SampledEvidence {
			return numbers.ShortNumber(n.Count, g.SampleUnit)
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
			lines = append(lines, places.AtBCI(e.Site))
		}
		return lines
	}
	return []string{now}
}

// changedEdgeTooltip returns the tooltip of an edge of a comparison.
func changedEdgeTooltip(g *callgraph.Graph, e *callgraph.Edge) string {
	evidence, m := "inlined", convert.Calls
	switch e.Evidence {
	case callgraph.SampledEvidence:
		evidence, m = "sampled", convert.Samples
	case callgraph.UnknownEvidence:
		evidence = "entries as compilation root"
	}
	known, wasKnown := e.KnownCounts()
	text := evidence + ": " + nowAndBefore(e.Count, known, e.Base.Count, wasKnown)
	if e.SiteKnown {
		text = places.AtBCI(e.Site) + ": " + text
	}
	if e.Through {
		text += ", through methods that are not shown"
	}
	return text + "; " + shareLine(g, e.Change, m)
}

// changedWidth returns the share that determines the width of a line.
func changedWidth(c *callgraph.Change) float64 { return math.Max(c.Share, c.BaseShare) }
