package diff

import "math"

// A deviation is the sample standard deviation of values that are added one by one. It adds up their differences from the first one:
// values near 1 that hardly differ would cancel in the difference of the sum of their squares and the square of their sum.
type deviation struct {
	values             int
	first, sum, square float64 // the latter of differences
}

func (d *deviation) add(value float64) {
	if d.values == 0 {
		d.first = value
	}
	d.values++
	d.sum += value - d.first
	d.square += (value - d.first) * (value - d.first)
}

// of returns the deviation of n values, two or more, of which those that were not added are 0.
func (d *deviation) of(n int) float64 {
	missing := float64(n - d.values)
	sum, square := d.sum-missing*d.first, d.square+missing*d.first*d.first
	return math.Sqrt(max(0, square-sum*sum/float64(n)) / float64(n-1))
}
