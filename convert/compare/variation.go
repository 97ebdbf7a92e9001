package compare

import (
	"math"
	"slices"
)

// An Observation is a count in one run and its reference: everything else, or the length of the run.
type Observation struct{ Count, Rest float64 }

// ratio returns the logarithm of the ratio of both counts, and its variance by chance alone. Adding half a count keeps both finite
// (J. B. S. Haldane, 1956).
func (o Observation) ratio() (log, variance float64) {
	count, rest := o.Count+0.5, o.Rest+0.5
	return math.Log(count / rest), 1/count + 1/rest
}

// A Variation is the run-to-run variation of a count within one side, and the p-value of a change given that variation.
type Variation struct {
	Likelihood float64 // the probability that runs of equal programs differ at least as much as both sides do
	Spread     float64 // the relative standard deviation between runs of one side; negative if no side has two runs
}

// Variations judges the changes of many things by how much runs of the same side differ. The observations of a thing are by run,
// the old ones first; things without any count are left out.
//
// The logarithms of the counts' ratios are compared by a t-test. Their variance has a part due to chance and, between runs, a part
// that is shared by all things and multiplied by a factor for each thing. A few runs carry little information about one count, so
// its variance is moderated by the variance of all others, with the weights of the empirical Bayes method (G. K. Smyth, 2004). So
// two runs on each side are enough if things vary alike; otherwise each is judged by its own runs. No variance is below the one due
// to chance, or below the one of the thing's own runs.
func Variations(things [][]Observation, oldRuns int) []Variation {
	all := make([]sidesOf, len(things))
	for i, runs := range things {
		all[i] = newSides(runs, oldRuns)
	}
	shared := sharedVariance(all)
	var factors, freedom []float64
	for i := range all {
		if t := &all[i]; t.often && t.freedom > 0 {
			factor, chance := t.factor(shared)
			factors, freedom = append(factors, max(factor, chance)), append(freedom, t.freedom)
		}
	}
	prior, priorFreedom := moderation(factors, freedom)
	variations := make([]Variation, len(all))
	for i := range all {
		t := &all[i]
		variations[i] = Variation{Likelihood: 1, Spread: t.spread()}
		if len(t.sides[OldSide]) > 0 && len(t.sides[NewSide]) > 0 {
			variations[i].Likelihood = t.differ(shared, prior, priorFreedom)
		}
	}
	return variations
}

// Lengths returns the references of calls in single runs, by run, given the counts of all methods or sites by run: numbers that are
// proportional to the lengths of the runs and about as random.
func Lengths(runs [][]int64) []float64 {
	pairs := make([][]Counts, len(runs))
	for i := range runs {
		pairs[i] = make([]Counts, len(runs[i]))
	}
	for thing := range runs[0] {
		sum := int64(0)
		for _, counts := range runs {
			sum += counts[thing]
		}
		for i, counts := range runs {
			pairs[i][thing] = Counts{Old: sum, New: counts[thing]}
		}
	}
	lengths, scale := make([]float64, len(runs)), math.Inf(1)
	for i := range runs {
		r := CallRuns(pairs[i])
		if r.New == 0 {
			continue
		}
		lengths[i] = r.Ratio
		reference := r.New
		if r.Typical {
			reference = float64(r.Like.New)
		}
		scale = min(scale, reference/r.Ratio)
	}
	for i := range lengths {
		if lengths[i] > 0 {
			lengths[i] *= scale
		}
	}
	return lengths
}

// A logRatio is the logarithm of an observation's ratio.
type logRatio struct{ value, chance float64 }

// sidesOf holds the observations of a thing by side.
type sidesOf struct {
	sides   [2][]logRatio
	freedom float64 // degrees of freedom of the differences within the sides
	often   bool    // counts are high enough to show differences that are not due to chance
}

func newSides(runs []Observation, oldRuns int) sidesOf {
	var t sidesOf
	counted, sum := 0.0, 0.0
	for run, o := range runs {
		if o.Count+o.Rest <= 0 {
			continue
		}
		side := NewSide
		if run < oldRuns {
			side = OldSide
		}
		var r logRatio
		r.value, r.chance = o.ratio()
		t.sides[side] = append(t.sides[side], r)
		counted++
		sum += min(o.Count, o.Rest)
	}
	for _, side := range t.sides {
		t.freedom += max(0, float64(len(side)-1))
	}
	const often = 5 // number of observations, by run
	t.often = sum >= often*counted
	return t
}

