package topic

import (
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/docs"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// A Window is the size of a terminal, without the line of the prompt.
type Window struct{ Height, Columns int }

// Fits reports whether a text without colors fits: no line of it is broken by the terminal, and none scrolls away.
func (w Window) Fits(text string) bool {
	for line := range strings.Lines(text) {
		if w.rowsOf(line) > 1 {
			return false
		}
	}
	return strings.Count(text, "\n") <= w.Height
}

// rowsOf returns the rows that a line takes, as a terminal breaks it.
func (w Window) rowsOf(line string) int {
	if w.Columns <= 0 {
		return 1
	}
	return max(1, (plaintext.Columns(strings.TrimSuffix(line, "\n"))+w.Columns-1)/w.Columns)
}

// Rows returns the rows that a text without colors takes.
func (w Window) Rows(text string) (n int) {
	for line := range strings.Lines(text) {
		n += w.rowsOf(line)
	}
	return n
}

// Excerpt returns sections of a page as [Text] has them, in a window. Lines of the outputs of examples are cut at its width; then the longest
// outputs lose their last lines. Titles, commands and text stay, but for the end of what is still too long.
func Excerpt(page docs.Page, anchors []string, opts Options, w Window) string {
	blocks := chosen(page, anchors)
	for _, b := range blocks {
		for _, out := range outputs(b) {
			for i := out.from; i < out.to; i++ {
				b.lines[i] = plaintext.CutEnd(b.lines[i], w.Columns-len(codeIndent))
			}
		}
	}
	text := func(opts Options) string {
		var b strings.Builder
		write(&b, blocks, opts)
		return b.String()
	}
	plain := opts
	plain.Color = false
	for w.Rows(text(plain)) > w.Height && shortenLongest(blocks) {
	}
	lines, left := 0, w.Height
	for line := range strings.Lines(text(plain)) {
		if left -= w.rowsOf(line); left < 0 {
			break
		}
		lines++
	}
	return strings.TrimRight(strings.Join(strings.SplitAfterN(text(opts), "\n", lines+1)[:lines], ""), "\n") + "\n"
}

// An output is what a command of an example prints: some lines of a block of code.
type output struct{ from, to int }

// outputs returns those of a block, in order; none: it is no example with commands, which begin with $ and go on after a backslash.
func outputs(b block) (all []output) {
	if b.kind != code || !strings.HasPrefix(b.lines[0], "$ ") {
		return nil
	}
	for i, line := range b.lines {
		switch {
		case strings.HasPrefix(line, "$ ") || strings.HasSuffix(b.lines[i-1], `\`):
			all = append(all, output{i + 1, i + 1})
		default:
			all[len(all)-1].to = i + 1
		}
	}
	return all
}

// shortenLongest replaces the last line of the longest output by an ellipsis, until that follows a single line; false: it does for all.
func shortenLongest(blocks []block) bool {
	const least = 2
	var longest *block
	var of output
	for i := range blocks {
		for _, out := range outputs(blocks[i]) {
			if n := out.to - out.from; n > max(least, of.to-of.from) {
				longest, of = &blocks[i], out
			}
		}
	}
	if longest == nil {
		return false
	}
	kept := of.to - 2 // the ellipsis takes the place of another line
	for kept > of.from+1 && isGap(longest.lines[kept-1]) {
		kept--
	}
	longest.lines = slices.Concat(longest.lines[:kept], []string{plaintext.Ellipsis}, longest.lines[of.to:])
	return true
}

// isGap reports whether a line of an output has nothing, or says that others are left out.
func isGap(line string) bool {
	return slices.Contains([]string{"", "...", plaintext.Ellipsis}, strings.TrimSpace(line))
}
