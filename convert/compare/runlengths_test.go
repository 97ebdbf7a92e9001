package compare

import (
	"math"
	"testing"
)

// Lengths of several runs are those of two, each with the one that is most like all; by totals if they have too little in common.
func TestRunLengths(t *testing.T) {
	for name, c := range map[string]struct {
		runs    [][]int64
		lengths []float64
		typical []bool
	}{
		"the same":                       {[][]int64{{10, 20, 70}, {10, 20, 70}}, []float64{100, 100}, []bool{false, true}},
		"one method more often":          {[][]int64{{10, 20, 70}, {30, 20, 70}}, []float64{100, 100}, []bool{false, true}},
		"twice as long, one more often":  {[][]int64{{10, 20, 70}, {90, 40, 140}}, []float64{100, 200}, []bool{false, true}},
		"the odd one first":              {[][]int64{{90, 10, 20}, {5, 20, 40}, {5, 20, 40}}, []float64{32.5, 65, 65}, []bool{true, false, true}},
		"nothing in common":              {[][]int64{{10, 20, 0, 0}, {0, 0, 100, 500}}, []float64{30, 600}, []bool{false, false}},
		"two alike and one by its total": {[][]int64{{0, 0, 1000}, {10, 20, 0}, {20, 40, 0}}, []float64{1000, 30, 60}, []bool{false, false, true}},
		"an empty one":                   {[][]int64{{0, 0}, {10, 20}}, []float64{0, 30}, []bool{false, false}},
		"all empty":                      {[][]int64{{0, 0}, {0, 0}}, []float64{0, 0}, []bool{false, false}},
	} {
		lengths, typical := RunLengths(c.runs)
		for i := range c.lengths {
			if math.Abs(lengths[i]-c.lengths[i]) > 1e-9*c.lengths[i] || typical[i] != c.typical[i] {
				t.Errorf("%s: %v, %v; want %v, %v", name, lengths, typical, c.lengths, c.typical)
				break
			}
		}
	}
}
