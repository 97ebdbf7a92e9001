package graph

import (
	"fmt"
	"math"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/code"
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

// A comparedCount is a count in one of the profiles of a comparison.
type comparedCount struct {
	n             int64
	known, partly bool // partly: it is a lower bound
}

// text writes the count with a function; n/a: it is unknown.
func (c comparedCount) text(count func(int64) string) string {
	switch {
	case !c.known:
		return "n/a"
	case c.partly:
		return boundMark(code.AtLeast) + count(c.n)
	}
	return count(c.n)
}

// entriesIn returns the entries of a node in the profile and in the base.
func entriesIn(n *callgraph.Node) (now, was comparedCount) {
	return comparedCount{n.Entries.Total(), n.Entries.Known(), n.Partly.Any()}, comparedCount{n.BaseEntries.Total(), n.BaseEntries.Known(), n.BasePartly.Any()}
}

// fromTo writes the counts of both profiles, in a unit in the plural, or that of the profile which alone has what is counted.
func fromTo(c *callgraph.Change, now, was comparedCount, unit string) string {
	before, after, of := was.text(numbers.ShortCount), now.text(numbers.ShortCount), now
	text := before + " → " + after
	switch {
	case c != nil && c.Comparable && c.New:
		text = "new: " + after
	case c != nil && c.Comparable && c.Gone:
		text, of = "gone: "+before, was
	case before == after:
		text = after
	}
	return strings.TrimSuffix(text+" "+numbers.UnitOf(of.n, unit), " ")
}

// changedNumbers returns the lines below the name of a node of a comparison.
func changedNumbers(g *callgraph.Graph, n *callgraph.Node) []string {
	c := n.Change
	now, was := entriesIn(n)
	switch {
	case g.Metric == convert.Samples:
		return append(samplesFromTo(g, n), changeLines(c)...)
	case now.known || was.known:
		return append([]string{fromTo(c, now, was, "entries")}, changeLines(c)...)
	case n.Total+n.BaseTotal > 0:
		return append(samplesFromTo(g, n), "entries n/a")
	}
	return []string{"entries n/a"}
}

// samplesFromTo returns the lines about the samples of a node, and about self samples if it has any.
func samplesFromTo(g *callgraph.Graph, n *callgraph.Node) []string {
	exact := func(n int64) comparedCount { return comparedCount{n: n, known: true} }
	c := n.Change
	if g.Metric != convert.Samples {
		c = nil
	}
	lines := []string{fromTo(c, exact(n.Total), exact(n.BaseTotal), g.SampleUnit)}
	switch {
	case n.Self+n.BaseSelf == 0:
	case n.Self == n.Total && n.BaseSelf == n.BaseTotal:
		lines[0] += ", " + numbers.SelfWord(g.Tally)
	case c != nil && (c.New || c.Gone):
		lines[0] += ", " + numbers.ShortCount(n.Self+n.BaseSelf) + " " + numbers.SelfWord(g.Tally)
	default:
		lines = append(lines, fromTo(nil, exact(n.Self), exact(n.BaseSelf), "")+" "+numbers.SelfWord(g.Tally))
	}
	return lines
}

// changeLines returns the line that says by how much something changed; none if it did not.
func changeLines(c *callgraph.Change) []string {
	if c == nil || !c.Comparable || !c.BeyondChance {
		return nil
	}
	if text := changeText(c); text != "" {
		return []string{text}
	}
	return nil
}

// minDifference is the smallest change of a share that fits in a graph: for smaller ones the factor says more.
const minDifference = 0.00005

// changeText formats the size of a change: −0.35 points, ×0.5. Points are relative to the whole, the factor is normalized for run
// length. Of numbers of samples it has their difference, −35, for points. Both have the mark of a bound if the change is of this size or larger.
func changeText(c *callgraph.Change) string {
	var parts []string
	mark := ""
	if c.AtLeast {
		if mark = boundMark(code.AtLeast); c.Share < c.BaseShare {
			mark = boundMark(code.AtMost)
		}
	}
	switch d := c.Difference(); {
	case c.ByNumber && (c.Gone || c.New): // the number is all of it
	case c.ByNumber:
		parts = append(parts, numbers.Signed(c.More))
	case math.Abs(d) >= minDifference:
		parts = append(parts, mark+numbers.Points(d, 1))
	}
	if f, ok := c.Factor(); ok && !c.Gone && !c.New {
		parts = append(parts, mark+numbers.Factor(f))
	}
	return strings.Join(parts, ", ")
}

// changedTooltip returns the tooltip of a node of a comparison.
func changedTooltip(g *callgraph.Graph, n *callgraph.Node) []string {
	lines := []string{n.Full}
	if now, was := entriesIn(n); now.known || was.known {
		lines = append(lines, "method entries: "+nowAndBefore(now, was),
			"as compilation root: "+nowAndBefore(comparedCount{n.Entries.Root, now.known, n.Partly.Root}, comparedCount{n.BaseEntries.Root, was.known, n.BasePartly.Root}),
			"inlined into callers: "+nowAndBefore(comparedCount{n.Entries.Inlined, now.known, n.Partly.Inlined}, comparedCount{n.BaseEntries.Inlined, was.known, n.BasePartly.Inlined}))
	} else {
		lines = append(lines, "method entries n/a: neither file has a count")
	}
	if g.Samples > 0 || g.Base.Samples > 0 {
		lines = append(lines, plaintext.Visible(g.SampleUnit)+": "+nowAndBefore(comparedCount{n: n.Total, known: true}, comparedCount{n: n.BaseTotal, known: true}),
			numbers.SelfWord(g.Tally)+": "+nowAndBefore(comparedCount{n: n.Self, known: true}, comparedCount{n: n.BaseSelf, known: true})+changeWords(n.SelfChange))
	}
	return append(lines, shareLine(g, n.Change, g.Metric))
}

func nowAndBefore(now, was comparedCount) string {
	return now.text(numbers.Thousands) + ", base: " + was.text(numbers.Thousands)
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
	if c.ByNumber {
		return "number of " + of + strings.Replace(changeWords(c), ";", ":", 1)
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

// edgeCountsIn returns the counts of an edge of a comparison in the profile and in the base.
func edgeCountsIn(e *callgraph.Edge) (now, was comparedCount) {
	known, wasKnown := e.KnownCounts()
	return comparedCount{e.Count, known, e.Partly}, comparedCount{e.Base.Count, wasKnown, e.Base.Partly}
}

// changedEdgeLabel returns the label of an edge of a comparison: the counts, and the size of the change.
func changedEdgeLabel(g *callgraph.Graph, e *callgraph.Edge) []string {
	unit := ""
	if e.Evidence == callgraph.SampledEvidence {
		unit = g.SampleUnit
	}
	now, was := edgeCountsIn(e)
	lines := append([]string{fromTo(e.Change, now, was, unit)}, changeLines(e.Change)...)
	if e.Change != nil && e.SiteKnown {
		lines = append(lines, places.AtBCI(e.Site))
	}
	return lines
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
	text := evidence + ": " + nowAndBefore(edgeCountsIn(e))
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
