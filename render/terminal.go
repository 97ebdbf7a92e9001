package render

import "bufio"

// A style is how a line stands out.
type style string

// The styles are of the eight colours that every terminal has, and readable on light and dark.
const (
	plain style = ""
	bold  style = "\x1b[1m"
	dim   style = "\x1b[2m"
	warn  style = "\x1b[33m"
)

// A lineWriter writes lines.
type lineWriter struct {
	b     *bufio.Writer
	color bool
}

func (p lineWriter) line(text string, s style) {
	if p.color && s != plain && text != "" {
		text = string(s) + text + "\x1b[0m"
	}
	p.b.WriteString(text)
	p.b.WriteByte('\n')
}
