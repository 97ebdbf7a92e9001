package rank

import (
	"math/rand/v2"
	"slices"
)

// first moves the rows to show to the front, sorted, and returns their number. It does not sort those beyond the limit.
func first[T any](all []T, limit int, compare func(a, b T) int) int {
	if limit <= 0 || limit >= len(all) {
		slices.SortFunc(all, compare)
		return len(all)
	}
	// The best so far are sorted at the front; candidates accumulate behind them until there are as many again.
	head := all[:limit]
	slices.SortFunc(head, compare)
	for at := limit; at < len(all); {
		end := min(at+max(limit, 1000), len(all))
		worst, n := head[limit-1], at
		for i := at; i < end; i++ {
			if compare(all[i], worst) < 0 {
				all[n], all[i] = all[i], all[n]
				n++
			}
		}
		// all[at:n] sort before the last of the head: merge both from the back on, so that the best move to the front.
		better := slices.Clone(all[at:n])
		slices.SortFunc(better, compare)
		left := limit
		for place := left + len(better) - 1; len(better) > 0; place-- {
			to := place
			if place >= limit {
				to = at + place - limit
			}
			if last := len(better) - 1; left == 0 || compare(head[left-1], better[last]) <= 0 {
				all[to], better = better[last], better[:last]
			} else {
				left--
				all[to] = head[left]
			}
		}
		at = end
	}
	return limit
}

// moveFirst moves the first rows, up to a limit, to the front, without an order but for the last of them. It takes time in proportion to
// the rows: to sort them would take several times that, most of it where only their names decide.
func moveFirst[T any](all []T, limit int, compare func(a, b T) int) {
	random := rand.New(rand.NewPCG(1, 2)) // so that no usual order takes long, and the same each time
	for from, to := 0, len(all); to-from > 1; {
		pivot := all[from+random.IntN(to-from)]
		i, j := from, to-1
		for i <= j {
			for compare(all[i], pivot) < 0 {
				i++
			}
			for compare(pivot, all[j]) < 0 {
				j--
			}
			if i <= j {
				all[i], all[j] = all[j], all[i]
				i, j = i+1, j-1
			}
		}
		switch { // up to j none is after the pivot, and from i on none before it
		case limit-1 <= j:
			to = j + 1
		case limit-1 >= i:
			from = i
		default:
			return
		}
	}
}
