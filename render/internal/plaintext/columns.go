// Package plaintext fits text into the columns of a terminal, and makes unprintable characters visible.
package plaintext

import (
	"strings"

	"github.com/rivo/uniseg"

	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// Ellipsis stands for omitted text.
const Ellipsis = "…"

// Columns returns the number of terminal columns that a text takes.
func Columns(s string) int {
	if IsASCII(s) {
		return len(s)
	}
	n := 0
	for _, r := range s {
		if r >= 0x80 && !strings.ContainsRune(ours, r) {
			return uniseg.StringWidth(s)
		}
		n++
	}
	return n
}

// ours are characters that the program writes in most rows of tables. Each takes one column.
const ours = "×…–→◆◇"

// IsASCII reports whether a text is only ASCII.
func IsASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// CutMiddle shortens a text to a number of columns with a … in its middle. The end of a name is more informative than its
// beginning: it gets two thirds.
func CutMiddle(s string, width int) string { return CutTo(s, width, (width-1)/3) }

// CutEnd shortens a text to a number of columns with a … at its end.
func CutEnd(s string, width int) string { return CutTo(s, width, width-1) }

// CutTo shortens a text to a number of columns with a … after the first head columns.
func CutTo(s string, width, head int) string {
	if Columns(s) <= width {
		return s
	}
	if width <= 1 {
		return "…"[:max(0, min(width, 1))*len("…")]
	}
	tail := width - 1 - head
	if IsASCII(s) { // one column per character
		return s[:head] + "…" + s[len(s)-tail:]
	}
	var clusters []string
	var widths []int
	for rest, state := s, -1; rest != ""; {
		var c string
		var n int
		c, rest, n, state = uniseg.FirstGraphemeClusterInString(rest, state)
		clusters, widths = append(clusters, c), append(widths, n)
	}
	from, until := 0, len(clusters)
	for from < until && widths[from] <= head {
		head -= widths[from]
		from++
	}
	tail += head // a column may be left before a wide character
	for until > from && widths[until-1] <= tail {
		tail -= widths[until-1]
		until--
	}
	return strings.Join(clusters[:from], "") + "…" + strings.Join(clusters[until:], "")
}

// Wrap breaks a text at spaces into lines of at most width columns, but never within a word; 0: one line. Lines after the first are
// indented.
func Wrap(text string, width int) []string {
	if width <= 0 || Columns(text) <= width {
		return []string{text}
	}
	return WrapWords("", "  ", text, width)
}

// AllInPager ends a command that shows all rows where these are too many for a terminal.
const AllInPager = "-n 0 | less"

var limitFlag = lazyregexp.New(`-n \d+( \| less)?`)

// WrapFlags is like Wrap, for a text with the flag -n: lines do not break between the flag and its value, or the pager.
func WrapFlags(text string, width int) []string {
	const together = "\x1f"
	text = limitFlag().ReplaceAllStringFunc(text, func(flag string) string { return strings.ReplaceAll(flag, " ", together) })
	lines := Wrap(text, width)
	for i, line := range lines {
		lines[i] = strings.ReplaceAll(line, together, " ")
	}
	return lines
}

// WrapWords is like Wrap, for a text after a label, with an indent for later lines. Words are separated by one space. A word that is
// too long for a line with the indent, such as the name of a method, begins at the fourth column, or further left if it must: by a column or
// two it would look like a mistake. A command at the end that does not fit into one
// line with the text before it is on lines of its own, which can be pasted.
func WrapWords(label, indent, text string, width int) []string {
	lines := wrapWords(label, indent, text, width)
	at := words.CommandAt(text)
	if at < 0 || width <= 0 || strings.HasSuffix(lines[len(lines)-1], text[at:]) {
		return lines
	}
	lines = wrapWords(label, indent, text[:at], width)
	for _, line := range words.CommandLines(text[at:], max(1, width-Columns(indent)), Columns) {
		lines = append(lines, indent+line)
	}
	return lines
}

func wrapWords(label, indent, text string, width int) []string {
	var lines []string
	line, empty := label, true
	for word := range strings.FieldsSeq(text) {
		if !empty && width > 0 && Columns(line)+1+Columns(word) > width {
			lines = append(lines, line)
			line, empty = indent, true
			if room := width - Columns(word); room < Columns(indent) && strings.TrimSpace(indent) == "" {
				line = strings.Repeat(" ", min(max(0, room), 4))
			}
		}
		if !empty {
			line += " "
		}
		line += word
		empty = false
	}
	return append(lines, line)
}

// Unlimited is a limit that is never reached.
const Unlimited = 1 << 30 // columns, or sites
