package compare

import (
	"cmp"
	"math"
	"slices"
)

// twoShares returns the probability that two equal shares differ by chance as much as a of n and b of m do, or more: the
// two-sided two-proportion z-test with the continuity correction (F. Yates, 1934), because without it few hits look
// significant too often. It is 1 if n or m is 0.
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

// countsDiffer returns the probability that numbers of independent events differ by chance as much from ratio (new for each
// old one), or more. It has the same continuity correction as twoShares.
func countsDiffer(old, new, ratio float64) float64 {
	distance := math.Abs(new-ratio*old) - (1+ratio)/2
	variance := (old + new) * ratio
	if distance <= 0 || !(variance > 0) {
		return 1
	}
	return math.Erfc(distance / math.Sqrt(2*variance))
}

// ratesDiffer returns the probability that two equal rates differ by chance as much as a/n and b/m do, or more, if all four
// are counts of independent events: the variance of the logarithm of the ratio of the rates is the sum of the inverses of
// the counts. It is 1 if any of them is 0.
func ratesDiffer(a, n, b, m float64) float64 {
	if !(a > 0 && n > 0 && b > 0 && m > 0) {
		return 1
	}
	distance := math.Abs(math.Log(b/m) - math.Log(a/n))
	return math.Erfc(distance / math.Sqrt(2*(1/a+1/n+1/b+1/m)))
}

// onOneSide returns the probability that n independent events are all on one of two sides, if the other has ratio times its
// chances: 1/(1+ratio) for each event. The count of one side is as random as the zero of the other, so it is not the number
// to expect there. The test has two sides, hence the factor of 2.
func onOneSide(n int64, ratio float64) float64 {
	return min(1, 2*math.Exp(-float64(n)*math.Log1p(ratio)))
}

// falseDiscoveries is the largest expected share of chance among reported changes.
const falseDiscoveries = 0.05

// BeyondChance reports which of many tests found a change, given their p-values. By the procedure of Benjamini and Hochberg
// (1995) at most one in twenty of those is chance. Without a correction, one in twenty of all tests without a change would be
// reported.
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

// PartsDiffer returns the probability that the shares of a site's parts differ by chance as much as they do, or more. A site
// of two parts is one test. A site of n parts has n-1 chances to differ, so the smallest p-value is multiplied by that.
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
