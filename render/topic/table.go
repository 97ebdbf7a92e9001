package topic

import (
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

const (
	gutter  = "  " // between columns
	minCell = 12   // columns of a cell that is wrapped
)

// table writes a table in columns. Where the texts do not fit, the widest column is wrapped first; too many columns become lines.
func (p *printer) table(b block) {
	cells := make([][]string, len(b.rows))
	var widths []int
	for i, row := range b.rows {
		for k, text := range row {
			text = plain(text)
			cells[i] = append(cells[i], text)
			if k == len(widths) {
				widths = append(widths, 0)
			}
			widths[k] = max(widths[k], plaintext.Columns(text))
		}
	}
	if !fitColumns(widths, p.Width-len(gutter)*(len(widths)-1)) {
		p.records(cells)
		return
	}
	hasHead := slices.ContainsFunc(cells[0], func(text string) bool { return text != "" })
	for i, row := range cells {
		style := terminal.Plain
		if i == 0 {
			if !hasHead {
				continue
			}
			style = terminal.Bold
		}
		p.row(row, widths, b.right, style)
		if i == 0 {
			var rule []string
			for _, n := range widths {
				rule = append(rule, strings.Repeat("-", n))
			}
			p.Line(strings.Join(rule, gutter), terminal.Dim)
		}
	}
}

// records writes each row of a table as lines: its first cell, and below it the others after the headings of their columns.
func (p *printer) records(cells [][]string) {
	head := cells[0]
	for _, row := range cells[1:] {
		for k, text := range row {
			label, indent, style := "", "  ", terminal.Bold
			if k > 0 {
				label, indent, style = "  ", "    ", terminal.Plain
				if head[k] != "" {
					label += head[k] + ": "
				}
			}
			if text == "" {
				continue
			}
			for _, line := range plaintext.WrapWords(label, indent, text, p.Width) {
				p.Line(line, style)
			}
		}
	}
}

// fitColumns narrows the widest columns until all have room; false: they would be too narrow.
func fitColumns(widths []int, room int) bool {
	for {
		sum, widest := 0, 0
		for k, n := range widths {
			sum += n
			if n > widths[widest] {
				widest = k
			}
		}
		switch {
		case sum <= room:
			return true
		case widths[widest] <= minCell:
			return false
		}
		widths[widest]--
	}
}

// broken divides words that are wider than a column after commas, such as lists of columns. The parts are as long as possible, so that
// two of them never share a line.
func broken(text string, width int) string {
	var words []string
	for word := range strings.FieldsSeq(text) {
		part := ""
		for piece := range strings.SplitAfterSeq(word, ",") {
			if part != "" && plaintext.Columns(part+piece) > width {
				words = append(words, part)
				part = ""
			}
			part += piece
		}
		words = append(words, part)
	}
	return strings.Join(words, " ")
}

// row writes the cells of a row, wrapped into their columns.
func (p *printer) row(row []string, widths []int, right []bool, style terminal.Style) {
	var wrapped [][]string
	height := 0
	for k, text := range row {
		lines := plaintext.WrapWords("", "", broken(text, widths[k]), widths[k])
		wrapped = append(wrapped, lines)
		height = max(height, len(lines))
	}
	for n := range height {
		var b strings.Builder
		for k, lines := range wrapped {
			text := ""
			if n < len(lines) {
				text = lines[n]
			}
			fill := strings.Repeat(" ", max(0, widths[k]-plaintext.Columns(text)))
			if k > 0 {
				b.WriteString(gutter)
			}
			if k < len(right) && right[k] {
				text, fill = fill, text
			}
			b.WriteString(text + fill)
		}
		p.Line(strings.TrimRight(b.String(), " "), style)
	}
}
