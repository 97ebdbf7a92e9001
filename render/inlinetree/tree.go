// Package inlinetree shows inlining trees, and where a method is inlined: as text, Markdown, HTML and JSON, in DOT, and as a
// picture.
package inlinetree

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/siteline"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

// A treeRow is a line of a tree, followed by the lines about its method.
type treeRow struct {
	site      string         // "@13", "(root)"; "" for none
	name      string         // as in the profile
	style     terminal.Style // of the name
	count     string         // right-aligned, like the share
	factor    string         // ×0.667
	share     string         // [12.3%]
	part      float64        // the share, from 0 to 1; 0 if it is unknown
	shareOf   string         // follows the share if there is room for it
	note      string         // ends the line
	shortNote string         // replaces the note if there is no room for it
	lines     []siteline.Line
	leaving   bool   // a call that left the tree
	more      string // "… 3 more" instead of everything else
}

// unknownShare is the share of a count that the file lacks.
const unknownShare = "[n/a]"

// treeRows collects the rows of a tree. Rows that say how much is left out below a row, and calls out of the tree, follow the last
// row below it. As there may be a million, rows are made on demand, by functions of their number.
type treeRows struct {
	row  func(i int) treeRow
	more func(i int) string // how much is left out below a row

	places []treePlace
	left   []treePlace // not yet written
}

// A treePlace is the place of a row. All widths are in columns.
type treePlace struct {
	number    int32
	depth     int32
	need      int32 // minimum width of site and name
	width     int32 // of site and name
	siteWidth int32 // width of the site and the space after it; 0: none
	more      bool  // it says how much is left out below its caller, whose number this is
}

// add adds a row, preceded by everything left out below rows that end here.
func (t *treeRows) add(number int, depth int32) {
	t.end(depth)
	t.places = append(t.places, treePlace{number: int32(number), depth: depth})
}

// leaveOut records how much is left out below the last row.
func (t *treeRows) leaveOut() {
	last := t.places[len(t.places)-1]
	t.left = append(t.left, treePlace{number: last.number, depth: last.depth + 1, more: true})
}

// addLast adds a row below the last row, after all others there but those added by earlier calls.
func (t *treeRows) addLast(number int) {
	last := t.places[len(t.places)-1]
	t.left = append(t.left, treePlace{number: int32(number), depth: last.depth + 1})
}

// end adds what is left out below rows at a depth or deeper.
func (t *treeRows) end(depth int32) {
	for len(t.left) > 0 && t.left[len(t.left)-1].depth > depth {
		t.places = append(t.places, t.left[len(t.left)-1])
		t.left = t.left[:len(t.left)-1]
	}
}

// at returns the row of a place, with its texts as written.
func (t *treeRows) at(p treePlace, opts TextOptions) treeRow {
	if p.more {
		return treeRow{more: opts.Text(t.more(int(p.number)))}
	}
	row := t.row(int(p.number))
	for _, text := range []*string{&row.site, &row.name, &row.count, &row.factor, &row.share, &row.note, &row.shortNote} {
		*text = opts.Text(*text)
	}
	return row
}

// treeShapes are the lines of a tree.
type treeShapes struct {
	next, last  string // before a row, with and without further siblings
	down, blank string // the same, before the rows below that row
}

// The shapes, by columns per level.
var (
	lineShapes  = map[int]treeShapes{3: {"├─ ", "└─ ", "│  ", "   "}, 2: {"├ ", "└ ", "│ ", "  "}, 1: {"├", "└", "│", " "}}
	asciiShapes = map[int]treeShapes{3: {"|- ", "`- ", "|  ", "   "}, 2: {"| ", "` ", "| ", "  "}, 1: {"|", "`", "|", " "}}
)

const (
	treeGap      = 2
	goodTreeName = 26  // minimum columns for a long name; with fewer, levels are drawn narrower
	minLevels    = 4   // minimum number of drawn levels, even if names have too few columns
	maxLevels    = 100 // maximum number of innermost levels drawn: the text of a chain of n calls would take n² columns
)

// A treeWriter lays out a tree and writes it.
type treeWriter struct {
	terminal.Writer
	opts        TextOptions
	shapes      treeShapes
	step        int    // columns per level
	levels      int    // number of innermost levels drawn
	open        []bool // by depth: siblings follow
	short       fitname.ShortNames
	column      int // where the numbers begin
	maxColumn   int // where they begin at the latest
	shortNotes  bool
	countWidth  int // columns of the widest numbers
	factorWidth int
	shareWidth  int
	shortNames  bool // some names are shortened
}

func newTreeWriter(b *bufio.Writer, opts TextOptions) *treeWriter {
	return &treeWriter{Writer: terminal.Writer{B: b, Color: opts.Color, Width: opts.Width}, opts: opts}
}

