// Package firstrows finds the first of many rows without sorting the others.
package firstrows

import (
	"math/rand/v2"
	"slices"
)

// Sort moves the first rows, at most limit of them, to the front, sorts them and returns them. Limit 0 sorts all rows.
func Sort[T any](rows []T, limit int, compare func(a, b T) int) []T {
	if limit <= 0 || limit > len(rows) {
		limit = len(rows)
	}
	Select(rows, limit, compare)
	first := rows[:limit:limit]
	slices.SortFunc(first, compare)
	return first
}

// Select moves the first n rows to the front, unsorted, except that the last of them is at n-1. It takes linear time.
func Select[T any](rows []T, n int, compare func(a, b T) int) {
	if n <= 0 || n >= len(rows) {
		return
	}
	selectAmong(rows[:n], n, compare)
	end, most := n, 2*max(n, 1000)
	for i := n; i < len(rows); i++ { // most rows are compared once, with the last of the first ones so far
		if compare(rows[i], rows[n-1]) >= 0 {
			continue
		}
		rows[end], rows[i] = rows[i], rows[end]
		if end++; end >= most {
			selectAmong(rows[:end], n, compare)
			end = n
		}
	}
	selectAmong(rows[:end], n, compare)
}

// selectAmong does what Select does, by Hoare's selection algorithm.
func selectAmong[T any](rows []T, n int, compare func(a, b T) int) {
	random := rand.New(rand.NewPCG(1, 2)) // random pivots, so that sorted rows do not take long; a fixed seed, so that runs are the same
	for from, to := 0, len(rows); to-from > 1; {
		pivot := rows[from+random.IntN(to-from)]
		i, j := from, to-1
		for i <= j {
			for compare(rows[i], pivot) < 0 {
				i++
			}
			for compare(pivot, rows[j]) < 0 {
				j--
			}
			if i <= j {
				rows[i], rows[j] = rows[j], rows[i]
				i, j = i+1, j-1
			}
		}
		switch { // up to j none is after the pivot, and from i on none before it
		case n-1 <= j:
			to = j + 1
		case n-1 >= i:
			from = i
		default:
			return
		}
	}
}
