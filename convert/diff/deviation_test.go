package diff

import (
	"math"
	"testing"
)

// TestDeviation: by the definition, with the mean known first.
func TestDeviation(t *testing.T) {
	for _, values := range [][]float64{
		{1, 2, 3, 4},
		{0.25, 0.25, 0.25},
		{0.99, 0.99 + 1e-12, 0.99 - 1e-12},
		{0.990000001, 0.99, 0.990000002, 0.99},
		{0, 0, 1},
		{1, 0, 0, 0},
		{3e17, 3e17 + 1024, 3e17 - 1024},
	} {
		mean := 0.0
		for _, v := range values {
			mean += v / float64(len(values))
		}
		squares := 0.0
		for _, v := range values {
			squares += (v - mean) * (v - mean)
		}
		want := math.Sqrt(squares / float64(len(values)-1))
		var all, present deviation
		for _, v := range values {
			all.add(v)
			if v != 0 {
				present.add(v)
			}
		}
		for name, got := range map[string]float64{"all": all.of(len(values)), "without zeros": present.of(len(values))} {
			if math.Abs(got-want) > want/1000 { // the values themselves are rounded
				t.Errorf("%v, %s: %g, want %g", values, name, got, want)
			}
		}
	}
}
