package compare

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// Runs of one program that vary more than random counts have a change in at most 5% of the comparisons, and a method that is
// called 80% more often is found.
func TestVariations(t *testing.T) {
	testtier.Sequential(t)
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
			for _, v := range Variations(all, c.old) {
				likelihoods = append(likelihoods, v.Likelihood)
			}
			if BeyondChance(likelihoods)[changed] {
				found++
			}
			if slices.Contains(BeyondChance(slices.Delete(likelihoods, changed, changed+1)), true) {
				alarms++
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

// No variance is less than that of chance: runs that happen to agree are not proof, however many of the others do.
func TestVarianceOfChanceIsTheLeast(t *testing.T) {
	const runs = 10 // of each side
	var agreeing []Observation
	for run := range 2 * runs {
		agreeing = append(agreeing, Observation{float64(10 + run/runs*5), 1e6})
	}
	// The test of Poisson counts without any other variance: 10 against 15 a run, and half a count more in each.
	smallest := math.Erfc(math.Log(15.5/10.5) / math.Sqrt(1/(runs*10.5)+1/(runs*15.5)) / math.Sqrt2)
	for _, others := range []string{"agree", "vary", "some vary"} {
		r := rand.New(rand.NewPCG(5, 6))
		all := [][]Observation{agreeing}
		for thing := range 200 {
			var list []Observation
			for range 2 * runs {
				count := 10_000.0
				if others == "vary" || others == "some vary" && thing%2 == 0 {
					count *= math.Exp(r.NormFloat64())
				}
				list = append(list, Observation{count, 1e6})
			}
			all = append(all, list)
		}
		if got := Variations(all, runs)[0].Likelihood; got < 0.999*smallest {
			t.Errorf("others %s: a likelihood of %.3g, by chance alone it is %.3g", others, got, smallest)
		}
	}
}

// Some things whose two runs happen to be equal do not hide how much all others vary alike: a change is found.
func TestEqualRunsDoNotHideChanges(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	const things, changed = 200, 101
	all := make([][]Observation, things)
	for i := range all {
		for run := range 4 {
			count := 20_000.0
			if i%10 > 0 {
				count *= math.Exp(0.1 * r.NormFloat64())
			}
			if i == changed && run >= 2 {
				count *= 3
			}
			all[i] = append(all[i], Observation{math.Round(count), 1e6})
		}
	}
	var likelihoods []float64
	for _, v := range Variations(all, 2) {
		likelihoods = append(likelihoods, v.Likelihood)
	}
	if !BeyondChance(likelihoods)[changed] {
		t.Errorf("a factor of three, where runs vary by 10%%, has a likelihood of %.2g", likelihoods[changed])
	}
}

// No variance is less than that of the thing's own runs, however little all others vary.
func TestOwnVarianceIsTheLeast(t *testing.T) {
	varying := []Observation{{10_000, 1e6}, {20_000, 1e6}, {40_000, 1e6}, {80_000, 1e6}}
	r := rand.New(rand.NewPCG(7, 8))
	all := [][]Observation{varying}
	for range 200 {
		var runs []Observation
		for range 4 {
			runs = append(runs, Observation{float64(testprofile.Poisson(r, 20_000)), 1e6})
		}
		all = append(all, runs)
	}
	// Both sides are a factor of two apart, the means one of four: with squared distances of (log 2)²/2 from them and
	// two degrees of freedom, the variance of the difference is (log 2)²/2. A normal test takes it as known.
	smallest := math.Erfc(math.Log(4) / (math.Ln2 / math.Sqrt2) / math.Sqrt2)
	if got := Variations(all, 2)[0].Likelihood; got < 0.5*smallest {
		t.Errorf("a likelihood of %.3g, by its own runs it is at least %.3g", got, smallest)
	}
}

// The logarithm of a ratio and its variance have half a count added to both counts.
func TestRatioOfObservation(t *testing.T) {
	log, variance := Observation{Count: 1.5, Rest: 3.5}.ratio()
	if math.Abs(log-math.Log(0.5)) > 1e-12 || math.Abs(variance-0.75) > 1e-12 {
		t.Errorf("%v, %v", log, variance)
	}
	if log, variance = (Observation{Count: 0, Rest: 0.5}).ratio(); math.Abs(log-math.Log(0.5)) > 1e-12 || math.Abs(variance-3) > 1e-12 {
		t.Errorf("%v, %v", log, variance)
	}
}

// A thing that was counted on one side only is not judged, and one that no side has two runs of has no spread.
func TestVariationsOfFewRuns(t *testing.T) {
	some := Observation{Count: 1000, Rest: 1e6}
	more := Observation{Count: 9000, Rest: 1e6}
	got := Variations([][]Observation{{some, some, more, more}, {some, some, {}, {}}, {{}, {}, more, more}, {some, {}, more, {}}}, 2)
	if got[0].Likelihood > 0.01 || got[0].Spread < 0 {
		t.Errorf("both sides: %+v", got[0])
	}
	for i := 1; i < 3; i++ {
		if got[i].Likelihood != 1 || got[i].Spread < 0 {
			t.Errorf("one side: %+v", got[i])
		}
	}
	if got[3].Spread >= 0 {
		t.Errorf("one run a side: %+v", got[3])
	}
}

// The means of two sides with variances of 1/50 each differ by 1, five standard deviations: times the prior factor where no side has two runs,
// and times their own where that is larger.
func TestDifferenceOfSides(t *testing.T) {
	single := sidesOf{sides: [2][]logRatio{{{0, 0.02}}, {{1, 0.02}}}}
	double := sidesOf{sides: [2][]logRatio{{{-0.1, 0.04}, {0.1, 0.04}}, {{0.9, 0.04}, {1.1, 0.04}}}, freedom: 2} // factor: 4 × 0.01 / 0.04 / 2
	for _, c := range []struct {
		sides               sidesOf
		prior, priorFreedom float64
		want                float64
	}{
		{single, 1, 0, 1}, {single, 1, 4, beyondT(5, 4)}, {single, 4, 4, beyondT(2.5, 4)}, {single, 4, math.Inf(1), beyondT(2.5, math.Inf(1))}, {single, 0.25, 4, beyondT(5, 4)},
		{double, 4, 0, beyondT(5, 2)}, {double, 4, 2, beyondT(5/math.Sqrt(2.25), 4)}, {double, 4, math.Inf(1), beyondT(2.5, math.Inf(1))}, {double, 0.1, math.Inf(1), beyondT(5, math.Inf(1))},
	} {
		if got := c.sides.differ(0, c.prior, c.priorFreedom); math.Abs(got/c.want-1) > 1e-9 {
			t.Errorf("%+v, prior %v with %v degrees of freedom: %v, want %v", c.sides, c.prior, c.priorFreedom, got, c.want)
		}
	}
}

// The prior of fewer than two factors says nothing. That of more is as in G. K. Smyth (2004), section 6.2, computed with derivatives of ln Γ
// that are differences.
func TestModeration(t *testing.T) {
	for _, factors := range [][]float64{nil, {4}} {
		if prior, freedom := moderation(factors, []float64{3}[:len(factors)]); prior != 1 || freedom != 0 {
			t.Errorf("%v: %v with %v degrees of freedom", factors, prior, freedom)
		}
	}
	const step = 1e-4
	logGamma := func(x float64) float64 { y, _ := math.Lgamma(x); return y }
	first := func(x float64) float64 { return (logGamma(x+step) - logGamma(x-step)) / (2 * step) }
	second := func(x float64) float64 { return (logGamma(x+step) - 2*logGamma(x) + logGamma(x-step)) / (step * step) }
	for _, c := range [][2][]float64{{{1, 100}, {3, 3}}, {{0.5, 2000, 7}, {2, 5, 9}}, {{1e-12, 1e9}, {4, 1}}, {{3, 3.1, 2.9}, {4, 4, 4}}} {
		n := float64(len(c[0]))
		e, center, known, variance := make([]float64, len(c[0])), 0.0, 0.0, 0.0
		for i, factor := range c[0] {
			d := c[1][i]
			e[i] = math.Log(max(factor, 1e-9)) - first(d/2) + math.Log(d/2)
			center, known = center+e[i]/n, known+second(d/2)/n
		}
		for _, e := range e {
			variance += (e - center) * (e - center) / (n - 1)
		}
		wantPrior, wantFreedom := math.Exp(center), math.Inf(1)
		if variance > known {
			low, high := 1e-3, 1e6
			for range 200 {
				if middle := math.Sqrt(low * high); second(middle) > variance-known {
					low = middle
				} else {
					high = middle
				}
			}
			wantPrior, wantFreedom = math.Exp(center+first(low)-math.Log(low)), 2*low
		}
		prior, freedom := moderation(c[0], c[1])
		if math.Abs(prior/wantPrior-1) > 1e-3 || freedom != wantFreedom && math.Abs(freedom/wantFreedom-1) > 1e-3 {
			t.Errorf("%v: %v with %v degrees of freedom, want %v with %v", c, prior, freedom, wantPrior, wantFreedom)
		}
	}
}

// A run without any count is no observation, one with a single count is.
func TestSidesOfCountedRuns(t *testing.T) {
	got := newSides([]Observation{{1, 0}, {0, 0}, {0, 1}, {7, 9}, {0, 0}, {5, 5}}, 3)
	if len(got.sides[OldSide]) != 2 || len(got.sides[NewSide]) != 2 || got.freedom != 2 || got.often {
		t.Errorf("%+v", got)
	}
	if of := newSides([]Observation{{5, 9}, {5, 5}, {0, 0}}, 1); !of.often || of.freedom != 0 {
		t.Errorf("%+v", of)
	}
}

// Things with one run on each side tell nothing of how much runs of a side vary.
func TestSharedVarianceOfSingleRuns(t *testing.T) {
	several := []sidesOf{newSides([]Observation{{10_000, 1e6}, {12_000, 1e6}, {15_000, 1e6}, {9_000, 1e6}}, 2), newSides([]Observation{{10_000, 1e6}, {11_000, 1e6}, {10_500, 1e6}, {14_000, 1e6}}, 2)}
	single := newSides([]Observation{{10_000, 1e6}, {90_000, 1e6}}, 1)
	want := sharedVariance(several)
	if got := sharedVariance(append([]sidesOf{single, single, single}, several...)); got != want || want <= 0 {
		t.Errorf("%g, want %g", got, want)
	}
	if got := sharedVariance([]sidesOf{single}); got != 0 {
		t.Errorf("%g of nothing", got)
	}
}

// Counts add up by side.
func TestAddCounts(t *testing.T) {
	var c Counts
	for _, side := range []int{OldSide, NewSide, OldSide, NewSide, NewSide} {
		c.Add(side, 5+int64(side))
	}
	if c != (Counts{10, 18}) {
		t.Errorf("%+v", c)
	}
}

// Things with one run on each side do not change how others are judged.
func TestVariationsBesideSingleRuns(t *testing.T) {
	several := [][]Observation{{{10_000, 1e6}, {12_000, 1e6}, {15_000, 1e6}, {9_000, 1e6}}, {{10_000, 1e6}, {11_000, 1e6}, {10_500, 1e6}, {14_000, 1e6}}, {{500, 1e6}, {510, 1e6}, {900, 1e6}, {880, 1e6}}}
	single := []Observation{{10_000, 1e6}, {0, 0}, {90_000, 1e6}, {0, 0}}
	want := Variations(several, 2)
	if got := Variations(append(several, single, single), 2)[:3]; !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// Half of both runs is enough for their length, less is not.
func TestHalfOfTheRuns(t *testing.T) {
	for other, want := range map[int64]Counts{99: {100, 200}, 100: {100, 200}, 101: {}} {
		if r, like := lengthRatio([]Counts{{100, 200}, {other, 0}, {0, 2 * other}}); like != want || r != 2 {
			t.Errorf("%d others: %g, %+v", other, r, like)
		}
	}
}
