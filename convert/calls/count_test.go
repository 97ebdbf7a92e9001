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
