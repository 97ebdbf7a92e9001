package compare

import (
	"math"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// No value that a file can choose leaves a hash as it is, or gives two hashes the same result, as it did for fixed factors.
func TestHashesAreSeeded(t *testing.T) {
	const factor = 0xd1b54a32d192ed03 // of the unseeded hash, which this value cancels
	for h := range uint64(1000) {
		if mix(h, factor) == h {
			t.Fatalf("%d stays", h)
		}
	}
	if mixSeeds == [2]uint64{} {
		t.Error("there are no seeds")
	}
	if a := hashText(1, "a"); a == hashText(1, "b") || a == hashText(2, "a") {
		t.Error("texts are not told apart")
	}
}

// collected returns what is known of the methods of a profile, by their order in the file.
func collected(p *iprof.Profile) []leftover {
	c := collector{p: p, at: make([]int32, p.MethodSlots()), left: make([]leftover, p.Methods.Len()), slots: methodSlots(p, p.Contexts)}
	for slot := range c.left {
		c.at[slot] = int32(slot + 1)
	}
	c.addCalls(p.Stacks, methodSlots(p, p.Stacks), c.virtualCalls())
	c.addSites()
	return c.left
}

// A method has all samples of its frames, in whatever stacks they are.
func TestSamplesOfLeftovers(t *testing.T) {
	left := collected(testprofile.Parse(t, `{`+testprofile.Methods("main", "a")+testprofile.Samples("2:0<1:1 10", "2:0<1:2 20", "2:3<2:4<1:2 3", "1:5 4")+`}`))
	if left[0].samples != 4 || left[1].samples != 33 {
		t.Errorf("%d and %d samples", left[0].samples, left[1].samples)
	}
}

// The first method in the file has its entries, too, in all contexts.
func TestEntriesOfLeftovers(t *testing.T) {
	left := collected(testprofile.Parse(t, `{`+testprofile.Methods("main", "a")+testprofile.Calls("1:0 7", "2:0<1:1 5", "1:0<2:3<1:1 20")+`}`))
	if left[0].entries != 27 || left[1].entries != 5 {
		t.Errorf("%d and %d entries", left[0].entries, left[1].entries)
	}
}

// A fact that more than 24 methods of one profile have is no evidence for any of them, however few have it in the other.
func TestFactsOfCrowds(t *testing.T) {
	for _, c := range []struct{ olds, news, want int }{{1, 1, 1}, {24, 24, 24 * 24}, {1, 25, 0}, {25, 1, 0}} {
		pairs := 0
		sharing(slices.Repeat([]holder{{key: 7}}, c.olds), append(slices.Repeat([]holder{{key: 7}}, c.news), holder{key: 8}), func(old, new holder) { pairs++ })
		if pairs != c.want {
			t.Errorf("%d and %d: %d pairs", c.olds, c.news, pairs)
		}
	}
}

// Stacks without places say who calls whom, but not where: each pair is one fact of either method.
func TestCallsWithoutPlaces(t *testing.T) {
	left := collected(testprofile.Parse(t, `{`+testprofile.Methods("main", "a")+testprofile.Samples("2:0<1:0 10")+`}`))
	for slot, want := range []fact{{kind: calls, other: 1}, {kind: calledBy, other: 0}} {
		if len(left[slot].facts) != 1 || left[slot].facts[0] != want {
			t.Errorf("%d: %+v, want %+v", slot, left[slot].facts, want)
		}
	}
}

// Calls from generated code, at no place in the bytecode, are no evidence: they are nearly the same everywhere.
func TestCallsOfGeneratedCode(t *testing.T) {
	left := collected(testprofile.Parse(t, `{`+testprofile.Methods("main", "a", "b")+testprofile.Samples("2:3<1:-5 10", "3:0<1:7 10")+`}`))
	if len(left[0].facts) != 1 || len(left[1].facts) != 0 || len(left[2].facts) != 1 {
		t.Errorf("%+v", left)
	}
}

// Equal counts are worth half of their decimal digits, up to 2, and small or different counts nothing.
func TestCountsAlike(t *testing.T) {
	r := &renamer{callRatio: 2, sampleRatio: 1}
	for _, c := range []struct {
		old, new int64 // entries; the new run is twice as long
		want     float64
	}{{50, 100, 1}, {500_000, 1_000_000, 2}, {5, 10, 0}, {9, 18, 0}, {10, 20, math.Log10(20) / 2}, {10, 9, 0}, {500_000, 4_000_000, 0}, {0, 0, 0}} {
		if got := r.countsAlike(&leftover{entries: c.old}, &leftover{entries: c.new}); got != c.want {
			t.Errorf("%d and %d: %g, want %g", c.old, c.new, got, c.want)
		}
	}
}
