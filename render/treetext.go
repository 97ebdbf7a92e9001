package render

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// TreeOptions say how a tree looks as text.
type TreeOptions struct {
	Width int  // columns of the terminal, at least 40; 0: as wide as it takes, nothing cut
	ASCII bool // draw with ASCII alone, and write other characters of names by their numbers
	Color bool // use the terminal's colours
	Sites int  // branches, and calls with their types, that an instance shows at the most; 0: all of them
}

// A treeRow is a line of a tree with what is said below it.
type treeRow struct {
	depth int
	place string // "@13", "(root)"; "" for none
	name  string // as the profile has it
	style style
	count string // right-aligned, as is the share
	times string // ×0.667
	share string
	of    string  // what the share is of, where there is room to say it
	after string  // behind all that
	brief string  // after in fewer words, for when it does not fit
	sites []aside // in lines of their own
	rest  string  // "… 3 more" in place of everything else
}

// An aside is a line about a place in a method: a mark, what is at the place, and parts of which as many are shown as
// fit.
type aside struct {
	mark  rune
	style style // of the mark
	head  string
	parts []asidePart
	sep   string
	tail  string // behind the parts
	more  string // what is not shown of the kind
}

// An asidePart is a name, which may be cut, and its share.
type asidePart struct {
	name, share string
}

// The shapes of lines by the columns that a level takes: for a row with siblings behind it and for one without, and what
// goes on below them.
var (
	lineShapes  = map[int][4]string{3: {"├─ ", "└─ ", "│  ", "   "}, 2: {"├ ", "└ ", "│ ", "  "}, 1: {"├", "└", "│", " "}}
	asciiShapes = map[int][4]string{3: {"|- ", "`- ", "|  ", "   "}, 2: {"| ", "` ", "| ", "  "}, 1: {"|", "`", "|", " "}}
)

const (
	treeGap      = 2
	goodTreeName = 26  // columns that site and name should have before levels are drawn narrower
	maxLevels    = 100 // more levels are not drawn: the text of a chain of n calls would take n² columns
)

const (
	minPart  = 12 // columns: names in the parts of a siteLine are not cut to fewer
	maxParts = 8  // parts that a siteLine lists: as many as the profiler keeps types
)

const unlimited = 1 << 30 // columns, or sites

// A treeWriter lays a tree out and writes it.
type treeWriter struct {
	lineWriter
	opts   TreeOptions
	shapes [4]string
	step   int    // columns a level
	levels int    // innermost levels that are drawn
	open   []bool // by depth: siblings follow
	column int    // where the numbers begin
	room   int    // where they begin at the latest
	brief  bool   // what follows the numbers has to be
	count  int    // columns of the widest
	times  int
	share  int
}

func newTreeWriter(b *bufio.Writer, opts TreeOptions) *treeWriter {
	return &treeWriter{lineWriter: lineWriter{b, opts.Color}, opts: opts}
}

// heading writes lines above trees.
func (w *treeWriter) heading(text string, s style) {
	for _, line := range wrap(w.text(text), w.opts.Width) {
		w.line(line, s)
	}
}

// text makes a text harmless and, where that is asked for, ASCII.
func (w *treeWriter) text(s string) string {
	if s = visible(s); w.opts.ASCII {
		s = ascii(s)
	}
	return s
}

// asciiSigns are what our own signs are in ASCII.
var asciiSigns = map[rune]string{'◇': "o", '◆': "*", '→': "->", '×': "x", '…': "...", '–': "-", '−': "-"}

