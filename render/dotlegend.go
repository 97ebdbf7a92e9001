package render

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// A dotLegend is built line by line, in the HTML-like language of Graphviz's labels. Text after other text gets a cell of its
// own: the engine does not know how wide the other text will be in an SVG.
type dotLegend struct {
	rows  strings.Builder
	edges strings.Builder
}

func (l *dotLegend) row(cell string) {
	fmt.Fprintf(&l.rows, `<tr><td align="left">%s</td></tr>`, cell)
}

// text escapes text. visible replaces control characters, which have no entity.
func (l *dotLegend) text(s string) string { return html.EscapeString(visible(s)) }

// cell returns a cell that is wide enough for its text in SVGs.
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

// swatches writes colors with their labels.
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

// heat explains the colors of shares of a whole.
func (l *dotLegend) heat(h heatScale, of string) { l.swatches(dotHeat, h.labels, of) }

// edge explains a kind of line.
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
