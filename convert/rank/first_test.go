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
