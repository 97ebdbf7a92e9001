package render

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// TableSchemaVersion is the schema_version of tables in JSON, except those with one of their own. It grows when a key is removed
// or changes its meaning, not when keys are added.
const TableSchemaVersion = 1

// ReceiversSchemaVersion is the schema_version of receivers. Callees are a list since 2; they were a sentence.
const ReceiversSchemaVersion = 2

// PeekSchemaVersion is the schema_version of peek. The key neighbors has had this name since 2.
const PeekSchemaVersion = 2

// JSON writes a table as one JSON object, indented, with a line for each row and the keys always in the same order. Counts are
// integers, and may need more than the 53 bits of a JavaScript number; shares are from 0 to 1. A value that the file lacks is
// null; a value that does not exist has no key. Names are exact. docs/schema has the schemas.
func JSON(w io.Writer, t *table.Table) error {
	return tableJSON(w, t, tableSchemaVersion(t.Name))
}

// tableSchemaVersion is the schema_version of the tables of a name.
func tableSchemaVersion(name string) int {
	switch name {
	case convert.Receivers.String():
		return ReceiversSchemaVersion
	case "peek":
		return PeekSchemaVersion
	}
	return TableSchemaVersion
}

func tableJSON(w io.Writer, t *table.Table, version int) error {
	j := &tableJSONWriter{newJSONWriter(w), t, table.ColumnsForPrograms(t.Columns)}
	j.begin(version)
	j.line("table", func() { j.string(t.Name) })
	j.line("title", func() { j.string(t.Title) })
	j.line("metric", func() { j.string(t.Metric.String()) })
	j.line("unit", func() { j.string(t.Unit) })
	j.line("view", func() { j.string(t.View.String()) })
	j.line("whole", func() { j.int(t.Whole) })
	j.line("base", func() { j.int(t.Base) })
	j.hidden(t.Hidden)
	for _, f := range t.Facts {
		j.line(f.Key, func() { j.cell(f.Value) })
	}
	notes := slices.Concat(t.Application.Notes(), t.Filtered, t.Notes)
	j.texts("notes", notes)
	j.texts("doubts", t.Doubts)
	if t.Total != nil {
		j.line("total", func() { j.row(*t.Total) })
	}
	j.line("rows", func() { j.rows(t.Rows, t.Parts != "") })
	if t.Rest != nil {
		j.line("rest", func() { j.row(*t.Rest) })
	}
	if t.Parts == "" || len(t.Outside) > 0 {
		j.line("outside", func() { j.rows(t.Outside, false) })
	}
	if t.OutsideRest != nil {
		j.line("outside_rest", func() { j.row(*t.OutsideRest) })
	}
	return j.end()
}

func (j *jsonWriter) hidden(all []table.DroppedRecords) {
	j.line("hidden", func() {
		j.list(len(all), func(i int) {
			j.b.WriteString(`{"why": `)
			j.string(all[i].Why)
			j.b.WriteString(`, "records": `)
			j.int(int64(all[i].Records))
			j.b.WriteString(`, "value": `)
			j.int(all[i].Value)
			j.b.WriteByte('}')
		})
	})
}

// rows writes rows, a line each. If nested, the rows of a site are one object with a list of their parts.
func (j *tableJSONWriter) rows(rows []table.Row, nested bool) {
	if !nested {
		j.lines(len(rows), "  ", func(i int) { j.row(rows[i]) })
		return
	}
	var sites [][]table.Row
	start := 0
	for i := range rows {
		if i+1 == len(rows) || rows[i+1].BeginsSite {
			sites = append(sites, rows[start:i+1])
			start = i + 1
		}
	}
	j.lines(len(sites), "  ", func(i int) { j.site(sites[i]) })
}

// site writes the rows of a site: the shared cells, and a list of the others.
func (j *tableJSONWriter) site(rows []table.Row) {
	j.b.WriteByte('{')
	if j.cells(rows[0], true, 0) > 0 {
		j.b.WriteString(", ")
	}
	parts := slices.DeleteFunc(slices.Clone(rows), func(row table.Row) bool { return !j.hasPart(row) }) // of a site without counts
	j.key(j.t.Parts)
	j.list(len(parts), func(i int) {
		j.b.WriteByte('{')
		j.cells(parts[i], false, 0)
		j.b.WriteByte('}')
	})
	j.b.WriteByte('}')
}

// hasPart reports whether a row has any cells that are not shared.
func (j *tableJSONWriter) hasPart(row table.Row) bool {
	return slices.ContainsFunc(j.columns, func(c table.Column) bool { return !c.Shared && row.Cell(c).Kind != table.None })
}

// row writes a row with all its cells.
func (j *tableJSONWriter) row(row table.Row) {
	j.b.WriteByte('{')
	n := j.cells(row, true, 0)
	if j.t.Parts != "" {
		j.cells(row, false, n)
	}
	j.b.WriteByte('}')
}

// cells writes the cells of the shared columns, or of the others, after n cells, and returns the number of cells then. In a table
// without parts all columns count as shared.
func (j *tableJSONWriter) cells(row table.Row, shared bool, n int) int {
	for _, c := range j.columns {
		cell := row.Cell(c)
		if (c.Shared || j.t.Parts == "") != shared || cell.Kind == table.None {
			continue
		}
		if n++; n > 1 {
			j.b.WriteString(", ")
		}
		j.key(c.Key)
		j.cell(cell)
	}
	return n
}

func (j *jsonWriter) cell(c table.Cell) {
	switch c.Kind {
	case table.Int:
		j.int(c.Int)
	case table.Float:
		j.b.WriteString(exactFloat(c.Low))
	case table.Interval:
		fmt.Fprintf(j.b, "[%s, %s]", exactFloat(c.Low), exactFloat(c.High))
	case table.Text:
		j.string(c.Text)
	case table.Bool:
		j.b.WriteString(strconv.FormatBool(c.Bool))
	case table.List:
		j.list(len(c.List), func(i int) { j.frame(c.List[i]) })
	default:
		j.b.WriteString("null")
	}
}

// frame writes a method of a list, with its id and BCI if it has them.
func (j *jsonWriter) frame(f table.Frame) {
	j.b.WriteByte('{')
	if f.ID.Kind != table.None {
		j.key("id")
		j.cell(f.ID)
		j.b.WriteString(", ")
	}
	j.key("method")
	j.string(f.Method)
	if f.BCI.Kind != table.None {
		j.b.WriteString(", ")
		j.key("bci")
		j.cell(f.BCI)
	}
	j.b.WriteByte('}')
}

// A tableJSONWriter writes a table.
type tableJSONWriter struct {
	*jsonWriter
	t       *table.Table
	columns []table.Column // in the order of the keys
}