// ascii writes a text with ASCII alone.
func ascii(s string) string {
	var b strings.Builder
	for _, r := range s {
		sign, ok := asciiSigns[r]
		switch {
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		case ok:
			b.WriteString(sign)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}

// tree writes rows, which are in the order of the drawing: each with what is below it right behind it.
func (w *treeWriter) tree(rows []treeRow) {
	follows, below := siblings(rows)
	w.layout(rows)
	for i := range rows {
		row := &rows[i]
		for len(w.open) <= row.depth {
			w.open = append(w.open, false)
		}
		w.open[row.depth] = follows[i]
		if row.rest != "" {
			w.rule(row.depth, false)
			w.styled(w.text(row.rest), dim)
			w.b.WriteByte('\n')
			continue
		}
		w.row(row)
		for k := range row.sites {
			a := &row.sites[k]
			for j, line := range w.asideLines(a, w.indent(row.depth)+w.step) {
				w.rule(row.depth, true)
				if below[i] {
					w.styled(w.shapes[2], dim)
				} else {
					w.styled(w.shapes[3], dim)
				}
				if mark := w.text(string(a.mark)); j == 0 {
					w.styled(mark, a.style)
					line = strings.TrimPrefix(line, mark)
				}
				w.b.WriteString(line)
				w.b.WriteByte('\n')
			}
		}
	}
}

// siblings tells for each row whether siblings follow, and whether rows are below it.
func siblings(rows []treeRow) (follows, below []bool) {
	follows, below = make([]bool, len(rows)), make([]bool, len(rows))
	var later []bool // by depth: a row of that depth comes before the parent's next sibling
	for i := len(rows) - 1; i >= 0; i-- {
		depth := rows[i].depth
		below[i] = i+1 < len(rows) && rows[i+1].depth > depth
		for len(later) <= depth {
			later = append(later, false)
		}
		later = later[:depth+1]
		follows[i], later[depth] = later[depth], true
	}
	return follows, below
}

// layout settles how wide everything is.
func (w *treeWriter) layout(rows []treeRow) {
	w.open = w.open[:0]
	w.count, w.times, w.share = 0, 0, 0
	deepest, after, brief := 0, 0, 0
	for i := range rows {
		row := &rows[i]
		row.place, row.name = w.text(row.place), w.text(row.name)
		row.count, row.times, row.share = w.text(row.count), w.text(row.times), w.text(row.share)
		deepest = max(deepest, row.depth)
		w.count, w.times, w.share = max(w.count, columnsOf(row.count)), max(w.times, columnsOf(row.times)), max(w.share, columnsOf(row.share))
		after, brief = max(after, columnsOf(w.text(row.after))), max(brief, columnsOf(w.text(row.brief)))
	}
	numbers := 0
	for _, n := range []int{w.count, w.times, w.share} {
		if n > 0 {
			numbers += treeGap + n
		}
	}

	w.step, w.levels, w.room, w.brief = 3, maxLevels, unlimited, false
	if w.opts.Width > 0 {
		longest := 0
		for i := range rows {
			longest = max(longest, w.rowWidth(&rows[i]))
		}
		if after > 0 {
			w.brief = longest+numbers+treeGap+after > w.opts.Width
			if w.brief {
				after = brief
			}
			numbers += treeGap + after
		}
		w.room = max(w.opts.Width-numbers, 16)
		for w.step > 1 && deepest*w.step+goodTreeName > w.room {
			w.step--
		}
		w.levels = min(w.levels, max(4, (w.room-goodTreeName)/w.step))
	}
	w.shapes = lineShapes[w.step]
	if w.opts.ASCII {
		w.shapes = asciiShapes[w.step]
	}

	w.column = numbersAt(rows, func(row *treeRow) int { return min(w.rowWidth(row), w.room) })
}

// numbersAt returns the column in which numbers line up: of four fifths of the rows, and of longer ones as long as each
// is just a little longer than the last. The numbers of yet longer rows follow where their names end, and do not push
// those of all others away.
func numbersAt(rows []treeRow, width func(*treeRow) int) int {
	widths := make([]int, len(rows))
	for i := range rows {
		widths[i] = width(&rows[i])
	}
	slices.Sort(widths)
	i := len(widths) * 4 / 5
	for i+1 < len(widths) && widths[i+1]-widths[i] <= 10 {
		i++
	}
	return widths[min(i, len(widths)-1)]
}

// rowWidth returns the columns that a row takes up to the end of its name.
func (w *treeWriter) rowWidth(row *treeRow) int {
	if row.rest != "" {
		return 0
	}
	width := w.indent(row.depth) + columnsOf(row.name)
	if row.place != "" {
		width += columnsOf(row.place) + 1
	}
	return width
}

// cutLevels says how many of the levels of a row are not drawn.
func (w *treeWriter) cutLevels(depth int) string {
	if depth <= w.levels {
		return ""
	}
	return w.text("…" + strconv.Itoa(depth-w.levels) + " ")
}

// indent returns the columns of the lines in front of a row.
func (w *treeWriter) indent(depth int) int {
	return columnsOf(w.cutLevels(depth)) + min(depth, w.levels)*w.step
}

// rule writes the lines in front of a row, or those in front of what is said below it, and returns their columns.
func (w *treeWriter) rule(depth int, under bool) int {
	var b strings.Builder
	b.WriteString(w.cutLevels(depth))
	for d := max(0, depth-w.levels) + 1; d <= depth; d++ {
		shape := 2
		if d == depth && !under {
			shape = 0
		}
		if !w.open[d] {
			shape++
		}
		b.WriteString(w.shapes[shape])
	}
	w.styled(b.String(), dim)
	return w.indent(depth)
}

// row writes a row without what is said below it.
func (w *treeWriter) row(row *treeRow) {
	at := w.rule(row.depth, false)
	if row.place != "" {
		w.styled(row.place, dim)
		w.b.WriteByte(' ')
		at += columnsOf(row.place) + 1
	}
	name := w.cut(row.name, max(w.room-at, 1))
	w.styled(name, row.style)
	at += columnsOf(name)
	blank := max(w.column-at, 0) // written only if something follows
	after := w.text(row.after)
	if w.brief {
		after = w.text(row.brief)
	}
	share := row.share
	if row.of != "" { // it is longer than those below it, and begins where they do
		long := "[" + strings.Trim(share, "[]") + " " + row.of + "]"
		end := max(at, w.column) + treeGap + w.count + treeGap + w.times + treeGap + columnsOf(long) + treeGap + columnsOf(after)
		if w.room == unlimited || end <= w.opts.Width {
			share = long
		}
	}
	for _, c := range []struct {
		text  string
		width int
		right bool
	}{{row.count, w.count, true}, {row.times, w.times, false}, {share, w.share, true}} {
		if c.width == 0 {
			continue
		}
		blank += treeGap
		free := max(c.width-columnsOf(c.text), 0)
		if c.right || c.text == "" {
			blank += free
			free = 0
		}
		if c.text != "" {
			w.pad(blank)
			w.b.WriteString(c.text)
			at += blank + columnsOf(c.text)
			blank = free
		}
	}
	if after != "" {
		w.pad(blank + treeGap)
		w.styled(after, dim)
	}
	w.b.WriteByte('\n')
}

func (w *treeWriter) pad(columns int) {
	for range columns {
		w.b.WriteByte(' ')
	}
}

// styled writes a piece of a line.
func (w *treeWriter) styled(text string, s style) {
	if w.color && s != plain && text != "" {
		text = string(s) + text + "\x1b[0m"
	}
	w.b.WriteString(text)
}

// cut shortens a name in its middle.
func (w *treeWriter) cut(name string, width int) string {
	if !w.opts.ASCII {
		return cutMiddle(name, width)
	}
	if len(name) <= width {
		return name
	}
	head := max(width-len("..."), 0) / 3
	return name[:head] + "..."[:min(width, 3)] + name[len(name)-max(width-3-head, 0):]
}

// asideLines words what there is at a place for the columns that are left: in one line, or in two where what is not
// shown takes one for itself.
func (w *treeWriter) asideLines(a *aside, column int) []string {
	room := unlimited
	if w.opts.Width > 0 {
		room = max(w.opts.Width-column, 20)
	}
	line := func(tail string) string {
		start := w.text(string(a.mark) + " " + a.head)
		return start + w.fit(a, room-columnsOf(start+tail)) + tail
	}
	tail, more := w.text(a.tail), ""
	if a.more != "" {
		more = w.text("… " + a.more)
		if one := line(tail + "   " + more); columnsOf(one) <= room {
			return []string{one}
		}
	}
	lines := []string{line(tail)}
	if columnsOf(lines[0]) > room {
		lines[0] = line("")
	}
	if more != "" {
		lines = append(lines, "  "+more)
	}
	return lines
}

// list words the first n parts. The function says what a name reads.
func (a *aside) list(n int, name func(string) string) string {
	var b strings.Builder
	for i, p := range a.parts[:n] {
		if i > 0 {
			b.WriteString(a.sep)
		}
		b.WriteString(name(p.name))
		b.WriteByte(' ')
		b.WriteString(p.share)
	}
	if left := len(a.parts) - n; left > 0 {
		fmt.Fprintf(&b, "%s… %d more", a.sep, left)
	}
	return b.String()
}

// words returns the line without its mark and what is not shown, with so many parts, their names cut to a number of columns.
func (a *aside) words(parts, width int) string {
	return a.head + a.list(parts, func(name string) string { return cutMiddle(shortHashes(visible(name)), width) }) + a.tail
}

// upTo returns the line without its mark and what is not shown in a number of columns, but with one part at least.
func (a *aside) upTo(columns int) string {
	n := min(len(a.parts), maxParts)
	for n > 1 && columnsOf(a.words(n, minPart+8)) > columns {
		n--
	}
	return a.words(n, minPart+8)
}

// fit words as many parts as there is room for. Long names are cut first, then the last parts left out.
func (w *treeWriter) fit(a *aside, room int) string {
	word := func(n, width int) string {
		return w.text(a.list(n, func(name string) string { return w.cut(w.text(name), width) }))
	}
	n := min(len(a.parts), maxParts)
	if n == 0 {
		return ""
	}
	for _, limit := range []int{unlimited, 40, 30, 24, 18} {
		if text := word(n, limit); columnsOf(text) <= room {
			return text
		}
	}
	for ; n > 1; n-- {
		if text := word(n, 18); columnsOf(text) <= room {
			return text
		}
	}
	limit := 18
	for limit > minPart && columnsOf(word(1, limit)) > room {
		limit--
	}
	return word(1, limit)
}
