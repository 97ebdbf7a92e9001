package table_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// A method is what rows are made of here.
type method struct {
	name   string
	calls  int64
	before int64 // -1: not known
}

var columns = []table.ColumnOf[method]{
	table.Of(table.Column{Key: "share", Heading: "calls%", Kind: table.ShareColumn, CSV: 3, Nullable: true},
		func(m method) table.Cell { return table.ShareCell(m.calls, m.before) }),
	table.Of(table.Column{Key: "bar", Heading: "", Kind: table.WordColumn, ForPeople: true},
		func(m method) table.Cell { return table.TextCell("***") }),
	table.Of(table.Column{Key: "id", Kind: table.IDColumn},
		func(m method) table.Cell { return table.Cell{} }),
	table.Of(table.Column{Key: "calls", Heading: "calls", Kind: table.CountColumn, Unit: "method entries", CSV: 2},
		func(m method) table.Cell { return table.IntCell(m.calls) }),
	table.Of(table.Column{Key: "method", Heading: "method", Kind: table.NameColumn, CSV: 1},
		func(m method) table.Cell { return table.TextCell(m.name) }),
}

// keys returns the keys of columns.
func keys(columns []table.Column) []string {
	var all []string
	for _, c := range columns {
		all = append(all, c.Key)
	}
	return all
}

func TestColumnsAreInTheOrderOfTheirReader(t *testing.T) {
	for _, test := range []struct {
		reader string
		got    []table.Column
		want   []string
	}{
		{"people", table.Columns(columns), []string{"share", "bar", "id", "calls", "method"}},
		{"CSV", table.ColumnsOfCSV(table.Columns(columns)), []string{"method", "calls", "share"}},
		{"JSON", table.ColumnsForPrograms(table.Columns(columns)), []string{"method", "calls", "share", "id"}},
		{"people, two lists", table.Columns(columns[3:], columns[:1]), []string{"calls", "method", "share"}},
	} {
		if got := keys(test.got); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.reader, got, test.want)
		}
	}
}

func TestCellsAreFoundByKey(t *testing.T) {
	var answer table.Table
	row := table.Declare(&answer, columns)
	answer.Rows = []table.Row{row(method{"A.f", 30, 40}), row(method{"A.g", 10, 0})}
	for _, test := range []struct {
		row  int
		key  string
		want table.Cell
	}{
		{0, "method", table.Cell{Kind: table.Text, Text: "A.f"}},
		{0, "calls", table.Cell{Kind: table.Int, Int: 30}},
		{0, "share", table.Cell{Kind: table.Float, Low: 0.75}},
		{0, "id", table.Cell{Kind: table.None}},
		{0, "samples", table.Cell{Kind: table.None}}, // no such column
		{1, "method", table.Cell{Kind: table.Text, Text: "A.g"}},
		{1, "share", table.Cell{Kind: table.Unknown}}, // of nothing
	} {
		if got := answer.Cell(answer.Rows[test.row], test.key); fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("row %d, %s: %+v, want %+v", test.row, test.key, got, test.want)
		}
	}
	if c, ok := answer.Column("calls"); !ok || c.Kind != table.CountColumn || c.Unit != "method entries" {
		t.Errorf("%+v, %v", c, ok)
	}
	if _, ok := answer.Column("samples"); ok {
		t.Error("a column that nobody declared")
	}
}

func TestCells(t *testing.T) {
	frames := []table.Frame{{ID: table.IntCell(7), Method: "A.f"}}
	for _, test := range []struct {
		what      string
		got, want table.Cell
	}{
		{"a BCI to which a loop goes back", table.BackwardCell(4), table.Cell{Kind: table.Int, Int: 4, Backward: true}},
		{"an interval", table.IntervalCell(0.25, 0.5), table.Cell{Kind: table.Interval, Low: 0.25, High: 0.5}},
		{"a list", table.ListCell(frames), table.Cell{Kind: table.List, List: frames}},
		{"no", table.BoolCell(false), table.Cell{Kind: table.Bool}},
		{"a share of nothing", table.ShareCell(0, 0), table.UnknownCell()},
		{"a share of 0", table.ShareCell(0, 8), table.FloatCell(0)},
	} {
		if fmt.Sprint(test.got) != fmt.Sprint(test.want) {
			t.Errorf("%s: %+v, want %+v", test.what, test.got, test.want)
		}
	}
}

func TestFactsKeepTheirOrder(t *testing.T) {
	var answer table.Table
	answer.AddFact("sites", table.IntCell(12))
	answer.AddFact("order", table.TextCell("calls"))
	if answer.Facts[0].Key != "sites" || answer.Facts[1].Key != "order" || answer.FactOf("sites") != 12 || answer.FactOf("runs") != 0 {
		t.Errorf("%+v", answer.Facts)
	}
}

