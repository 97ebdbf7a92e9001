package diff

import (
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testtable"
)

func TestDeclaredColumns(t *testing.T) {
	sets := []table.Definition{{Name: Definition().Name, Facts: Definition().Facts}, {Name: VarianceDefinition().Name, Facts: VarianceDefinition().Facts}}
	testtable.WantDeclared(t, "testdata/columns.txt", slices.Concat(sets, Definition().Tables, VarianceDefinition().Tables)...)
}
