package compare

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestDetectable has the tables of Fleiss, Levin and Paik, which need 388 samples a side to find 50% and 60%, and 199 for 10% and 20%;
// the others were computed by another program.
func TestDetectable(t *testing.T) {
	for _, c := range []struct {
		share, old, new float64
		tests           int
		want            float64 // 0: none
	}{
		{0.5, 388, 388, 1, 0.0999158},
		{0.1, 199, 199, 1, 0.0999894},
		{0.1, 1584, 1584, 1, 0.0318581},
		{0.01, 1584, 1000, 60, 0.0237668},
		{0.1, 1584, 1000, 60, 0.0556451},
		{0.5, 1584, 1000, 60, 0.0841850},
		{0.1, 11, 11, 5, 0.6753163},
		{0.5, 11, 11, 5, 0},
		{0.5, 11, 0, 5, 0},
	} {
		// samples of 10 ms each, in ms
		for _, per := range []int64{1, 10} {
			r := SampleRuns(c.old*float64(per), c.new*float64(per), [2]int64{per, per})
			if got, ok := r.Detectable(c.share, c.tests); math.Abs(got-c.want) > 1e-6 || ok != (c.want > 0) {
				t.Errorf("%+v: %v, %v", c, got, ok)
			}
		}
	}
	for _, r := range []Runs{CallRuns([]Counts{{1000, 1000}}), SampleRuns(1000, 1000, [2]int64{0, 1})} {
		if got, ok := r.Detectable(0.1, 1); ok {
			t.Errorf("%+v: %v", r, got)
		}
		if note := r.DetectableNote(1); note != "" {
			t.Errorf("%+v: %s", r, note)
		}
	}
}

// TestDetectableIsFound draws pairs of runs: the test for chance finds a change of the detectable size in about 80% of them.
func TestDetectableIsFound(t *testing.T) {
	const pairs = 1000
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		share, old, new float64
		tests           int
	}{{0.01, 5000, 5000, 1}, {0.1, 1000, 3000, 20}, {0.5, 800, 800, 5}} {
		runs := SampleRuns(c.old, c.new, [2]int64{1, 1})
		rise, _ := runs.Detectable(c.share, c.tests)
		found := 0
		for range pairs {
			draw := func(n, p float64) float64 {
				hits := 0.0
				for range int(n) {
					if r.Float64() < p {
						hits++
					}
				}
				return hits
			}
			if runs.Chance(draw(c.old, c.share), draw(c.new, c.share+rise)) <= falseDiscoveries/float64(c.tests) {
				found++
			}
		}
		if power := float64(found) / pairs; math.Abs(power-detectionPower) > 0.05 {
			t.Errorf("%+v: a rise of %.4f is found in %.1f%%", c, rise, 100*power)
		}
	}
}

func TestDetectableNote(t *testing.T) {
	for _, c := range []struct {
		samples float64
		want    string
	}{
		// by another program: 2.6176%, 13.9401%, 56.0578%; 65.0105%, 77.5316%
		{1584, "changes of this size are found in 80% of cases: a share of 1% to 2.6%, 10% to 13.9%, 50% to 56.1%"},
		{11, "changes of this size are found in 80% of cases: a share of 1% to 65.0%, 10% to 77.5%"},
		{2, "too few samples to find any change reliably"},
	} {
		if got := SampleRuns(c.samples, c.samples, [2]int64{1, 1}).DetectableNote(5); got != c.want {
			t.Errorf("%v: %s", c.samples, got)
		}
	}
	ticks := SampleRuns(2, 2, [2]int64{1, 1})
	ticks.noun = "ticks"
	if got := ticks.DetectableNote(5); got != "too few ticks to find any change reliably" {
		t.Error(got)
	}
}
