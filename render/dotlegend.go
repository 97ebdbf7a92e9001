package render

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strings"
)

// A dotLegend is built row by row. DOT has it as an HTML-like label; pictures draw it themselves, as engines stretch its cells.
type dotLegend struct {
	rows  [][]legendCell
	brief []bool         // by row: it stays in view when the legend is folded
	lines [][]legendCell // about kinds of lines; they come last

	keeping bool // rows are for the folded legend, too
	slide   bool // narrow, as the legend of a slide is enlarged
}

// A legendCell is a text, or a sample of a color or of a line.
type legendCell struct {
	text  string
	size  float64  // of the text; 0: nodeFontSize
	color dotColor // of the text or the line; zero: dotText
	fill  dotColor // behind the text, or of a sample without one; zero: none
	style string   // of a line: "solid", "dashed" or "dotted"
	width float64  // the least, in points
	right bool     // the text ends at the right
	of    string   // the signature of the method that is named
}

const (
	legendWidth  = 520 // points to which lines of a legend are broken
	legendGap    = 5   // after a text in a cell
	sampleHeight = 9
)

func (c *legendCell) fontSize() float64 {
	if c.size == 0 {
		return nodeFontSize
	}
	return c.size
}

func (c *legendCell) ink() dotColor {
	if c.color == (dotColor{}) {
		return dotText
	}
	return c.color
}

// points returns the width of the cell.
func (c *legendCell) points() float64 {
	if c.text == "" {
		return c.width
	}
	return math.Ceil(max(c.width, textWidth(visible(c.text), c.fontSize()*svgFontScale)+legendGap))
}

func (l *dotLegend) row(cells ...legendCell) {
	l.rows = append(l.rows, cells)
	l.brief = append(l.brief, l.keeping)
}

// keep adds rows that stay in view when the legend is folded.
func (l *dotLegend) keep(add func()) {
	l.keeping = true
	add()
	l.keeping = false
}

func (l *dotLegend) title(title, subtitle string) {
	l.keep(func() {
		l.row(legendCell{text: title, size: graphTitleSize})
		if subtitle != "" {
			for _, line := range wrapText(cutMiddle(visible(subtitle), 160), nodeFontSize*svgFontScale, legendWidth) {
				l.row(legendCell{text: line, color: dotFaint})
			}
		}
	})
}

func (l *dotLegend) notes(lists ...[]string) {
	for _, list := range lists {
		for _, note := range list {
			l.line(note)
		}
	}
}

func (l *dotLegend) line(s string) {
	for _, part := range wrapText(visible(s), nodeFontSize*svgFontScale, legendWidth) {
		l.row(legendCell{text: part})
	}
}

// swatches explains colors.
func (l *dotLegend) swatches(colors []dotColor, labels []string) {
	var cells []legendCell
	width := 0.
	for i, c := range colors {
		cell := legendCell{text: labels[i], size: swatchSize, fill: c}
		if width += cell.points(); width > legendWidth && cells != nil {
			l.row(cells...)
			cells, width = nil, cell.points()
		}
		cells = append(cells, cell)
	}
	l.row(cells...)
}

// heat explains the colors of heat: a strip of them, with shares of a whole below it.
func (l *dotLegend) heat(h heatScale, whole int64, of string) {
	if h.most == 0 {
		return
	}
	const (
		cells  = 20
		labels = 4
	)
	width := 15.
	if l.slide {
		width = 11
	}
	var strip, numbers []legendCell
	for i := range cells {
		strip = append(strip, legendCell{fill: dotHeat[i*heatSteps/(cells-1)], width: width})
	}
	for i := range labels {
		label := "0"
		if i > 0 {
			label = legendShare(h.value(float64(i)/labels), float64(whole))
		}
		numbers = append(numbers, legendCell{text: label, size: swatchSize, width: width * cells / labels})
	}
	l.keep(func() {
		l.row(strip...)
		l.row(append(numbers, legendCell{text: legendShare(h.most, float64(whole)) + " " + of, size: swatchSize})...)
	})
}

// legendShare is a share in a legend, with two digits.
func legendShare(part, whole float64) string {
	p := math.Max(part/math.Max(whole, 1)*100, 0.01)
	if p >= 99.5 { // two digits would be 1e+02
		return fmt.Sprintf("%.3g%%", p)
	}
	return fmt.Sprintf("%.2g%%", p)
}

