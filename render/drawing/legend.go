package drawing

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/pixeltext"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/svgtext"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// A Legend is built row by row. In DOT it is an HTML-like label; pictures draw it themselves, because engines stretch its cells.
type Legend struct {
	rows  [][]Cell
	brief []bool   // by row: it stays visible when the legend is folded
	lines [][]Cell // rows about kinds of lines; they come last

	keeping bool // add rows to the folded legend as well
	Slide   bool // narrow, because the legend of a slide is enlarged
}

// A Cell is a text, or a sample of a color or of a line.
type Cell struct {
	Text  string
	size  float64       // of the text; 0: dot.NodeFontSize
	color palette.Color // of the text or the line; zero: palette.Text
	Fill  palette.Color // behind the text, or of a sample without text; zero: none
	style string        // of a line: "solid", "dashed" or "dotted"
	Width float64       // minimum width, in points
	Right bool          // the text is right-aligned
	Of    string        // the signature of the method that is named
}

const (
	legendWidth  = 520 // width in points at which lines of a legend are broken
	foldedWidth  = 430 // the same of those that stay visible when it is folded, as in narrow windows
	legendGap    = 5   // after a text in a cell
	sampleHeight = 9
)

func (c *Cell) fontSize() float64 {
	return cmp.Or(c.size, dot.NodeFontSize)
}

func (c *Cell) ink() palette.Color {
	return cmp.Or(c.color, palette.Text)
}

// points returns the width of the cell.
func (c *Cell) points() float64 {
	if c.Text == "" {
		return c.Width
	}
	return math.Ceil(max(c.Width, pixeltext.Width(plaintext.Visible(c.Text), c.fontSize()*dot.SVGFontScale)+legendGap))
}

// Row adds a row.
func (l *Legend) Row(cells ...Cell) {
	l.rows = append(l.rows, cells)
	l.brief = append(l.brief, l.keeping)
}

// width is the width at which lines are broken.
func (l *Legend) width() float64 {
	if l.keeping {
		return foldedWidth
	}
	return legendWidth
}

// Keep adds rows that stay visible when the legend is folded.
func (l *Legend) Keep(add func()) {
	l.keeping = true
	add()
	l.keeping = false
}

// Title adds a title, and a subtitle unless it is empty. Both stay visible.
func (l *Legend) Title(title, subtitle string) {
	l.Keep(func() {
		l.Row(Cell{Text: title, size: dot.GraphTitleSize})
		if subtitle != "" {
			for _, line := range pixeltext.Wrap(plaintext.CutMiddle(plaintext.Visible(subtitle), 160), dot.NodeFontSize*dot.SVGFontScale, l.width()) {
				l.Row(Cell{Text: line, color: palette.Faint})
			}
		}
	})
}

// Notes adds a line for each text of the lists.
func (l *Legend) Notes(lists ...[]string) {
	for _, list := range lists {
		for _, note := range list {
			l.Line(note)
		}
	}
}

// Line adds a text, in as many rows as necessary.
func (l *Legend) Line(s string) {
	for _, part := range wrapped(plaintext.Visible(s), l.width()) {
		l.Row(Cell{Text: part})
	}
}

// wrapped breaks a text into as few lines as it needs, without one or two words alone in the last.
func wrapped(s string, width float64) []string {
	const step, words = 0.97, 3
	wrap := func(width float64) []string { return pixeltext.Wrap(s, dot.NodeFontSize*dot.SVGFontScale, width) }
	lines := wrap(width)
	for next := lines; len(next) == len(lines) && len(next) > 1; next = wrap(width) {
		if len(strings.Fields(next[len(next)-1])) >= words {
			return next
		}
		width *= step
	}
	return lines
}

// Swatches explains colors.
func (l *Legend) Swatches(colors []palette.Color, labels []string) {
	var cells []Cell
	width := 0.
	for i, c := range colors {
		cell := Cell{Text: labels[i], size: dot.SwatchSize, Fill: c}
		if width += cell.points(); width > l.width() && cells != nil {
			l.Row(cells...)
			cells, width = nil, cell.points()
		}
		cells = append(cells, cell)
	}
	l.Row(cells...)
}

