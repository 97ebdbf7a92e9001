package tables

import (
	"io"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

// Text writes a table for reading in a terminal: two lines of title and total, aligned columns, then notes. If it does not fit into
// the width, names lose their packages and parameters; then it shortens counts (7.88M), then words, then drops secondary columns
// and notes that; the parts of a site move below it; finally, classes are shortened. Method names are never truncated, and no two
// methods look alike. Invisible and control characters are escaped.
//
// Neither text/tabwriter nor the table libraries cut names in the middle or divide the width among columns by need, and tabwriter
// does not align wide and combining characters.
func Text(w io.Writer, t *table.Table, opts Options) error {
	return writeFitted(w, opts, content{most: rowsOf(t), least: minRows, parts: mostParts(t), heads: hasHeads(t)}, func(p Writer, limit int) int {
		shown := Truncated(t, limit)
		p.Table("", shown)
		p.LastLine()
		return rowsOf(shown)
	})
}

// Table writes a table with its head and its notes; set is the name of the set it is in, if any. It reports whether it has
// shortened names; within a set it does not print that note.
func (p Writer) Table(set string, t *table.Table) (shortNames bool) {
	hints := hintsOf(set, t)
	t = hints.counting(t, p.fit.gaveUp().parts == 0)
	g := newLayout(t, hints, p.Width)
	g.fit = p.fit
	p.Head(p.newInHead(set, tableHead(t, p.Width)))
	notes := tableNotes(t, g.columns())
	if headIsAnswer(t) {
		p.notes(notes, t.Caveats)
		return
	}
	if !p.fit.gaveUp().tight {
		p.B.WriteByte('\n')
	}
	if note := g.write(p.Writer); note != "" {
		notes = append(notes, note)
	}
	if p.fit != nil {
		p.notes(notes, t.Caveats)
		p.fit.left.add(g)
		return g.shortNames()
	}
	if left := g.leftOut(); len(left) > 0 {
		notes = append(notes, "not shown: "+namedColumns(left))
	}
	if set == "" && g.shortNames() {
		notes = append(notes, fitname.ShortNamesNote)
	}
	p.Notes(notes, t.Caveats)
	return g.shortNames()
}

// Head writes the lines above a table, the title first. The first text of all has two lines in any case: it says what the tables are about.
func (p Writer) Head(lines []string) {
	if p.fit == nil || p.fit.head == 0 {
		p.Writer.Head(lines)
		return
	}
	if p.fit.titles && len(lines) > 1 {
		p.fit.left.notes += len(lines) - 1
		lines = lines[:1]
	}
	p.shortHead(lines)
}

// shortHead writes the lines above a table, each in as many as the screen has room for.
func (p Writer) shortHead(lines []string) {
	for i, line := range lines {
		most, style := p.fit.head, terminal.Dim
		if i == 0 {
			style = terminal.Bold
		}
		if !p.fit.begun {
			most = max(2, most)
		}
		p.fit.begun = true
		p.short("", numbers.FitHead(plaintext.Visible(line), p.Width), most, style)
	}
}

// newInHead returns the head of a table without a total and view that the table above it in a set has said, on a screen that has no
// room for both.
func (p Writer) newInHead(set string, head []string) []string {
	if !p.fit.gaveUp().tight || set == "" || len(head) != 2 {
		return head
	}
	said := p.fit.total
	if p.fit.total = head[1]; said == head[1] || said != "" && p.fit.bare {
		return head[:1]
	}
	return head
}

// A Writer writes tables as text.
type Writer struct {
	terminal.Writer
	fit *fitting // nil: everything is written
}
