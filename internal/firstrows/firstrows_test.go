package firstrows_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/firstrows"
)

// draws yields numbers in several orders, up to several times as many as are compared at once, with few values and with many.
func draws(yield func(rows []int, limit int) bool) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{0, 1, 2, 7, 40, 999, 1_000, 2_500, 7_777} {
		for _, limit := range []int{1, 2, 3, 39, 500, 1_200, 7_776, 9_000} {
			for _, values := range []int{1, 2, 10, 1_000_000} {
				rows := make([]int, size)
				for i := range rows {
					rows[i] = random.IntN(values)
				}
				reversed := slices.Sorted(slices.Values(rows))
				slices.Reverse(reversed)
				if !yield(slices.Sorted(slices.Values(rows)), limit) || !yield(reversed, limit) || !yield(rows, limit) {
					return
				}
			}
		}
	}
}

// TestSort: the first rows are those of a complete sort, and the others come after them.
func TestSort(t *testing.T) {
	for rows, limit := range draws {
		all := slices.Sorted(slices.Values(rows))
		first := firstrows.Sort(rows, limit, cmp.Compare[int])
		if !slices.Equal(first, all[:min(limit, len(all))]) {
			t.Fatalf("limit %d of %d: not the first", limit, len(rows))
		}
		if slices.Sort(rows[len(first):]); !slices.Equal(rows, all) {
			t.Fatalf("limit %d of %d: some are lost", limit, len(rows))
		}
		if firstrows.Sort(rows, 0, func(a, b int) int { return b - a }); !slices.IsSortedFunc(rows, func(a, b int) int { return b - a }) {
			t.Fatalf("%d rows are not sorted without a limit", len(rows))
		}
	}
}

// TestSelect: the first rows are at the front in any order, except that the last of them is in its place. None, or more than there are,
// are not moved.
func TestSelect(t *testing.T) {
	for rows, n := range draws {
		if n > len(rows) {
			for _, none := range []int{0, n} {
				before := slices.Clone(rows)
				if firstrows.Select(rows, none, cmp.Compare[int]); !slices.Equal(rows, before) {
					t.Fatalf("the first %d of %d are moved", none, len(rows))
				}
			}
			continue
		}
		all := slices.Sorted(slices.Values(rows))
		if firstrows.Select(rows, n, cmp.Compare[int]); n < len(rows) && rows[n-1] != all[n-1] {
			t.Fatalf("the last of the first %d of %d is %d, want %d", n, len(rows), rows[n-1], all[n-1])
		}
		slices.Sort(rows[:n])
		if slices.Sort(rows[n:]); !slices.Equal(rows, all) {
			t.Fatalf("not the first %d of %d", n, len(rows))
		}
	}
}

// TestComparisons: most of many rows are compared once or twice, in any usual order, and if all are equal.
func TestComparisons(t *testing.T) {
	shuffled := rand.New(rand.NewPCG(1, 2)).Perm(300_000)
	for name, rows := range map[string][]int{"random": shuffled, "sorted": slices.Sorted(slices.Values(shuffled)), "equal": make([]int, len(shuffled))} {
		comparisons := 0
		firstrows.Select(rows, 3_000, func(a, b int) int { comparisons++; return a - b })
		if most := 2 * len(rows); comparisons > most {
			t.Errorf("%s: %d comparisons, want at most %d", name, comparisons, most)
		}
	}
}

// BenchmarkSort measures the worst case: each row belongs before all earlier ones.
func BenchmarkSort(b *testing.B) {
	rows := make([]int, 300_000)
	for b.Loop() {
		for i := range rows {
			rows[i] = len(rows) - i
		}
		firstrows.Sort(rows, 3_000, cmp.Compare[int])
	}
}
