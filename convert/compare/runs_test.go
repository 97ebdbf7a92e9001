package compare

import (
	"math"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Only runs that both have counts are compared; otherwise counts are as they are.
func TestComparableRuns(t *testing.T) {
	for _, c := range []struct {
		runs       Runs
		comparable bool
		larger     float64 // of 30 old and 40 new
	}{
		{Runs{Old: 10, New: 20, Ratio: 2}, true, 60},
		{Runs{Old: 10, New: 10, Ratio: 1}, true, 40},
		{Runs{Old: 1, New: 1, Ratio: 1}, true, 40},
		{Runs{Old: 0, New: 20, Ratio: 2}, false, 40},
		{Runs{Old: 10, New: 0, Ratio: 2}, false, 40},
	} {
		if c.runs.Comparable() != c.comparable || c.runs.Larger(Counts{Old: 30, New: 40}) != c.larger {
			t.Errorf("%+v: %t, %v", c.runs, c.runs.Comparable(), c.runs.Larger(Counts{Old: 30, New: 40}))
		}
	}
}

// The totals of runs are the sums of their counts, and shares are of the larger one at the same length.
func TestTotalsOfRuns(t *testing.T) {
	r := CallRuns([]Counts{{Old: 100, New: 300}, {Old: 200, New: 600}, {Old: 700, New: 2100}})
	if r.Old != 1000 || r.New != 3000 || r.Ratio != 3 || r.Sampled {
		t.Errorf("%+v", r)
	}
	if old, new := r.Shares(Counts{Old: 200, New: 900}); old != 0.2 || math.Abs(new-0.3) > 1e-12 {
		t.Errorf("%v and %v", old, new)
	}
	more := CallRuns([]Counts{{Old: 1, New: 1}, {Old: 0, New: 40}})
	if more.Old != 1 || more.New != 41 {
		t.Errorf("%+v", more)
	}
}

// Counts are compared with the sum of all other methods, or with the sums behind the median ratio.
func TestReferenceOfCounts(t *testing.T) {
	r := Runs{Old: 100, New: 300, Ratio: 3, whole: [2]float64{1000, 3000}}
	if old, new := r.reference(10, 50); old != 990 || new != 2950 {
		t.Errorf("%v and %v", old, new)
	}
	r.Ratio, r.Typical, r.Like = 2, true, Counts{Old: 400, New: 400}
	// The logarithm of the ratio has a variance of 2(1/400 + 1/400) = 0.01, and 1/150 + 1/300 is that.
	if old, new := r.reference(10, 50); math.Abs(old-150) > 1e-9 || math.Abs(new-300) > 1e-9 {
		t.Errorf("%v and %v", old, new)
	}
}

// Runs that a side is the sum of have the numbers of its methods and types, and -1 for those that it does not have.
func TestNumbersOfRuns(t *testing.T) {
	names := func(p *iprof.Profile) *convert.Names { return convert.NewNames(p, convert.NameOptions{}) }
	parse := func(methods ...string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods(methods...)+testprofile.Calls("1:0 5", "2:0 3")+`}`)
	}
	old, new := parse("a", "b"), parse("b", "c")
	c := New(names(old), names(new), Options{})
	run := parse("b", "d")
	methods, types := c.NumbersOf(OldSide, []*convert.Names{names(run), names(old)})
	b := c.Methods[OldSide][old.MethodSlot(2)]
	if methods[0][run.MethodSlot(1)] != b || methods[0][run.MethodSlot(2)] != -1 || b != c.Methods[NewSide][new.MethodSlot(1)] {
		t.Errorf("%v, b is %d", methods, b)
	}
	if methods[1][0] != c.Methods[OldSide][0] || methods[1][1] != b || len(types) != 2 || types[0][0] < 0 {
		t.Errorf("%v, %v", methods, types)
	}
}

// A copy is expected to change as its base does, or as the length of the run does if none.
func TestExpectedEntries(t *testing.T) {
	runs := Runs{Old: 10, New: 50, Ratio: 5}
	based := Copy{Entries: Counts{Old: 7}, Base: Counts{Old: 10, New: 30}}
	alone := Copy{Entries: Counts{Old: 7}}
	if based.Expected(runs) != 21 || alone.Expected(runs) != 35 {
		t.Errorf("%v and %v", based.Expected(runs), alone.Expected(runs))
	}
}

func TestPart(t *testing.T) {
	for _, c := range [][4]float64{{0, 0, 0, 1}, {2, 2, 2, 1}, {1, 2, 2, 0.5}, {0, 3, 0, 0}, {1, 1, 3, 0.5}} {
		if got := part(c[0], c[1], c[2]); got != c[3] {
			t.Errorf("%v of %v and %v: %v", c[0], c[1], c[2], got)
		}
	}
}

// The tails of equal rates are a half, however large the counts are.
func TestTailsOfEqualRates(t *testing.T) {
	for n := 2000.0; n < 1e15; n *= 1.7 {
		n := math.Floor(n)
		for _, more := range []float64{0, 1, 2} {
			if got := fisher(n+more, n, 3*n, 3*n); !(got > 0.9) || got > 1 {
				t.Errorf("%v against %v: %v", n+more, n, got)
			}
		}
	}
}

// Counts that only follow the length of the runs have exactly equal shares, although the ratio of the lengths is rounded.
func TestSharesOfUnchangedCounts(t *testing.T) {
	for times := int64(1); times < 50; times++ {
		for other := int64(1); other < 50; other++ {
			r := SampleRuns(float64(1000*times), float64(1000*other), [2]int64{1, 1})
			for n := range int64(20) {
				if old, new := r.Shares(Counts{n * times, n * other}); old != new {
					t.Fatalf("%d of %d and %d of %d: %v and %v", n*times, 1000*times, n*other, 1000*other, old, new)
				}
			}
		}
	}
}