// bar explains the bars in boxes.
func (l *dotLegend) bar(texts ...string) {
	var cells []legendCell
	for i, c := range []dotColor{dotBarSelf, dotBarTotal, dotBarRest} {
		cells = append(cells, legendCell{fill: c, width: 22}, legendCell{width: 4}, legendCell{text: texts[i] + "  ", size: swatchSize})
	}
	l.row(cells...)
}

// hottestRows is the number of nodes that a legend lists, and fewNodes that of a picture where a glance finds them.
const (
	hottestRows = 5
	fewNodes    = 8
)

// hottest lists the hottest nodes.
func (l *dotLegend) hottest(c *graphCosts) {
	if len(c.Nodes) <= fewNodes || c.heat.most == 0 {
		return
	}
	type cost struct {
		node int
		self int64
	}
	var costs []cost
	for i := range c.Nodes {
		if self, _, known := c.of(&c.Nodes[i]); known && self > 0 {
			costs = append(costs, cost{i, self})
		}
	}
	slices.SortStableFunc(costs, func(x, y cost) int { return cmp.Compare(y.self, x.self) })
	for _, k := range costs[:min(hottestRows, len(costs))] {
		l.row(legendCell{fill: c.heat.color(k.self), width: 14}, legendCell{text: percent(k.self, c.whole), width: 46, right: true},
			legendCell{width: 5}, legendCell{text: l.name(c.Nodes[k.node].Name), of: visible(c.Nodes[k.node].Signature)})
	}
}

// name returns the name of a node for a row; on slides without its parameters, and rather with the method than with the class.
func (l *dotLegend) name(name string) string {
	const columns, slideColumns = 60, 36
	name = shortHashes(visible(name))
	if l.slide {
		return fitMethod(name, slideColumns)
	}
	return cutMiddle(name, columns)
}

// edge explains a kind of line with a piece of it.
func (l *dotLegend) edge(color dotColor, style, text string) {
	l.explain(legendCell{style: style, color: color, width: 34}, text)
}

// words explains a kind of text with an example.
func (l *dotLegend) words(color dotColor, example, text string) {
	l.explain(legendCell{text: example, color: color, width: 34}, text)
}

func (l *dotLegend) explain(sample legendCell, text string) {
	for _, part := range wrapText(visible(text), nodeFontSize*svgFontScale, legendWidth-sample.points()) {
		l.lines = append(l.lines, []legendCell{sample, {width: 6}, {text: part}})
		sample = legendCell{width: sample.points()}
	}
}

// split returns the rows that stay in view when the legend is folded, but for the heat, and all others; nil if these are few.
func (l *dotLegend) split() (head, rest *dotLegend) {
	n := 0
	for n < len(l.brief) && l.brief[n] {
		n++
	}
	if len(l.rows)-n < hottestRows {
		return l, nil
	}
	return &dotLegend{rows: l.rows[:n], brief: l.brief[:n]}, &dotLegend{rows: l.rows[n:], brief: l.brief[n:], lines: l.lines}
}

// all returns the rows, those about kinds of lines with columns of the same width.
func (l *dotLegend) all() [][]legendCell {
	widest := 0.
	for _, row := range l.lines {
		widest = max(widest, row[0].points())
	}
	for _, row := range l.lines {
		if row[0].style == "" {
			row[0].width = widest
		} else {
			row[1].width = 6 + widest - row[0].width
		}
	}
	return slices.Concat(l.rows, l.lines)
}

// html returns the HTML-like label.
func (l *dotLegend) html() string {
	var b strings.Builder
	b.WriteString(`<table border="0" cellborder="0" cellspacing="0" cellpadding="1">`)
	for _, row := range l.all() {
		b.WriteString(`<tr><td align="left">`)
		if len(row) == 1 && row[0].fill == (dotColor{}) {
			b.WriteString(row[0].html())
		} else {
			b.WriteString(`<table border="0" cellborder="0" cellspacing="0" cellpadding="0"><tr>`)
			for i := range row {
				b.WriteString(row[i].cell())
			}
			b.WriteString(`</tr></table>`)
		}
		b.WriteString(`</td></tr>`)
	}
	b.WriteString(`</table>`)
	return b.String()
}

