package compare

import (
	"cmp"
	"math"
	"slices"
)

// sameRate is the maximum factor between similar ratios.
const sameRate = 1.25

// What most methods did says how long a run was, and not what one method did that has most of the weight: see lengthRatio. It has that if all
// others with a similar ratio have less than 1% of its weight.
const (
	ofOneMethod = 0.99
	mostSuch    = 10 // methods
	sameOthers  = 3  // methods that must have a similar ratio then
	oftenCalled = 100
)

// lengthRatio estimates how many times as long as the old run the new one was. It is the median of New/Old over the counts in both
// runs, weighted by their shares. Unlike the ratio of the sums, it does not change if one hot method is called half as often, which
// would make other methods seem to be called more often.
//
// A hot method that is called four times as often, and has most of the weight, would make all others seem to be called a quarter as often,
// with the very same counts. So the ratio of one method, which no others have, is left out if the others have a ratio in common. These are
// methods that are called often: what a program does once a run does not depend on its length.
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
	inBoth := 0
	for _, c := range counts {
		if c.Old > 0 && c.New > 0 {
			inBoth++
		}
	}
	ratios := make([]ratio, 0, inBoth) // there may be a million
	for _, c := range counts {
		if c.Old > 0 && c.New > 0 {
			ratios = append(ratios, ratio{float64(c.New) / float64(c.Old), float64(c.Old)/oldSum + float64(c.New)/newSum, min(c.Old, c.New) >= oftenCalled})
		}
	}
	slices.SortFunc(ratios, func(a, b ratio) int {
		return cmp.Or(cmp.Compare(a.value, b.value), cmp.Compare(a.weight, b.weight))
	})
	r, likeWeight := medianOf(ratios)
	if likeWeight < 1 { // at most 2: the shares of both runs
		return newSum / oldSum, Counts{}
	}
	for _, c := range counts {
		if c.Old > 0 && c.New > 0 && isSameRate(r, float64(c.New)/float64(c.Old)) {
			like.Old += c.Old
			like.New += c.New
		}
	}
	return r, like
}

// A ratio is that of the counts of a method, or a site, with its weight.
type ratio struct {
	value, weight float64
	often         bool // called so often in both runs
}

// medianOf returns the weighted median of ratios in ascending order, without those that one method alone has if the others have one in common,
// and the weight of the similar ones, of all.
func medianOf(ratios []ratio) (r, likeWeight float64) {
	r, from, to := weightedMedian(ratios)
	likeWeight, alone := weightOf(ratios[from:to])
	rest := ratios
	for range mostSuch {
		if !alone {
			break
		}
		rest = slices.DeleteFunc(slices.Delete(slices.Clone(rest), from, to), func(x ratio) bool { return !x.often })
		var of, like float64
		of, from, to = weightedMedian(rest)
		like, alone = weightOf(rest[from:to])
		if all, _ := weightOf(rest); !alone && to-from >= sameOthers && like >= all/2 {
			return of, 1
		}
	}
	return r, likeWeight
}

// weightedMedian returns the weighted median of ratios in ascending order, and the range of the similar ones.
func weightedMedian(ratios []ratio) (r float64, from, to int) {
	weights, _ := weightOf(ratios)
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
	from, _ = slices.BinarySearchFunc(ratios, r/sameRate, func(x ratio, value float64) int { return cmp.Compare(x.value, value) })
	for to = from; to < len(ratios) && isSameRate(r, ratios[to].value); {
		to++
	}
	return r, from, to
}

// weightOf returns the weight of some ratios, and whether it is that of one method.
func weightOf(ratios []ratio) (sum float64, alone bool) {
	most := 0.0
	for _, x := range ratios {
		sum += x.weight
		most = max(most, x.weight)
	}
	return sum, most > 0 && most >= ofOneMethod*sum
}

func isSameRate(r, value float64) bool { return r/sameRate <= value && value <= r*sameRate }
