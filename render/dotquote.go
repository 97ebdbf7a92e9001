package render

import (
	"html"
	"strings"
)

// quote returns text as a DOT string for a label that shows exactly that text. All text in DOT comes from the functions of
// this file.
//
// Graphviz resolves entities in labels, so an ampersand is written as one, and escapes (\N is the node's name, \l ends a
// line), so a backslash is doubled.
func quote(text string) string { return quoteWith(`\\`, "", text) }

// quoteLines is quote for a label of several left-aligned lines.
func quoteLines(lines ...string) string { return quoteWith(`\\`, `\l`, lines...) }

// quoteTooltip is quote for a tooltip, where Graphviz resolves escapes twice.
func quoteTooltip(lines ...string) string { return quoteWith(`\\\\`, `\n`, lines...) }

// quoteWith joins lines to a DOT string in which a backslash and the end of a line are written as the arguments say. Only with
// \l does the last line have an end.
func quoteWith(backslash, end string, lines ...string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, line := range lines {
		for _, r := range visible(line) {
			switch r {
			case '\\':
				b.WriteString(backslash)
			case '"':
				b.WriteString(`\"`)
			case '&':
				b.WriteString("&amp;")
			default:
				b.WriteRune(r)
			}
		}
		if end == `\l` || i < len(lines)-1 {
			b.WriteString(end)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// quoteCentered is quote for a label of several lines that are centered.
func quoteCentered(lines ...string) string { return quoteWith(`\\`, `\n`, lines...) }

// htmlText returns text for an HTML-like label. Graphviz resolves entities and escapes there, too.
func htmlText(text string) string {
	return html.EscapeString(strings.ReplaceAll(visible(text), `\`, `\\`))
}
