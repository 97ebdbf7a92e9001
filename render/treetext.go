package render

import (
	"bufio"
	"slices"
	"strconv"
	"strings"
)

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
	for _, line := range wrap(w.opts.text(text), w.opts.Width) {
		w.line(line, s)
	}
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
			w.styled(w.opts.text(row.rest), dim)
			w.b.WriteByte('\n')
			continue
		}
		w.row(row)
		for k := range row.sites {
			a := &row.sites[k]
			for j, line := range a.lines(w.opts, w.indent(row.depth)+w.step) {
				w.rule(row.depth, true)
				if below[i] {
					w.styled(w.shapes[2], dim)
				} else {
					w.styled(w.shapes[3], dim)
				}
				if mark := w.opts.text(string(a.mark)); j == 0 {
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
		row.place, row.name = w.opts.text(row.place), w.opts.text(row.name)
		row.count, row.times, row.share = w.opts.text(row.count), w.opts.text(row.times), w.opts.text(row.share)
		deepest = max(deepest, row.depth)
		w.count, w.times, w.share = max(w.count, columnsOf(row.count)), max(w.times, columnsOf(row.times)), max(w.share, columnsOf(row.share))
		after, brief = max(after, columnsOf(w.opts.text(row.after))), max(brief, columnsOf(w.opts.text(row.brief)))
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
	return w.opts.text("…" + strconv.Itoa(depth-w.levels) + " ")
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
	name := w.opts.cut(row.name, max(w.room-at, 1))
	w.styled(name, row.style)
	at += columnsOf(name)
	blank := max(w.column-at, 0) // written only if something follows
	after := w.opts.text(row.after)
	if w.brief {
		after = w.opts.text(row.brief)
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
