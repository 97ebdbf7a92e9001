package page

import (
	"reflect"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/table"
)

// A Table holds the rows of a table whose columns have the names of the row's fields.
type Table[R any] struct {
	View string `page:"view"`
	Unit string `page:"unit"`
	// The base of shares.
	Base int64 `page:"base"`
	// Base without sites with damaged counts, if there are some.
	Certain int64    `page:"certain,optional"`
	Notes   []string `page:"notes"`
	Caveats []string `page:"caveats"`
	Rows    []R      `page:"rows"`
	// Things that are not named methods or types.
	Outside []R `page:"outside"`
	// A limit leaves out rows.
	Cut bool `page:"cut"`
	// For the graph: the number of edges beyond the limit.
	LeftOut int64 `page:"left_out"`
}

// NewTable returns a table for a page. In a table with parts, the rows of the page are the sites; it has no row for what is outside of them.
func NewTable[R any](t *table.Table) *Table[R] {
	of := &Table[R]{
		View: t.View.String(), Unit: t.Unit, Base: t.Base, Notes: slices.Concat(t.Application.Notes(), t.Filtered, t.Notes), Caveats: t.Caveats,
		Cut: t.Rest != nil || t.OutsideRest != nil || t.FactOf("left_out") > 0, LeftOut: t.FactOf("left_out"),
	}
	if t.Certain != t.Base {
		of.Certain = t.Certain
	}
	rows := newRowReader(reflect.TypeFor[R](), t)
	read := func(all []table.Row) []R {
		list := make([]R, 0, len(all))
		for len(all) > 0 {
			n := 1
			for t.Parts != "" && n < len(all) && !all[n].BeginsSite {
				n++
			}
			var row R
			rows.read(reflect.ValueOf(&row).Elem(), all[:n])
			list, all = append(list, row), all[n:]
		}
		return list
	}
	if of.Rows = read(t.Rows); t.Parts == "" {
		of.Outside = read(t.Outside)
	}
	return of
}
