package compare

import (
	"math"
	"testing"
)

// Values of tables of Student's t, and of the functions' definitions.
func TestStudent(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"one degree of freedom", beyondT(1, 1), 0.5},
		{"two", beyondT(4.302653, 2), 0.05},
		{"ten", beyondT(2.228139, 10), 0.05},
		{"ten, far", beyondT(4.586894, 10), 0.001},
		{"2.5", beyondT(0, 2.5), 1},
		{"no variance", beyondT(math.Inf(1), 2.5), 0},
		{"a thousand", beyondT(1.962339, 1000), 0.05},
		{"a million", beyondT(1.959966, 1e6), 0.05},
		{"infinite", beyondT(1.959964, math.Inf(1)), 0.05},
		{"digamma", digamma(1), -0.5772156649},
		{"digamma of a half", digamma(0.5), -1.9635100260},
		{"trigamma", trigamma(1), math.Pi * math.Pi / 6},
		{"trigamma of a half", trigamma(0.5), math.Pi * math.Pi / 2},
		{"its inverse", inverseTrigamma(trigamma(3.7)), 3.7},
	} {
		if math.Abs(c.got-c.want) > 1e-6*math.Max(1, math.Abs(c.want)) {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
}

// Medians of tables of chi-squared: the approximation is within 4% for one degree of freedom, and within 0.3% from five on.
func TestChiSquaredMedian(t *testing.T) {
	for freedom, median := range map[float64]float64{1: 0.454936, 2: 1.386294, 5: 4.351460, 10: 9.341818, 30: 29.336032} {
		tolerance := 0.04
		if freedom >= 5 {
			tolerance = 0.003
		}
		if got := chiSquaredMedian(freedom) * freedom; math.Abs(got/median-1) > tolerance {
			t.Errorf("%g degrees of freedom: %g, want %g", freedom, got, median)
		}
	}
}

// With whole numbers the incomplete beta function is the upper tail of a binomial distribution, on either side of where its fraction is
// turned around, and Student's t has simple formulas with one and two degrees of freedom.
func TestIncompleteBetaOfWholeNumbers(t *testing.T) {
	tail := func(x float64, a, b int) float64 {
		sum, n := 0.0, a+b-1
		for j := a; j <= n; j++ {
			choose := 1.0
			for k := range j {
				choose *= float64(n-k) / float64(k+1)
			}
			sum += choose * math.Pow(x, float64(j)) * math.Pow(1-x, float64(n-j))
		}
		return sum
	}
	for a := 1; a < 7; a++ {
		for b := 1; b < 7; b++ {
			for x := 0.0; x <= 1; x += 1. / 16 {
				if got, want := incompleteBeta(x, float64(a), float64(b)), tail(x, a, b); math.Abs(got-want) > 1e-10 {
					t.Errorf("I(%g; %d, %d) = %g, want %g", x, a, b, got, want)
				}
			}
		}
	}
	for _, x := range []float64{0, 0.01, 0.3, 1, 2, 7, 100} {
		if got, want := beyondT(x, 1), 1-2/math.Pi*math.Atan(x); math.Abs(got-want) > 1e-10 {
			t.Errorf("one degree of freedom: %g beyond %g, want %g", got, x, want)
		}
		if got, want := beyondT(x, 2), 1-x/math.Sqrt(2+x*x); math.Abs(got-want) > 1e-10 {
			t.Errorf("two degrees of freedom: %g beyond %g, want %g", got, x, want)
		}
	}
}
