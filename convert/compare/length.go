package compare

import (
	"cmp"
	"math"
	"slices"
)

// sameRate is up to which factor a ratio is much like another.
const sameRate = 1.25

// lengthRatio returns how many times as long as the old run the new one was: the median of new/old over what both have,
// in which each thing has the weight of its shares. Unlike the ratio of the sums it stays what it is when one hot method
// is called half as often: the others do not seem to be called more then.
//
// That holds where most of both runs is the same. Where less than half of their weight has a ratio much like the median,
// it is the ratio of the sums, and typical is false.
func lengthRatio(counts []Counts) (r float64, typical bool) {
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
		if below += x.weight; below < weights*(0.5-RoundingTolerance) {
			continue
		}
		r = x.value
		if below < weights*(0.5+RoundingTolerance) && i+1 < len(ratios) && ratios[i+1].value != r {
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
