package recursion

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Both ways agree with the definition.
func TestOutermost(t *testing.T) {
	const groups = 5
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n := r.IntN(60)
		parent, group := make([]int32, n), make([]int32, n)
		var want []bool
		for i := range n {
			parent[i], group[i] = int32(r.IntN(i+1))-1, int32(r.IntN(groups+1))-1
			if r.IntN(4) == 0 {
				parent[i] = int32(i) - 1
			}
			first := group[i] >= 0
			for up := parent[i]; up >= 0; up = parent[up] {
				first = first && group[up] != group[i]
			}
			want = append(want, first)
		}
		if got := Outermost(parent, group, groups); !slices.Equal(got, want) {
			t.Fatalf("parents %v, groups %v: %v, want %v", parent, group, got, want)
		}
		if got := walk(parent, group, groups); !slices.Equal(got, want) {
			t.Fatalf("walking, parents %v, groups %v: %v, want %v", parent, group, got, want)
		}
		if got := lookAbove(parent, group); got != nil && !slices.Equal(got, want) {
			t.Fatalf("looking above, parents %v, groups %v: %v, want %v", parent, group, got, want)
		}
	}
}

// A deep tree is walked: looking at all nodes above each would take minutes.
func TestDeep(t *testing.T) {
	const n = 1 << 20
	parent, group := make([]int32, n), make([]int32, n)
	for i := range parent {
		parent[i], group[i] = int32(i)-1, int32(i)
	}
	group[n-1] = 0
	if lookAbove(parent, group) != nil {
		t.Error("all nodes above each were looked at")
	}
	outermost := Outermost(parent, group, n)
	if outermost[n-1] || slices.Contains(outermost[:n-1], false) {
		t.Error("not only the last is recursion")
	}
}
