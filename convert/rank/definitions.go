package rank

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// Definitions returns the definitions of all tables of the package.
func Definitions() []table.Definition {
	return []table.Definition{
		topTables(), peekTables(), callTables(), branchTables(), typeTables(convert.Receivers), typeTables(convert.InstanceOf), monitorsDefinition(),
	}
}
