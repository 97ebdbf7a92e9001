package diff

import (
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/compare"
)

// Profiles may be of different programs if less than a tenth of the application methods have the same names, or less than half of the counts
// are in common methods, of those of the application if these have 10.
func TestProgramCaveat(t *testing.T) {
	many := func(n int, m MethodChange) iter.Seq[MethodChange] {
		return slices.Values(slices.Repeat([]MethodChange{m}, n))
	}
	method := func(old, new int64) MethodChange { return MethodChange{Count: compare.Counts{Old: old, New: new}} }
	app := func(old, new int64) MethodChange {
		return MethodChange{Count: compare.Counts{Old: old, New: new}, Application: true}
	}
	renamed := app(100, 100)
	renamed.Renamed = true
	const names, counts = "are the profiles from the same program?", "in common methods"
	for _, c := range []struct {
		all  []iter.Seq[MethodChange]
		want string
	}{
		{nil, ""},
		// Names: of the side with fewer methods, if they are at least 3.
		{[]iter.Seq[MethodChange]{many(3, app(1, 0)), many(3, app(0, 1)), many(1, method(90, 90))}, "of 3 application methods in the old profile and 3 in the new, none has the same name in both: " + names},
		{[]iter.Seq[MethodChange]{many(2, app(1, 0)), many(3, app(0, 1)), many(1, method(90, 90))}, ""},
		{[]iter.Seq[MethodChange]{many(3, renamed)}, "of 3 application methods in the old profile and 3 in the new, none has the same name in both: " + names},
		{[]iter.Seq[MethodChange]{many(9, app(1, 0)), many(9, app(0, 1)), many(1, app(90, 90))}, ""},
		{[]iter.Seq[MethodChange]{many(10, app(1, 0)), many(10, app(0, 1)), many(1, app(90, 90))}, "of 11 application methods in the old profile and 11 in the new, 1 has the same name in both: " + names},
		{[]iter.Seq[MethodChange]{many(19, app(1, 0)), many(20, app(0, 1)), many(2, app(90, 90))}, "of 21 application methods in the old profile and 22 in the new, 2 have the same name in both: " + names},
		// Counts in common methods.
		{[]iter.Seq[MethodChange]{many(1, method(50, 50)), many(1, method(50, 0)), many(1, method(0, 50))}, ""},
		{[]iter.Seq[MethodChange]{many(1, method(49, 50)), many(1, method(51, 0)), many(1, method(0, 50))}, "49% of the old, 50% of the new samples are " + counts + ": " + names},
		{[]iter.Seq[MethodChange]{many(1, method(50, 49)), many(1, method(50, 0)), many(1, method(0, 51))}, "50% of the old, 49% of the new samples are " + counts + ": " + names},
		{[]iter.Seq[MethodChange]{many(1, method(100, 0))}, ""},
		{[]iter.Seq[MethodChange]{many(1, method(100, 0)), many(1, app(10, 10))}, ""},
		{[]iter.Seq[MethodChange]{many(1, method(100, 0)), many(1, app(9, 10))}, "8% of the old, 100% of the new samples are " + counts + ": " + names},
		{[]iter.Seq[MethodChange]{many(1, method(100, 0)), many(1, app(10, 9))}, "9% of the old, 100% of the new samples are " + counts + ": " + names},
	} {
		all := func(yield func(MethodChange) bool) {
			for _, some := range c.all {
				for m := range some {
					if !yield(m) {
						return
					}
				}
			}
		}
		if got := ProgramCaveat(all, "samples"); got != c.want {
			t.Errorf("%s, want %s", strings.TrimSpace(got), c.want)
		}
	}
}
