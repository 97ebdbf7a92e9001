package testprofile

import (
	"math"
	"math/rand/v2"
)

// Poisson draws from a Poisson distribution (D. Knuth) or, for large means, from the normal distribution that is close to it.
func Poisson(r *rand.Rand, mean float64) int64 {
	if mean > 50 {
		return int64(max(0, math.Round(mean+math.Sqrt(mean)*r.NormFloat64())))
	}
	n := int64(0)
	for p := r.Float64(); p > math.Exp(-mean); p *= r.Float64() {
		n++
	}
	return n
}
