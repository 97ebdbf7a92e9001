package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
)

// Markdown writes a table as GitHub Flavored Markdown: a paragraph that says what it is, and the table with names as
// code. Whatever a name holds, it stays the text of one cell.
func Markdown(w io.Writer, t *table.Table) error {
	b := bufio.NewWriter(w) // keeps the first error
	markdownHead(b, head(t), t.Doubts)
	markdownTable(b, t)
	return b.Flush()
}

// markdownHead writes what stands above a table, the title first.
func markdownHead(b *bufio.Writer, lines, doubts []string) {
	for i, line := range lines {
		if i == 0 {
			fmt.Fprintf(b, "**%s**\n\n", markdownText(line))
		} else {
			fmt.Fprintf(b, "- %s\n", markdownText(line))
		}
	}
	for _, doubt := range doubts {
		fmt.Fprintf(b, "- **Warning:** %s\n", markdownText(doubt))
	}
}

func markdownTable(b *bufio.Writer, t *table.Table) {
	b.WriteString("\n|")
	for _, c := range t.Columns {
		if c.Heading != "" {
			fmt.Fprintf(b, " %s |", markdownText(c.Heading))
		}
	}
	b.WriteString("\n|")
	for _, c := range t.Columns {
		switch {
		case c.Heading == "":
		case rightAligned(c.Kind):
			b.WriteString(" ---: |")
		default:
			b.WriteString(" :--- |")
		}
	}
	b.WriteByte('\n')
	style := newCellStyle(t)
	write := func(row table.Row, continued bool) {
		b.WriteByte('|')
		for i, c := range t.Columns {
			if c.Heading == "" {
				continue
			}
			cell := row.Cells[i]
			text := ""
			switch {
			case continued && c.Shared:
			case isName(c.Kind) && (cell.Kind == table.Text || cell.Kind == table.List):
				text = markdownCode(visible(style.text(cell, c.Kind)))
			case c.Kind == table.BCIColumn && cell.Kind == table.Int:
				text = markdownCode(style.text(cell, c.Kind)) // GitHub would take @11 for somebody's name
			default:
				text = markdownText(style.text(cell, c.Kind))
			}
			if row.Strong && text != "" {
				text = "**" + text + "**"
			}
			fmt.Fprintf(b, " %s |", text)
		}
		b.WriteByte('\n')
	}
	if t.Total != nil {
		write(*t.Total, false)
	}
	for i, row := range t.AllRows() {
		write(row, t.Parts != "" && i > 0 && i < len(t.Rows) && !row.First)
	}
}

// markdownCode writes a name as code. In a code span nothing means anything but backticks, and in a table pipes; as
// renderers differ about pipes after backslashes, names with any of these go into a code element instead.
func markdownCode(name string) string {
	switch {
	case name == "":
		return ""
	case strings.ContainsAny(name, "`|\\") || strings.TrimSpace(name) != name:
		return "<code>" + markdownText(name) + "</code>"
	}
	return "`" + name + "`"
}

// markdownText writes text so that none of it is markup: what is neither a letter, a digit nor one of a few harmless
// characters is written by its number. An empty comment keeps GitHub from taking @name and #1 for people and issues.
func markdownText(text string) string {
	text = visible(text)
	link := strings.Contains(text, "://") || strings.Contains(text, "www.") || strings.Contains(text, "@")
	var b strings.Builder
	for i, r := range text {
		inside := i > 0 && i < len(text)-1
		switch {
		case r >= 0x80,
			'0' <= r && r <= '9', 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z',
			strings.ContainsRune(",;%()/'=?", r),
			r == ' ' && inside,
			strings.ContainsRune(".-+:", r) && inside && !link:
			b.WriteRune(r)
		case r == '@' || r == '#':
			fmt.Fprintf(&b, "&#%d;<!-- -->", r)
		default:
			fmt.Fprintf(&b, "&#%d;", r)
		}
	}
	return b.String()
}
