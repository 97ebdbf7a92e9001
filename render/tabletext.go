package render

import (
	"bufio"
	"io"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
)

// Text writes a table for people at a terminal: two lines of title and total, aligned columns, then notes. If it does not
// fit into the width, names lose their packages and parameters; then it shortens counts (7.88M), then words, then leaves out
// columns that are not the answer and says so; the parts of a site move below it; last, classes are cut. The name of a method
// is never cut, and no two methods look the same. Invisible and control characters are escaped.
//
// Neither text/tabwriter nor the table libraries cut names in the middle or divide the width among columns by need, and
// tabwriter does not align wide and combining characters.
func Text(w io.Writer, t *table.Table, opts TableOptions) error {
	p := lineWriter{bufio.NewWriter(w), opts.Color, opts.Width}
	p.table("", t)
	return p.b.Flush()
}

// shortNamesNote says how to see names that text has shortened.
const shortNamesNote = "shortened names: COLUMNS=999 prints them in full"

// table writes a table with its head and its notes; set is the name of the set it is in, if any. It reports whether it has shortened
// names; in a set it does not say so.
func (p lineWriter) table(set string, t *table.Table) (shortNames bool) {
	g := newLayout(t, hintsOf(set, t), p.width)
	p.head(tableHead(t, p.width))
	notes := tableNotes(t, g.columns())
	if headIsAnswer(t) {
		p.notes(notes, t.Doubts)
		return
	}
	p.b.WriteByte('\n')
	if note := g.write(p); note != "" {
		notes = append(notes, note)
	}
	if left := g.leftOut(); len(left) > 0 {
		notes = append(notes, "no room for: "+strings.Join(left, ", "))
	}
	if set == "" && g.shortNames() {
		notes = append(notes, shortNamesNote)
	}
	p.notes(notes, t.Doubts)
	return g.shortNames()
}
