package rank

import (
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// noteUnnamed says what the names of callees are of which only the class is known, if a row has one in a column.
func noteUnnamed(t *table.Table, key string) {
	c, _ := t.Column(key)
	if slices.ContainsFunc(t.Rows, func(r table.Row) bool { return strings.HasSuffix(r.Cell(c).Text, calls.UnnamedMethod) }) {
		t.Notes = append(t.Notes, calls.UnnamedNote)
	}
}