// mean returns the weighted mean of a side and the sum of the weights. Shared is the variance in addition to chance.
func mean(side []logRatio, shared float64) (mean, weights float64) {
	for _, r := range side {
		weight := 1 / (r.chance + shared)
		mean += weight * r.value
		weights += weight
	}
	return mean / weights, weights
}

// factor returns the variance within the sides as a multiple of the expected one, which is due to chance and a shared variance, and
// the share of chance in the latter.
func (t *sidesOf) factor(shared float64) (factor, chance float64) {
	runs := 0.0
	for _, side := range t.sides {
		if len(side) < 2 {
			continue
		}
		center, _ := mean(side, shared)
		for _, r := range side {
			distance := r.value - center
			factor += distance * distance / (r.chance + shared)
			chance += r.chance / (r.chance + shared)
			runs++
		}
	}
	return factor / t.freedom, chance / runs
}

// spread returns the standard deviation within the sides, which is a relative one, because values are logarithms.
func (t *sidesOf) spread() float64 {
	if t.freedom == 0 {
		return -1
	}
	squares := 0.0
	for _, side := range t.sides {
		center := 0.0
		for _, r := range side {
			center += r.value / float64(len(side))
		}
		for _, r := range side {
			squares += (r.value - center) * (r.value - center)
		}
	}
	return math.Sqrt(squares / t.freedom)
}

// chiSquaredMedian returns the median of chi-squared/freedom (E. B. Wilson and M. M. Hilferty, 1931).
func chiSquaredMedian(freedom float64) float64 { return math.Pow(1-2/(9*freedom), 3) }

// sharedVariance returns the variance in addition to chance for which the median factor equals the median of a chi-squared
// distribution.
func sharedVariance(all []sidesOf) float64 {
	excess := func(shared float64) float64 {
		var factors []float64
		for i := range all {
			if t := &all[i]; t.often && t.freedom > 0 {
				factor, _ := t.factor(shared)
				factors = append(factors, factor/chiSquaredMedian(t.freedom))
			}
		}
		if len(factors) == 0 {
			return 0
		}
		slices.Sort(factors)
		return factors[len(factors)/2] - 1
	}
	if excess(0) <= 0 {
		return 0
	}
	low, high := 1e-9, 10.0
	for high/low > 1.001 {
		middle := math.Sqrt(low * high)
		if excess(middle) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return math.Sqrt(low * high)
}

// moderation fits the distribution of the factors: a prior factor, and its degrees of freedom; see G. K. Smyth (2004), section 6.2.
func moderation(factors, freedom []float64) (prior, priorFreedom float64) {
	if len(factors) < 2 {
		return 1, 0
	}
	n := float64(len(factors))
	logs := make([]float64, len(factors))
	center, known := 0.0, 0.0
	for i, factor := range factors {
		half := freedom[i] / 2
		logs[i] = math.Log(max(factor, 1e-9)) - digamma(half) + math.Log(half)
		center += logs[i] / n
		known += trigamma(half) / n
	}
	variance := 0.0
	for _, log := range logs {
		variance += (log - center) * (log - center) / (n - 1)
	}
	if variance <= known { // the factors differ no more than those of equal things
		return math.Exp(center), math.Inf(1)
	}
	half := inverseTrigamma(variance - known)
	return math.Exp(center + digamma(half) - math.Log(half)), 2 * half
}

// differ returns the probability that the means of both sides differ at least as much as they do because of chance and of the
// variation between runs.
func (t *sidesOf) differ(shared, prior, priorFreedom float64) float64 {
	factor, freedom := prior, priorFreedom
	switch {
	case t.freedom > 0:
		own, _ := t.factor(shared)
		if !math.IsInf(priorFreedom, 1) {
			freedom = t.freedom + priorFreedom
			factor = (t.freedom*own + priorFreedom*prior) / freedom
		}
		factor = max(factor, own)
	case freedom == 0:
		return 1 // it is unknown how much runs differ
	}
	old, oldWeight := mean(t.sides[OldSide], shared)
	new, newWeight := mean(t.sides[NewSide], shared)
	_, oldChance := mean(t.sides[OldSide], 0)
	_, newChance := mean(t.sides[NewSide], 0)
	variance := max(factor*(1/oldWeight+1/newWeight), 1/oldChance+1/newChance)
	return beyondT(math.Abs(new-old)/math.Sqrt(variance), freedom)
}
