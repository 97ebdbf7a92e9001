package compare

import (
	"fmt"
	"math"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// DefaultThreshold is the least change of counts that is called one: two runs of one image differ by some percent in
// what depends on timing.
const DefaultThreshold = 0.05

// Runs are two runs as a whole, as one metric sees them: which of them is longer, what shares are of, and which test tells
// their counts from chance.
type Runs struct {
	Old, New float64 // all that the metric counts
	Ratio    float64 // new for each old one where nothing changed but the length
	Typical  bool    // Ratio is what most methods did, see lengthRatio, and not that of the sums
	Sampled  bool    // samples are counted, which are drawn at random

	// PerSample is what one sample adds to the old and to the new run, see [iprof.Origin]. Where that is 0, samples are no
	// samples: values are exact, or nothing is known of them, and chance explains no difference.
	PerSample [2]int64
}

// CallRuns returns the runs of a metric that counts events one by one, given the counts of all methods, or sites.
func CallRuns(counts []Counts) Runs {
	var r Runs
	for _, c := range counts {
		r.Old += float64(c.Old)
		r.New += float64(c.New)
	}
	r.Ratio, r.Typical = lengthRatio(counts)
	return r
}

// SampleRuns returns the runs of a metric that counts samples, given their sums and what each sample adds.
func SampleRuns(old, new float64, perSample [2]int64) Runs {
	r := Runs{Old: old, New: new, Ratio: 1, Sampled: true, PerSample: perSample}
	if r.Comparable() {
		r.Ratio = new / old
	}
	return r
}

// Comparable reports whether both runs count anything.
func (r Runs) Comparable() bool { return r.Old > 0 && r.New > 0 }

// Shares returns which shares counts are of the run that has more, at the same length: then none is above 1, what did not
// change has the same in both, and the other way round each change is its opposite.
func (r Runs) Shares(c Counts) (old, new float64) {
	whole := max(r.Old, r.New/r.Ratio)
	old, new = float64(c.Old)/whole, float64(c.New)/r.Ratio/whole
	if most := max(old, new); math.Abs(new-old) < RoundingTolerance*most { // the ratio is not exact
		return most, most
	}
	return old, new
}

// Chance returns how likely it is that counts differ as much as they do, or more, by chance.
func (r Runs) Chance(old, new float64) float64 {
	perOld, perNew := float64(r.PerSample[OldSide]), float64(r.PerSample[NewSide])
	switch {
	case !r.Sampled:
		return countsDiffer(old, new, r.Ratio)
	case perOld > 0 && perNew > 0:
		return twoShares(old/perOld, r.Old/perOld, new/perNew, r.New/perNew)
	case r.Comparable() && math.Abs(new/r.New-old/r.Old) > RoundingTolerance:
		return 0
	}
	return 1
}

// exact reports whether chance explains no difference.
func (r Runs) exact() bool { return r.Sampled && min(r.PerSample[OldSide], r.PerSample[NewSide]) == 0 }

// Reaches reports whether counts differ by a threshold or more, relative to the old one at the same length. There is none
// for samples.
func (r Runs) Reaches(c Counts, threshold float64) bool {
	expected := float64(c.Old) * r.Ratio
	return r.Sampled || math.Abs(float64(c.New)-expected) >= threshold*expected
}

// Larger returns the larger of two counts, at the length of the new run.
func (r Runs) Larger(c Counts) float64 {
	if !r.Comparable() {
		return float64(c.New)
	}
	return max(float64(c.New), float64(c.Old)*r.Ratio)
}

// LengthNote says what the new counts are divided by.
func (r Runs) LengthNote() string {
	if r.Sampled {
		return "shares of samples are compared"
	}
	length := fmt.Sprintf("the new run counts as %.3g times as long", r.Ratio)
	if r.Ratio == 1 {
		length = "both runs count as equally long"
	}
	if r.Typical {
		return length + ", by what most methods did, weighted with their shares"
	}
	return length + ", by the sum of all: the runs have too little in common for more"
}

// Doubts says why not to trust the comparison too much, a sentence each.
func (r Runs) Doubts() []string {
	if !r.Sampled || r.exact() {
		return nil
	}
	if least := min(r.Old/float64(r.PerSample[OldSide]), r.New/float64(r.PerSample[NewSide])); least < convert.EnoughSamples {
		return []string{fmt.Sprintf("%.0f samples are few: only large changes can be told from chance", least)}
	}
	return nil
}

// Test names the test of counts, for legends, which have little room.
func (r Runs) Test() string {
	if r.Sampled {
		return "a test of two shares"
	}
	return EventsTest
}

// The tests, for readers.
const (
	SharesTest = "a two-proportion z-test"
	EventsTest = "a test of independent calls"
)

// ChangeNote says which of so many tested things are called a change.
func (r Runs) ChangeNote(threshold float64, tests int, things string) string {
	switch {
	case r.exact():
		return "a change is any difference: values are exact, or not known to be samples"
	case r.Sampled:
		return ChangeNote("", SharesTest, tests, things)
	}
	return ChangeNote(AtLeast(threshold), EventsTest, tests, things)
}

// ChangeNote says what is called a change: a criterion, such as [AtLeast], and a test of so many things.
func ChangeNote(criterion, test string, tests int, things string) string {
	return fmt.Sprintf("a change is what differs by %smore than chance: %s at 95%%, corrected for %s", criterion, test, words.CountOf(int64(tests), things))
}

// AtLeast words a threshold as a criterion.
func AtLeast(threshold float64) string {
	percent := fmt.Sprintf("%.2f", 100*threshold)
	return strings.TrimRight(strings.TrimRight(percent, "0"), ".") + "% or more and by "
}