// Heat explains the colors of heat: a strip of them, with shares of a whole below its start, its middle and its end.
func (l *Legend) Heat(h palette.HeatScale, whole int64, of string) {
	if h.Most == 0 {
		return
	}
	const (
		cells  = 20
		labels = 2 // before that of the hottest color
	)
	width := 15.
	if l.Slide {
		width = 11
	}
	var strip, numbers []Cell
	for i := range cells {
		strip = append(strip, Cell{Fill: palette.Heat[i*palette.HeatSteps/(cells-1)], Width: width})
	}
	for i := range labels {
		label := "0"
		if i > 0 {
			label = LegendShare(h.Value(float64(i)/labels), float64(whole))
		}
		numbers = append(numbers, Cell{Text: label, size: dot.SwatchSize, Width: width * cells / labels})
	}
	l.Keep(func() {
		l.Row(strip...)
		l.Row(append(numbers, Cell{Text: LegendShare(h.Most, float64(whole)) + " " + of, size: dot.SwatchSize})...)
	})
}

// LegendShare formats a share for a legend, with two digits.
func LegendShare(part, whole float64) string {
	p := math.Max(part/math.Max(whole, 1)*100, 0.01)
	if p >= 99.5 { // two digits would be 1e+02
		return fmt.Sprintf("%.3g%%", p)
	}
	return fmt.Sprintf("%.2g%%", p)
}

// Bar explains the bars in boxes.
func (l *Legend) Bar(texts ...string) {
	var cells []Cell
	for i, c := range []palette.Color{palette.BarSelf, palette.BarTotal, palette.BarRest} {
		cells = append(cells, Cell{Fill: c, Width: 22}, Cell{Width: 4}, Cell{Text: texts[i] + "  ", size: dot.SwatchSize})
	}
	l.Row(cells...)
}

// Name returns the name of a node for a row; on slides without its parameters, and preferably with the method rather than the
// class.
func (l *Legend) Name(name string) string {
	const columns, slideColumns = 60, 36
	name = fitname.ShortHashes(plaintext.Visible(name))
	if l.Slide {
		return fitname.Method(name, slideColumns)
	}
	return fitname.Method(name, columns)
}

// Edge explains a kind of line with a piece of it.
func (l *Legend) Edge(color palette.Color, style, text string) {
	l.explain(Cell{style: style, color: color, Width: 34}, text)
}

// Words explains a kind of text with an example.
func (l *Legend) Words(color palette.Color, example, text string) {
	l.explain(Cell{Text: example, color: color, Width: 34}, text)
}

func (l *Legend) explain(sample Cell, text string) {
	for _, part := range pixeltext.Wrap(plaintext.Visible(text), dot.NodeFontSize*dot.SVGFontScale, legendWidth-sample.points()) {
		l.lines = append(l.lines, []Cell{sample, {Width: 6}, {Text: part}})
		sample = Cell{Width: sample.points()}
	}
}

// Split returns the rows that stay visible when the legend is folded, except for the heat, and all others; nil if there are only
// few others.
func (l *Legend) Split() (head, rest *Legend) {
	n := 0
	for n < len(l.brief) && l.brief[n] {
		n++
	}
	if len(l.rows)-n < HottestRows {
		return l, nil
	}
	return &Legend{rows: l.rows[:n], brief: l.brief[:n]}, &Legend{rows: l.rows[n:], brief: l.brief[n:], lines: l.lines}
}

// all returns the rows, those about kinds of lines with columns of equal width.
func (l *Legend) all() [][]Cell {
	widest := 0.
	for _, row := range l.lines {
		widest = max(widest, row[0].points())
	}
	for _, row := range l.lines {
		if row[0].style == "" {
			row[0].Width = widest
		} else {
			row[1].Width = 6 + widest - row[0].Width
		}
	}
	return slices.Concat(l.rows, l.lines)
}

