package iprof

import (
	"math"
	"testing"
)

// Runs come back as they went in, across the end of the first chunk, whose capacity may be anything, and when one is
// longer than a chunk.
func TestRuns(t *testing.T) {
	var lengths []int
	for i := range 4 * runChunk / 8 {
		lengths = append(lengths, i%5)
	}
	lengths = append(lengths, runChunk, 3, runChunk/3, 2, 0)

	element := func(i int) Successor {
		return Successor{
			Target: BCI(i)%(MaxBCI-MinBCI) + MinBCI,
			Index:  int32(i % 7),
			Count:  math.MaxInt64 >> (i % 63),
		}
	}
	var r runs
	var refs []runRef
	next := 0
	for _, n := range lengths {
		run := make([]Successor, n)
		for i := range run {
			run[i] = element(next)
			next++
		}
		refs = append(refs, r.addSuccessors(run))
	}
	next = 0
	for i, ref := range refs {
		n := 0
		for at, s := range r.successors(ref) {
			if at != n || s != element(next) {
				t.Fatalf("run %d: element %d is %v, want %v", i, at, s, element(next))
			}
			n++
			next++
		}
		if n != lengths[i] {
			t.Fatalf("run %d has %d elements, want %d", i, n, lengths[i])
		}
	}
}