// A treeHead is the text around trees.
type treeHead struct {
	lines []string     // the title first
	of    int          // the index of the line that says what the counts are of: text and Markdown add the view to it
	view  convert.View // of the counts
	notes []string     // text has them below the trees
}

// full returns the lines with the name of the view.
func (h treeHead) full() []string {
	lines := slices.Clone(h.lines)
	lines[h.of] += ", view " + h.view.String()
	return lines
}

// textTrees writes trees with their head.
func textTrees(w io.Writer, head treeHead, opts TextOptions, trees func(*treeWriter)) error {
	t := newTreeWriter(bufio.NewWriterSize(w, 64<<10), opts)
	for i, line := range head.full() {
		s := terminal.Dim
		if i == 0 {
			s = terminal.Bold
		}
		t.heading(numbers.FitHead(line, opts.Width), s)
	}
	trees(t)
	t.B.WriteByte('\n')
	for _, note := range head.notes {
		t.heading(note, terminal.Dim)
	}
	if t.shortNames {
		t.heading(fitname.ShortNamesNote, terminal.Dim)
	}
	return t.B.Flush()
}

// heading writes a paragraph above or below a tree.
func (w *treeWriter) heading(text string, s terminal.Style) { w.Paragraph(w.opts.Text(text), s) }

// tree writes rows in preorder.
func (w *treeWriter) tree(rows *treeRows) {
	follows, below := siblings(rows.places)
	w.layout(rows)
	for i, place := range rows.places {
		row, depth := rows.at(place, w.opts), int(place.depth)
		for len(w.open) <= depth {
			w.open = append(w.open, false)
		}
		w.open[depth] = follows[i]
		if place.more {
			w.rule(depth, false)
			w.Line(row.more, terminal.Dim)
			continue
		}
		w.row(&row, place)
		for k := range row.lines {
			line := &row.lines[k]
			for n, text := range line.Texts(w.opts, w.indent(depth)+w.step) {
				w.rule(depth, true)
				if below[i] {
					w.Styled(w.shapes.down, terminal.Dim)
				} else {
					w.Styled(w.shapes.blank, terminal.Dim)
				}
				if mark := w.opts.Text(string(line.Mark)); n == 0 {
					w.Styled(mark, line.Style)
					text = strings.TrimPrefix(text, mark)
				}
				w.Line(text, terminal.Plain)
			}
		}
	}
}

// siblings returns, for each row, whether siblings follow, and whether there are rows below it.
func siblings(rows []treePlace) (follows, below []bool) {
	follows, below = make([]bool, len(rows)), make([]bool, len(rows))
	var later []bool // by depth: a row of that depth comes before the parent's next sibling
	for i := len(rows) - 1; i >= 0; i-- {
		depth := int(rows[i].depth)
		below[i] = i+1 < len(rows) && int(rows[i+1].depth) > depth
		for len(later) <= depth {
			later = append(later, false)
		}
		later = later[:depth+1]
		follows[i], later[depth] = later[depth], true
	}
	return follows, below
}

