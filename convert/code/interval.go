package code

import "math"

// A Range is what a count may be: Low, High or anything between. High may be [Unlimited].
type Range struct{ Low, High int64 }

// Fixed reports whether the count is known.
func (r Range) Fixed() bool { return r.Low == r.High }

// Unlimited means that there is no upper bound.
const Unlimited int64 = unlimited

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

// AddBounds adds counts, or upper bounds, which may be [Unlimited].
func AddBounds(x, y int64) int64 { return sum(x, y) }

// Bounded returns a count in one figure, given its certain part, if any, and its upper bound: the bound, unless there is none.
func Bounded(certain, most int64, known bool) Execution {
	switch {
	case known && most == certain:
		return Execution{certain, Exact}
	case most != Unlimited:
		return Execution{most, AtMost}
	case known:
		return Execution{certain, AtLeast}
	}
	return Execution{}
}
