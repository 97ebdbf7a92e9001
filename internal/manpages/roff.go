// Package manpages writes the manual pages of a program from its commands, for man and mandoc. Programs do not link it: what makes
// files for distribution does, see cmd/iprof-viz/distfiles.go.
package manpages

import (
	"fmt"
	"regexp"
	"strings"
)

// roff is a page in the language of man(7).
type roff struct{ strings.Builder }

// request writes a line of a request or macro and its arguments, which are escaped.
func (r *roff) request(name string, args ...string) {
	r.WriteString("." + name)
	for _, arg := range args {
		fmt.Fprintf(r, ` "%s"`, strings.ReplaceAll(arg, `"`, `\(dq`))
	}
	r.WriteByte('\n')
}

// section begins a section.
func (r *roff) section(title string) { r.request("SH", title) }

// line writes a line of text; flags in it are bold.
func (r *roff) line(text string) {
	marked := flagInText.ReplaceAllStringFunc(escape(text), func(s string) string {
		before, flag := s[:strings.IndexByte(s, '\\')], s[strings.IndexByte(s, '\\'):]
		return before + `\fB` + flag + `\fR`
	})
	for _, part := range wrapped(marked) {
		r.raw(part)
	}
}

// wrapped breaks escaped text, whose escape sequences have no spaces, into lines that mandoc finds no fault with.
func wrapped(text string) (lines []string) {
	const width = 78
	for len(text) > width {
		at := strings.LastIndexByte(text[:width], ' ')
		if at <= 0 {
			break
		}
		lines = append(lines, strings.TrimRight(text[:at], " "))
		text = strings.TrimLeft(text[at:], " ")
	}
	return append(lines, text)
}

// flagInText matches a flag in escaped text, after the character before it.
var flagInText = regexp.MustCompile(`(?:^|[ ("/])\\-(?:\\-[a-z]+(?:\\-[a-z]+)*|[a-zA-Z]\b)`)

// raw writes a line that is escaped already. A control character at its beginning would make it a request.
func (r *roff) raw(line string) {
	if strings.HasPrefix(line, ".") {
		r.WriteString(`\&`)
	}
	r.WriteString(line)
	r.WriteByte('\n')
}

// paragraph writes text that is filled.
func (r *roff) paragraph(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		r.line(strings.TrimSpace(line))
	}
}

// term begins an item of a list: its term, with the parts in the fonts named before them, and the text below it.
func (r *roff) term(marked string) {
	r.WriteString(".TP\n")
	r.raw(marked)
}

func bold(s string) string   { return `\fB` + escape(s) + `\fR` }
func italic(s string) string { return `\fI` + escape(s) + `\fR` }

// verbatim writes lines as they are.
func (r *roff) verbatim(lines []string) {
	r.WriteString(".EX\n")
	for _, line := range lines {
		r.raw(escape(line))
	}
	r.WriteString(".EE\n")
}

// escape quotes text: nothing of it is a request, an escape sequence or a typographic character that cannot be pasted into a shell.
func escape(text string) string {
	var b strings.Builder
	for _, c := range text {
		switch c {
		case '\\':
			b.WriteString(`\e`)
		case '-':
			b.WriteString(`\-`)
		case '\'':
			b.WriteString(`\(aq`)
		case '`':
			b.WriteString(`\(ga`)
		case '^':
			b.WriteString(`\(ha`)
		case '~':
			b.WriteString(`\(ti`)
		default:
			if c < 0x80 {
				b.WriteRune(c)
			} else {
				fmt.Fprintf(&b, `\[u%04X]`, c)
			}
		}
	}
	return b.String()
}
