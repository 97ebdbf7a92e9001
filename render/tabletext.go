package render

import (
	"bufio"
	"io"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
)

// Text writes a table for a person at a terminal: what it is, then aligned columns. Where it does not fit into the
// width, counts are shortened (7.88M), then words, then minor columns left out, which it says; and a table of sites has
// their parts in lines below them rather than beside. Long names are cut so that class and method can still be told.
// Characters that would move the cursor, or that nobody sees, are written by their numbers.
//
// Neither text/tabwriter nor the table libraries cut in the middle or share the width among columns by need, and
// tabwriter counts runes: names of wide or combining characters would not line up.
func Text(w io.Writer, t *table.Table, opts TableOptions) error {
	p := lineWriter{bufio.NewWriter(w), opts.Color} // keeps the first error
	p.table(t, opts.Width)
	return p.b.Flush()
}

// table writes a table.
func (p lineWriter) table(t *table.Table, width int) {
	g := newLayout(t, width)
	lines := head(t)
	if left := g.leftOut(); len(left) > 0 {
		lines = append(lines, "left out for want of room: "+strings.Join(left, ", "))
	}
	p.head(lines, t.Doubts, width)
	p.b.WriteByte('\n')
	g.write(p)
}

// head writes what stands above a table, the title first.
func (p lineWriter) head(lines, doubts []string, width int) {
	for i, line := range lines {
		style := dim
		if i == 0 {
			style = bold
		}
		for _, l := range wrap(visible(line), width) {
			p.line(l, style)
		}
	}
	for _, doubt := range doubts {
		for _, l := range wrap("warning: "+visible(doubt), width) {
			p.line(l, warn)
		}
	}
}

// A style is how a line stands out.
type style string

// The styles are of the eight colours that every terminal has, and readable on light and dark.
const (
	plain style = ""
	bold  style = "\x1b[1m"
	dim   style = "\x1b[2m"
	warn  style = "\x1b[33m"
)

// A lineWriter writes lines.
type lineWriter struct {
	b     *bufio.Writer
	color bool
}

func (p lineWriter) line(text string, s style) {
	if p.color && s != plain && text != "" {
		text = string(s) + text + "\x1b[0m"
	}
	p.b.WriteString(text)
	p.b.WriteByte('\n')
}

// wrap breaks a text at spaces into lines of at most width columns, if a word does not take more; 0: never. Lines after
// the first are indented.
func wrap(text string, width int) []string {
	if width <= 0 || columnsOf(text) <= width {
		return []string{text}
	}
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case columnsOf(line)+1+columnsOf(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = "  " + word
		}
	}
	return append(lines, line)
}
