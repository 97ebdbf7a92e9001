package calls

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/code"
)

// A limit narrows a range only between its ends; a narrowed range is no count of an instruction any more.
func TestLimitOfCount(t *testing.T) {
	for most, want := range map[int64]Count{
		4: {code.Range{Low: 5, High: 9}, true}, 5: {code.Range{Low: 5, High: 5}, false}, 8: {code.Range{Low: 5, High: 8}, false},
		9: {code.Range{Low: 5, High: 9}, true}, 10: {code.Range{Low: 5, High: 9}, true},
	} {
		c := Count{code.Range{Low: 5, High: 9}, true}
		if c.limit(most); c != want {
			t.Errorf("at most %d: %+v, want %+v", most, c, want)
		}
	}
}

// Calls per entry need both counts.
func TestCountPerEntry(t *testing.T) {
	exact, unknown := Count{Range: code.Range{Low: 6, High: 6}}, Count{Range: code.Range{High: code.Unlimited}}
	for _, c := range []struct {
		calls   Count
		entries int64
		known   bool
		want    float64
		ok      bool
	}{
		{exact, 4, true, 1.5, true}, {exact, 0, true, 0, false}, {exact, 4, false, 0, false}, {unknown, 4, true, 0, false},
		{Count{Range: code.Range{High: 2}}, 4, true, 0.5, true},
	} {
		if got, ok := c.calls.PerEntry(c.entries, c.known); got != c.want || ok != c.ok {
			t.Errorf("%+v by %d entries, known: %t: %g, %t", c.calls, c.entries, c.known, got, ok)
		}
	}
}

// Ranges are subtracted and added as all counts that they stand for, and have the figure of their surest end.
func TestArithmeticOfCounts(t *testing.T) {
	u := int64(code.Unlimited)
	of := func(low, high int64, usual bool) Count { return Count{code.Range{Low: low, High: high}, usual} }
	for _, c := range []struct {
		count Count
		part  int64
		want  Count
	}{
		{of(5, 9, true), 3, of(2, 6, true)}, {of(5, 9, false), 7, of(0, 2, false)}, {of(5, 9, false), 9, of(0, 0, false)}, {of(5, 9, false), 12, of(0, 0, false)},
		{of(2, u, false), 1, of(1, u, false)}, {of(2, u, true), 5, of(0, u, true)}, {of(0, 0, false), 0, of(0, 0, false)},
	} {
		if got := c.count.less(c.part); got != c.want {
			t.Errorf("%+v less %d: %+v, want %+v", c.count, c.part, got, c.want)
		}
	}
	for _, c := range []struct{ a, b, want Count }{
		{of(1, 2, false), of(3, 5, false), of(4, 7, false)}, {of(1, 2, true), of(3, 5, false), of(4, 7, false)}, {of(1, 2, true), of(3, 5, true), of(4, 7, true)}, {of(1, 2, true), of(3, 3, false), of(4, 5, true)},
		{of(1, 1, false), of(3, 3, false), of(4, 4, false)}, {of(1, u, false), of(3, 5, false), of(4, u, false)}, {of(u-3, u-3, false), of(3, 4, false), of(u, u, false)}, {of(0, u-3, false), of(0, 2, false), of(0, u-1, false)},
	} {
		if got := c.a.Plus(c.b); got != c.want {
			t.Errorf("%+v + %+v: %+v, want %+v", c.a, c.b, got, c.want)
		}
		if got := c.b.Plus(c.a); got != c.want {
			t.Errorf("%+v + %+v: %+v, want %+v", c.b, c.a, got, c.want)
		}
	}
	for count, want := range map[Count]code.Execution{
		of(4, 4, false): {Count: 4, Bound: code.Exact}, of(0, 0, false): {Count: 0, Bound: code.Exact}, of(1, 4, true): {Count: 4, Bound: code.UnlessThrown}, of(1, 4, false): {Count: 1, Bound: code.AtLeast},
		of(0, 4, false): {Count: 4, Bound: code.AtMost}, of(0, u-1, false): {Count: u - 1, Bound: code.AtMost}, of(0, u, false): {}, of(1, u, false): {Count: 1, Bound: code.AtLeast},
	} {
		if got := count.Execution(); got != want || count.Figure() != want.Count {
			t.Errorf("%+v: %+v, want %+v", count, got, want)
		}
	}
}
