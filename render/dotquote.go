package render

import "strings"

// quote returns text as a DOT string for a label that shows just that text. Nothing but the functions of this file puts
// text into DOT.
//
// Graphviz reads labels twice over: entities are resolved, so an ampersand is written as one, and a backslash begins an
// escape (\N is the node's name, \l ends a line), so it is doubled.
func quote(text string) string { return quoteWith(`\\`, "", text) }

// quoteLines is quote for a label of several lines that are set flush left.
func quoteLines(lines ...string) string { return quoteWith(`\\`, `\l`, lines...) }

// quoteTooltip is quote for a tooltip. In these Graphviz resolves escapes a second time.
func quoteTooltip(lines ...string) string { return quoteWith(`\\\\`, `\n`, lines...) }

// quoteWith writes a backslash and the end of a line as the kind of text wants them. A single line has no end.
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
