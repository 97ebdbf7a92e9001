package render

import (
	"bufio"
	"strings"
)

// A style is the escape sequence that makes text stand out.
type style string

// The styles use the eight colors that every terminal has, and are readable on light and dark.
const (
	plain style = ""
	bold  style = "\x1b[1m"
	dim   style = "\x1b[2m"
	warn  style = "\x1b[33m"
)

// A lineWriter writes lines for a terminal.
type lineWriter struct {
	b     *bufio.Writer // keeps the first error
	color bool
	width int // columns to which paragraphs are wrapped; 0: never
}

// styled writes a piece of a line.
func (p lineWriter) styled(text string, s style) {
	if p.color && s != plain && text != "" {
		text = string(s) + text + "\x1b[0m"
	}
	p.b.WriteString(text)
}

func (p lineWriter) line(text string, s style) {
	p.styled(text, s)
	p.b.WriteByte('\n')
}

// paragraph writes a text, wrapped into lines.
func (p lineWriter) paragraph(text string, s style) {
	for _, line := range wrap(text, p.width) {
		p.line(line, s)
	}
}

// labeled writes a text after a label, wrapped into lines and indented by the label.
func (p lineWriter) labeled(label, text string) {
	for _, line := range wrapWords(label, strings.Repeat(" ", columnsOf(label)), text, p.width) {
		p.line(line, plain)
	}
}

// head writes the lines above a table, the title first.
func (p lineWriter) head(lines []string) {
	for i, line := range lines {
		s := dim
		if i == 0 {
			s = bold
		}
		p.paragraph(fitHead(visible(line), p.width), s)
	}
}

// notes writes the lines below a table, warnings first.
func (p lineWriter) notes(notes, warnings []string) {
	if len(notes)+len(warnings) > 0 {
		p.b.WriteByte('\n')
	}
	for _, warning := range warnings {
		p.paragraph("warning: "+visible(warning), warn)
	}
	for _, note := range notes {
		p.paragraph(visible(note), dim)
	}
}
