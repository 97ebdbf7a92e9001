package diff

import "math"

// A deviation computes the sample standard deviation of values that are added one by one. It sums their differences from the first
// value: for values near 1 that hardly differ, subtracting the square of their sum from the sum of their squares would lose all
// digits.
type deviation struct {
	values             int
	first, sum, square float64 // sums of differences and of their squares
}

func (d *deviation) add(value float64) {
	if d.values == 0 {
		d.first = value
	}
	d.values++
	d.sum += value - d.first
	d.square += (value - d.first) * (value - d.first)
}

// of returns the deviation of n values, at least two, where values that were not added are 0.
func (d *deviation) of(n int) float64 {
	missing := float64(n - d.values)
	sum, square := d.sum-missing*d.first, d.square+missing*d.first*d.first
	return math.Sqrt(max(0, square-sum*sum/float64(n)) / float64(n-1))
}
