package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// DefaultThreshold is the least change of counts that is called one: two runs of one image differ by some percent in
// what depends on timing.
const DefaultThreshold = 0.05

// LengthNote says what the new counts are divided by.
func LengthNote(ratio float64, typical bool) string {
	length := fmt.Sprintf("the new run counts as %.3g times as long", ratio)
	if ratio == 1 {
		length = "both runs count as equally long"
	}
	if typical {
		return length + ", by what most methods did, weighted with their shares"
	}
	return length + ", by the sum of all: the runs have too little in common for more"
}

// TwoShares returns how likely it is that shares of hits differ as much as a of n and b of m do, or more, if they are
// the same but for chance: the two-sided two-proportion z-test with the continuity correction (F. Yates, 1934), without
// which few hits look like more than they are. Of nothing it is 1: nothing can be told.
func TwoShares(a, n, b, m float64) float64 {
	if n <= 0 || m <= 0 {
		return 1
	}
	pooled := (a + b) / (n + m)
	deviation := math.Sqrt(pooled * (1 - pooled) * (1/n + 1/m))
	distance := math.Abs(a/n-b/m) - (1/n+1/m)/2
	if !(deviation > 0) || distance <= 0 {
		return 1
	}
	return math.Erfc(distance / deviation / math.Sqrt2)
}

// CountsDiffer returns how likely it is that old and new events differ as much from ratio, new for each old, or more, if
// the events are independent of each other: then their difference has a variance of its own, with the same correction
// as that of TwoShares.
func CountsDiffer(old, new, ratio float64) float64 {
	distance := math.Abs(new-ratio*old) - (1+ratio)/2
	variance := (old + new) * ratio
	if distance <= 0 || !(variance > 0) {
		return 1
	}
	return math.Erfc(distance / math.Sqrt(2*variance))
}

// RatesDiffer returns how likely it is that a events for n others and b for m differ as much as they do, or more, if
// there are as many for each, and all four are counts of independent events: then the logarithm of the ratio of the two
// rates has the sum of their inverse as its variance. Of nothing it is 1.
func RatesDiffer(a, n, b, m float64) float64 {
	if !(a > 0 && n > 0 && b > 0 && m > 0) {
		return 1
	}
	distance := math.Abs(math.Log(b/m) - math.Log(a/n))
	return math.Erfc(distance / math.Sqrt(2*(1/a+1/n+1/b+1/m)))
}

// OnOneSide returns how likely it is that all of n independent events are on one of two sides, if the other has ratio
// times its chances: of each event it is 1/(1+ratio). What one side counts is as much a matter of chance as that the other
// counts nothing, which is why the count is not how many to expect there. Twice that, as it might be the other side.
func OnOneSide(n int64, ratio float64) float64 {
	return min(1, 2*math.Exp(-float64(n)*math.Log1p(ratio)))
}

// falseDiscoveries is which part of what is called a change may be chance.
const falseDiscoveries = 0.05

// BeyondChance tells which of many tests found something: by the procedure of Benjamini and Hochberg (1995), of all that
// it picks no more than one in twenty is chance. Each test by itself would find something in one of twenty where there
// is nothing.
func BeyondChance(likelihoods []float64) []bool {
	order := make([]int, len(likelihoods))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(likelihoods[a], likelihoods[b]), cmp.Compare(a, b))
	})
	found := 0
	for rank, i := range order {
		if likelihoods[i] <= falseDiscoveries*float64(rank+1)/float64(len(order)) {
			found = rank + 1
		}
	}
	picked := make([]bool, len(likelihoods))
	for _, i := range order[:found] {
		picked[i] = true
	}
	return picked
}

// A Counts is what one thing counts in two profiles.
type Counts struct{ Old, New int64 }

// Ratio returns how many are new for each old one. There has to be one.
func (p Counts) Ratio() float64 { return float64(p.New) / float64(p.Old) }

// Rounding is up to which part of their sum weights may be off.
const Rounding = 1e-9

// sameRate is up to which factor a ratio is much like another.
const sameRate = 1.25

// LengthRatio returns how many times as long as the old run the new one was: the median of new/old over what both have,
// in which each thing has the weight of its shares. Unlike the ratio of the sums it stays what it is when one hot method
// is called half as often: the others do not seem to be called more then.
//
// That holds where most of both runs is the same. Where less than half of their weight has a ratio much like the median,
// it is the ratio of the sums, and typical is false.
func LengthRatio(counts []Counts) (r float64, typical bool) {
	var oldSum, newSum float64
	for _, c := range counts {
		oldSum += float64(c.Old)
		newSum += float64(c.New)
	}
	if oldSum == 0 || newSum == 0 {
		return 1, false
	}
	type ratio struct{ value, weight float64 }
	var ratios []ratio
	var weights float64
	for _, c := range counts {
		if c.Old > 0 && c.New > 0 {
			weight := float64(c.Old)/oldSum + float64(c.New)/newSum
			ratios = append(ratios, ratio{float64(c.New) / float64(c.Old), weight})
			weights += weight
		}
	}
	slices.SortFunc(ratios, func(a, b ratio) int {
		return cmp.Or(cmp.Compare(a.value, b.value), cmp.Compare(a.weight, b.weight))
	})
	var below float64
	for i, x := range ratios {
		if below += x.weight; below < weights*(0.5-Rounding) {
			continue
		}
		r = x.value
		if below < weights*(0.5+Rounding) && i+1 < len(ratios) && ratios[i+1].value != r {
			r = math.Sqrt(r * ratios[i+1].value) // so that the runs the other way round have the inverse
		}
		break
	}
	var like float64 // of 2: the shares of both runs
	for _, x := range ratios {
		if r/sameRate <= x.value && x.value <= r*sameRate {
			like += x.weight
		}
	}
	if like < 1 {
		return newSum / oldSum, false
	}
	return r, true
}
