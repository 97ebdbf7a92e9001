package tables

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"sort"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

// The minimum number of rows of a table, however small the screen is.
const (
	minRows      = 5
	minRowsInSet = 2 // several tables share the screen
)

// A form is a way to save lines of a screen.
type form struct {
	compact bool // no blank lines between sites
	tight   bool // nor below the head of a table, and no row for those that are not shown, which the last line counts
	bare    bool // no total and view above the tables of a set, except for the first
	dense   bool // nor a blank line between them
	packed  int  // nor above the first table and the warnings, which have as many lines at most; 0: not so
	tables  int  // maximum number of tables of a set; 0: unlimited
	notes   int  // maximum lines of notes of a table; -1: unlimited
	below   int  // maximum lines below a site, and of a table of a set that has no rows; 0: unlimited
	noBelow bool // no lines below a site
	head    int  // maximum lines of each text above a table, and the last line has sums; 0: unlimited
	titles  bool // only the title above a table
	parts   int  // maximum rows of a site; 0: unlimited
	enough  int  // rows that the form must leave room for; fewer are a reason to try the next one
}

// A content is how much there is to fit on a screen.
type content struct {
	most   int  // rows of the longest table
	least  int  // minimum number of rows of a table
	tables int  // of a set with several, if they can be chosen from it, otherwise 0
	parts  int  // rows of the longest site, if sites have parts, otherwise 0
	heads  bool // the first row of a site says what it is, so that others can be left out
}

// forms returns the forms for a screen, the most spacious first. See also squeezed.
func (s Screen) forms(c content) []form {
	forms := []form{{notes: -1, enough: 2 * minRows}, {compact: true, notes: max(2, s.Lines/7), enough: minRows}, {compact: true, notes: 1}}
	if c.least >= minRows {
		forms = append(forms, form{compact: true, notes: 1, below: 2}, form{compact: true, notes: 1, below: 1})
	}
	last := form{compact: true, tight: true}
	forms = append(forms, last)
	for last.tables = c.tables - 1; last.tables > 0; last.tables-- {
		if last.tables == 1 {
			last.enough = minRows
		}
		forms = append(forms, last)
	}
	last.tables = min(c.tables, 1)
	if c.tables == 0 { // all tables of the set have to fit
		last.bare = true
		forms = append(forms, last)
		last.dense = true
		forms = append(forms, last)
	}
	for _, warning := range []int{0, 3, 2, 1} {
		last.below, last.dense, last.packed = 1, true, warning
		forms = append(forms, last)
	}
	return forms
}

// squeezed returns forms for a screen that has too little room even in the last of forms, such as below many warnings: with short heads, then
// without lines below sites, with fewer rows of a site, then with titles alone.
func squeezed(last form, parts int) (forms []form) {
	for last.head = 2; last.head > 0; last.head-- {
		forms = append(forms, last)
	}
	last.head, last.noBelow = 1, true
	forms = append(forms, last)
	for last.parts = parts - 1; last.parts >= minRowsInSet; last.parts-- {
		forms = append(forms, last)
	}
	last.parts, last.titles = min(parts, minRowsInSet), true
	return append(forms, last)
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

// choose returns the first form with room for enough rows, and the largest limit that fits in it. If none has room for the minimum,
// it is the smallest limit with as many. With AllRows it is the first form that fits, or the last, with all rows.
func (s Screen) choose(c content, try func(f form, limit int) (rows int, fits bool)) (f form, limit int) {
	if s.AllRows {
		for _, f = range s.forms(content{least: c.least}) {
			if _, fits := try(f, 0); fits {
				break
			}
		}
		return f, 0
	}
	most := max(1, min(c.most, max(s.Lines, minRows)))
	parts := min(c.parts, max(s.Lines, minRowsInSet))
	fits := func(f form, limit int) bool {
		_, fits := try(f, limit)
		return fits
	}
	limitOf := func(f form) (limit int, enough bool) {
		if !fits(f, 1) {
			return 0, false
		}
		limit = 1 + sort.Search(most-1, func(i int) bool { return !fits(f, i+2) })
		rows, _ := try(f, limit)
		return limit, limit == most || rows >= max(f.enough, c.least)
	}
	forms, enough := s.forms(c), false
	dense := squeezed(forms[len(forms)-1], parts)
	for i := range forms {
		f = forms[i]
		if limit, enough = limitOf(f); enough {
			if c.heads && limit < min(most, minRows) {
				return mostSites(f, limit, most, parts, forms[i+1:], fits)
			}
			return f, limit
		}
	}
	first := sort.Search(len(dense)-1, func(i int) bool { return fits(dense[i], 1) }) // each has less than the one before
	for _, f = range dense[first:] {
		if limit, enough = limitOf(f); enough {
			return f, limit
		}
	}
	for limit = max(1, limit); limit < most; limit++ {
		if rows, _ := try(f, limit); rows >= c.least {
			break
		}
	}
	return f, limit
}

// mostSites returns the first form, of those after one whose few sites fill the rows of a table, that has room for the minimum of rows as
// sites, otherwise that with the most; notes give way to sites, and then the last rows of each.
func mostSites(f form, limit, most, parts int, denser []form, fits func(f form, limit int) bool) (form, int) {
	if len(denser) > 0 {
		for last := denser[len(denser)-1]; parts > minRowsInSet; {
			parts--
			last.parts = parts
			denser = append(slices.Clip(denser), last)
		}
	}
	for _, next := range denser {
		for limit < min(most, minRows) && fits(next, limit+1) {
			f, limit = next, limit+1
		}
	}
	for limit < most && fits(f, limit+1) {
		limit++
	}
	return f, limit
}

func newWriter(w io.Writer, opts Options, f *fitting) Writer {
	return Writer{terminal.Writer{B: bufio.NewWriter(w), Color: opts.Color, Width: opts.Width}, f}
}

// tight reports whether the form is that for several tables on a small screen.
func (p Writer) tight() bool { return p.fit != nil && p.fit.tight }

// Truncated returns a table with at most n rows, or sites, if it can be shortened; 0: all.
func Truncated(t *table.Table, n int) *table.Table {
	if n <= 0 || t.Truncate == nil {
		return t
	}
	return t.Truncate(n)
}

// rowsOf returns the number of rows of a table, without those that sum up others.
func rowsOf(t *table.Table) int { return len(t.Rows) + len(t.Outside) }
