package render

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A treeRow is a line of a tree, with the lines about its method below it.
type treeRow struct {
	depth     int
	site      string  // "@13", "(root)"; "" for none
	name      string  // as in the profile
	short     string  // name, as it fits
	need      int     // columns that site and name should have at least
	style     style   // of the name
	count     string  // right-aligned, like the share
	factor    string  // ×0.667
	share     string  // [12.3%]
	part      float64 // the share, from 0 to 1; 0 if it is unknown
	shareOf   string  // ends the share where there is room for it
	note      string  // ends the line
	shortNote string  // replaces the note where there is no room for it
	lines     []siteLine
	more      string // "… 3 more" instead of everything else
}

// unknownShare is a share of a count that the file lacks.
const unknownShare = "[n/a]"

// treeRows collects rows. Those that say how much is left out below a row follow the last row below it.
type treeRows struct {
	rows []treeRow
	left []treeRow // that have not followed yet
}

// add adds a row, and before it all that is left out below rows that end here.
func (t *treeRows) add(row treeRow) {
	t.end(row.depth)
	t.rows = append(t.rows, row)
}

// leaveOut says how much is left out below the last row.
func (t *treeRows) leaveOut(more string) {
	t.left = append(t.left, treeRow{depth: t.rows[len(t.rows)-1].depth + 1, more: more})
}

// end adds what is left out below rows of a depth and deeper.
func (t *treeRows) end(depth int) {
	for len(t.left) > 0 && t.left[len(t.left)-1].depth > depth {
		t.rows = append(t.rows, t.left[len(t.left)-1])
		t.left = t.left[:len(t.left)-1]
	}
}

// treeShapes are the lines of a tree.
type treeShapes struct {
	next, last  string // before a row, where siblings follow it and where none do
	down, blank string // the same, before the rows below that row
}

// The shapes by the columns that a level takes.
var (
	lineShapes  = map[int]treeShapes{3: {"├─ ", "└─ ", "│  ", "   "}, 2: {"├ ", "└ ", "│ ", "  "}, 1: {"├", "└", "│", " "}}
	asciiShapes = map[int]treeShapes{3: {"|- ", "`- ", "|  ", "   "}, 2: {"| ", "` ", "| ", "  "}, 1: {"|", "`", "|", " "}}
)

const (
	treeGap      = 2
	goodTreeName = 26  // columns that a name should have if it is as long; where it has fewer, levels are drawn narrower
	minLevels    = 4   // are drawn, even if names have too few columns
	maxLevels    = 100 // innermost ones are drawn: the text of a chain of n calls would take n² columns
)

// narrowTerminal is where a tree uses short names for sites.
const narrowTerminal = 100

// A treeWriter lays a tree out and writes it.
type treeWriter struct {
	lineWriter
	opts        TreeOptions
	shapes      treeShapes
	step        int    // columns a level
	levels      int    // innermost levels that are drawn
	open        []bool // by depth: siblings follow
	column      int    // where the numbers begin
	maxColumn   int    // where they begin at the latest
	shortNotes  bool
	countWidth  int // columns of the widest
	factorWidth int
	shareWidth  int
}

func newTreeWriter(b *bufio.Writer, opts TreeOptions) *treeWriter {
	return &treeWriter{lineWriter: lineWriter{b, opts.Color, opts.Width}, opts: opts}
}

// A treeHead is the text around trees.
type treeHead struct {
	lines []string // the title first
	notes []string // text has them below the trees
}

// textTrees writes trees with their head.
func textTrees(w io.Writer, head treeHead, opts TreeOptions, trees func(*treeWriter)) error {
	t := newTreeWriter(bufio.NewWriterSize(w, 64<<10), opts)
	for i, line := range head.lines {
		s := dim
		if i == 0 {
			s = bold
		}
		t.heading(fitHead(line, opts.Width), s)
	}
	trees(t)
	t.b.WriteByte('\n')
	for _, note := range head.notes {
		t.heading(note, dim)
	}
	return t.b.Flush()
}

// heading writes a paragraph above or below a tree.
func (w *treeWriter) heading(text string, s style) { w.paragraph(w.opts.text(text), s) }

// shortSites reports whether sites should have short names.
func (o TreeOptions) shortSites() bool { return o.Width > 0 && o.Width < narrowTerminal }

// tree writes rows in preorder.
func (w *treeWriter) tree(rows []treeRow) {
	follows, below := siblings(rows)
	w.layout(rows)
	for i := range rows {
		row := &rows[i]
		for len(w.open) <= row.depth {
			w.open = append(w.open, false)
		}
		w.open[row.depth] = follows[i]
		if row.more != "" {
			w.rule(row.depth, false)
			w.line(w.opts.text(row.more), dim)
			continue
		}
		w.row(row)
		for k := range row.lines {
			line := &row.lines[k]
			for n, text := range line.texts(w.opts, w.indent(row.depth)+w.step) {
				w.rule(row.depth, true)
				if below[i] {
					w.styled(w.shapes.down, dim)
				} else {
					w.styled(w.shapes.blank, dim)
				}
				if mark := w.opts.text(string(line.mark)); n == 0 {
					w.styled(mark, line.style)
					text = strings.TrimPrefix(text, mark)
				}
				w.line(text, plain)
			}
		}
	}
}

// siblings returns for each row whether siblings follow, and whether rows are below it.
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

