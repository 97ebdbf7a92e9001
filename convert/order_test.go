package convert_test

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
)

// TestCompareBools: false comes first.
func TestCompareBools(t *testing.T) {
	for _, c := range []struct {
		a, b bool
		want int
	}{{false, false, 0}, {true, true, 0}, {false, true, -1}, {true, false, 1}} {
		if got := convert.CompareBools(c.a, c.b); got != c.want {
			t.Errorf("%t and %t: %d", c.a, c.b, got)
		}
	}
}
