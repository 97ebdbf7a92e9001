package render

import (
	"bufio"
	"io"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
)

// Text writes a table for a person at a terminal: what it is, then aligned columns. Where it does not fit into the
// width, counts are shortened (7.88M), then words, then minor columns left out, which it says; and a table of sites has
// their parts in lines below them rather than beside. Long names are cut so that class and method can still be told.
// Characters that would move the cursor, or that nobody sees, are written by their numbers.
//
// Neither text/tabwriter nor the table libraries cut in the middle or share the width among columns by need, and
// tabwriter counts runes: names of wide or combining characters would not line up.
func Text(w io.Writer, t *table.Table, opts TableOptions) error {
	p := lineWriter{bufio.NewWriter(w), opts.Color, opts.Width}
	p.table(t)
	return p.b.Flush()
}

// table writes a table.
func (p lineWriter) table(t *table.Table) {
	g := newLayout(t, p.width)
	lines := tableHead(t)
	if left := g.leftOut(); len(left) > 0 {
		lines = append(lines, "left out for want of room: "+strings.Join(left, ", "))
	}
	p.head(visibleAll(lines), visibleAll(t.Doubts))
	p.b.WriteByte('\n')
	g.write(p)
}