// layout decides how wide everything is.
func (w *treeWriter) layout(rows []treeRow) {
	w.open = w.open[:0]
	w.countWidth, w.factorWidth, w.shareWidth = 0, 0, 0
	deepest, note, shortNote := 0, 0, 0
	for i := range rows {
		row := &rows[i]
		row.site, row.name = w.opts.text(row.site), w.opts.text(row.name)
		row.count, row.factor, row.share = w.opts.text(row.count), w.opts.text(row.factor), w.opts.text(row.share)
		row.need = columnsOf(row.site) + 1 + min(columnsOf(row.name), max(goodTreeName, min(methodWidth(row.name), goodName)))
		deepest = max(deepest, row.depth)
		w.countWidth = max(w.countWidth, columnsOf(row.count))
		w.factorWidth = max(w.factorWidth, columnsOf(row.factor))
		w.shareWidth = max(w.shareWidth, columnsOf(row.share))
		note, shortNote = max(note, columnsOf(w.opts.text(row.note))), max(shortNote, columnsOf(w.opts.text(row.shortNote)))
	}
	numbers := 0
	for _, n := range []int{w.countWidth, w.factorWidth, w.shareWidth} {
		if n > 0 {
			numbers += treeGap + n
		}
	}

	w.step, w.levels, w.maxColumn, w.shortNotes = 3, maxLevels, unlimited, false
	if w.opts.Width > 0 {
		longest := 0
		for i := range rows {
			longest = max(longest, w.rowWidth(&rows[i]))
		}
		if note > 0 {
			w.shortNotes = longest+numbers+treeGap+note > w.opts.Width
			if w.shortNotes {
				note = shortNote
			}
			numbers += treeGap + note
		}
		w.maxColumn = max(w.opts.Width-numbers, 16)
		w.levels = min(w.levels, deepest)
		for w.step > 1 && !w.hasRoom(rows) {
			w.step--
		}
		for w.levels > minLevels && !w.hasRoom(rows) {
			w.levels--
		}
	}
	w.shorten(rows)
	w.shapes = lineShapes[w.step]
	if w.opts.ASCII {
		w.shapes = asciiShapes[w.step]
	}

	w.column = numbersColumn(rows, func(row *treeRow) int { return min(w.rowWidth(row), w.maxColumn) })
}

// hasRoom reports whether all names have as many columns as they need.
func (w *treeWriter) hasRoom(rows []treeRow) bool {
	return !slices.ContainsFunc(rows, func(r treeRow) bool { return w.indent(r.depth)+r.need > w.maxColumn })
}

// shorten shortens the names to the columns that they have.
func (w *treeWriter) shorten(rows []treeRow) {
	names := make([]nameInRoom, len(rows))
	for i := range rows {
		room := w.maxColumn - w.indent(rows[i].depth)
		if rows[i].site != "" {
			room -= columnsOf(rows[i].site) + 1
		}
		names[i] = nameInRoom{rows[i].name, max(room, 1)}
	}
	short := w.opts.cut(names)
	for i := range rows {
		rows[i].short = short[names[i]]
	}
}

// numbersColumn returns the column in which numbers line up: that of four fifths of the rows, and of longer ones as long
// as each is only a little longer than the one before. The numbers of even longer rows follow their names, and do not push
// those of all others away.
func numbersColumn(rows []treeRow, width func(*treeRow) int) int {
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

// rowWidth returns the columns of a row up to the end of its name.
func (w *treeWriter) rowWidth(row *treeRow) int {
	if row.more != "" {
		return 0
	}
	width := w.indent(row.depth) + columnsOf(row.name)
	if row.site != "" {
		width += columnsOf(row.site) + 1
	}
	return width
}

// hiddenLevels says how many of the levels of a row are not drawn; "" for none.
func (w *treeWriter) hiddenLevels(depth int) string {
	if depth <= w.levels {
		return ""
	}
	return w.opts.text("…" + strconv.Itoa(depth-w.levels) + " ")
}

// indent returns the columns of the lines before a row.
func (w *treeWriter) indent(depth int) int {
	return columnsOf(w.hiddenLevels(depth)) + min(depth, w.levels)*w.step
}

// rule writes the lines before a row, or under it, before a line about its method. It returns their columns.
func (w *treeWriter) rule(depth int, under bool) int {
	var b strings.Builder
	b.WriteString(w.hiddenLevels(depth))
	for d := max(0, depth-w.levels) + 1; d <= depth; d++ {
		shape := w.shapes.down
		switch here := d == depth && !under; {
		case here && w.open[d]:
			shape = w.shapes.next
		case here:
			shape = w.shapes.last
		case !w.open[d]:
			shape = w.shapes.blank
		}
		b.WriteString(shape)
	}
	w.styled(b.String(), dim)
	return w.indent(depth)
}

// row writes a row without the lines below it.
func (w *treeWriter) row(row *treeRow) {
	at := w.rule(row.depth, false)
	if row.site != "" {
		w.styled(row.site, dim)
		w.b.WriteByte(' ')
		at += columnsOf(row.site) + 1
	}
	w.styled(row.short, row.style)
	at += columnsOf(row.short)
	blank := max(w.column-at, 0) // written only if something follows
	note := w.opts.text(row.note)
	if w.shortNotes {
		note = w.opts.text(row.shortNote)
	}
	share := row.share
	if row.shareOf != "" { // it is longer than those below it, and begins where they do
		long := "[" + strings.Trim(share, "[]") + " " + row.shareOf + "]"
		end := max(at, w.column) + treeGap + w.countWidth + treeGap + w.factorWidth + treeGap + columnsOf(long) + treeGap + columnsOf(note)
		if w.maxColumn == unlimited || end <= w.opts.Width {
			share = long
		}
	}
	for _, c := range []struct {
		text  string
		width int
		right bool
	}{{row.count, w.countWidth, true}, {row.factor, w.factorWidth, false}, {share, w.shareWidth, true}} {
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
	if note != "" {
		w.pad(blank + treeGap)
		w.styled(note, dim)
	}
	w.b.WriteByte('\n')
}

func (w *treeWriter) pad(columns int) {
	for range columns {
		w.b.WriteByte(' ')
	}
}
