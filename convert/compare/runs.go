package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// DefaultThreshold is the smallest relative change of counts that is reported: timing-dependent counts of the same image differ
// by a few percent between runs.
const DefaultThreshold = 0.05

// Runs are the totals of a metric in two runs. They determine the ratio of lengths, the base of shares and the test for
// chance.
type Runs struct {
	Old, New float64 // totals of the metric
	Ratio    float64 // new events per old one if only the length changed
	Typical  bool    // Ratio is the median of methods, see lengthRatio, not the ratio of the sums
	Like     Counts  // the sums of the counts behind Ratio, if it is Typical
	Sampled  bool    // the metric is samples, which are drawn at random

	// PerSample is the value of one sample in the old and in the new run, see [iprof.Origin]. It is 0 if values are exact or of
	// unknown origin: then no difference is due to chance.
	PerSample [2]int64

	noun  string     // of samples, in the plural: "ticks"; "": samples
	fixed bool       // Ratio is known, not the ratio of the totals, see CountRuns
	whole [2]float64 // totals of everything, shown or not; the basis of Ratio
}

// CallRuns returns the runs of a metric that counts every event, given the counts of all methods or sites.
func CallRuns(counts []Counts) Runs {
	var r Runs
	for _, c := range counts {
		r.Old += float64(c.Old)
		r.New += float64(c.New)
	}
	r.Ratio, r.Like = lengthRatio(counts)
	r.Typical = r.Like != Counts{}
	r.whole = [2]float64{r.Old, r.New}
	return r
}

// SampleRuns returns the runs of samples, given their sums and the value of one sample.
func SampleRuns(old, new float64, perSample [2]int64) Runs {
	r := Runs{Old: old, New: new, Ratio: 1, Sampled: true, PerSample: perSample, whole: [2]float64{old, new}}
	if r.Comparable() {
		r.Ratio = new / old
	}
	return r
}

// CountRuns returns the runs of samples whose numbers are compared as they are, because both runs did the same work: fewer samples
// are then fewer everywhere, where shares of the rest would rise.
func CountRuns(old, new float64, perSample [2]int64) Runs {
	r := SampleRuns(old, new, perSample)
	r.Ratio, r.fixed = 1, true
	return r
}

// SampleRuns returns the runs of samples of the profiles of a comparison, given their sums.
func (c *Comparison) SampleRuns(old, new float64) Runs {
	r := SampleRuns(old, new, c.PerSample())
	m := convert.Samples
	r.noun = m.SampleNoun(m.UnitIn(c.Sides[NewSide].Profile), max(r.PerSample[OldSide], r.PerSample[NewSide]))
	return r
}

// CountRuns is like [Comparison.SampleRuns], but compares numbers of samples, see [CountRuns]; ok is false if samples of the profiles do not
// stand for as much each.
func (c *Comparison) CountRuns(old, new float64) (r Runs, ok bool) {
	r = c.SampleRuns(old, new)
	if r.PerSample[OldSide] != r.PerSample[NewSide] || r.PerSample[OldSide] == 0 {
		return r, false
	}
	r.Ratio, r.fixed = 1, true
	return r, true
}

// ByNumber reports whether numbers of samples are compared, see [CountRuns].
func (r Runs) ByNumber() bool { return r.fixed }

// sampleNoun returns the noun of samples, in the plural.
func (r Runs) sampleNoun() string { return cmp.Or(r.noun, convert.Samples.Unit()) }

// Within returns the runs of a part of others: shares are relative to the part, but the lengths are those of the whole. A view or a
// filter chooses the part. It must not change the lengths: if only three methods are left, two of them called twice as often, the
// third would seem to be called half as often.
func (r Runs) Within(whole Runs) Runs {
	r.Ratio, r.Typical, r.Like, r.whole = whole.Ratio, whole.Typical, whole.Like, whole.whole
	return r
}

// Comparable reports whether both runs have counts.
func (r Runs) Comparable() bool { return r.Old > 0 && r.New > 0 }

