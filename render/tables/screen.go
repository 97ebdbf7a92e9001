package tables

import (
	"bufio"
	"bytes"
	"io"
	"sort"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

// minRows is the minimum number of rows of a table, however small the screen is.
const minRows = 5

// A form is a way to save lines of a screen.
type form struct {
	compact bool // no blank lines between sites
	notes   int  // maximum lines of notes of a table; -1: unlimited
	enough  int  // rows that the form must leave room for; fewer are a reason to try the next one
}

// forms returns the forms for a screen, the most spacious first. The last one has room for as many rows as there can be.
func (s Screen) forms() []form {
	return []form{{false, -1, 2 * minRows}, {true, max(2, s.Lines/7), minRows}, {true, 1, 0}}
}

// A fitting is a text on a screen: its form, and the parts that were left out.
type fitting struct {
	form
	left  leftOut
	noted bool // notes are the last lines so far
}

// WriteFitted writes a text with as many rows as its screen has room for. Write writes it with at most limit rows or sites of each
// table, 0: unlimited, which is at most most, and returns the rows of the table that has the fewest of those it could have. Without
// a limited screen, it is called once, with 0.
func WriteFitted(w io.Writer, opts Options, most int, write func(p Writer, limit int) (rows int)) error {
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
		p.B.Flush() // a Buffer never fails
		return rows, opts.Screen.Holds(b.String())
	}
	f, limit := opts.Screen.choose(most, try)
	p := newWriter(w, opts, &fitting{form: f})
	write(p, limit)
	return p.B.Flush()
}

// choose returns the first form with room for enough rows, and the largest limit that fits in it. If none has room for [minRows], it
// is the smallest limit with as many.
func (s Screen) choose(most int, try func(f form, limit int) (rows int, fits bool)) (f form, limit int) {
	most = max(1, min(most, max(s.Lines, minRows)))
	for _, f = range s.forms() {
		limit = sort.Search(most, func(i int) bool {
			_, fits := try(f, i+1)
			return !fits
		})
		if limit > 0 {
			if rows, _ := try(f, limit); limit == most || rows >= max(f.enough, minRows) {
				return f, limit
			}
		}
	}
	for limit = max(1, limit); limit < most; limit++ {
		if rows, _ := try(f, limit); rows >= minRows {
			break
		}
	}
	return f, limit
}

func newWriter(w io.Writer, opts Options, f *fitting) Writer {
	return Writer{terminal.Writer{B: bufio.NewWriter(w), Color: opts.Color, Width: opts.Width}, f}
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
