package htmltext

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestAnchors makes different anchors of names that look alike, and the same ones the next time.
func TestAnchors(t *testing.T) {
	names := []string{"a.B.c", "a.B.c(int)", "a.B.c(int[])", "a.B.c<int>", "", "", strings.Repeat("x", 999), "\x1b\"><script>"}
	var first []string
	for range 2 {
		a := Anchors{}
		var got []string
		for _, name := range names {
			got = append(got, a.Of(name))
		}
		if first == nil {
			first = got
		}
		distinct := slices.Compact(slices.Sorted(slices.Values(got)))
		if fmt.Sprint(got) != fmt.Sprint(first) || len(distinct) != len(names) {
			t.Errorf("%q, before %q", got, first)
		}
	}
}
