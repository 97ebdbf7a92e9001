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
	kept := make([]T, 0, limit+1)
	for _, r := range rows {
		if len(kept) == limit && compare(r, kept[limit-1]) > 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(kept, r, compare)
		kept = slices.Insert(kept, at, r)
		kept = kept[:min(len(kept), limit)]
	}
	return kept
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
