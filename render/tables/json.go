package tables

import (
	"io"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/render/internal/jsontext"
)

// SchemaVersion is the schema_version of tables in JSON, except those with a separate one. It is incremented when a key is
// removed or changes meaning, not when keys are added.
const SchemaVersion = 1

// ReceiversSchemaVersion is the schema_version of receivers. Callees are a list since 2; they were a sentence.
const ReceiversSchemaVersion = 2

// PeekSchemaVersion is the schema_version of peek. The key neighbors has had this name since 2.
const PeekSchemaVersion = 2

// JSON writes a table as one JSON object, indented, with a line for each row and the keys always in the same order. Counts are
// integers, and may need more than the 53 bits of a JavaScript number; shares are from 0 to 1. A value that the file lacks is
// null; a value that does not exist has no key. Names are exact. docs/schema has the schemas.
func JSON(w io.Writer, t *table.Table) error {
	return writeJSON(w, t, schemaVersionOf(t.Name))
}

// schemaVersionOf is the schema_version of tables with a name.
func schemaVersionOf(name string) int {
	switch name {
	case convert.Receivers.String():
		return ReceiversSchemaVersion
	case "peek":
		return PeekSchemaVersion
	}
	return SchemaVersion
}

func writeJSON(w io.Writer, t *table.Table, version int) error {
	j := &tableJSONWriter{jsontext.NewWriter(w), t, table.ColumnsForPrograms(t.Columns)}
	j.Begin(version)
	j.Line("table", func() { j.String(t.Name) })
	j.Line("title", func() { j.String(t.Title) })
	j.Line("metric", func() { j.String(t.Metric.String()) })
	j.Line("unit", func() { j.String(t.Unit) })
	j.Line("view", func() { j.String(t.View.String()) })
	j.Line("whole", func() { j.Int(t.Whole) })
	j.Line("base", func() { j.Int(t.Base) })
	j.Hidden(t.Hidden)
	for _, f := range t.Facts {
		j.Line(f.Key, func() { j.Cell(f.Value) })
	}
	notes := slices.Concat(t.Application.Notes(), t.Filtered, t.Notes)
	j.Texts("notes", notes)
	j.Texts("doubts", t.Caveats)
	if t.Total != nil {
		j.Line("total", func() { j.row(*t.Total) })
	}
	j.Line("rows", func() { j.rows(t.Rows, t.Parts != "") })
	if t.Rest != nil {
		j.Line("rest", func() { j.row(*t.Rest) })
	}
	if t.Parts == "" || len(t.Outside) > 0 {
		j.Line("outside", func() { j.rows(t.Outside, false) })
	}
	if t.OutsideRest != nil {
		j.Line("outside_rest", func() { j.row(*t.OutsideRest) })
	}
	return j.End()
}

// rows writes rows, one line each. If nested, the rows of a site are one object with a list of their parts.
func (j *tableJSONWriter) rows(rows []table.Row, nested bool) {
	if !nested {
		j.Lines(len(rows), "  ", func(i int) { j.row(rows[i]) })
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
	j.Lines(len(sites), "  ", func(i int) { j.site(sites[i]) })
}

// site writes the rows of a site: the shared cells, and a list of the others.
func (j *tableJSONWriter) site(rows []table.Row) {
	j.B.WriteByte('{')
	if j.cells(rows[0], true, 0) > 0 {
		j.B.WriteString(", ")
	}
	parts := slices.DeleteFunc(slices.Clone(rows), func(row table.Row) bool { return !j.hasPart(row) }) // for a site without counts
	j.Key(j.t.Parts)
	j.List(len(parts), func(i int) {
		j.B.WriteByte('{')
		j.cells(parts[i], false, 0)
		j.B.WriteByte('}')
	})
	j.B.WriteByte('}')
}

// hasPart reports whether a row has any cells that are not shared.
func (j *tableJSONWriter) hasPart(row table.Row) bool {
	return slices.ContainsFunc(j.columns, func(c table.Column) bool { return !c.Shared && row.Cell(c).Kind != table.None })
}

// row writes a row with all its cells.
func (j *tableJSONWriter) row(row table.Row) {
	j.B.WriteByte('{')
	n := j.cells(row, true, 0)
	if j.t.Parts != "" {
		j.cells(row, false, n)
	}
	j.B.WriteByte('}')
}

// cells writes the cells of the shared columns, or of the others, after n cells, and returns the new number of cells. In a table
// without parts all columns count as shared.
func (j *tableJSONWriter) cells(row table.Row, shared bool, n int) int {
	for _, c := range j.columns {
		cell := row.Cell(c)
		if (c.Shared || j.t.Parts == "") != shared || cell.Kind == table.None {
			continue
		}
		if n++; n > 1 {
			j.B.WriteString(", ")
		}
		j.Key(c.Key)
		j.Cell(cell)
	}
	return n
}

// A tableJSONWriter writes a table.
type tableJSONWriter struct {
	*jsontext.Writer
	t       *table.Table
	columns []table.Column // in the order of the keys
}
