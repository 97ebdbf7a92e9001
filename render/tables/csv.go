package tables

import (
	"io"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/render/internal/csvtext"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
)

// CSV writes a table as comma-separated values (RFC 4180, lines end in LF), with the keys of its CSV columns as the header row.
// Numbers are exact and without separators; shares are from 0 to 1. A value that the file lacks, or that does not exist, is an
// empty field. No row sums up others: there is no row for the total, nor for the rows that a limit or a selection left out, which
// [table.Table.RowsOfCSV] counts.
//
// Several methods in a field are separated by a semicolon and a space.
//
// Names are safe in a spreadsheet and in a terminal. Nearly all are unchanged:
//
//   - Unprintable characters become \xHH, by their bytes in UTF-8; a backslash becomes two.
//   - A name that then begins with = + - @ or ' gets a ' before it, so that no spreadsheet takes it for a formula.
//   - A field with a semicolon or a tab is in quotes, so that no spreadsheet that separates by these takes the rest for one.
//
// To get the name back, remove one leading ' and undo the backslashes.
func CSV(w io.Writer, t *table.Table) error {
	out := csvtext.NewWriter(w)
	columns := table.ColumnsOfCSV(t.Columns)
	record := make([]string, len(columns))
	for i, c := range columns {
		record[i] = c.Key
	}
	out.Write(record) // the writer keeps its error
	rows, _ := t.RowsOfCSV()
	for _, row := range rows {
		for i, c := range columns {
			record[i] = csvCell(row.Cell(c))
		}
		out.Write(record)
	}
	return out.Flush()
}

func csvCell(c table.Cell) string {
	switch c.Kind {
	case table.Int:
		return strconv.FormatInt(c.Int, 10)
	case table.Float:
		return numbers.ExactFloat(c.Low)
	case table.Interval:
		return numbers.ExactFloat(c.Low) + "-" + numbers.ExactFloat(c.High)
	case table.Bool:
		return strconv.FormatBool(c.Bool)
	case table.Text:
		return csvtext.Name(c.Text)
	case table.List:
		names := make([]string, len(c.List))
		for i, f := range c.List {
			names[i] = f.Method
		}
		return csvtext.Name(strings.Join(names, "; "))
	}
	return ""
}
