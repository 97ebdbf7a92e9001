package helptopics

import (
	"strings"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// narrow wraps help of [cli.HelpWidth] columns for a terminal with fewer columns. It changes nothing if there are enough, or 0 for any number.
func narrow(text string, columns int) string {
	if columns <= 0 || columns >= cli.HelpWidth {
		return text
	}
	var b strings.Builder
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for len(lines) > 0 {
		label, n := entry(lines)
		words := strings.Join(lines[:n], " ")[len(label):]
		switch {
		case n == 1 && utf8.RuneCountInString(lines[0]) <= columns:
			b.WriteString(lines[0] + "\n")
		case isCommand(lines[0]):
			b.WriteString(command(strings.Join(lines[:n], " "), columns))
		default:
			b.WriteString(hanging(label, words, columns))
		}
		lines = lines[n:]
	}
	return b.String()
}

// entry returns the label of the first entry, which continuation lines are indented by, and its number of lines. The label of a flag is the
// flag with the spaces around it, the label of a paragraph is empty, and the label of a command is its indent.
func entry(lines []string) (label string, n int) {
	first := lines[0]
	rest := strings.TrimLeft(first, " ")
	indent := len(first) - len(rest)
	if before, after, ok := strings.Cut(rest, "  "); ok {
		label = first[:indent+len(before)+2+len(after)-len(strings.TrimLeft(after, " "))]
	} else {
		label = first[:indent]
	}
	for n = 1; n < len(lines); n++ {
		next := strings.TrimLeft(lines[n], " ")
		word, _, _ := strings.Cut(next, " ")
		below := len(lines[n])-len(next) == utf8.RuneCountInString(label) && next != ""
		if !below || indent == len(label) && (isCommand(first) || utf8.RuneCountInString(lines[n-1]+" "+word) < cli.HelpWidth) {
			break
		}
	}
	return label, n
}

func isCommand(line string) bool { return strings.HasPrefix(line, "  iprof-viz ") }

// command wraps a command at spaces outside quotes. A backslash ends each line but the last, so that it can be pasted into a shell. What the
// command does follows two spaces, and is put below it.
func command(line string, columns int) string {
	var b strings.Builder
	line, about, described := strings.Cut(strings.TrimPrefix(line, "  "), "  ")
	line = "  " + line
	at, quoted := 0, false
	for i, word := range strings.SplitAfter(line, " ") {
		if n := utf8.RuneCountInString(word); i > 0 && !quoted && strings.TrimSpace(b.String()) != "" && word != " " && at+n > columns-1 {
			b.WriteString("\\\n      ")
			at = len("      ")
		}
		b.WriteString(word)
		at += utf8.RuneCountInString(word)
		quoted = quoted != (strings.Count(word, "'")%2 == 1)
	}
	b.WriteString("\n")
	if described {
		b.WriteString(hanging("      ", about, columns))
	}
	return b.String()
}

// withExamples returns a text with as many of the examples, in their order, as fit into a number of lines together with the rest of the text;
// 0 lines: any number. The first example is always there.
func withExamples(examples string, lines, columns int, text func(examples string) string) string {
	const next = "\n  iprof-viz "
	for {
		whole := narrow(text(examples), columns)
		last := strings.LastIndex(examples, next)
		if last < 0 || lines == 0 || strings.Count(whole, "\n") <= lines {
			return whole
		}
		examples = examples[:last]
	}
}