func TestAllRowsAddUpInOrder(t *testing.T) {
	var answer table.Table
	row := table.Declare(&answer, columns)
	of := func(name string) table.Row { return row(method{name: name}) }
	total, rest, outside := of("<Total>"), of("<2 more>"), of("<3 more>")
	answer.Total, answer.Rows, answer.Rest = &total, []table.Row{of("a"), of("b")}, &rest
	answer.Outside, answer.OutsideRest = []table.Row{of("<VM>")}, &outside
	var names []string
	for _, r := range answer.AllRows() {
		names = append(names, answer.Cell(r, "method").Text)
	}
	if want := []string{"a", "b", "<2 more>", "<VM>", "<3 more>"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}

func TestTruncateMakesTheTableAgain(t *testing.T) {
	begun := &table.Table{Notes: []string{"first"}}
	row := table.Declare(begun, columns)
	full := begun.Truncatable(3, func(t *table.Table, shown int) {
		t.Notes = append(t.Notes, fmt.Sprint(shown, " shown"))
		for i := range shown {
			t.Rows = append(t.Rows, row(method{name: fmt.Sprint(i)}))
		}
	})
	for _, test := range []struct{ n, want int }{{1, 1}, {2, 2}, {9, 3}} { // never more than the limit left
		short := full.Truncate(test.n)
		if want := []string{"first", fmt.Sprint(test.want, " shown")}; len(short.Rows) != test.want || !slices.Equal(short.Notes, want) {
			t.Errorf("%d rows of at most %d, notes %q", len(short.Rows), test.n, short.Notes)
		}
	}
	if len(full.Rows) != 3 || !slices.Equal(full.Notes, []string{"first", "3 shown"}) || len(begun.Rows) != 0 {
		t.Errorf("%d rows, notes %q; %d rows before", len(full.Rows), full.Notes, len(begun.Rows))
	}
}

func TestTallySaysWhatIsDropped(t *testing.T) {
	var tally convert.Tally
	tally.ByReason[convert.NotDropped] = convert.RecordSum{Records: 3, Value: 70}
	tally.ByReason[convert.DroppedByIgnore] = convert.RecordSum{Records: 2, Value: 30}
	answer := table.Table{Unit: "samples"}
	answer.SetTally(tally, "stacks")
	want := fmt.Sprint([]table.DroppedRecords{{Why: convert.DroppedByIgnore.String(), Records: 2, Value: 30}})
	if answer.Base != 70 || answer.Whole != 100 || fmt.Sprint(answer.Hidden) != want {
		t.Errorf("%d of %d, hidden %v", answer.Base, answer.Whole, answer.Hidden)
	}
	if want := []string{"hidden: 30 samples in 2 stacks (" + convert.DroppedByIgnore.String() + ")"}; !slices.Equal(answer.Filtered, want) {
		t.Errorf("%q, want %q", answer.Filtered, want)
	}
	answer = table.Table{Unit: "samples", PerSample: 1}
	if answer.SetTally(tally, "stacks"); len(answer.Caveats) != 1 { // 70 samples are few
		t.Errorf("%q", answer.Caveats)
	}
}

// There is a caveat about few samples, but not about none or enough, nor about other values.
func TestCaveatsOfFewSamples(t *testing.T) {
	const per = 10 // of a sample
	for samples, want := range map[int64]int{0: 0, 1: 1, convert.EnoughSamples - 1: 1, convert.EnoughSamples: 0, 100 * convert.EnoughSamples: 0} {
		var tally convert.Tally
		tally.ByReason[convert.NotDropped] = convert.RecordSum{Records: 1, Value: samples * per}
		for perSample, want := range map[int64]int{per: want, 0: 0} {
			answer := table.Table{Unit: "ms", PerSample: perSample}
			if answer.SetTally(tally, "stacks"); len(answer.Caveats) != want {
				t.Errorf("%d samples: %q", samples, answer.Caveats)
			}
			if samples == 1 && want == 1 && answer.Caveats[0] != "too few samples: a share of 0% has a 95% interval of 0–80%" { // z²/(1+z²), rounded up
				t.Errorf("%q", answer.Caveats)
			}
		}
	}
}

func TestTitles(t *testing.T) {
	for got, want := range map[string]string{
		table.Title("methods", "calls", 20, 1234): "methods by calls, 20 of 1,234",
		table.Title("methods", "calls", 20, 20):   "methods by calls",
		table.More(1, "methods"):                  "<1 more method>",
		table.More(1500, "sites"):                 "<1,500 more sites>",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A reader finds tables and cells by their names.
func ExampleSet_Table() {
	calls := &table.Table{Name: "calls"}
	row := table.Declare(calls, columns)
	calls.Rows = []table.Row{row(method{"A.f", 30, 40})}
	set := table.Set{Name: "diff", Tables: []*table.Table{{Name: "samples"}, calls}}

	found := set.Table("calls")
	for _, r := range found.Rows {
		fmt.Println(found.Cell(r, "method").Text, found.Cell(r, "calls").Int)
	}
	// Output: A.f 30
}

// A table with a limit can be made again with fewer rows; one without any is made once. Its cells are those of all rows that have a name.
func TestLimitedTables(t *testing.T) {
	for limit, want := range map[int]int{0: 3, 1: 1, 2: 2, 3: 3} {
		made := 0
		begun := &table.Table{}
		row := table.Declare(begun, columns)
		got := begun.Limited(limit, func(t *table.Table, limit int) {
			made++
			for i := range 3 {
				if limit == 0 || i < limit {
					t.Rows = append(t.Rows, row(method{name: fmt.Sprint(i)}))
				}
			}
			t.Outside = append(t.Outside, row(method{name: "<VM>"}))
		})
		if len(got.Rows) != want || (got.Truncate == nil) != (limit == 0) || made != 1 {
			t.Errorf("limit %d: %d rows, made %d times, truncated by %t", limit, len(got.Rows), made, got.Truncate != nil)
		}
		if got.Cells() != int64(want+1)*int64(len(got.Columns)) || len(got.Columns) < 2 {
			t.Errorf("limit %d: %d cells", limit, got.Cells())
		}
		if limit > 1 {
			if short := got.Truncate(1); len(short.Rows) != 1 || made != 2 {
				t.Errorf("%d rows of one", len(short.Rows))
			}
		}
	}
}
