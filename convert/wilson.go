package convert

import (
	"math"
)

// z95 is the 97.5% quantile of the normal distribution: 2.5% are left out on each side.
const z95 = 1.959963984540054

// WilsonInterval returns the 95% score interval of a share, given hits in n samples (E. B. Wilson, 1927). It holds for small n as
// well, and stays within 0 to 1; without samples it is 0 to 1.
func WilsonInterval(hits, n int64) (low, high float64) {
	if n <= 0 {
		return 0, 1
	}
	hits = min(max(hits, 0), n) // saturated sums may say otherwise
	const zz = z95 * z95
	size, p := float64(n), float64(hits)/float64(n)
	middle := p + zz/(2*size)
	half := z95 * math.Sqrt(p*(1-p)/size+zz/(4*size*size))
	low, high = (middle-half)/(1+zz/size), (middle+half)/(1+zz/size)
	if hits == 0 {
		low = 0 // rounding would leave 1e-17
	}
	if hits == n {
		high = 1
	}
	return max(min(low, p), 0), min(max(high, p), 1) // p: rounding could exclude it from a narrow interval
}
