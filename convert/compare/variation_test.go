package compare

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Runs of one program that vary more than random counts have a change in at most 5% of the comparisons, and a method that is
// called 80% more often is found.
func TestVariations(t *testing.T) {
	for _, c := range []struct {
		name     string
		old, new int
		spread   func(thing int) float64 // of the logarithms
		find     float64                 // the share of planted changes that is found, at least
	}{
		{"chance only", 3, 3, func(int) float64 { return 0 }, 1},
		{"all alike, two runs", 2, 2, func(int) float64 { return 0.1 }, 0.75},
		{"all alike, five runs", 5, 5, func(int) float64 { return 0.1 }, 1},
		{"some vary", 3, 3, func(thing int) float64 { return float64(thing%4) * 0.05 }, 0.5},
		{"one in twenty varies greatly", 3, 3, func(thing int) float64 {
			if thing%20 == 7 {
				return 0.5
			}
			return 0.01
		}, 0.5},
		{"one against six", 1, 6, func(int) float64 { return 0.1 }, 0.5},
	} {
		alarms, found, tries := 0, 0, 200
		for try := range tries {
			r := rand.New(rand.NewPCG(uint64(try), 3))
			const things, changed = 200, 100
			all := make([][]Observation, things)
			for i := range all {
				mean := math.Exp(1 + 10*r.Float64())
				if i == changed {
					mean = 20_000
				}
				for run := range c.old + c.new {
					factor := math.Exp(c.spread(i) * r.NormFloat64())
					if i == changed && run >= c.old {
						factor *= 1.8
					}
					all[i] = append(all[i], Observation{float64(testprofile.Poisson(r, mean*factor)), 1e6})
				}
			}
			var likelihoods []float64
			for i, v := range Variations(all, c.old) {
				if i == changed {
					continue
				}
				likelihoods = append(likelihoods, v.Likelihood)
			}
			for _, picked := range BeyondChance(likelihoods) {
				if picked {
					alarms++
					break
				}
			}
			likelihoods = likelihoods[:0]
			for _, v := range Variations(all, c.old) {
				likelihoods = append(likelihoods, v.Likelihood)
			}
			if BeyondChance(likelihoods)[changed] {
				found++
			}
		}
		t.Logf("%s: %d alarms, %d found", c.name, alarms, found)
		if alarms > 20 { // 5% are 10, and chance one time in a thousand 20
			t.Errorf("%s: %d of %d comparisons have a change", c.name, alarms, tries)
		}
		if float64(found) < c.find*float64(tries) {
			t.Errorf("%s: %d of %d changes are found", c.name, found, tries)
		}
	}
}
