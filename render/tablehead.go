package render

import (
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// tableHead returns the lines above a table for people: title, total and view, and notes.
func tableHead(t *table.Table) []string {
	lines := []string{t.Title}
	if t.Subject != "" {
		return append(append(lines, t.Subject+", view "+t.View.String()), t.Notes...)
	}
	of := fmt.Sprintf("%s %s", thousands(t.Base), t.Unit)
	if t.Base != t.Whole {
		of = fmt.Sprintf("%s of %s %s", thousands(t.Base), thousands(t.Whole), t.Unit)
	}
	of += ", view " + t.View.String()
	if t.Base == t.Whole && t.View != convert.MachineView {
		of += ", which hides none"
	}
	lines = append(lines, of)
	lines = append(lines, t.Application.Notes()...)
	return slices.Concat(lines, t.Filtered, t.Notes)
}
