package sites

import (
	"math"
	"testing"
)

func TestEntropy(t *testing.T) {
	for _, c := range []struct {
		counts []int64
		bits   float64
	}{
		{nil, 0},
		{[]int64{0, 0}, 0},
		{[]int64{7, 0}, 0},
		{[]int64{5, 5}, 1},
		{[]int64{1, 1, 1, 1}, 2},
		{[]int64{3, 1}, 2 - 0.75*math.Log2(3)},        // of 1/4: 2 bits, of 3/4: 2 - log2 3
		{[]int64{math.MaxInt64, math.MaxInt64, 0}, 1}, // the sum does not fit in 64 bits
		{[]int64{6, 3, 3}, 1.5},                       // 1/2·1 + 2·1/4·2
	} {
		if got := Entropy(c.counts...); math.Abs(got-c.bits) > 1e-12 {
			t.Errorf("%d: %v bits, want %v", c.counts, got, c.bits)
		}
	}
}

func TestTypeKinds(t *testing.T) {
	for types, want := range []string{
		"no types", "monomorphic", "bimorphic", "polymorphic", "polymorphic", "polymorphic", "polymorphic", "polymorphic",
		"megamorphic", "megamorphic",
	} {
		if got := TypeKindOf(types).String(); got != want {
			t.Errorf("%d types: %s, want %s", types, got, want)
		}
	}
}