// layout determines all widths.
func (w *treeWriter) layout(rows *treeRows) {
	w.open = w.open[:0]
	w.countWidth, w.factorWidth, w.shareWidth = 0, 0, 0
	deepest, note, shortNote := 0, 0, 0
	for i := range rows.places {
		place := &rows.places[i]
		row := rows.at(*place, w.opts)
		if row.site != "" {
			place.siteWidth = int32(plaintext.Columns(row.site) + 1)
		}
		place.width = place.siteWidth + int32(plaintext.Columns(row.name))
		place.need = int32(plaintext.Columns(row.site) + 1 + min(plaintext.Columns(row.name), max(goodTreeName, min(fitname.MethodWidth(row.name), fitname.GoodName))))
		deepest = max(deepest, int(place.depth))
		w.countWidth = max(w.countWidth, plaintext.Columns(row.count))
		w.factorWidth = max(w.factorWidth, plaintext.Columns(row.factor))
		w.shareWidth = max(w.shareWidth, plaintext.Columns(row.share))
		note, shortNote = max(note, plaintext.Columns(row.note)), max(shortNote, plaintext.Columns(row.shortNote))
	}
	numbers := 0
	for _, n := range []int{w.countWidth, w.factorWidth, w.shareWidth} {
		if n > 0 {
			numbers += treeGap + n
		}
	}

	w.step, w.levels, w.maxColumn, w.shortNotes = 3, maxLevels, plaintext.Unlimited, false
	if w.opts.Width > 0 {
		longest := 0
		for _, place := range rows.places {
			longest = max(longest, w.rowWidth(place))
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
		for w.step > 1 && !w.hasRoom(rows.places) {
			w.step--
		}
		for w.levels > minLevels && !w.hasRoom(rows.places) {
			w.levels--
		}
	}
	w.short = nil
	if w.opts.Width > 0 {
		w.shorten(rows)
	}
	w.shapes = lineShapes[w.step]
	if w.opts.ASCII {
		w.shapes = asciiShapes[w.step]
	}

	w.column = numbersColumn(rows.places, func(place treePlace) int { return min(w.rowWidth(place), w.maxColumn) })
}

// hasRoom reports whether all names have as many columns as they need.
func (w *treeWriter) hasRoom(rows []treePlace) bool {
	return !slices.ContainsFunc(rows, func(p treePlace) bool { return w.indent(int(p.depth))+int(p.need) > w.maxColumn })
}

// shorten shortens the names to the columns that they have.
func (w *treeWriter) shorten(rows *treeRows) {
	var names []fitname.NameInRoom
	seen := map[fitname.NameInRoom]bool{}
	for _, place := range rows.places {
		n := fitname.NameInRoom{Name: rows.at(place, w.opts).name, Room: w.room(place)}
		if !seen[n] {
			seen[n] = true
			names = append(names, n)
		}
	}
	w.short = w.opts.Cut(names)
	for n, short := range w.short {
		w.shortNames = w.shortNames || short != n.Name
	}
}

// room returns the number of columns for a name.
func (w *treeWriter) room(p treePlace) int {
	return max(w.maxColumn-w.indent(int(p.depth))-int(p.siteWidth), 1)
}

// numbersColumn returns the column in which numbers are aligned: wide enough for four fifths of the rows, for all that are no longer than
// evenColumn, and for longer ones as long as each is only a little longer than the one before. The numbers of even longer rows follow
// their names, without moving those of all other rows.
func numbersColumn(rows []treePlace, width func(treePlace) int) int {
	widths := make([]int, len(rows))
	for i := range rows {
		widths[i] = width(rows[i])
	}
	slices.Sort(widths)
	i := len(widths) * 4 / 5
	for i+1 < len(widths) && (widths[i+1] <= evenColumn || widths[i+1]-widths[i] <= 10) {
		i++
	}
	return widths[min(i, len(widths)-1)]
}

// evenColumn is the column up to which all numbers of a tree are aligned: what most terminals have room for, beside the numbers.
const evenColumn = 56

// rowWidth returns the columns of a row up to the end of its name.
func (w *treeWriter) rowWidth(p treePlace) int {
	if p.more {
		return 0
	}
	return w.indent(int(p.depth)) + int(p.width)
}

// hiddenLevels says how many of the levels of a row are not drawn; "" if all are.
func (w *treeWriter) hiddenLevels(depth int) string {
	if depth <= w.levels {
		return ""
	}
	return w.opts.Text("…" + strconv.Itoa(depth-w.levels) + " ")
}

// indent returns the columns of the lines before a row.
func (w *treeWriter) indent(depth int) int {
	return plaintext.Columns(w.hiddenLevels(depth)) + min(depth, w.levels)*w.step
}

// rule writes the lines before a row or, below it, before a line about its method. It returns their columns.
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
	w.Styled(b.String(), terminal.Dim)
	return w.indent(depth)
}

// row writes a row without the lines below it.
func (w *treeWriter) row(row *treeRow, place treePlace) {
	at := w.rule(int(place.depth), false)
	if row.site != "" {
		w.Styled(row.site, terminal.Dim)
		w.B.WriteByte(' ')
		at += plaintext.Columns(row.site) + 1
	}
	name := row.name
	if w.short != nil {
		name = w.short[fitname.NameInRoom{Name: row.name, Room: w.room(place)}]
	}
	w.Styled(name, row.style)
	at += plaintext.Columns(name)
	blank := max(w.column-at, 0) // written only if something follows
	note := row.note
	if w.shortNotes {
		note = row.shortNote
	}
	share := row.share
	if row.shareOf != "" { // it is longer than those below it, and begins where they do
		long := "[" + strings.Trim(share, "[]") + " " + row.shareOf + "]"
		end := max(at, w.column) + treeGap + w.countWidth + treeGap + w.factorWidth + treeGap + plaintext.Columns(long) + treeGap + plaintext.Columns(note)
		if w.maxColumn == plaintext.Unlimited || end <= w.opts.Width {
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
		free := max(c.width-plaintext.Columns(c.text), 0)
		if c.right || c.text == "" {
			blank += free
			free = 0
		}
		if c.text != "" {
			w.pad(blank)
			w.B.WriteString(c.text)
			at += blank + plaintext.Columns(c.text)
			blank = free
		}
	}
	if note != "" {
		w.pad(blank + treeGap)
		w.Styled(note, terminal.Dim)
	}
	w.B.WriteByte('\n')
}

func (w *treeWriter) pad(columns int) {
	for range columns {
		w.B.WriteByte(' ')
	}
}
