package rewrite

import (
	"errors"
	"math/big"
	"math/bits"
	"strconv"

	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Weight is a factor for the counts of a profile: Num/Den, both positive.
type Weight struct{ Num, Den int64 }

// One is the weight of a profile whose counts are added unchanged.
var One = Weight{1, 1}

var decimal = lazyregexp.New(`^[0-9]+(?:\.[0-9]{1,6})?$`)

// ParseWeight parses a number above 0 with at most six decimals, such as 10 or 0.25.
func ParseWeight(text string) (Weight, error) {
	w, ok := new(big.Rat).SetString(text)
	if !decimal().MatchString(text) || !ok || w.Sign() <= 0 || !w.Num().IsInt64() {
		return Weight{}, errors.New("not a number above 0 with at most six decimals")
	}
	return Weight{w.Num().Int64(), w.Denom().Int64()}, nil
}

// CommonWeights returns integers in the ratios of the weights, and the number to divide the weighted sum by, see [Divided]. An
// integer that does not fit is iprof.ErrOverflow.
func CommonWeights(weights []Weight) (factors []int64, divisor int64, err error) {
	common := big.NewInt(1) // the least common multiple of the denominators
	for _, w := range weights {
		den := big.NewInt(w.Den)
		gcd := new(big.Int).GCD(nil, nil, common, den)
		common.Mul(common, den.Div(den, gcd))
	}
	for _, w := range weights {
		n := new(big.Int).Mul(big.NewInt(w.Num), common)
		if n.Div(n, big.NewInt(w.Den)); !n.IsInt64() {
			return nil, 0, iprof.ErrOverflow
		}
		factors = append(factors, n.Int64())
	}
	if !common.IsInt64() {
		return nil, 0, iprof.ErrOverflow
	}
	return factors, common.Int64(), nil
}

// A Length is how long a run was, for [EqualWeights].
type Length struct {
	Entries int64 // the sum of its entries, or of its samples: above 0
	Largest int64 // the sum of the counts of any section, at least Entries
}

// EqualWeights returns factors that make runs equally long, times their weights, and the number to divide the weighted sum by. Without
// weights that differ, the sum of all entries remains what it is. The factors are rounded, so that sums fit in 63 bits: relative to the
// exact ones they are off by less than one in a million unless the runs have more than 2^42 counts.
func EqualWeights(lengths []Length, weights []Weight) (factors []int64, divisor int64) {
	all := new(big.Rat)
	for _, l := range lengths {
		all.Add(all, new(big.Rat).SetInt64(l.Entries))
	}
	average := all.Quo(all, new(big.Rat).SetInt64(int64(len(lengths))))
	exact := make([]*big.Rat, len(lengths))
	sum := new(big.Rat) // of the counts of all runs, weighted
	for i, l := range lengths {
		exact[i] = new(big.Rat).Quo(average, new(big.Rat).SetInt64(l.Entries))
		exact[i].Mul(exact[i], big.NewRat(weights[i].Num, weights[i].Den))
		sum.Add(sum, new(big.Rat).Mul(exact[i], new(big.Rat).SetInt64(l.Largest)))
	}
	whole := new(big.Int).Quo(sum.Num(), sum.Denom())
	const most = 40 // bits of the divisor
	divisor = 1 << max(0, min(most, 61-whole.BitLen()))
	for _, e := range exact {
		scaled := new(big.Rat).Mul(e, new(big.Rat).SetInt64(divisor))
		n := new(big.Int).Add(new(big.Int).Lsh(scaled.Num(), 1), scaled.Denom()) // rounded: (2n + d) / 2d
		n.Quo(n, new(big.Int).Lsh(scaled.Denom(), 1))
		factors = append(factors, max(1, n.Int64()))
	}
	return factors, divisor
}

// Divided returns a profile with all counts divided by a number above 0, in canonical form. Each count is rounded to the nearest integer,
// half of one up, and one that is not 0 to at least 1, as 0 would say that it never happened. So equal counts remain equal, and larger
// ones are not smaller; a sum of n counts is off by less than n.
func Divided(p *iprof.Profile, divisor int64) (*iprof.Profile, error) {
	m := NewMerger()
	m.inputs = append(m.inputs, MergeInput{Weight: 1})
	a := adder{m: m, profile: p, weight: 1, divisor: divisor}
	a.sameTables()
	if err := a.records(); err != nil {
		return nil, err
	}
	return m.b.Canonical(), nil
}

// over divides a count, rounded as [Divided] says.
func over(n, divisor int64) int64 {
	if n <= 0 {
		return n
	}
	sum, carry := bits.Add64(uint64(n), uint64(divisor/2), 0)
	quotient, _ := bits.Div64(carry, sum, uint64(divisor))
	return max(1, int64(quotient))
}

// WeightOf returns the weight of a profile as a decimal, rounded to four significant digits unless it is an integer.
func (m *Merged) WeightOf(in MergeInput) string {
	if m.Divisor <= 1 || in.Weight%m.Divisor == 0 {
		return strconv.FormatInt(in.Weight/max(1, m.Divisor), 10)
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(float64(in.Weight)/float64(m.Divisor), 'g', 4, 64), 64)
	return strconv.FormatFloat(rounded, 'f', -1, 64) // without an exponent, as weights are given
}
