package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// A Work is how many samples the new run would have for one of the old run if nothing had changed. It may differ from the ratio of the totals,
// by which shares are normalized: a method that takes ten times as long makes the shares of all others smaller.
type Work struct {
	Ratio float64
	Than  string // the rest of: no fewer samples
}

// SampleWork returns the work of samples, by calls if both profiles have them, otherwise by the samples of most methods.
func (c *Comparison) SampleWork(runs Runs, counts []Counts) Work {
	calls := c.callRuns()
	switch {
	case !calls.Typical:
		if ratio := mostRatio(counts, runs); ratio != 1 {
			return Work{ratio, fmt.Sprintf("than most methods, ×%.3g", ratio)}
		}
	case !calls.IsSameLength():
		return Work{calls.Ratio, "per call than before"}
	}
	return UnknownWork()
}

// UnknownWork is the work of runs that may have done as much as each other.
func UnknownWork() Work { return Work{1, "than before"} }

// mostRatio returns the ratio of new to old samples of most methods: 1 if they have as many as before, within noise, and otherwise the median,
// if that is the ratio of most of them; 1 if there is no such ratio. Each counts once: a method that takes ten times as long as before is
// often one with many samples.
func mostRatio(counts []Counts, runs Runs) float64 {
	const enough = 10 // samples of a method: a few are in agreement with any ratio
	const several = 5 // methods with a ratio of their own: of two that fell and one that rose, either may have done other work
	var ratios []float64
	var of []Counts
	for _, n := range counts {
		if n.Old > 0 && n.New > 0 && float64(n.Old)/float64(max(1, runs.PerSample[OldSide]))+float64(n.New)/float64(max(1, runs.PerSample[NewSide])) >= enough {
			of, ratios = append(of, n), append(ratios, n.Ratio())
		}
	}
	isMost := func(ratio float64) bool {
		agree := 0
		for _, n := range of {
			if runs.countChance(float64(n.Old), float64(n.New), ratio) > noise {
				agree++
			}
		}
		return 2*agree > len(of)
	}
	if len(of) == 0 || isMost(1) {
		return 1
	}
	if len(of) < several {
		return 1
	}
	slices.Sort(ratios)
	if median := math.Sqrt(ratios[len(ratios)/2] * ratios[(len(ratios)-1)/2]); isMost(median) {
		return median
	}
	return 1
}

// IsDiluted reports whether the share of a method changed only as the whole did: its count, for the same work, went the other way or, of
// samples, did not change beyond chance, and by less than half as much as the share. Then it may take as much time as before. Shares of calls
// that are normalized by the calls of most methods do not depend on the whole.
func (r Runs) IsDiluted(count Counts, by Work) bool {
	if !r.Comparable() || !r.Sampled && r.Typical || count.Old == 0 || count.New == 0 {
		return false
	}
	before, share := r.Shares(count)
	own, ofShare := math.Log(count.Ratio()/by.Ratio), math.Log(share/before)
	if math.Abs(own) < RoundingTolerance || cmp.Compare(own, 0) != cmp.Compare(ofShare, 0) {
		return true
	}
	return r.Sampled && math.Abs(own) < math.Abs(ofShare)/2 && r.countChance(float64(count.Old), float64(count.New), by.Ratio) > noise
}

// noise is the p-value from which on a count did not change beyond chance. It is that of one test: a correction for many would call more of
// them unchanged.
const noise = 0.05
