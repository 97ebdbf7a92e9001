package table_test

import (
	"fmt"
	"log"
	"os"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// A table of one's own, for the writers of package render.
func Example() {
	type lock struct {
		class string
		taken int64
	}
	t := &table.Table{Name: "locks", Title: "locks by how often they were taken", Unit: "lock acquisitions", Whole: 9, Base: 9}
	row := table.Declare(t, []table.ColumnOf[lock]{
		table.Of(table.Column{Key: "taken", Heading: "taken", Kind: table.CountColumn, CSV: 2},
			func(l lock) table.Cell { return table.IntCell(l.taken) }),
		table.Of(table.Column{Key: "class", Heading: "class", Kind: table.NameColumn, CSV: 1},
			func(l lock) table.Cell { return table.TextCell(l.class) }),
	})
	t.Rows = []table.Row{row(lock{"java.util.Vector", 7}), row(lock{"app.Shop", 2})}
	fmt.Println(t.Cell(t.Rows[0], "taken").Int)
	if err := tables.CSV(os.Stdout, t); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 7
	// class,taken
	// java.util.Vector,7
	// app.Shop,2
}
