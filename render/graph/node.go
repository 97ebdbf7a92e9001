package graph

import (
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

func nodeBox(c *costs, i int) *dot.Box {
	n := &c.Nodes[i]
	self, total, known := c.of(n)
	b := dot.Box{
		ID: dot.NodeID(int32(i)), Name: dot.NameLines(n.Name), NameSize: c.fontSize(self), Lines: nodeNumbers(c, n), Tooltip: nodeTooltip(c, int32(i)),
		Fill: palette.NoCount.Light, Style: "filled,rounded,dashed",
	}
	for k := range n.Conditionals {
		if c.Metric == convert.Samples || k == 2 || k == 1 && conditionalWeight(&n.Conditionals[1]) < 0.1*conditionalWeight(&n.Conditionals[0]) {
			break
		}
		line, _, _ := strings.Cut(conditionalLine(nil, &n.Conditionals[k]), " (")
		b.Small = append(b.Small, line)
	}
	if known {
		b.Fill, b.Style = c.heat.Color(self).Light, "filled,rounded"
		b.Bar, b.Self, b.Total = true, numbers.ShareOf(self, c.whole), numbers.ShareOf(max(self, total), c.whole)
	}
	if n.Focus {
		b.Extra = focusOutline()
	}
	if n.Members != nil {
		severalBox(c, n, &b)
	}
	for _, line := range []string{othersLine(c, n), beyondLine(n)} {
		if line != "" {
			b.Small = append(b.Small, line)
		}
	}
	return &b
}

// focusOutline marks a node in focus.
func focusOutline() string { return fmt.Sprintf(", penwidth=4, color=\"%s\"", palette.Text.Light) }

// conditionalWeight ranks conditionals: hot, hard-to-predict ones first.
func conditionalWeight(c *sites.Conditional) float64 {
	return float64(c.Executions) * c.Entropy()
}

// nodeNumbers are the lines below a node's name.
func nodeNumbers(c *costs, n *callgraph.Node) []string {
	var parts []string
	switch {
	case c.Metric == convert.Samples && c.Ways && n.Self != n.Total:
		parts = append(parts, numbers.Percent(n.Self, c.Samples)+" "+numbers.SelfWord(c.Tally)+", "+numbers.Percent(n.Total, c.Samples)+" total")
	case c.Metric == convert.Samples && c.Ways:
		parts = append(parts, numbers.Percent(n.Self, c.Samples)+" "+numbers.SelfWord(c.Tally))
	case c.Metric == convert.Samples && n.Self == n.Total:
		parts = append(parts, numbers.Percent(n.Self, c.Samples)+" "+numbers.SelfWord(c.Tally), numbers.ShortNumber(n.Self, c.SampleUnit))
	case c.Metric == convert.Samples:
		parts = append(parts, numbers.Percent(n.Self, c.Samples)+" "+numbers.SelfWord(c.Tally)+", "+numbers.Percent(n.Total, c.Samples)+" total",
			numbers.ShortCount(n.Self)+" of "+numbers.ShortNumber(n.Total, c.SampleUnit))
	case !n.Entries.Known() && n.Total > 0:
		parts = append(parts, numbers.ShortNumber(n.Total, c.SampleUnit)+selfText(c.Graph, n.Self))
	}
	if c.Metric == convert.Samples { // entries are in the tooltip
		return parts
	}
	switch e := n.Entries; {
	case e.Known():
		parts = append(parts, numbers.Percent(e.Total(), c.Entries)+" of entries")
		if n.Inclusive > e.Total() {
			parts = append(parts, numbers.Percent(n.Inclusive, c.Entries)+" with inlined")
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
	return numbers.ShortPlural(e.Total(), "entry") + ", " + numbers.Percent(e.Inlined, e.Total()) + " inlined"
}

func nodeTooltip(c *costs, i int32) []string {
	g, n := c.Graph, &c.Nodes[i]
	if n.Members != nil {
		return append(memberTooltip(c, n), othersTooltip(c, n)...)
	}
	lines := []string{n.Full}
	if source := places.SourcePlace(g.Lines.File(n.Slot), g.Lines.First(n.Slot)); source != "" {
		lines = append(lines, source)
	}
	if e := n.Entries; e.Known() {
		lines = append(lines,
			fmt.Sprintf("%s (%s of all)", numbers.Plural(e.Total(), "method entry"), numbers.Percent(e.Total(), g.Entries)),
			fmt.Sprintf("%s as compilation root (not inlined)", numbers.Thousands(e.Root)),
			fmt.Sprintf("%s inlined into callers", numbers.Thousands(e.Inlined)))
		if n.Hidden > 0 {
			lines = append(lines, fmt.Sprintf("%s of these into hidden callers", numbers.Thousands(n.Hidden)))
		}
		if within := c.within[i]; within > 0 {
			lines = append(lines, fmt.Sprintf("%s of these within the %s", numbers.Thousands(within), c.By))
		}
		if n.Contradicts {
			lines = append(lines, "fewer than its calls: counters raced, the class files are of other code, or it was inlined before it was counted")
		}
		if rest := e.Inlined - n.Hidden - c.within[i] - c.inlined[i]; rest > 0 {
			lines = append(lines, fmt.Sprintf("%s of these without an edge here", numbers.Thousands(rest)))
		}
		lines = append(lines, fmt.Sprintf("%s inclusive", numbers.Thousands(n.Inclusive)))
	} else {
		lines = append(lines, "method entries n/a: not in the file")
	}
	if g.Samples > 0 {
		lines = append(lines, fmt.Sprintf("%s of %s %s, %s %s", numbers.Thousands(n.Total), numbers.Thousands(g.Samples), plaintext.Visible(g.SampleUnit), numbers.Thousands(n.Self), numbers.SelfWord(g.Tally)))
	}
	for i, c := range n.Conditionals {
		if i == 5 {
			lines = append(lines, numbers.Plural(len(n.Conditionals)-i, "more conditional"))
			break
		}
		lines = append(lines, conditionalLine(g.Lines, &c))
	}
	return append(lines, othersTooltip(c, n)...)
}