// Shares returns the shares of counts in the larger run, normalized for run length. So no share is above 1, unchanged counts have
// equal shares, and swapping the runs negates each change.
func (r Runs) Shares(c Counts) (old, new float64) {
	whole := max(r.Old, r.New/r.Ratio)
	old, new = float64(c.Old)/whole, float64(c.New)/r.Ratio/whole
	if most := max(old, new); math.Abs(new-old) < RoundingTolerance*most { // the ratio is rounded
		return most, most
	}
	return old, new
}

// Rescaled returns the side whose shares, as [Runs.Shares] has them, are not those of its own run, as that is the smaller one after
// normalization; false: there is none.
func (r Runs) Rescaled() (side int, ok bool) {
	const visible = 0.0005 // of the shares, which have three digits
	old, new := r.Old, r.New/r.Ratio
	switch {
	case !r.Comparable():
		return 0, false
	case old < new*(1-visible):
		return OldSide, true
	case new < old*(1-visible):
		return NewSide, true
	}
	return 0, false
}

// shareNote says that the shares of a side are not those of its own run; "": they are. It begins with the heading of the column, which has
// an asterisk.
func (r Runs) shareNote() string {
	side, ok := r.Rescaled()
	if !ok {
		return ""
	}
	word := [2]string{OldSide: "old", NewSide: "new"}[side]
	return word + " %*: of the larger run, normalized for length; top has the run's own"
}

// FactorMark returns the heading of the column of new / old: with an asterisk if that is normalized by more than rounding.
func (r Runs) FactorMark() string {
	if !r.Comparable() || fmt.Sprintf("%.3g", r.Ratio) == "1" {
		return "×"
	}
	return "×*"
}

// factorNote says by how much factors are normalized, so that they can be computed from the counts beside them; "": not at all. It begins with
// the heading of their column.
func (r Runs) factorNote() string {
	if r.FactorMark() == "×" {
		return ""
	}
	why := fmt.Sprintf("the new run is treated as %s times as long", words.Significant(r.Ratio))
	if r.Sampled {
		why = fmt.Sprintf("the new run has %s times as many %s", words.Significant(r.Ratio), r.sampleNoun())
	}
	return fmt.Sprintf("%s: new / old × %s, as %s", r.FactorMark(), words.Significant(1/r.Ratio), why)
}

// Chance returns the p-value of the difference between two counts, see [ExactTest]. Samples are a part of all samples; events are
// compared with the events that the ratio of lengths is computed from.
func (r Runs) Chance(old, new float64) float64 {
	perOld, perNew := float64(r.PerSample[OldSide]), float64(r.PerSample[NewSide])
	switch {
	case !r.Sampled:
		refOld, refNew := r.reference(old, new)
		return fisher(old, new, refOld, refNew)
	case r.fixed && perOld > 0 && perNew > 0:
		return fisherOfRatio(old/perOld, new/perNew, perOld/perNew)
	case perOld > 0 && perNew > 0:
		return fisher(old/perOld, new/perNew, (r.whole[OldSide]-old)/perOld, (r.whole[NewSide]-new)/perNew)
	case r.Comparable() && math.Abs(new/r.whole[NewSide]-old/r.whole[OldSide]) > RoundingTolerance:
		return 0
	}
	return 1
}

// HeadingNotes are the notes about headings that have a mark.
func (r Runs) HeadingNotes() []string {
	return slices.DeleteFunc([]string{r.factorNote(), r.shareNote()}, func(note string) bool { return note == "" })
}

// countChance returns the p-value of the difference between two numbers of samples as such, not as shares of all, given how many of them the
// new run would have for one of the old one if nothing had changed.
func (r Runs) countChance(old, new, ratio float64) float64 {
	perOld, perNew := float64(r.PerSample[OldSide]), float64(r.PerSample[NewSide])
	if perOld == 0 || perNew == 0 {
		return 0
	}
	return fisherOfRatio(old/perOld, new/perNew, ratio*perOld/perNew)
}

// reference returns the events that counts of calls are compared with: the entries of all other methods or, if the ratio of lengths
// is a median, numbers with exactly this ratio that are as random as it is. The variance of a median is at most about twice the
// variance of the ratio of the sums of its counts.
func (r Runs) reference(old, new float64) (refOld, refNew float64) {
	if !r.Typical {
		return r.whole[OldSide] - old, r.whole[NewSide] - new
	}
	const medianVariance = 2
	variance := medianVariance * (1/float64(r.Like.Old) + 1/float64(r.Like.New)) // variance of the logarithm of the ratio
	refOld = (1 + 1/r.Ratio) / variance
	return refOld, refOld * r.Ratio
}

