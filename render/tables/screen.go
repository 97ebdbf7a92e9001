package tables

import (
	"bufio"
	"bytes"
	"io"
	"sort"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

// The minimum number of rows of a table, however small the screen is.
const (
	minRows      = 5
	minRowsInSet = 2 // several tables share the screen
)

// A form lists the things that a text on a screen has given up.
type form struct {
	compact bool // no blank lines between sites
	tight   bool // nor below the head of a table, and no row for those that are not shown, which the last line counts
	bare    bool // no total and view above the tables of a set, except for the first
	dense   bool // nor a blank line between them
	packed  int  // nor above the first table and the warnings, which have as many lines at most; 0: not so
	tables  int  // maximum number of tables of a set; 0: unlimited
	notes   int  // maximum lines of notes of a table; -1: unlimited
	below   int  // maximum lines of the text below a site; 0: unlimited
	noBelow bool // no lines below a site
	empty   int  // maximum lines of a table of a set that has no rows; 0: unlimited
	parts   int  // maximum rows of a site; 0: unlimited
	head    int  // maximum lines of each text above a table, and the last line has sums; 0: unlimited
	titles  bool // only the title above a table, and the verdict of a set
	noEmpty bool // no lines of tables without rows
}

// A content is how much there is to fit on a screen.
type content struct {
	most   int  // rows of the longest table
	least  int  // minimum number of rows of a table
	tables int  // of a set with several, if they can be chosen from it, otherwise 0
	parts  int  // rows of the longest site, if sites have parts, otherwise 0
	heads  bool // the first row of a site says what it is, so that others can be left out
}

// A room is a number of rows of each table, and of sites.
type room struct{ rows, sites int }

// A step takes something away from a text. A text that has the wanted room without that goes on to the next step.
type step struct {
	takes    string
	wanted   room
	from, to int // values of n, one after the other: how much is left
	take     func(f *form, n int)
}

// steps are the order in which a text gives way to the rows of its tables. Each step adds to those before it.
func (s Screen) steps(c content) []step {
	sites := 1
	if c.heads {
		sites = minRows
	}
	ten, five, some, last := room{2 * minRows, sites}, room{minRows, sites}, room{c.least, sites}, room{c.least, 1}
	steps := []step{
		{"nothing", ten, 1, 1, func(f *form, _ int) { f.notes = -1 }},
		{"blank lines between sites, most notes", ten, 1, 1, func(f *form, _ int) { f.compact, f.notes = true, max(2, s.Lines/7) }},
		{"notes beyond a line", five, 1, 1, func(f *form, _ int) { f.notes = 1 }},
		{"lines of the text below a site", some, 2, 1, func(f *form, n int) { f.below = n }},
		{"notes, the row for rows not shown, the blank line above rows", some, 1, 1, func(f *form, _ int) { f.notes, f.tight = 0, true }},
		{"tables of a set, the last first", some, c.tables - 1, 1, func(f *form, n int) { f.tables = n }},
		{"total and view above tables after the first", some, 1, 1, func(f *form, _ int) { f.bare = true }},
		{"blank lines between tables", some, 1, 1, func(f *form, _ int) { f.dense = true }},
		{"lines of tables without rows", some, 1, 1, func(f *form, _ int) { f.empty = 1 }},
		{"blank lines around warnings, lines of these", some, 3, 1, func(f *form, n int) { f.packed = n }},
	}
	if s.AllRows {
		return steps
	}
	return append(steps, []step{
		{"lines of a text above a table", last, 2, 1, func(f *form, n int) { f.head = n }},
		{"texts below sites", last, 1, 1, func(f *form, _ int) { f.noBelow = true }},
		{"rows of a site, the last first", some, min(c.parts, max(s.Lines, minRowsInSet)) - 1, minRowsInSet, func(f *form, n int) { f.parts = n }},
		{"total and view of every table", last, 1, 1, func(f *form, _ int) { f.titles = true }},
		{"tables without rows", last, 1, 1, func(f *form, _ int) { f.noEmpty = true }},
	}...)
}

// once returns steps that take something once: one for each n.
func once(steps []step) (single []step) {
	for _, s := range steps {
		for n := s.from; n >= s.to; n-- {
			single = append(single, step{s.takes, s.wanted, n, n, s.take})
		}
	}
	return single
}

// after returns the form after steps.
func after(steps []step) (f form) {
	for _, s := range steps {
		s.take(&f, s.from)
	}
	return f
}

// A fitting is a text on a screen: its form, and the parts that were left out.
type fitting struct {
	form
	left   leftOut
	above  int      // lines of sites above their parts
	hidden int      // rows of sites beyond the form's
	begun  bool     // a title has been written
	noted  bool     // notes are the last lines so far
	total  string   // the last total and view above a table of a set
	marks  []string // notes so far that explain marks of headings
}

// WriteFitted writes a text with as many rows as its screen has room for. Write writes it with at most limit rows or sites of each
// table, 0: unlimited, which is at most most, and returns the rows of the table that has the fewest of those it could have. Without
// a limited screen, it is called once, with 0.
func WriteFitted(w io.Writer, opts Options, most int, write func(p Writer, limit int) (rows int)) error {
	return writeFitted(w, opts, content{most: most, least: minRows}, write)
}

// writeFitted is like [WriteFitted], given more about the content.
func writeFitted(w io.Writer, opts Options, c content, write func(p Writer, limit int) (rows int)) error {
	if opts.Screen.Lines <= 0 {
		p := newWriter(w, opts, nil)
		write(p, 0)
		return p.B.Flush()
	}
	measure := opts
	measure.Color = false
	try := func(f form, limit int) (rows int, fits bool) {
		var b bytes.Buffer
		p := newWriter(&b, measure, &fitting{form: f})
		rows = write(p, limit)
		p.B.Flush()             // a Buffer never fails
		if c.least >= minRows { // a line of its own makes a site a row among the fewest
			rows = max(rows, min(rows+p.fit.above, c.least)) - p.fit.hidden
		}
		return rows, opts.Screen.Holds(b.String())
	}
	f, limit := opts.Screen.choose(c, try)
	p := newWriter(w, opts, &fitting{form: f})
	write(p, limit)
	return p.B.Flush()
}

// choose returns the first form with room for enough rows and sites, otherwise that with room for most, and the largest limit that fits in it.
// If none has room for the minimum of rows, it is the last form with as many. With AllRows it is the first form that fits, or the last, with
// all rows.
func (s Screen) choose(c content, try func(f form, limit int) (rows int, fits bool)) (f form, limit int) {
	fits := func(f form, limit int) bool {
		_, fits := try(f, limit)
		return fits
	}
	least := 1
	if s.AllRows {
		c, least = content{}, 0
	}
	steps := once(s.steps(c))
	first := sort.Search(len(steps)-1, func(i int) bool { return fits(after(steps[:i+1]), least) }) // each leaves less than the one before
	if s.AllRows {
		return after(steps[:first+1]), 0
	}
	most, rows, next := max(1, min(c.most, max(s.Lines, minRows))), 0, after(steps[:first])
	for _, step := range steps[first:] {
		wanted := step.wanted
		if next.tables == 1 { // as one alone
			wanted.rows = minRows
		}
		if limit > 0 && (limit == most || rows >= wanted.rows && limit >= wanted.sites) {
			continue
		}
		if step.take(&next, step.from); fits(next, limit+1) {
			f = next
			if limit++; limit == 1 { // later steps have room for a few more
				limit += sort.Search(most-1, func(i int) bool { return !fits(f, i+2) })
			}
			for limit < most && fits(f, limit+1) {
				limit++
			}
			rows, _ = try(f, limit)
		}
	}
	for limit == 0 || rows < c.least && limit < most {
		f = next
		limit++
		rows, _ = try(f, limit)
	}
	return f, limit
}

func newWriter(w io.Writer, opts Options, f *fitting) Writer {
	return Writer{terminal.Writer{B: bufio.NewWriter(w), Color: opts.Color, Width: opts.Width}, f}
}

// gaveUp returns the form of the text; without a limited screen, nothing.
func (f *fitting) gaveUp() form {
	if f == nil {
		return form{}
	}
	return f.form
}

// Truncated returns a table with at most n rows, or sites, if it can be shortened; 0: all.
func Truncated(t *table.Table, n int) *table.Table {
	if n <= 0 || t.Truncate == nil {
		return t
	}
	return t.Truncate(n)
}

// rowsOf returns the number of rows of a table, without those that sum up others.
func rowsOf(t *table.Table) int { return len(t.Rows) + len(t.Outside) }
