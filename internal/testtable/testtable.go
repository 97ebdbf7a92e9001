// Package testtable compares and prints tables, for tests.
package testtable

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testschema"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// Check writes a table as JSON and validates it.
func Check(t *testing.T, s *jsonschema.Schema, table *table.Table) {
	t.Helper()
	var b strings.Builder
	if err := tables.JSON(&b, table); err != nil {
		t.Fatal(err)
	}
	testschema.Validate(t, s, b.String())
}
