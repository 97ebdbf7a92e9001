package graph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/pixeltext"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// mostRows is the maximum number of rows of a table of nodes without a line; longer tables are split.
const mostRows = 32

// tableParts splits the rows into tables of about equal length.
func tableParts(rows []int32) [][]int32 {
	if len(rows) == 0 {
		return nil
	}
	parts := (len(rows) + mostRows - 1) / mostRows
	each := (len(rows) + parts - 1) / parts
	return slices.Collect(slices.Chunk(rows, each))
}

func tableID(part int) string { return fmt.Sprintf("table%d", part) }

// loneTable writes a part of the table of nodes without a line. Its first row is the head.
func (d graphWriter) loneTable(c *costs, part int, rows []int32, alone loneNodes) {
	var b strings.Builder
	b.WriteString(`<table border="0" cellborder="0" cellspacing="0" cellpadding="2">`)
	row := func(fill, numbers, name string, size float64, bold string) {
		open, end := "", ""
		if bold != "" {
			open, end = "<b>", "</b>"
		}
		fmt.Fprintf(&b, `<tr><td width="14" height="12" fixedsize="true"%s></td>`, fill)
		width := pixeltext.Width(plaintext.Visible(numbers), size*dot.SVGFontScale)
		fmt.Fprintf(&b, `<td align="left" width="%.0f"><font point-size="%v">%s</font></td>`, width+8, size, dot.HTMLText(numbers))
		width = pixeltext.Width(plaintext.Visible(name), size*dot.SVGFontScale) * pixeltext.BoldWidening
		fmt.Fprintf(&b, `<td align="left" width="%.0f"><font point-size="%v">%s%s%s</font></td></tr>`, width+6, size, open, dot.HTMLText(name), end)
	}
	title := loneTitle(c, part, alone)
	row("", loneHead(c), title, dot.SmallFontSize, "")
	for _, i := range rows {
		n := &c.Nodes[i]
		name := n.Name
		if n.Was != "" {
			name = n.Was + " → " + name
		}
		fill, numbers := loneRow(c, n)
		row(fmt.Sprintf(` bgcolor="%s"`, fill), numbers, fitname.Method(fitname.ShortHashes(plaintext.Visible(name)), 2*dot.NameWidth), dot.NodeFontSize, "b")
	}
	b.WriteString(`</table>`)
	d.Print("\t%s [class=\"table\", shape=plain, style=\"\", label=<%s>, tooltip=%s]\n", tableID(part), b.String(), dot.QuoteTooltip(title))
}

func loneHead(c *costs) string {
	switch {
	case c.Base != nil:
		return "now, change"
	case c.Metric == convert.Samples:
		return numbers.SelfWord(c.Tally)
	}
	return "entries"
}

// loneTitle describes the table. Sums cover all its parts.
func loneTitle(c *costs, part int, alone loneNodes) string {
	nodes := numbers.GroupWords[c.By]
	if part > 0 {
		return nodes + " without a drawn call, continued"
	}
	if c.Base != nil {
		return fmt.Sprintf("%s %s without a drawn call", numbers.Thousands(len(alone)), nodes)
	}
	return fmt.Sprintf("%s %s without a drawn call: %s", numbers.Thousands(len(alone)), nodes, numbers.Percent(c.sum(alone), c.whole))
}

// loneRow returns the color and the numbers of a node.
func loneRow(c *costs, n *callgraph.Node) (fill, digits string) {
	if c.Base != nil {
		fill = palette.NoCount.Light
		if n.Change != nil && n.Change.Comparable {
			fill = palette.Delta[changeColor(n.Change)].Light
		}
		return fill, strings.Join(changedNumbers(c.Graph, n), ", ")
	}
	self, _, known := c.of(n)
	if !known {
		return palette.NoCount.Light, "n/a"
	}
	return c.heat.Color(self).Light, numbers.Percent(self, c.whole) + " (" + numbers.ShortCount(self) + ")"
}
