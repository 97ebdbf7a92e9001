package compare

import (
	"cmp"
	"math"
	"slices"
)

// sameRate is the maximum factor between similar ratios.
const sameRate = 1.25

// lengthRatio estimates how many times as long as the old run the new one was. It is the median of New/Old over the counts in both
// runs, weighted by their shares. Unlike the ratio of the sums, it does not change if one hot method is called half as often, which
// would make other methods seem to be called more often.
//
// That requires that most of both runs is the same. If less than half of their weight has a ratio similar to the median, the result
// is the ratio of the sums, and like is zero. Otherwise like is the sum of the counts with a similar ratio.
func lengthRatio(counts []Counts) (r float64, like Counts) {
	var oldSum, newSum float64
	for _, c := range counts {
		oldSum += float64(c.Old)
		newSum += float64(c.New)
	}
	if oldSum == 0 || newSum == 0 {
		return 1, Counts{}
	}
	type ratio struct{ value, weight float64 }
	var ratios []ratio // there may be a million
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
		if below += x.weight; below < weights*(0.5-RoundingTolerance) {
			continue
		}
		r = x.value
		if below < weights*(0.5+RoundingTolerance) && i+1 < len(ratios) && ratios[i+1].value != r {
			r = math.Sqrt(r * ratios[i+1].value) // so that swapping the runs inverts it
		}
		break
	}
	isLike := func(value float64) bool { return r/sameRate <= value && value <= r*sameRate }
	var likeWeight float64 // at most 2: the shares of both runs
	for _, x := range ratios {
		if isLike(x.value) {
			likeWeight += x.weight
		}
	}
	if likeWeight < 1 {
		return newSum / oldSum, Counts{}
	}
	for _, c := range counts {
		if c.Old > 0 && c.New > 0 && isLike(float64(c.New)/float64(c.Old)) {
			like.Old += c.Old
			like.New += c.New
		}
	}
	return r, like
}
