package diff

import (
	"fmt"
	"iter"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A MethodChange compares a method's self samples or entries.
type MethodChange struct {
	Number   int32 // the method's number in the comparison
	Count    compare.Counts
	OldShare float64 // of the larger run after normalization, from 0 to 1
	NewShare float64
	Changed  bool // it is in the tables that [New] makes: the difference is significant and large enough

	Application bool // it is application code
	Renamed     bool // it was paired by evidence other than its name
}

// Methods compares the self samples or the entries of all methods that have any in one of the profiles, changed or not, as [New]
// does. They are ordered by number; those that cannot be compared and frames that stand for others are left out.
func Methods(of *compare.Comparison, m convert.Metric, opts Options) []MethodChange {
	c := newComparison(of, opts.settle())
	tested, _, _ := c.testMethods(m)
	tested = slices.DeleteFunc(tested, func(of methodChange) bool { return of.skipped })
	return slices.AppendSeq(make([]MethodChange, 0, len(tested)), c.methodChanges(tested))
}

// methodChanges yields what is known of methods, without frames that stand for others.
func (c *comparison) methodChanges(tested []methodChange) iter.Seq[MethodChange] {
	return func(yield func(MethodChange) bool) {
		for _, x := range tested {
			if x.number != c.summaryNumber() &&
				!yield(MethodChange{x.number, x.count, x.before, x.share, x.changed, c.isApplicationRow(x.number), c.IsRenamed(x.number)}) {
				return
			}
		}
	}
}

// minCommon is the minimum share of each run that must be in methods of both for the profiles to be of one program. Between
// releases of one program, much less than half of the entries and samples moves to other methods.
const minCommon = 0.5

// minOfApplication is the minimum count of a run in application methods from which on these alone decide.
const minOfApplication = 10

// minSameNames is the minimum share of the application methods of the profile with fewer of these that the other one has by name, from
// minNames of them on. Two programs may use the same libraries in the same shares, and their methods may even be paired as renamed.
const minSameNames, minNames = 0.1, 3

// ProgramCaveat returns a caveat that two profiles may not be of the same program, given the changes of all methods by a metric in
// this unit; "" if some application methods have records in both by their names, and if at least half of each, or of each in application
// methods, is in methods that have records in both: a program that uses other parts of the JDK is the same.
func ProgramCaveat(all iter.Seq[MethodChange], unit string) string {
	if caveat := namesCaveat(all); caveat != "" {
		return caveat
	}
	old, new, known := inCommon(all, 1, func(MethodChange) bool { return true })
	if !known || min(old, new) >= minCommon {
		return ""
	}
	if old, new, known := inCommon(all, minOfApplication, func(m MethodChange) bool { return m.Application }); known && min(old, new) >= minCommon {
		return ""
	}
	return fmt.Sprintf("%.0f%% of the old, %.0f%% of the new %s are in common methods: are the profiles from the same program?", 100*old, 100*new, unit)
}

// namesCaveat is the caveat about names of application methods.
func namesCaveat(all iter.Seq[MethodChange]) string {
	var old, new, both int64
	for m := range all {
		if !m.Application {
			continue
		}
		if m.Count.Old > 0 {
			old++
		}
		if m.Count.New > 0 {
			new++
		}
		if m.Count.Old > 0 && m.Count.New > 0 && !m.Renamed {
			both++
		}
	}
	if fewer := min(old, new); fewer < minNames || float64(both) >= minSameNames*float64(fewer) {
		return ""
	}
	same := "none has"
	if both > 0 {
		same = words.Count(both, "has", "have")
	}
	return fmt.Sprintf("of %s in the old profile and %s in the new, %s the same name in both: are the profiles from the same program?",
		words.CountOf(old, "application methods"), words.Thousands(new), same)
}

// inCommon returns the shares of the counts of some methods that are in methods with counts in both profiles; false: a profile has fewer
// counts there than the minimum.
func inCommon(all iter.Seq[MethodChange], minimum int64, some func(MethodChange) bool) (old, new float64, known bool) {
	var whole, common compare.Counts
	for m := range all {
		if !some(m) {
			continue
		}
		whole.Old, whole.New = whole.Old+m.Count.Old, whole.New+m.Count.New
		if m.Count.Old > 0 && m.Count.New > 0 {
			common.Old, common.New = common.Old+m.Count.Old, common.New+m.Count.New
		}
	}
	if whole.Old < minimum || whole.New < minimum {
		return 0, 0, false
	}
	return float64(common.Old) / float64(whole.Old), float64(common.New) / float64(whole.New), true
}
