package xprof

import "testing"

// A row whose blanks are kept has each of its columns at least as wide as HotSpot makes it.
func TestPaddedRows(t *testing.T) {
	for _, c := range []struct {
		percent, end, plus, last int
		want                     bool
	}{
		{5, 12, 14, 21, true}, {5, 13, 15, 23, true},
		{5, 11, 13, 20, false}, {5, 12, 15, 22, false}, {5, 12, 13, 20, false}, {5, 12, 14, 20, false}, {5, 11, 12, 14, false},
	} {
		if got := isPadded(c.percent, c.end, nativeTicks{plus: c.plus, end: c.last}); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
}
