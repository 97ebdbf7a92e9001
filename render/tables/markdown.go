package tables

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/render/internal/markdown"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// Markdown writes a table as GitHub Flavored Markdown: title and notes, then the table with names as code. Names cannot break out
// of their cells.
func Markdown(w io.Writer, t *table.Table) error {
	b := bufio.NewWriter(w) // keeps the first error
	markdownHeadAndTable(b, t)
	return b.Flush()
}

// markdownHeadAndTable writes a table below its head and all notes.
func markdownHeadAndTable(b *bufio.Writer, t *table.Table) {
	t = hintsOf("", t).counting(t, true)
	var rows bytes.Buffer
	if !headIsAnswer(t) {
		markdownTable(&rows, t)
	}
	notes := tableNotes(t, shownColumns(t))
	if bytes.Contains(rows.Bytes(), []byte(places.PlaceUnknown)) {
		notes = append(notes, places.PlaceUnknownNote)
	}
	markdown.Head(b, slices.Concat(tableHead(t, 0), notes), t.Caveats)
	b.Write(rows.Bytes())
}

func markdownTable(b *bytes.Buffer, t *table.Table) {
	b.WriteString("\n|")
	columns := slices.DeleteFunc(shownColumns(t), func(c table.Column) bool { return c.Instead != "" })
	for _, c := range columns {
		fmt.Fprintf(b, " %s |", markdown.Text(c.Heading))
	}
	b.WriteString("\n|")
	for _, c := range columns {
		if RightAligned(c.Kind) {
			b.WriteString(" ---: |")
		} else {
			b.WriteString(" :--- |")
		}
	}
	b.WriteByte('\n')
	style := NewCellStyle(t)
	write := func(row table.Row, continued bool) {
		b.WriteByte('|')
		for _, c := range columns {
			cell := row.Cell(c)
			text := ""
			switch {
			case continued && c.Shared:
			case isName(c.Kind) && (cell.Kind == table.Text || cell.Kind == table.List):
				text = markdown.Code(plaintext.Visible(style.Text(cell, c.Kind)))
			case c.Kind == table.BCIColumn && cell.Kind == table.Int:
				text = markdown.Code(style.Text(cell, c.Kind)) // GitHub would link @11 as a user
			default:
				text = markdown.Text(style.Text(cell, c.Kind))
			}
			if row.Emphasized && text != "" {
				text = "**" + text + "**"
			}
			b.WriteByte(' ')
			b.WriteString(text)
			b.WriteString(" |")
		}
		b.WriteByte('\n')
	}
	rows, before := gridRows{t}, totalRow
	for i := range rows.len() {
		r := rows.at(i)
		write(r.Row, t.Parts != "" && r.role == siteRow && before == siteRow && !r.BeginsSite)
		before = r.role
	}
}
