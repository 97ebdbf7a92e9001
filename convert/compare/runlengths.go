package compare

// RunLengths returns the lengths of several runs, at least one, in events of a run of reference, given the counts of all methods by run. The
// reference is the run most like the mean of all; the others are compared with it as two runs are, see lengthRatio: of two runs, the ratio
// is that of [CallRuns]. Typical tells whose length is by what most methods did; those of the others are the sums of their counts, and so
// is that of the reference.
func RunLengths(runs [][]int64) (lengths []float64, typical []bool) {
	reference := mostLikeAll(runs)
	lengths, typical = make([]float64, len(runs)), make([]bool, len(runs))
	pairs := make([]Counts, len(runs[reference]))
	for i, counts := range runs {
		if i == reference {
			for _, n := range counts {
				lengths[i] += float64(n)
			}
			continue
		}
		for thing, n := range counts {
			pairs[thing] = Counts{Old: runs[reference][thing], New: n}
		}
		r := CallRuns(pairs)
		lengths[i], typical[i] = r.New, r.Typical
		if r.Typical {
			lengths[i] = r.Old * r.Ratio
		}
	}
	return lengths, typical
}

// mostLikeAll returns the run whose shares have most in common with the mean of those of all runs, the first of several.
func mostLikeAll(runs [][]int64) int {
	sums := make([]float64, len(runs))
	for i, counts := range runs {
		for _, n := range counts {
			sums[i] += float64(n)
		}
	}
	alike := make([]float64, len(runs))
	for thing := range runs[0] {
		mean := 0.0
		for i, sum := range sums {
			if sum > 0 {
				mean += float64(runs[i][thing]) / sum / float64(len(runs))
			}
		}
		for i, sum := range sums {
			if sum > 0 {
				alike[i] += min(mean, float64(runs[i][thing])/sum)
			}
		}
	}
	best := 0
	for i := range alike {
		if alike[i] > alike[best]+RoundingTolerance {
			best = i
		}
	}
	return best
}
