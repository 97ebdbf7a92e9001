package page

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
)

// A rowReader sets the fields of records from the cells of rows, by column name.
type rowReader struct {
	cells    []cellReader
	parts    *rowReader // for the rows of a site; nil: records have none
	partsOf  *records.Field
	ofAPart  []table.Column // a row without a cell in any of these columns is not a part
	elements reflect.Type
}

// A cellReader sets a field.
type cellReader struct {
	*records.Field
	column table.Column
}

// newRowReader returns a reader of the rows of a table. Fields without a column are unchanged.
func newRowReader(t reflect.Type, of *table.Table) *rowReader {
	r := &rowReader{}
	shape := records.Of(t)
	for i := range shape.Fields {
		f := &shape.Fields[i]
		if f.Rule != nil {
			continue
		}
		if f.Name == of.Parts {
			r.partsOf, r.elements, r.parts = f, f.Of.Type, newRowReader(f.Of.Type, of)
			r.ofAPart = slices.DeleteFunc(table.ColumnsForPrograms(of.Columns), func(c table.Column) bool { return c.Shared })
			continue
		}
		if c, ok := of.Column(f.Name); ok {
			r.cells = append(r.cells, cellReader{f, c})
		}
	}
	return r
}

// read sets a record from a row, or from the rows of a site.
func (r *rowReader) read(record reflect.Value, rows []table.Row) {
	for i := range r.cells {
		c := &r.cells[i]
		fill(record, c.Field, rows[0].Cell(c.column))
	}
	if r.parts == nil {
		return
	}
	parts := reflect.MakeSlice(reflect.SliceOf(r.elements), 0, len(rows))
	for i := range rows {
		if !slices.ContainsFunc(r.ofAPart, func(c table.Column) bool { return rows[i].Cell(c).Kind != table.None }) {
			continue // for a site without counts
		}
		part := reflect.New(r.elements).Elem()
		r.parts.read(part, rows[i:i+1])
		parts = reflect.Append(parts, part)
	}
	r.partsOf.Place(record).Set(parts)
}

// fill sets a field of a record to the value of a cell.
func fill(record reflect.Value, f *records.Field, c table.Cell) {
	switch c.Kind {
	case table.None:
		return
	case table.Unknown:
		f.SetNull(record)
		return
	}
	v := f.Place(record)
	switch {
	case c.Kind == table.List && f.List:
		for _, frame := range c.List {
			v.Set(reflect.Append(v, reflect.ValueOf(methodOf(frame))))
		}
	case c.Kind == table.Interval && v.Type() == reflect.TypeFor[Interval]():
		v.Set(reflect.ValueOf(Interval{c.Low, c.High}))
	case c.Kind == table.Text && v.Kind() == reflect.String:
		v.SetString(c.Text)
	case c.Kind == table.Bool && v.Kind() == reflect.Bool:
		v.SetBool(c.Bool)
	case c.Kind == table.Float && v.CanFloat():
		v.SetFloat(c.Low)
	case c.Kind == table.Int && v.CanInt():
		v.SetInt(c.Int)
	default:
		panic(fmt.Sprintf("the column %s has a cell of kind %d", f.Name, c.Kind))
	}
}

// fillFacts sets fields of a record to the values of the facts with their names.
func fillFacts(record any, facts []table.Fact) {
	v := reflect.ValueOf(record).Elem()
	shape := records.Of(v.Type())
	for _, fact := range facts {
		for i := range shape.Fields {
			if f := &shape.Fields[i]; f.Name == fact.Key {
				fill(v, f, fact.Value)
			}
		}
	}
}
