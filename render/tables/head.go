package tables

import (
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
)

// tableHead returns the lines above a table in text: its title, the notes that belong there, and the total and view. Names fit into a line
// of the width; 0: unlimited.
func tableHead(t *table.Table, width int) []string {
	head := append([]string{t.Title}, t.Notes[:t.InHead]...)
	if t.Subject != "" {
		return append(head, t.Subject+", view "+t.View.String())
	}
	of := words.CountOf(t.Base, t.Unit)
	if t.Base != t.Whole {
		of = fmt.Sprintf("%s of %s %s", numbers.Thousands(t.Base), numbers.Thousands(t.Whole), t.Unit)
	}
	if t.Damaged > 0 {
		of = t.Unit + ", no total: " + words.Count(t.Damaged, "count") + " damaged"
	}
	of += ", view " + t.View.String()
	if t.Base == t.Whole && t.View != convert.MachineView {
		of += ", no frames hidden"
	}
	part := t.Application
	_, part.Hottest = fitname.Split(fitname.ShortHashes(part.Hottest))
	if width > 0 {
		part.Hottest = fitname.Method(part.Hottest, width-len("  ,"))
	}
	if t.Miss != "" {
		head = append(head, t.Miss)
	}
	return append(append(head, of), part.Notes()...)
}

// headIsAnswer reports whether a table has no rows because none is application code, or none matches an option: text and Markdown
// then have only the head and the notes.
func headIsAnswer(t *table.Table) bool { return t.OutsideOnly || t.Miss != "" && len(t.Rows) == 0 }

// tableNotes returns everything else that a reader must know, except the caveats. Text has it below the table, so that the result
// is on the first screen. A note about a column, "95%: …", is dropped together with the column, and one about a mark, "larger*: …", or
// about names, "Type.?: …", if no shown row has it.
func tableNotes(t *table.Table, shown []table.Column) []string {
	notes := t.Notes[t.InHead:]
	if t.Subject == "" {
		notes = slices.Concat(t.Filtered, notes)
	}
	has := func(columns []table.Column, note string) bool {
		return slices.ContainsFunc(columns, func(c table.Column) bool { return c.Heading != "" && strings.HasPrefix(note, c.Heading+": ") })
	}
	return slices.DeleteFunc(slices.Clone(notes), func(note string) bool {
		if has(t.Columns, note) {
			return !has(shown, note)
		}
		marked := explainsMark(note)
		return marked != "" && !slices.ContainsFunc(slices.Concat(t.Rows, t.Outside), func(r table.Row) bool {
			return slices.ContainsFunc(shown, func(c table.Column) bool { return hasMark(r.CellIn(&c).Text, marked) })
		})
	})
}

// explainsMark returns the text in a table that a note explains: a heading or a cell with an asterisk, "old %*" for "old %*: …", or the end of
// names, ".?" for "Type.?: …". It returns "" for other notes.
func explainsMark(note string) string {
	marked, _, ok := strings.Cut(note, ": ")
	end, ofNames := strings.CutPrefix(marked, "Type.")
	switch {
	case ok && ofNames:
		return "." + end
	case ok && strings.HasSuffix(marked, "*"):
		return marked
	}
	return ""
}

// hasMark reports whether a cell has a text that [explainsMark] returned.
func hasMark(cell, marked string) bool {
	return cell == marked || strings.HasPrefix(marked, ".") && strings.HasSuffix(cell, marked)
}
