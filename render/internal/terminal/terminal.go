// Package terminal writes lines with the styles of a terminal.
package terminal

import (
	"bufio"
	"strings"

	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// A Style is the escape sequence that makes text stand out.
type Style string

// The styles use the eight colors that every terminal has, and are readable on light and dark backgrounds.
const (
	Plain Style = ""
	Bold  Style = "\x1b[1m"
	Dim   Style = "\x1b[2m"
	Warn  Style = "\x1b[33m"
)

// A Writer writes lines for a terminal.
type Writer struct {
	B     *bufio.Writer // keeps the first error
	Color bool
	Width int // columns at which paragraphs are wrapped; 0: never
}

// Styled writes a piece of a line.
func (p Writer) Styled(text string, s Style) {
	if p.Color && s != Plain && text != "" {
		text = string(s) + text + "\x1b[0m"
	}
	p.B.WriteString(text)
}

// Line writes a line in one style.
func (p Writer) Line(text string, s Style) {
	p.Styled(text, s)
	p.B.WriteByte('\n')
}

// Paragraph writes a text, wrapped into lines.
func (p Writer) Paragraph(text string, s Style) {
	for _, line := range plaintext.WrapFlags(text, p.Width) {
		p.Line(line, s)
	}
}

// Labeled writes a text after a label, wrapped into lines and indented by the label.
func (p Writer) Labeled(label, text string) {
	for _, line := range plaintext.WrapWords(label, strings.Repeat(" ", plaintext.Columns(label)), text, p.Width) {
		p.Line(line, Plain)
	}
}

// Head writes the lines above a table, the title first.
func (p Writer) Head(lines []string) {
	for i, line := range lines {
		s := Dim
		if i == 0 {
			s = Bold
		}
		p.Paragraph(numbers.FitHead(plaintext.Visible(line), p.Width), s)
	}
}

// Notes writes the lines below a table, warnings first.
func (p Writer) Notes(notes, warnings []string) {
	if len(notes)+len(warnings) > 0 {
		p.B.WriteByte('\n')
	}
	for _, warning := range warnings {
		p.Paragraph("warning: "+plaintext.Visible(warning), Warn)
	}
	for _, note := range notes {
		p.Paragraph(plaintext.Visible(note), Dim)
	}
}
