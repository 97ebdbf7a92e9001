package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
)

// mostRows is the number of rows of a table of nodes without a line; longer tables are several.
const mostRows = 32

// tableParts splits the rows into tables of about the same length.
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
func (d *dotWriter) loneTable(c *graphCosts, part int, rows []int32, alone loneNodes) {
	var b strings.Builder
	b.WriteString(`<table border="0" cellborder="0" cellspacing="0" cellpadding="2">`)
	row := func(fill, numbers, name string, size float64, bold string) {
		open, end := "", ""
		if bold != "" {
			open, end = "<b>", "</b>"
		}
		fmt.Fprintf(&b, `<tr><td width="14" height="12" fixedsize="true"%s></td>`, fill)
		width := textWidth(visible(numbers), size*svgFontScale)
		fmt.Fprintf(&b, `<td align="left" width="%.0f"><font point-size="%v">%s</font></td>`, width+8, size, htmlText(numbers))
		width = textWidth(visible(name), size*svgFontScale) * boldWidening
		fmt.Fprintf(&b, `<td align="left" width="%.0f"><font point-size="%v">%s%s%s</font></td></tr>`, width+6, size, open, htmlText(name), end)
	}
	title := loneTitle(c, part, alone)
	row("", loneHead(c), title, smallFontSize, "")
	for _, i := range rows {
		n := &c.Nodes[i]
		name := n.Name
		if n.Was != "" {
			name = n.Was + " → " + name
		}
		fill, numbers := loneRow(c, n)
		row(fmt.Sprintf(` bgcolor="%s"`, fill), numbers, cutMiddle(shortHashes(visible(name)), 2*nameWidth), nodeFontSize, "b")
	}
	b.WriteString(`</table>`)
	d.print("\t%s [class=\"table\", shape=plain, style=\"\", label=<%s>, tooltip=%s]\n", tableID(part), b.String(), quoteTooltip(title))
}

func loneHead(c *graphCosts) string {
	switch {
	case c.Base != nil:
		return "now, change"
	case c.Metric == convert.Samples:
		return selfWord(c.Tally)
	}
	return "entries"
}

// loneTitle says what the table has. Sums are of all its parts.
func loneTitle(c *graphCosts, part int, alone loneNodes) string {
	nodes := groupWords[c.By]
	if part > 0 {
		return nodes + " without a drawn call, continued"
	}
	if c.Base != nil {
		return fmt.Sprintf("%s %s without a drawn call", thousands(len(alone)), nodes)
	}
	return fmt.Sprintf("%s %s without a drawn call: %s", thousands(len(alone)), nodes, percent(c.sum(alone), c.whole))
}

// loneRow returns the color and the numbers of a node.
func loneRow(c *graphCosts, n *callgraph.Node) (fill, numbers string) {
	if c.Base != nil {
		fill = dotNoCount.light
		if n.Change != nil && n.Change.Comparable {
			fill = dotDelta[changeColor(n.Change)].light
		}
		return fill, strings.Join(changedNumbers(c.Graph, n), ", ")
	}
	self, _, known := c.of(n)
	if !known {
		return dotNoCount.light, "n/a"
	}
	return c.heat.color(self).light, percent(self, c.whole) + " (" + shortCount(self) + ")"
}
