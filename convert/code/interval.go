package code

import "math"

// unlimited means no upper bound; sums and differences preserve it.
const unlimited = math.MaxInt64

// sum adds two counts, with saturation.
func sum(a, b int64) int64 {
	if a > unlimited-b {
		return unlimited
	}
	return a + b
}

// less subtracts a count from another one, but not below 0.
func less(a, b int64) int64 {
	if a == unlimited {
		return a
	}
	return max(0, a-b)
}

// An interval holds a count: from lo to hi, both possible. Hi may be unlimited.
type interval struct{ lo, hi int64 }

func (i interval) fixed() bool { return i.lo == i.hi }
