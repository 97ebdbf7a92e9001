package listing

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/render/internal/htmltext"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
)

// TestHeadOfPart: a line whose instructions are apart has the count of each part above it, not that of the whole line.
func TestHeadOfPart(t *testing.T) {
	whole := &code.Line{Execution: code.Execution{Count: 6900, Bound: code.AtLeast}, Self: 3, Total: 5}
	place := func(n int64, b code.Bound) Row {
		return Row{Place: &code.Place{Execution: code.Execution{Count: n, Bound: b}}}
	}
	for _, c := range []struct {
		part Row
		want code.Execution
	}{
		{place(1800, code.Exact), code.Execution{Count: 1800, Bound: code.Exact}},
		{place(0, code.None), code.Execution{}},
	} {
		head := HeadOf([]Row{{line: whole}, c.part})
		if head.Execution != c.want || head.Self != 3 || head.Total != 5 {
			t.Errorf("%+v, want %+v", head, c.want)
		}
	}
}

// TestRuns: upper bounds have a mark, also those that are the count unless an exception was thrown.
func TestRuns(t *testing.T) {
	for bound, want := range map[code.Bound]string{
		code.None: "n/a", code.Exact: "8,700", code.UnlessThrown: "≤ 8,700", code.AtLeast: "≥ 8,700", code.AtMost: "≤ 8,700",
	} {
		if got := runs(code.Execution{Count: 8700, Bound: bound}, numbers.Thousands); got != want {
			t.Errorf("%v: %s, want %s", bound, got, want)
		}
	}
}

// TestRowHeat scales heat by the largest count, also of a lower bound, and without counts by samples.
func TestRowHeat(t *testing.T) {
	runs := func(n int64, b code.Bound) Row {
		return Row{Execution: code.Execution{Count: n, Bound: b}, Total: 1}
	}
	for _, c := range []struct {
		rows []Row
		want []int
	}{
		{[]Row{runs(100, code.Exact), runs(50, code.UnlessThrown), runs(100, code.AtMost), runs(0, code.Exact), {}}, []int{8, 4, 0, 0, 0}},
		{[]Row{runs(100, code.Exact), runs(200, code.AtLeast)}, []int{4, 8}},
		{[]Row{{Total: 30}, {Total: 15}, {}}, []int{8, 4, 0}},
		{[]Row{{}}, []int{0}},
	} {
		h := newRowHeat(c.rows)
		for i := range c.rows {
			if got := htmltext.HeatOf(h.Of(&c.rows[i])); got != c.want[i] {
				t.Errorf("%+v, row %d: %d, want %d", c.rows, i, got, c.want[i])
			}
		}
	}
}