// Exact reports whether no difference can be due to chance.
func (r Runs) Exact() bool { return r.Sampled && min(r.PerSample[OldSide], r.PerSample[NewSide]) == 0 }

// Reaches reports whether counts differ by at least a threshold, relative to the normalized old count. Samples have no threshold:
// it is always true for them.
func (r Runs) Reaches(c Counts, threshold float64) bool {
	expected := float64(c.Old) * r.Ratio
	return r.Sampled || math.Abs(float64(c.New)-expected) >= threshold*expected
}

// Larger returns the larger of two counts, scaled to the length of the new run.
func (r Runs) Larger(c Counts) float64 {
	if !r.Comparable() {
		return float64(c.New)
	}
	return max(float64(c.New), float64(c.Old)*r.Ratio)
}

// LengthNote describes the normalization factor of new counts.
func (r Runs) LengthNote() string {
	switch {
	case r.fixed:
		return "numbers of samples are compared, not shares"
	case r.Sampled:
		return "shares of samples are compared"
	}
	ratio := words.Significant(r.Ratio)
	length := "the new run is treated as " + ratio + " times as long"
	switch {
	case r.Ratio == 1:
		length = "both runs are treated as equally long"
	case ratio == "1":
		length = "both runs are treated as about equally long"
	}
	if r.Typical {
		return length + ", by what most methods did, weighted with their shares"
	}
	return length + ", by their totals: the runs have too little in common for a median"
}

// Caveats returns caveats about the comparison, one sentence each.
func (r Runs) Caveats() []string {
	if !r.Sampled || r.Exact() {
		return nil
	}
	if smallest := min(r.Old/float64(r.PerSample[OldSide]), r.New/float64(r.PerSample[NewSide])); smallest < convert.EnoughSamples {
		return []string{fmt.Sprintf("only %s: only large changes are statistically significant", words.CountOf(int64(math.Round(smallest)), r.sampleNoun()))}
	}
	return nil
}

// sameLength is the difference of the lengths of runs, by their calls, up to which they did the same work: timing changes the counts of
// some methods a little.
const sameLength = 0.005

// IsSameLength reports whether runs did the same work, according to most of their calls.
func (r Runs) IsSameLength() bool { return r.Typical && math.Abs(r.Ratio-1) <= sameLength }

// ExactTest is the name of the significance test, for notes and legends. It is the same for all counts: shares of samples, numbers
// of calls, successors and types.
const ExactTest = "Fisher's exact test"

// Correction describes the correction for multiple tests, for notes and legends.
func Correction(tests int, things string) string {
	return fmt.Sprintf("false discovery rate of at most %g%% (Benjamini-Hochberg over %s)", 100*falseDiscoveries, words.CountOf(int64(tests), things))
}

// ExactNote says which differences are changes where none can be due to chance.
const ExactNote = "any difference is a change: values are exact or not known to be samples"

// ChanceNote states the false discovery rate, for output with several tables.
func ChanceNote() string {
	return fmt.Sprintf("false discovery rate of at most %g%% per table", 100*falseDiscoveries)
}

// ChangeNote explains which of the tested things are reported as a change.
func (r Runs) ChangeNote(threshold float64, tests int, things string) string {
	switch {
	case r.Exact():
		return ExactNote
	case r.Sampled:
		return ChangeNote("", tests, things)
	}
	return ChangeNote(AtLeast(threshold), tests, things)
}

// ChangeNote explains the criterion for a change, such as [AtLeast], and the test of a number of things.
func ChangeNote(criterion string, tests int, things string) string {
	return fmt.Sprintf("changes are %ssignificant by %s; %s", criterion, ExactTest, Correction(tests, things))
}

// AtLeast returns the text of a threshold as a criterion.
func AtLeast(threshold float64) string {
	percent := fmt.Sprintf("%.2f", 100*threshold)
	return strings.TrimRight(strings.TrimRight(percent, "0"), ".") + "% or more and "
}
