package convert

import (
	"slices"
)

// SortFirst sorts rows and returns the first limit of them, 0: all. It finds a few of many without sorting the rest.
func SortFirst[T any](rows []T, limit int, compare func(a, b T) int) []T {
	if limit <= 0 || limit >= len(rows) {
		slices.SortFunc(rows, compare)
		return rows
	}
	kept := make([]T, limit, min(2*limit, len(rows))) // the first of them, and room for others, which may come before the last of these
	copy(kept, rows)
	slices.SortFunc(kept, compare)
	last := kept[limit-1]
	for _, r := range rows[limit:] {
		if compare(r, last) > 0 {
			continue
		}
		if kept = append(kept, r); len(kept) == cap(kept) {
			slices.SortFunc(kept, compare)
			kept = kept[:limit]
			last = kept[limit-1]
		}
	}
	slices.SortFunc(kept, compare)
	return kept[:limit]
}

// CompareBools orders false before true.
func CompareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
