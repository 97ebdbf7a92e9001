// Package topic shows pages of the documentation as text for a terminal.
package topic

import (
	"bufio"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/iprof-viz/iprof-viz/docs"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

// Options are the options of a page as text.
type Options struct {
	Width int // columns: 40 to 80, other widths become the nearest of these; 0: 80
	Color bool
}

// Text writes a page, or only the section with an anchor and those below it; "" means the page. An anchor is a heading as addresses
// on GitHub have it. It writes nothing and returns false if there is no such section.
func Text(w io.Writer, page docs.Page, anchor string, opts Options) (found bool, err error) {
	if opts.Width == 0 {
		opts.Width = 80
	}
	p := printer{terminal.Writer{B: bufio.NewWriter(w), Color: opts.Color, Width: min(max(opts.Width, 40), 80)}, false}
	blocks := read(page.Text)
	if anchor != "" {
		if blocks = section(blocks, anchor); blocks == nil {
			return false, nil
		}
	}
	for _, b := range blocks {
		p.block(b)
	}
	return true, p.B.Flush()
}

// Anchors returns the anchors of a page's sections, in order.
func Anchors(page docs.Page) []string {
	var all []string
	for _, b := range read(page.Text) {
		if b.kind == heading {
			all = append(all, anchorOf(plain(b.text)))
		}
	}
	return all
}

// anchorOf returns the anchor of a heading, as GitHub does.
func anchorOf(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// section returns the blocks of the section with an anchor; nil: none.
func section(blocks []block, anchor string) []block {
	begin := slices.IndexFunc(blocks, func(b block) bool { return b.kind == heading && anchorOf(plain(b.text)) == anchor })
	if begin < 0 {
		return nil
	}
	end := begin + 1
	for end < len(blocks) && (blocks[end].kind != heading || blocks[end].level > blocks[begin].level) {
		end++
	}
	return blocks[begin:end]
}

// A printer writes blocks.
type printer struct {
	terminal.Writer
	begun bool
}

// space separates blocks.
func (p *printer) space() {
	if p.begun {
		p.B.WriteByte('\n')
	}
	p.begun = true
}

func (p *printer) block(b block) {
	p.space()
	switch b.kind {
	case heading:
		p.heading(plain(b.text), b.level)
	case paragraph:
		p.Labeled("", plain(b.text))
	case code:
		for _, line := range b.lines {
			p.Line(strings.TrimRight("  "+line, " "), terminal.Plain)
		}
	case list:
		for _, item := range b.lines {
			p.Labeled("- ", plain(item))
		}
	case table:
		p.table(b)
	}
}

// heading underlines a heading, and indents those of the third level on.
func (p *printer) heading(text string, level int) {
	switch level {
	case 1:
		p.Line(text, terminal.Bold)
		p.Line(strings.Repeat("=", plaintext.Columns(text)), terminal.Dim)
	case 2:
		p.Line(text, terminal.Bold)
		p.Line(strings.Repeat("-", plaintext.Columns(text)), terminal.Dim)
	default:
		p.Line(strings.Repeat("#", level)+" "+text, terminal.Bold)
	}
}
