package compare

import (
	"cmp"
	"slices"
)

// falseDiscoveries is the maximum false discovery rate of reported changes.
const falseDiscoveries = 0.05

// ChanceLimit returns the largest of many p-values that is significant, see [BeyondChance]; -1: none is. Parts of them have the same limit:
// what is shown must not decide which changes are significant.
func ChanceLimit(likelihoods []float64) float64 {
	limit := -1.0
	for i, picked := range BeyondChance(likelihoods) {
		if picked {
			limit = max(limit, likelihoods[i])
		}
	}
	return limit
}

// BeyondChance reports which p-values are significant, using the Benjamini-Hochberg (1995) procedure with a false discovery rate
// of 5%. Without this correction, 5% of all unchanged values would be reported.
func BeyondChance(likelihoods []float64) []bool {
	var order []int // of those that may be significant: the others are not, in whatever order
	for i, likelihood := range likelihoods {
		if likelihood <= falseDiscoveries {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(likelihoods[a], likelihoods[b]), cmp.Compare(a, b))
	})
	found := 0
	for rank, i := range order {
		if likelihoods[i] <= falseDiscoveries*float64(rank+1)/float64(len(likelihoods)) {
			found = rank + 1
		}
	}
	picked := make([]bool, len(likelihoods))
	for _, i := range order[:found] {
		picked[i] = true
	}
	return picked
}

// PartChance returns the p-value of the difference between the shares of a part of a site.
func PartChance(part, whole Counts) float64 {
	return fisher(float64(part.Old), float64(part.New), float64(whole.Old-part.Old), float64(whole.New-part.New))
}

// SiteChance returns the p-value of the difference between two sites, given the p-values of their parts. A site with two parts is
// one test. A site with more parts has more chances to differ, so the smallest p-value is multiplied by their number.
func SiteChance(parts []float64) float64 {
	if len(parts) == 0 {
		return 1
	}
	likelihood := slices.Min(parts)
	if len(parts) > 2 {
		likelihood *= float64(len(parts))
	}
	return min(1, likelihood)
}
