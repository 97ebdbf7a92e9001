package rank

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testtable"
)

func TestDeclaredColumns(t *testing.T) {
	testtable.WantDeclared(t, "testdata/columns.txt", Definitions()...)
}
