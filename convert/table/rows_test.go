package table_test

import (
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Rows that are declared late keep their own values, however many there are.
func TestManyRows(t *testing.T) {
	var answer table.Table
	row := table.DeclareLate(&answer, []table.ColumnOf[*method]{
		table.Of(table.Column{Key: "calls", Kind: table.CountColumn}, func(m *method) table.Cell { return table.IntCell(m.calls) }),
		table.Of(table.Column{Key: "method", Kind: table.NameColumn}, func(m *method) table.Cell { return table.TextOrNone(m.name) }),
	})
	const n = 5000
	for i := range int64(n) {
		name := "m"
		if i%2 == 1 {
			name = ""
		}
		answer.Rows = append(answer.Rows, row(method{name: name, calls: i}))
	}
	for i, r := range answer.Rows {
		if calls, name := answer.Cell(r, "calls"), answer.Cell(r, "method"); calls.Kind != table.Int || calls.Int != int64(i) || (name.Kind == table.Text) != (i%2 == 0) || i%2 == 1 && name.Kind != table.None {
			t.Fatalf("row %d: %+v, %+v", i, calls, name)
		}
	}
}

// A new table has the definition's name and parts, and the metric's unit: that of the profile, if it is given.
func TestNewTables(t *testing.T) {
	d := table.Definition{Name: "top", Parts: "types"}
	if got := d.New(convert.Calls, convert.UserView); got.Name != "top" || got.Parts != "types" || got.Unit != "method entries" || got.Metric != convert.Calls || got.View != convert.UserView || got.PerSample != 0 {
		t.Errorf("%+v", got)
	}
	p := testprofile.Parse(t, `{`+testprofile.Methods("a")+testprofile.Samples("1:0 1")+`}`)
	if got := d.NewOf(p, convert.Samples, convert.AppView); got.Unit != "samples" || got.PerSample != 1 || got.View != convert.AppView {
		t.Errorf("%+v", got)
	}
	set := table.Set{Tables: []*table.Table{{Name: "a"}, {Name: "b"}}}
	if set.Table("b") != set.Tables[1] || set.Table("c") != nil {
		t.Error("a table by another name")
	}
}

// All rows add up: those shown, the rest, those outside and their rest; CSV has no sums of rows.
func TestAllRows(t *testing.T) {
	var answer table.Table
	row := table.Declare(&answer, columns)
	of := func(calls int64, omitted int) table.Row {
		r := row(method{"m", calls, 1})
		r.Omitted = omitted
		return r
	}
	rest, outsideRest := of(3, 2), of(5, 4)
	answer.Rows, answer.Rest, answer.Outside, answer.OutsideRest = []table.Row{of(1, 0), of(2, 0)}, &rest, []table.Row{of(4, 0)}, &outsideRest
	calls := func(rows []table.Row) (all []int64) {
		for _, r := range rows {
			all = append(all, answer.Cell(r, "calls").Int)
		}
		return all
	}
	if got := calls(answer.AllRows()); !slices.Equal(got, []int64{1, 2, 3, 4, 5}) {
		t.Error(got)
	}
	rows, omitted := answer.RowsOfCSV()
	if got := calls(rows); !slices.Equal(got, []int64{1, 2, 4}) || omitted != 6 {
		t.Error(got, omitted)
	}
	answer.AddFact("sites", table.IntCell(7))
	if answer.FactOf("sites") != 7 || answer.FactOf("chosen") != 0 {
		t.Error(answer.Facts)
	}
}
