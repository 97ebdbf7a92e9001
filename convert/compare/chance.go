package compare

import (
	"cmp"
	"math"
	"slices"
)

// twoShares returns how likely it is that shares of hits differ as much as a of n and b of m do, or more, if they are
// the same but for chance: the two-sided two-proportion z-test with the continuity correction (F. Yates, 1934), without
// which few hits look like more than they are. Of nothing it is 1: nothing can be told.
func twoShares(a, n, b, m float64) float64 {
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

// countsDiffer returns how likely it is that old and new events differ as much from ratio, new for each old, or more, if
// the events are independent of each other: then their difference has a variance of its own, with the same correction
// as that of twoShares.
func countsDiffer(old, new, ratio float64) float64 {
	distance := math.Abs(new-ratio*old) - (1+ratio)/2
	variance := (old + new) * ratio
	if distance <= 0 || !(variance > 0) {
		return 1
	}
	return math.Erfc(distance / math.Sqrt(2*variance))
}

// ratesDiffer returns how likely it is that a events for n others and b for m differ as much as they do, or more, if
// there are as many for each, and all four are counts of independent events: then the logarithm of the ratio of the two
// rates has the sum of their inverse as its variance. Of nothing it is 1.
func ratesDiffer(a, n, b, m float64) float64 {
	if !(a > 0 && n > 0 && b > 0 && m > 0) {
		return 1
	}
	distance := math.Abs(math.Log(b/m) - math.Log(a/n))
	return math.Erfc(distance / math.Sqrt(2*(1/a+1/n+1/b+1/m)))
}

// onOneSide returns how likely it is that all of n independent events are on one of two sides, if the other has ratio
// times its chances: of each event it is 1/(1+ratio). What one side counts is as much a matter of chance as that the other
// counts nothing, which is why the count is not how many to expect there. Twice that, as it might be the other side.
func onOneSide(n int64, ratio float64) float64 {
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

// PartsDiffer returns how likely it is that a site's executions went to its parts as differently as they did, or more, by
// chance. A site of two parts is one test; one of more is so many chances to differ in one of them.
func PartsDiffer(whole Counts, parts []Counts) float64 {
	likelihood, seen := 1.0, 0
	for _, p := range parts {
		if p == (Counts{}) {
			continue
		}
		seen++
		likelihood = min(likelihood, twoShares(float64(p.Old), float64(whole.Old), float64(p.New), float64(whole.New)))
	}
	return min(1, likelihood*float64(max(1, seen-1)))
}
