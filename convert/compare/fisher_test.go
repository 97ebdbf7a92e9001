package compare

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// What is known without a table.
func TestFisher(t *testing.T) {
	for _, c := range []struct {
		name                     string
		old, new, refOld, refNew float64
		want                     float64
	}{
		{"equal shares", 50, 50, 50, 50, 1},
		{"nothing", 0, 0, 10, 10, 1},
		{"everything", 10, 20, 0, 0, 1},
		{"two coins say nothing", 1, 0, 0, 1, 1},
		{"a lady tasting tea", 3, 1, 1, 3, 2 * 17. / 70}, // R. A. Fisher, 1935
		{"six events, all in one run", 6, 0, 1e15, 1e15, 2. / 64},
		{"six events in the run that was half as long", 6, 0, 1e15, 2e15, 2. / 729},
		{"three events in the run that was much longer", 3, 0, 1e15, 1e13, 1},
		{"no such thing", 1 << 40, 0, 1e15, 1e15, 0},
		{"less likely than the smallest number", 400, 0, 1, 1e9, 0},
	} {
		if got := fisher(c.old, c.new, c.refOld, c.refNew); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		if got := fisher(c.new, c.old, c.refNew, c.refOld); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s, the other way: %v, want %v", c.name, got, c.want)
		}
	}
}

// Tails agree with sums of a hundred bits, where they are summed up and where they are approximated.
func TestTails(t *testing.T) {
	testtier.Sequential(t)
	for _, c := range []struct{ a, b, x, y int64 }{
		{3, 1, 1, 3}, {10, 0, 90, 100}, {7, 2, 2000, 2100}, {40, 30, 60, 90}, {1, 0, 3, 300}, {12, 900, 1, 100_000},
		{500, 400, 3000, 3100}, {5200, 5000, 5300, 5500}, {8000, 60, 90_000, 800},
		{4000, 3000, 5000, 6000}, {3000, 20_000, 10, 3000}, {1550, 28_000, 7000, 165_000},
	} {
		chances, first, events := c.a+c.b+c.x+c.y, c.a+c.x, c.a+c.b
		others := chances - first - events
		// The chances of all outcomes add up to 1. These are multiples of that of c.a; only their exponents exceed those of a float64.
		number := func(n int64) *big.Float { return new(big.Float).SetPrec(100).SetInt64(n) }
		tail, rest := number(0), number(0)
		for k, term := c.a, number(1); term.Sign() > 0; k++ {
			tail.Add(tail, term)
			term.Mul(term, number((first-k)*(events-k)))
			term.Quo(term, number((k+1)*(others+k+1)))
		}
		for k, term := c.a, number(1); term.Sign() > 0; k-- {
			term.Mul(term, number(k*(others+k)))
			term.Quo(term, number((first-k+1)*(events-k+1)))
			rest.Add(rest, term)
		}
		want, _ := new(big.Float).Quo(tail, rest.Add(rest, tail)).Float64()
		a, b, x, y := float64(c.a), float64(c.b), float64(c.x), float64(c.y)
		if got := atLeast(a, b, x, y); math.Abs(got/want-1) > 1e-3 {
			t.Errorf("%v: %v, want %v (%+.2g)", c, got, want, got/want-1)
		}
	}
}

// Both ways to compute a tail agree at the border between them, at every ratio of the lengths.
func TestTailsAtBorder(t *testing.T) {
	for _, ratio := range []float64{1, 3, 10, 30, 100, 10_000} {
		for _, deviations := range []float64{0.2, 1, 3, 5, 6} {
			b := float64(manyEvents * (1 + 1/ratio)) // the variance is a bit below manyEvents
			b = math.Floor(b * 0.99)
			a := math.Round(ratio*b + deviations*math.Sqrt(ratio*ratio*b+ratio*b))
			x, y := 1e9*ratio, 1e9
			exact, approximate := atLeast(a, b, x, y), atLeastOfMany(a, b, x, y)
			if math.Abs(approximate/exact-1) > 0.01 {
				t.Errorf("ratio %v, %v deviations: %v and %v", ratio, deviations, exact, approximate)
			}
		}
	}
}

// Of pairs of equal runs with few samples of many methods, at most 5% seem to differ, however different their lengths are.
func TestFewSamples(t *testing.T) {
	testtier.Sequential(t)
	const methods, pairs = 300, 200
	shares := make([]float64, methods) // the sums of the shares of the first methods: 1/rank each
	sum := 0.0
	for i := range shares {
		sum += 1 / float64(i+1)
		shares[i] = sum
	}
	for _, c := range []struct{ old, new int }{{1000, 1000}, {5000, 500}, {5000, 250}, {20_000, 250}, {100, 20_000}} {
		r := rand.New(rand.NewPCG(uint64(c.old), uint64(c.new)))
		draw := func(n int) []int64 {
			counts := make([]int64, methods)
			for range n {
				counts[sort.SearchFloat64s(shares, sum*r.Float64())]++
			}
			return counts
		}
		alarms := 0
		for range pairs {
			old, new := draw(c.old), draw(c.new)
			runs := SampleRuns(float64(c.old), float64(c.new), [2]int64{1, 1})
			var likelihoods []float64
			for i := range methods {
				if old[i]+new[i] > 0 {
					likelihoods = append(likelihoods, runs.Chance(float64(old[i]), float64(new[i])))
				}
			}
			if slices.Contains(BeyondChance(likelihoods), true) {
				alarms++
			}
		}
		t.Logf("%d and %d samples: %d of %d pairs have a change", c.old, c.new, alarms, pairs)
		if alarms > pairs/20 {
			t.Errorf("%d and %d samples: %d of %d pairs have a change", c.old, c.new, alarms, pairs)
		}
	}
}
