package calls

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/code"
)

// A limit narrows a range only between its ends; a narrowed range is no count of an instruction any more.
func TestLimitOfCount(t *testing.T) {
	for most, want := range map[int64]Count{
		4: {Range: code.Range{Low: 5, High: 9}, Usual: true}, 5: {Range: code.Range{Low: 5, High: 5}, Usual: false}, 8: {Range: code.Range{Low: 5, High: 8}, Usual: false},
		9: {Range: code.Range{Low: 5, High: 9}, Usual: true}, 10: {Range: code.Range{Low: 5, High: 9}, Usual: true},
	} {
		c := Count{Range: code.Range{Low: 5, High: 9}, Usual: true}
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
	of := func(low, high int64, usual bool) Count {
		return Count{Range: code.Range{Low: low, High: high}, Usual: usual}
	}
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

// What calls leave of entries is as sure as these: nothing, unless an exception kept some from being made.
func TestLeftOfCalls(t *testing.T) {
	calls := func(low, high int64, usual bool) *Entered {
		return &Entered{Called: Count{Range: code.Range{Low: low, High: high}, Usual: usual}}
	}
	for _, c := range []struct {
		entered     *Entered
		root        int64
		low, high   int64
		bound       code.Bound
		onlyIfThrow bool
	}{
		{calls(4, 4, false), 10, 6, 6, code.Exact, false},
		{calls(4, 10, false), 10, 0, 6, code.AtMost, false},
		{calls(4, 10, true), 10, 0, 6, code.AtLeast, true},
		{calls(4, 8, true), 10, 2, 6, code.AtLeast, false},
		{calls(4, 12, true), 10, 0, 6, code.AtLeast, true},
		{calls(10, 10, false), 10, 0, 0, code.Exact, false},
	} {
		left := c.entered.Left(c.root)
		x := left.Execution()
		if left.Low != c.low || left.High != c.high || x.Bound != c.bound || x.Count != c.low && c.bound != code.AtMost || left.OnlyIfThrown() != c.onlyIfThrow {
			t.Errorf("%+v of %d: %+v, %+v", c.entered.Called, c.root, left, x)
		}
	}
	usual, unsure, fixed := calls(4, 10, true).Left(10), calls(4, 10, false).Left(10), calls(4, 4, false).Left(4)
	if !usual.Plus(fixed).OnlyIfThrown() || !fixed.Plus(usual).OnlyIfThrown() || usual.Plus(unsure).Rest || fixed.Plus(fixed).Rest {
		t.Error("sums of what calls leave")
	}
}
