package dot

import (
	"html"
	"strings"

	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// Quote returns text as a DOT string for a label that shows exactly that text. All text in DOT comes from the functions of
// this file.
//
// Graphviz resolves entities in labels, so an ampersand is written as one, and escapes (\N is the node's name, \l ends a
// line), so a backslash is doubled.
func Quote(text string) string { return quoteWith(`\\`, "", text) }

// quoteLines is like Quote, for a label with several left-aligned lines.
func quoteLines(lines ...string) string { return quoteWith(`\\`, `\l`, lines...) }

// QuoteTooltip is like Quote, for a tooltip, where Graphviz resolves escapes twice.
func QuoteTooltip(lines ...string) string { return quoteWith(`\\\\`, `\n`, lines...) }

// maxString is the maximum number of bytes in a DOT string, including its quotes: Graphviz's own programs read at most 16,383.
const maxString = 16_000

// quoteWith joins lines to a DOT string, writing backslashes and line ends as the arguments say. Only with \l does the last line
// have an end. If the string would be too long, the longest lines are truncated, and the last ones left out; it says how much is
// missing.
func quoteWith(backslash, end string, lines ...string) string {
	const minimum = 60 // bytes that a line may have in any case
	shown := lines
	for limit := maxString; ; limit /= 2 {
		if limit < minimum {
			limit = minimum
			keep := max(0, len(shown)/2-1)
			shown = append(lines[:keep:keep], plaintext.Ellipsis+"(+"+numbers.Plural(len(lines)-keep, "line")+")")
		}
		if s := joinQuoted(backslash, end, limit, shown); len(s) <= maxString {
			return s
		}
	}
}

// joinQuoted is like quoteWith, for lines of up to limit bytes as written.
func joinQuoted(backslash, end string, limit int, lines []string) string {
	escape := func(r rune) string {
		switch r {
		case '\\':
			return backslash
		case '"':
			return `\"`
		case '&':
			return "&amp;"
		}
		return string(r)
	}
	var b strings.Builder
	b.WriteByte('"')
	for i, line := range lines {
		if line = plaintext.Visible(line); len(line) <= limit && !strings.ContainsAny(line, `\"&`) {
			b.WriteString(line)
		} else {
			b.WriteString(escapeUpTo(limit, line, escape))
		}
		if end == `\l` || i < len(lines)-1 {
			b.WriteString(end)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// escapeUpTo escapes the characters of a text. If the result would have more than limit bytes, it is truncated, and says how many
// are missing.
func escapeUpTo(limit int, text string, escape func(rune) string) string {
	var b strings.Builder
	cut, rest := 0, "" // where the text could end with the number, and the text after that
	room := limit - len(fitname.Missing(text))
	for i, r := range text {
		if b.Len() <= room {
			cut, rest = b.Len(), text[i:]
		}
		b.WriteString(escape(r))
		if b.Len() > limit {
			return b.String()[:cut] + fitname.Missing(rest)
		}
	}
	return b.String()
}

// quoteCentered is like Quote, for a label of several centered lines.
func quoteCentered(lines ...string) string { return quoteWith(`\\`, `\n`, lines...) }

// HTMLText returns text for an HTML-like label. Graphviz resolves entities and escapes there as well.
func HTMLText(text string) string {
	if text = plaintext.Visible(text); len(text) <= maxString && !strings.ContainsAny(text, `\"&<>'`) {
		return text
	}
	return escapeUpTo(maxString, text, func(r rune) string {
		switch r {
		case '\\':
			return `\\`
		case '<', '>', '&', '"', '\'':
			return html.EscapeString(string(r))
		}
		return string(r)
	})
}
