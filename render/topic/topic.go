// Package topic shows pages of the documentation as text for a terminal.
package topic

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/iprof-viz/iprof-viz/docs"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

// Options are the options of a page as text.
type Options struct {
	Width int // columns: 40 to 80, other widths become the nearest of these; 0: 80
	Color bool
}

// Text writes a page or, if there are anchors, only the sections with these and those below them, each once and in the order of the
// page. An anchor is a heading as addresses on GitHub have it. It writes nothing and returns false if the page lacks one of them.
func Text(w io.Writer, page docs.Page, anchors []string, opts Options) (found bool, err error) {
	blocks := chosen(page, anchors)
	if blocks == nil {
		return false, nil
	}
	return true, write(w, blocks, opts)
}

// chosen returns the blocks that [Text] writes; nil: the page lacks an anchor.
func chosen(page docs.Page, anchors []string) []block {
	blocks := read(page.Text)
	if len(anchors) > 0 {
		if blocks = sections(blocks, anchors); blocks == nil {
			return nil
		}
	}
	if hasSource(blocks) {
		blocks = append(blocks, block{kind: paragraph, text: "Files in `testdata` are the source's: name files of yours in their place."})
	}
	return blocks
}

// hasSource reports whether examples name files that only a checkout of the source has.
func hasSource(blocks []block) bool {
	return slices.ContainsFunc(blocks, func(b block) bool {
		return b.kind == code && slices.ContainsFunc(b.lines, func(line string) bool { return strings.Contains(line, "testdata/") })
	})
}

// rendered returns blocks with colors or without.
func rendered(blocks []block, opts Options, color bool) string {
	opts.Color = color
	var b strings.Builder
	write(&b, blocks, opts) // a Builder never fails
	return b.String()
}

func write(w io.Writer, blocks []block, opts Options) error {
	opts.Width = cmp.Or(opts.Width, 80)
	p := printer{terminal.Writer{B: bufio.NewWriter(w), Color: opts.Color, Width: min(max(opts.Width, 40), 80)}, false}
	for _, b := range blocks {
		p.block(b)
	}
	return p.B.Flush()
}

// Contents returns the title of a page, its first paragraph, and the anchors of its sections, in a window: the paragraph loses as many of its
// last sentences as it must.
func Contents(page docs.Page, opts Options, w Window) string {
	blocks := read(page.Text)
	if first := slices.IndexFunc(blocks, func(b block) bool { return b.kind == paragraph }); first > 0 {
		blocks = []block{blocks[0], blocks[first]}
		if text, ok := strings.CutSuffix(blocks[1].text, ":"); ok { // what follows is left out
			blocks[1].text = text + "."
		}
	}
	blocks = append(blocks, block{kind: paragraph, text: "Sections: " + strings.Join(Anchors(page)[1:], ", ")})
	rows := func(blocks []block) int { return w.Rows(rendered(blocks, opts, false)) }
	for rows(blocks) > w.Height && shortenProse(blocks[1:len(blocks)-1], 0, rows) {
	}
	return rendered(blocks, opts, opts.Color)
}

// Anchors returns the anchors of a page's sections, in order.
func Anchors(page docs.Page) []string {
	var all []string
	for _, b := range read(page.Text) {
		if b.kind == heading {
			all = append(all, Anchor(plain(b.text)))
		}
	}
	return all
}

// Anchor returns the anchor of a heading without markup, as GitHub has it.
func Anchor(heading string) string {
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

// Matching returns the anchors of those sections, in order, whose headings contain all words or longer ones that begin with them, in any case
// and without punctuation: string is in Strings, and files not in profiles. The title of the page is none of them.
func Matching(page docs.Page, words []string) []string {
	var all []string
	for _, anchor := range Anchors(page)[1:] {
		missing := func(word string) bool { return !strings.Contains("-"+anchor, "-"+Anchor(word)) }
		if !slices.ContainsFunc(words, missing) {
			all = append(all, anchor)
		}
	}
	return all
}

// sections returns the blocks of the sections with these anchors; nil: one is missing.
func sections(blocks []block, anchors []string) []block {
	var found []block
	seen := map[string]bool{}
	level := 0 // of the section that is copied; 0: none
	for _, b := range blocks {
		if b.kind == heading {
			anchor := Anchor(plain(b.text))
			named := slices.Contains(anchors, anchor)
			seen[anchor] = seen[anchor] || named
			if b.level <= level {
				level = 0
			}
			if named && level == 0 {
				level = b.level
			}
		}
		if level > 0 {
			found = append(found, b)
		}
	}
	if slices.ContainsFunc(anchors, func(anchor string) bool { return !seen[anchor] }) {
		return nil
	}
	return found
}

// codeIndent is before each line of code.
const codeIndent = "  "

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

// block writes a block. Shortened ones may have nothing left.
func (p *printer) block(b block) {
	if b.text == "" && len(b.lines)+len(b.rows) == 0 {
		return
	}
	p.space()
	switch b.kind {
	case heading:
		p.heading(plain(b.text), b.level)
	case paragraph:
		p.Labeled("", plain(b.text))
	case code:
		for _, line := range b.lines {
			for _, part := range commandLines(line, p.Width-len(codeIndent)) {
				p.Line(strings.TrimRight(codeIndent+part, " "), terminal.Plain)
			}
		}
	case list:
		for _, item := range b.lines {
			p.Labeled("- ", plain(item))
		}
	case table:
		p.table(b)
	}
}

// commandLines breaks a command that is wider than a terminal where it can be pasted: each line but the last ends in a backslash. Other lines
// of code stay as they are.
func commandLines(line string, width int) []string {
	command, isExample := strings.CutPrefix(line, "$ ")
	if plaintext.Columns(line) <= width || !isExample && !strings.HasPrefix(command, "iprof-viz ") && !strings.HasPrefix(command, "native-image ") {
		return []string{line}
	}
	command, goesOn := strings.CutSuffix(command, ` \`)
	lines := words.CommandLines(command, width-len("$ "), plaintext.Columns)
	if isExample {
		lines[0] = "$ " + lines[0]
	}
	if goesOn {
		lines[len(lines)-1] += ` \`
	}
	return lines
}

// heading underlines a heading of the first two levels. The others are bold, or a line of their own without color.
func (p *printer) heading(text string, level int) {
	switch level {
	case 1:
		p.Line(text, terminal.Bold)
		p.Line(strings.Repeat("=", plaintext.Columns(text)), terminal.Dim)
	case 2:
		p.Line(text, terminal.Bold)
		p.Line(strings.Repeat("-", plaintext.Columns(text)), terminal.Dim)
	default:
		p.Line(text, terminal.Bold)
	}
}
