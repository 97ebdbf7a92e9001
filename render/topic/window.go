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
// outputs lose their last lines, and the longest prose before examples of the first section its last sentences. Titles, commands and other
// prose stay, but for the end of what is still too long.
func Excerpt(page docs.Page, anchors []string, opts Options, w Window) string {
	blocks := chosen(page, anchors)
	for _, b := range blocks {
		for _, out := range outputs(b) {
			for i := out.from; i < out.to; i++ {
				b.lines[i] = plaintext.CutEnd(b.lines[i], w.Columns-len(codeIndent))
			}
		}
	}
	rows := func(blocks []block) int { return w.Rows(rendered(blocks, opts, false)) }
	for rows(blocks) > w.Height && shortenLongest(blocks) {
	}
	blocks = withExamples(blocks, w.Height, rows)
	lines, left := 0, w.Height
	for line := range strings.Lines(rendered(blocks, opts, false)) {
		if left -= w.rowsOf(line); left < 0 {
			break
		}
		lines++
	}
	return strings.TrimRight(strings.Join(strings.SplitAfterN(rendered(blocks, opts, opts.Color), "\n", lines+1)[:lines], ""), "\n") + "\n"
}

// withExamples returns blocks with less prose, so that as many of the first section's examples as possible are among so many rows: prose is
// about them. Each text keeps its first sentence, but not if that would leave no example.
func withExamples(blocks []block, height int, rows func([]block) int) []block {
	isExample := func(b block) bool { return len(outputs(b)) > 0 }
	isHeading := func(b block) bool { return b.kind == heading }
	for last := len(blocks) - 1; last > 0; last-- {
		if !isExample(blocks[last]) || slices.ContainsFunc(blocks[1:last], isHeading) {
			continue
		}
		least := 0
		if slices.ContainsFunc(blocks[:last], isExample) {
			least = 1
		}
		shorter := slices.Clone(blocks)
		for rows(shorter[:last+1]) > height && shortenProse(shorter[:last], least, rows) {
		}
		if rows(shorter[:last+1]) <= height {
			return shorter
		}
	}
	return blocks
}

// shortenProse replaces the end of the longest prose by an ellipsis; false: each block of it has the least number of parts.
func shortenProse(blocks []block, least int, rows func([]block) int) bool {
	most, of := 0, -1
	var shortest block
	for i, b := range blocks {
		shorter, ok := shortened(b, least)
		if n := rows(blocks[i : i+1]); ok && n > most {
			most, of, shortest = n, i, shorter
		}
	}
	if of >= 0 {
		blocks[of] = shortest
	}
	return of >= 0
}

// shortened returns a block of prose without its last sentence, item of a list or row of a table; false: it has no more than the least number.
func shortened(b block, least int) (shorter block, ok bool) {
	switch b.kind {
	case paragraph:
		var sentences []string
		if b.text != "" {
			sentences, ok = withoutLast(strings.SplitAfter(b.text, ". "), least)
		}
		b.text = strings.Join(sentences, "")
	case list:
		b.lines, ok = withoutLast(b.lines, least)
	case table:
		const head = 1
		ok = len(b.rows) > head+least
		b.rows = b.rows[:len(b.rows)-1]
	}
	return b, ok
}

// withoutLast replaces the last text, and an ellipsis that already ends the texts, by an ellipsis. Of a single text it leaves nothing.
func withoutLast(texts []string, least int) ([]string, bool) {
	n := len(texts)
	if n > 0 && texts[n-1] == plaintext.Ellipsis {
		n--
	}
	switch {
	case n <= least:
		return nil, false
	case n == 1:
		return nil, true
	}
	return append(slices.Clone(texts[:n-1]), plaintext.Ellipsis), true
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

// shortenLongest replaces the last line of the longest output by an ellipsis, until that follows a single line, or seven of an
// output alone; false: it does for all.
func shortenLongest(blocks []block) bool {
	least := 2
	if numberOfOutputs(blocks) == 1 { // which the section is about: head and rows
		least = 8
	}
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

func numberOfOutputs(blocks []block) (n int) {
	for _, b := range blocks {
		for _, out := range outputs(b) {
			if out.to > out.from {
				n++
			}
		}
	}
	return n
}

// isGap reports whether a line of an output has nothing, or says that others are left out.
func isGap(line string) bool {
	return slices.Contains([]string{"", "...", plaintext.Ellipsis}, strings.TrimSpace(line))
}
