// Package encode writes records of a page, see package records, as columns: all values of a field are consecutive, which deflates
// to half the size of text with a line for each record. data/shapes.ts reads them.
package encode

import (
	"reflect"
	"slices"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
)

// Columns hold the values of all records of a shape at one place, such as the rows of a table, by field, without derived fields.
// They share no memory with the records.
type Columns struct{ fields []column }

// A column holds a field of all records at one place: how it is missing, and the values of the others.
type column struct {
	*records.Field
	missing []records.Missing // 0: not missing; nil: for none
	lengths []int             // for lists, whose values are consecutive
	numbers []float64
	texts   []int32 // ids in a pagedata.Strings
	flags   []byte
	records *Columns
}

// Collect takes apart a record, a pointer to a struct, and adds its texts to the page's.
func (e *Encoder) Collect(record any) *Columns {
	v := reflect.ValueOf(record).Elem()
	all := newColumns(records.Of(v.Type()))
	e.add(all, v)
	return all
}

func newColumns(shape *records.Shape) *Columns {
	all := &Columns{make([]column, len(shape.Fields))}
	for i := range shape.Fields {
		c := &all.fields[i]
		c.Field = &shape.Fields[i]
		if c.Kind == records.Record {
			c.records = newColumns(c.Of)
		}
	}
	return all
}

func (e *Encoder) add(to *Columns, record reflect.Value) {
	named := "" // the field with the id of a method that the page has
	for i := range to.fields {
		c := &to.fields[i]
		if c.Rule != nil {
			continue
		}
		v, missing := c.Value(record)
		if c.NameOf != "" && c.NameOf == named {
			missing = records.Absent
		}
		if c.Missing != 0 {
			c.missing = append(c.missing, missing)
		}
		if missing != 0 {
			continue
		}
		if c.Kind == records.Method && !c.List {
			if _, known := e.methods.of(iprof.MethodID(v.Int())); known {
				named = c.Name
			}
		}
		if !c.List {
			e.addValue(c, v)
			continue
		}
		n := v.Len()
		c.lengths = append(c.lengths, n)
		if c.Kind == records.Record {
			c.records.grow(n)
		}
		for k := range n {
			e.addValue(c, v.Index(k))
		}
	}
}

// grow makes room for n more records, in all columns that have a value for each record.
func (all *Columns) grow(n int) {
	for i := range all.fields {
		c := &all.fields[i]
		switch {
		case c.Rule != nil:
		case c.Missing != 0:
			c.missing = slices.Grow(c.missing, n)
		case c.List:
			c.lengths = slices.Grow(c.lengths, n)
		case c.Kind == records.Text:
			c.texts = slices.Grow(c.texts, n)
		case c.Kind == records.Flag:
			c.flags = slices.Grow(c.flags, n)
		case c.Kind == records.Record:
			c.records.grow(n)
		default:
			c.numbers = slices.Grow(c.numbers, n)
		}
	}
}

func (e *Encoder) addValue(c *column, v reflect.Value) {
	switch c.Kind {
	case records.Text:
		c.texts = append(c.texts, e.texts.Add(validText(v.String())))
	case records.Flag:
		flag := byte(0)
		if v.Bool() {
			flag = 1
		}
		c.flags = append(c.flags, flag)
	case records.Record:
		e.add(c.records, v)
	default:
		c.numbers = append(c.numbers, numberOf(v))
	}
}

// validText replaces each byte that is not UTF-8 by U+FFFD, as in JSON.
func validText(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

func numberOf(v reflect.Value) float64 {
	switch {
	case v.CanFloat():
		return v.Float()
	case v.CanUint():
		return float64(v.Uint())
	}
	return float64(v.Int())
}
