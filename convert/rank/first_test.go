package rank

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// first agrees with sorting everything, for lists of several times the limit, with many equal values.
func TestFirstIsTheBeginningOfAll(t *testing.T) {
	type item struct{ value, number int }
	compare := func(a, b item) int { return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.number, b.number)) }
	random := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{0, 1, 7, 999, 1_000, 2_500, 7_777} {
		for _, limit := range []int{0, 1, 3, 500, 1_200, 7_776} {
			for _, values := range []int{1, 10, 1_000_000} {
				list := make([]item, size)
				for i := range list {
					list[i] = item{random.IntN(values), i}
				}
				random.Shuffle(size, func(i, j int) { list[i], list[j] = list[j], list[i] })
				all := slices.SortedFunc(slices.Values(list), compare)
				n := first(list, limit, compare)
				if want := min(size, limit); limit > 0 && n != want || limit == 0 && n != size {
					t.Fatalf("%d of %d, limit %d", n, size, limit)
				}
				if !slices.Equal(list[:n], all[:n]) {
					t.Fatalf("limit %d of %d with %d values: not the first", limit, size, values)
				}
				if slices.SortFunc(list, compare); !slices.Equal(list, all) {
					t.Fatalf("limit %d of %d with %d values: some are lost", limit, size, values)
				}
			}
		}
	}
}

// TestFirst compares a sort that stops at a limit with one that does not.
func TestFirst(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		all := make([]int, random.IntN(6000))
		for i := range all {
			all[i] = random.IntN(len(all) + 1)
		}
		sorted := slices.Sorted(slices.Values(all))
		limit := random.IntN(len(all) + 10)
		n := first(all, limit, func(a, b int) int { return a - b })
		if want := min(limit, len(all)); limit > 0 && n != want || limit == 0 && n != len(all) {
			t.Fatalf("%d of %d with a limit of %d", n, len(all), limit)
		}
		if !slices.Equal(all[:n], sorted[:n]) || !slices.Equal(slices.Sorted(slices.Values(all)), sorted) {
			t.Fatalf("%d of %d are not the first", limit, len(all))
		}
	}
}

// moveFirst agrees with sorting everything, but for the order.
func TestMoveFirst(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		all := make([]int, 1+random.IntN(2000))
		values := 1 + random.IntN(len(all)+1)
		for i := range all {
			all[i] = random.IntN(values)
		}
		sorted := slices.Sorted(slices.Values(all))
		limit := 1 + random.IntN(len(all))
		moveFirst(all, limit, func(a, b int) int { return a - b })
		if all[limit-1] != sorted[limit-1] || !slices.Equal(slices.Sorted(slices.Values(all[:limit])), sorted[:limit]) || !slices.Equal(slices.Sorted(slices.Values(all)), sorted) {
			t.Fatalf("%d of %d with %d values are not the first", limit, len(all), values)
		}
	}
}
