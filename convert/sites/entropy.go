package sites

import (
	"math"
)

// Entropy returns the uncertainty of an outcome in bits, from the counts of all outcomes: 0 if it is always the same, 1 for two
// that are equally likely. Multiplied by the sum of the counts it ranks sites: hot, hard-to-predict ones come first.
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