// HTML returns the HTML-like label.
func (l *Legend) HTML() string {
	var b strings.Builder
	b.WriteString(`<table border="0" cellborder="0" cellspacing="0" cellpadding="1">`)
	for _, row := range l.all() {
		b.WriteString(`<tr><td align="left">`)
		if len(row) == 1 && row[0].Fill == (palette.Color{}) {
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

// outlined reports whether the color of a cell is hard to see on the page.
func (c *Cell) outlined() bool { return c.Fill == palette.NoCount }

// html returns the text in its font.
func (c *Cell) html() string {
	text := dot.HTMLText(c.Text)
	if c.color != (palette.Color{}) {
		text = fmt.Sprintf(`<font color="%s">%s</font>`, c.color.Light, text)
	}
	if c.size != 0 {
		text = fmt.Sprintf(`<font point-size="%v">%s</font>`, c.size, text)
	}
	return text
}

// cell returns a cell of a row with several. One without text has a width: go-graphviz fails for some labels with an empty cell
// that has only a height.
func (c *Cell) cell() string {
	fill := ""
	if c.Fill != (palette.Color{}) {
		fill = fmt.Sprintf(` bgcolor="%s"`, c.Fill.Light)
	}
	if c.outlined() {
		fill += fmt.Sprintf(` border="1" color="%s"`, palette.Outline.Light)
	}
	switch {
	case c.style != "":
		return fmt.Sprintf(`<td width="%v" height="%d" fixedsize="true" border="2" sides="B" style="%s" color="%s"></td>`, c.Width, sampleHeight, c.style, c.ink().Light)
	case c.Text == "":
		return fmt.Sprintf(`<td width="%v" height="%d" fixedsize="true"%s></td>`, c.Width, sampleHeight, fill)
	}
	align := "left"
	if c.Right {
		align = "right"
	}
	return fmt.Sprintf(`<td align="%s" width="%v"%s>%s</td>`, align, c.points(), fill, c.html())
}

// folderWidth is the width of the button that folds the legend, in points: it is behind the title.
const folderWidth = 50.

// Draw returns the legend as an item of a picture, enlarged by a factor, and its size when it is folded. The script then hides
// shapes with data-more, and moves the others up by data-up.
func (l *Legend) Draw(scale float64) (item *Item, folded Extent) {
	item = &Item{Class: "legend"}
	y, up, title := 0., 0., 0.
	for k, row := range l.all() {
		brief, first := k < len(l.brief) && l.brief[k], len(item.Shapes)
		height := (sampleHeight + 1) * scale
		for i := range row {
			if row[i].Text != "" {
				height = max(height, row[i].fontSize()*1.3*scale)
			}
		}
		x := 0.
		for i := range row {
			c := &row[i]
			width := c.points() * scale
			middle := y + height/2
			if c.Fill != (palette.Color{}) {
				top, tall := middle-sampleHeight/2.*scale, sampleHeight*scale
				if c.Text != "" {
					top, tall = y, height
				}
				fill := Rectangle(x, top, width, tall, c.Fill)
				if c.outlined() {
					fill.setAttribute("stroke", palette.Outline.Light)
				}
				item.Shapes = append(item.Shapes, fill)
			}
			if c.style != "" {
				item.Shapes = append(item.Shapes, lineSample(x, x+width, middle, c))
			}
			if c.Text != "" {
				size := c.fontSize() * dot.SVGFontScale * scale
				left := x
				if c.Right {
					left += width - pixeltext.Width(plaintext.Visible(c.Text), size)
				} else if c.Fill != (palette.Color{}) {
					left += legendGap / 2 * scale
				}
				text := textShape(left, middle+0.36*size, size, plaintext.Visible(c.Text), false, c.ink())
				if c.Of != "" {
					text.setAttribute("data-of", c.Of)
				}
				item.Shapes = append(item.Shapes, text)
			}
			x += width
		}
		if k == 0 {
			title = x
		}
		y += height + 1
		for at := first; at < len(item.Shapes); at++ {
			switch shape := &item.Shapes[at]; {
			case !brief:
				shape.setAttribute("data-more", "")
			case up > 0:
				folded = folded.add(shape.Area.Moved(Point{0, -up}))
				shape.setAttribute("data-up", svgtext.Number(up))
			default:
				folded = folded.add(shape.Area)
			}
		}
		if !brief {
			up += height + 1
		}
	}
	item.Measure()
	if up > 0 {
		folded.Right = max(folded.Right, title+folderWidth*scale)
	}
	return item, folded
}

// lineSample returns a piece of a line.
func lineSample(from, to, y float64, c *Cell) Shape {
	attrs := attributes("fill", "none", "stroke", c.ink().Light, "stroke-width", "2")
	switch c.style {
	case "dashed":
		attrs = append(attrs, attributes("stroke-dasharray", "5,2")...)
	case "dotted":
		attrs = append(attrs, attributes("stroke-dasharray", "1,5")...)
	}
	return newShape("path", slices.Concat(attrs, []xml.Attr{{Name: xml.Name{Local: "d"},
		Value: "M" + svgtext.Number(from) + "," + svgtext.Number(y) + "L" + svgtext.Number(to) + "," + svgtext.Number(y)}}))
}

// HottestRows is the number of nodes that a legend lists.
const HottestRows = 5
