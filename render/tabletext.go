package render

import (
	"bufio"
	"io"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
)

// Text writes a table for people at a terminal: title and notes, then aligned columns. If it does not fit into the width, it
// shortens counts (7.88M), then words, then leaves out columns and says so; the parts of a site move below it. Long names
// are cut so that class and method can still be recognized. Invisible and control characters are escaped.
//
// Neither text/tabwriter nor the table libraries cut names in the middle or divide the width among columns by need, and
// tabwriter does not align wide and combining characters.
func Text(w io.Writer, t *table.Table, opts TableOptions) error {
	p := lineWriter{bufio.NewWriter(w), opts.Color, opts.Width}
	p.table("", t)
	return p.b.Flush()
}

// table writes a table with its head; set is the name of the set it is in, if any.
func (p lineWriter) table(set string, t *table.Table) {
	g := newLayout(t, hintsOf(set, t), p.width)
	lines := tableHead(t)
	if left := g.leftOut(); len(left) > 0 {
		lines = append(lines, "no room for: "+strings.Join(left, ", "))
	}
	p.head(visibleAll(lines), visibleAll(t.Doubts))
	p.b.WriteByte('\n')
	g.write(p)
}
