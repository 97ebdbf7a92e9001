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

// collected returns the facts and counts of the methods of a profile, by their order in the file.
func collected(p *iprof.Profile) *collector {
	left := make([]leftover, p.Methods.Len())
	for slot := range left {
		left[slot].slot = int32(slot)
	}
	c := newCollector(p, left)
	c.collect(slices.Repeat([]bool{true}, len(left)))
	return c
}

// A method has all samples of its frames, in whatever stacks they are.
func TestSamplesOfLeftovers(t *testing.T) {
	samples := collected(testprofile.Parse(t, `{`+testprofile.Methods("main", "a")+testprofile.Samples("2:0<1:1 10", "2:0<1:2 20", "2:3<2:4<1:2 3", "1:5 4")+`}`)).samples
	if samples[0] != 4 || samples[1] != 33 {
		t.Errorf("%d samples", samples)
	}
}

// The first method in the file has its entries, too, in all contexts.
func TestEntriesOfLeftovers(t *testing.T) {
	entries := collected(testprofile.Parse(t, `{`+testprofile.Methods("main", "a")+testprofile.Calls("1:0 7", "2:0<1:1 5", "1:0<2:3<1:1 20")+`}`)).entries
	if entries[0] != 27 || entries[1] != 5 {
		t.Errorf("%d entries", entries)
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
	left := collected(testprofile.Parse(t, `{`+testprofile.Methods("main", "a")+testprofile.Samples("2:0<1:0 10")+`}`)).left
	for slot, want := range []fact{{kind: calls, other: 1}, {kind: calledBy, other: 0}} {
		if !slices.Equal(left[slot].facts, []fact{want, {kind: runs}}) {
			t.Errorf("%d: %+v, want %+v", slot, left[slot].facts, want)
		}
	}
}

// Calls from generated code, at no place in the bytecode, are no evidence: they are nearly the same everywhere.
func TestCallsOfGeneratedCode(t *testing.T) {
	left := collected(testprofile.Parse(t, `{`+testprofile.Methods("main", "a", "b")+testprofile.Samples("2:3<1:-5 10", "3:0<1:7 10")+`}`)).left
	if len(left[0].facts) != 2 || len(left[1].facts) != 1 || len(left[2].facts) != 2 { // that it runs is one, too
		t.Errorf("%+v", left)
	}
}

// Equal counts are worth half of their decimal digits, up to 2, and small or different counts nothing.
func TestCountsAlike(t *testing.T) {
	of := func(entries int64) *collector {
		return &collector{left: make([]leftover, 1), entries: []int64{entries}, samples: []int64{0}}
	}
	for _, c := range []struct {
		old, new int64 // entries; the new run is twice as long
		want     float64
	}{{50, 100, 1}, {500_000, 1_000_000, 2}, {5, 10, 0}, {9, 18, 0}, {10, 20, math.Log10(20) / 2}, {10, 9, 0}, {500_000, 4_000_000, 0}, {0, 0, 0}} {
		r := &renamer{callRatio: 2, sampleRatio: 1, collectors: [2]*collector{of(c.old), of(c.new)}}
		if got := r.countsAlike(0, 0); got != c.want {
			t.Errorf("%d and %d: %g, want %g", c.old, c.new, got, c.want)
		}
	}
}

// Facts are collected only of methods that may have been renamed: most of two different programs have no kin in the other one.
func TestFactsOfKin(t *testing.T) {
	r := renamerOf(t, testprofile.Methods("main", "tax", "<clinit>")+testprofile.Calls("1:0 1", "2:0<1:4 1", "3:0<1:5 1"), testprofile.Methods("main", "vat")+testprofile.Calls("1:0 1", "2:0<1:4 1"))
	if found := r.candidates(); len(found.list) != 1 {
		t.Fatalf("%+v", found.list)
	}
	for _, l := range r.left[OldSide] {
		if (l.facts != nil) != (l.name == "tax") {
			t.Errorf("%s: %+v", l.name, l.facts)
		}
	}
}
