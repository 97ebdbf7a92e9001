package training_test

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/convert/training"
	"github.com/iprof-viz/iprof-viz/internal/testtable"
)

func TestDeclaredColumns(t *testing.T) {
	program := training.ProgramDefinition
	set := table.Definition{Name: program.Name, Facts: program.Facts}
	testtable.WantDeclared(t, "testdata/columns.txt", append([]table.Definition{set, training.ProductionDefinition}, program.Tables...)...)
}
