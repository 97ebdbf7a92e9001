package testtable

import (
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
)

// Plain writes the rows of a table as lines of words, with n/a for unknown values and - for none; without shares and intervals.
func Plain(t *table.Table) string {
	var b strings.Builder
	write := func(row *table.Row) {
		if row == nil {
			return
		}
		var cells []string
		for _, col := range t.Columns {
			c := row.Cell(col)
			switch {
			case col.Heading == "" || col.Kind == table.ShareColumn || col.Kind == table.IntervalColumn:
			case c.Kind == table.None:
				cells = append(cells, "-")
			case c.Kind == table.Unknown:
				cells = append(cells, "n/a")
			case c.Kind == table.Int:
				cells = append(cells, fmt.Sprint(c.Int))
			default:
				cells = append(cells, c.Text)
			}
		}
		b.WriteString(strings.TrimRight(strings.Join(cells, " "), " ") + "\n")
	}
	rows := func(all []table.Row, rest *table.Row) {
		for i := range all {
			write(&all[i])
		}
		write(rest)
	}
	write(t.Total)
	rows(t.Rows, t.Rest)
	if len(t.Outside) > 0 {
		b.WriteByte('\n')
	}
	rows(t.Outside, t.OutsideRest)
	return b.String()
}
