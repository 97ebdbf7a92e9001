package rank

import (
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// noteUnnamed explains names of unknown methods, such as Type.?, if a row has one in the column with a key.
func noteUnnamed(t *table.Table, key string) {
	c, _ := t.Column(key)
	if slices.ContainsFunc(t.Rows, func(r table.Row) bool { return strings.HasSuffix(r.Cell(c).Text, calls.UnnamedMethod) }) {
		t.Notes = append(t.Notes, calls.UnnamedNote)
	}
}
