package iprof

import "testing"

// Runs come back as they went in, across the end of the first chunk, whose capacity may be anything, and when one is
// longer than a chunk.
func TestPool(t *testing.T) {
	var lengths []int
	for i := range 3 * chunkLen {
		lengths = append(lengths, i%5)
	}
	lengths = append(lengths, chunkLen+1, 3, chunkLen, 2)

	var p pool[int]
	var spans []span
	next := 0
	for _, n := range lengths {
		run := make([]int, n)
		for i := range run {
			run[i] = next
			next++
		}
		spans = append(spans, p.add(run))
	}
	next = 0
	for i, s := range spans {
		run := p.get(s)
		if len(run) != lengths[i] {
			t.Fatalf("run %d has %d elements, want %d", i, len(run), lengths[i])
		}
		for _, v := range run {
			if v != next {
				t.Fatalf("run %d has %d, want %d", i, v, next)
			}
			next++
		}
	}
}
