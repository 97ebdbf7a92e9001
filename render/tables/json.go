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
	j := &tableJSONWriter{Writer: jsontext.NewWriter(w), t: t}
	for _, c := range table.ColumnsForPrograms(t.Columns) {
		if c.Shared || t.Parts == "" {
			j.shared = append(j.shared, c)
		} else {
			j.parts = append(j.parts, c)
		}
	}
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
	if j.cells(&rows[0], j.shared, 0) > 0 {
		j.B.WriteString(", ")
	}
	j.Key(j.t.Parts)
	j.B.WriteByte('[')
	n := 0
	for i := range rows {
		if !j.hasPart(&rows[i]) { // a site without counts
			continue
		}
		if n++; n > 1 {
			j.B.WriteString(", ")
		}
		j.B.WriteByte('{')
		j.cells(&rows[i], j.parts, 0)
		j.B.WriteByte('}')
	}
	j.B.WriteString("]}")
}

// hasPart reports whether a row has any cells that are not shared.
func (j *tableJSONWriter) hasPart(row *table.Row) bool {
	for i := range j.parts {
		if row.CellIn(&j.parts[i]).Kind != table.None {
			return true
		}
	}
	return false
}

// row writes a row with all its cells.
func (j *tableJSONWriter) row(row table.Row) {
	j.B.WriteByte('{')
	j.cells(&row, j.parts, j.cells(&row, j.shared, 0))
	j.B.WriteByte('}')
}

// cells writes the cells of some columns, after n cells, and returns the new number of cells.
func (j *tableJSONWriter) cells(row *table.Row, columns []table.Column, n int) int {
	for i := range columns {
		cell := row.CellIn(&columns[i])
		if cell.Kind == table.None {
			continue
		}
		if n++; n > 1 {
			j.B.WriteString(", ")
		}
		j.Key(columns[i].Key)
		j.Cell(cell)
	}
	return n
}

// A tableJSONWriter writes a table.
type tableJSONWriter struct {
	*jsontext.Writer
	t             *table.Table
	shared, parts []table.Column // in the order of the keys; in a table without parts all are shared
}
