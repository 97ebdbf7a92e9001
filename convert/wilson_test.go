package convert

import (
	"math"
	"testing"
)

// The intervals of method 3 in R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in
// Medicine 17 (1998), table I.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		hits, n   int64
		low, high float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
		{20, 20, 1 - 0.1611, 1},
		{0, 0, 0, 1},
	} {
		low, high := WilsonInterval(c.hits, c.n)
		if math.Abs(low-c.low) > 0.00005 || math.Abs(high-c.high) > 0.00005 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", c.hits, c.n, low, high, c.low, c.high)
		}
	}
}

func TestWilsonHoldsTheShare(t *testing.T) {
	for n := int64(1); n < 400; n += 7 {
		for hits := int64(0); hits <= n; hits++ {
			low, high := WilsonInterval(hits, n)
			share := float64(hits) / float64(n)
			if !(0 <= low && low <= share && share <= high && high <= 1) || low == high {
				t.Fatalf("%d of %d: %v to %v", hits, n, low, high)
			}
		}
	}
}

// TestWilsonOfSums has as many as an int64 holds, of which the interval is narrower than a float64 can tell.
func TestWilsonOfSums(t *testing.T) {
	for _, n := range []int64{1 << 53, 3 << 61, math.MaxInt64} {
		for _, hits := range []int64{0, 1, n / 3, n / 2, n - 1, n} {
			low, high := WilsonInterval(hits, n)
			share := float64(hits) / float64(n)
			if !(0 <= low && low <= share && share <= high && high <= 1) || math.Signbit(low) || math.Signbit(high) {
				t.Errorf("%d of %d: %v to %v", hits, n, low, high)
			}
		}
	}
	if low, high := WilsonInterval(5, 3); low != low || high != 1 {
		t.Errorf("5 of 3: %v to %v", low, high)
	}
}
