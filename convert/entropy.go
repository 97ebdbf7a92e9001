package convert

import (
	"math"
)

// Entropy returns how uncertain it is which of several things happens that were counted, in bits: 0 if it always is the
// same, 1 for two that are equally likely. Times the sum of the counts it ranks sites: what is both executed often and
// hard to foretell comes first.
func Entropy(counts ...int64) float64 {
	var total float64
	for _, n := range counts {
		total += float64(n)
	}
	var bits float64
	for _, n := range counts {
		if n > 0 && float64(n) < total {
			p := float64(n) / total
			bits -= p * math.Log2(p)
		}
	}
	return bits
}
