package unionfind_test

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/unionfind"
)

// Two things are in the same part as soon as connections lead from one to the other.
func TestParts(t *testing.T) {
	const things = 9
	p := unionfind.New(things)
	for _, step := range []struct {
		x, y  int32
		joins bool
		parts [things]int // by thing: a number of its part
	}{
		{0, 0, false, [things]int{0, 1, 2, 3, 4, 5, 6, 7, 8}},
		{0, 1, true, [things]int{0, 0, 2, 3, 4, 5, 6, 7, 8}},
		{3, 2, true, [things]int{0, 0, 2, 2, 4, 5, 6, 7, 8}},
		{7, 8, true, [things]int{0, 0, 2, 2, 4, 5, 6, 7, 7}},
		{1, 3, true, [things]int{0, 0, 0, 0, 4, 5, 6, 7, 7}},
		{2, 0, false, [things]int{0, 0, 0, 0, 4, 5, 6, 7, 7}},
		{8, 0, true, [things]int{0, 0, 0, 0, 4, 5, 6, 0, 0}},
		{7, 3, false, [things]int{0, 0, 0, 0, 4, 5, 6, 0, 0}},
		{5, 5, false, [things]int{0, 0, 0, 0, 4, 5, 6, 0, 0}},
	} {
		if joins := p.Join(step.x, step.y); joins != step.joins {
			t.Errorf("%d and %d: joined %v, want %v", step.x, step.y, joins, step.joins)
		}
		for x := range int32(things) {
			for y := range int32(things) {
				if got, want := p.Joined(x, y), step.parts[x] == step.parts[y]; got != want {
					t.Errorf("after %d and %d, %d and %d are together: %v, want %v", step.x, step.y, x, y, got, want)
				}
			}
		}
	}
}

// A long chain of things gets short when it is walked: otherwise this test would take minutes.
func TestLongChain(t *testing.T) {
	const things = 1 << 19
	p := unionfind.New(things)
	for i := range int32(things - 1) {
		p[i] = i + 1
	}
	for range 200_000 {
		if !p.Joined(0, things-1) {
			t.Fatal("the ends of a chain are apart")
		}
	}
}
