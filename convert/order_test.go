package convert_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
)

// TestSortFirst: the first rows are those of a complete sort, whatever the limit and the order of the rows.
func TestSortFirst(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 40 {
		rows := make([]int, n)
		for i := range rows {
			rows[i] = i
		}
		for _, order := range []func(){func() {}, func() { slices.Reverse(rows) }, func() { random.Shuffle(n, func(i, j int) { rows[i], rows[j] = rows[j], rows[i] }) }} {
			order()
			for limit := range n + 2 {
				first := convert.SortFirst(slices.Clone(rows), limit, cmp.Compare[int])
				want := limit
				if limit == 0 {
					want = n
				}
				if want = min(want, n); len(first) != want || !slices.IsSorted(first) || want > 0 && first[want-1] != want-1 {
					t.Fatalf("limit %d of %v: %v", limit, rows, first)
				}
			}
		}
	}
}

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

// BenchmarkSortFirst has rows of which each comes before all others so far.
func BenchmarkSortFirst(b *testing.B) {
	rows := make([]int, 300_000)
	for i := range rows {
		rows[i] = len(rows) - i
	}
	for b.Loop() {
		convert.SortFirst(rows, 3_000, cmp.Compare[int])
	}
}