// html returns the text in its font.
func (c *legendCell) html() string {
	text := htmlText(c.text)
	if c.color != (dotColor{}) {
		text = fmt.Sprintf(`<font color="%s">%s</font>`, c.color.light, text)
	}
	if c.size != 0 {
		text = fmt.Sprintf(`<font point-size="%v">%s</font>`, c.size, text)
	}
	return text
}

// cell returns a cell of a row with several. One without text has a width: go-graphviz fails at some labels with an empty cell
// that has only a height.
func (c *legendCell) cell() string {
	fill := ""
	if c.fill != (dotColor{}) {
		fill = fmt.Sprintf(` bgcolor="%s"`, c.fill.light)
	}
	switch {
	case c.style != "":
		return fmt.Sprintf(`<td width="%v" height="%d" fixedsize="true" border="2" sides="B" style="%s" color="%s"></td>`, c.width, sampleHeight, c.style, c.ink().light)
	case c.text == "":
		return fmt.Sprintf(`<td width="%v" height="%d" fixedsize="true"%s></td>`, c.width, sampleHeight, fill)
	}
	align := "left"
	if c.right {
		align = "right"
	}
	return fmt.Sprintf(`<td align="%s" width="%v"%s>%s</td>`, align, c.points(), fill, c.html())
}

// draw returns the legend as an item of a picture, larger by a factor, and its size when it is folded. The script hides shapes with data-more
// then, and moves the others up by data-up.
func (l *dotLegend) draw(scale float64) (item *pictureItem, folded extent) {
	item = &pictureItem{class: "legend"}
	y, up := 0., 0.
	for k, row := range l.all() {
		brief, first := k < len(l.brief) && l.brief[k], len(item.shapes)
		height := (sampleHeight + 1) * scale
		for i := range row {
			if row[i].text != "" {
				height = max(height, row[i].fontSize()*1.3*scale)
			}
		}
		x := 0.
		for i := range row {
			c := &row[i]
			width := c.points() * scale
			middle := y + height/2
			if c.fill != (dotColor{}) {
				top, tall := middle-sampleHeight/2.*scale, sampleHeight*scale
				if c.text != "" {
					top, tall = y, height
				}
				item.shapes = append(item.shapes, rectangle(x, top, width, tall, c.fill))
			}
			if c.style != "" {
				item.shapes = append(item.shapes, lineSample(x, x+width, middle, c))
			}
			if c.text != "" {
				size := c.fontSize() * svgFontScale * scale
				left := x
				if c.right {
					left += width - textWidth(visible(c.text), size)
				} else if c.fill != (dotColor{}) {
					left += legendGap / 2 * scale
				}
				text := textShape(left, middle+0.36*size, size, visible(c.text), false, c.ink())
				if c.of != "" {
					text.setAttribute("data-of", c.of)
				}
				item.shapes = append(item.shapes, text)
			}
			x += width
		}
		y += height + 1
		for at := first; at < len(item.shapes); at++ {
			switch shape := &item.shapes[at]; {
			case !brief:
				shape.setAttribute("data-more", "")
			case up > 0:
				folded = folded.add(shape.area.moved(point{0, -up}))
				shape.setAttribute("data-up", svgNumber(up))
			default:
				folded = folded.add(shape.area)
			}
		}
		if !brief {
			up += height + 1
		}
	}
	item.measure()
	return item, folded
}

// lineSample returns a piece of a line.
func lineSample(from, to, y float64, c *legendCell) pictureShape {
	attrs := attributes("fill", "none", "stroke", c.ink().light, "stroke-width", "2")
	switch c.style {
	case "dashed":
		attrs = append(attrs, attributes("stroke-dasharray", "5,2")...)
	case "dotted":
		attrs = append(attrs, attributes("stroke-dasharray", "1,5")...)
	}
	return newShape("path", slices.Concat(attrs, []xml.Attr{{Name: xml.Name{Local: "d"},
		Value: "M" + svgNumber(from) + "," + svgNumber(y) + "L" + svgNumber(to) + "," + svgNumber(y)}}))
}
