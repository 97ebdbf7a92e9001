package diff

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
)

// A MethodChange compares a method's self samples or entries.
type MethodChange struct {
	Number   int32 // the method's number in the comparison
	Count    compare.Counts
	OldShare float64 // of the larger run after normalization, from 0 to 1
	NewShare float64
	Changed  bool // it is in the tables that [New] makes: the difference is significant and large enough
}

// Methods compares the self samples or the entries of all methods that have any in one of the profiles, changed or not, as [New]
// does. They are ordered by number; frames that stand for others are left out.
func Methods(of *compare.Comparison, m convert.Metric, opts Options) []MethodChange {
	c := newComparison(of, opts.settle())
	tested, _ := c.testMethods(m)
	all := make([]MethodChange, 0, len(tested))
	for _, x := range tested {
		if x.number != c.summaryNumber() {
			all = append(all, MethodChange{x.number, x.count, x.before, x.share, x.changed})
		}
	}
	return all
}

// minCommon is the minimum share of each run that must be in methods of both for the profiles to be of one program. Between
// releases of one program, much less than half of the entries and samples moves to other methods.
const minCommon = 0.5

// ProgramCaveat returns a caveat that two profiles may not be of the same program, given the changes of all methods by a metric in
// this unit; "" if at least half of each is in methods that have records in both.
func ProgramCaveat(all []MethodChange, unit string) string {
	var whole, common compare.Counts
	for _, m := range all {
		whole.Old, whole.New = whole.Old+m.Count.Old, whole.New+m.Count.New
		if m.Count.Old > 0 && m.Count.New > 0 {
			common.Old, common.New = common.Old+m.Count.Old, common.New+m.Count.New
		}
	}
	if whole.Old == 0 || whole.New == 0 {
		return ""
	}
	old, new := float64(common.Old)/float64(whole.Old), float64(common.New)/float64(whole.New)
	if min(old, new) >= minCommon {
		return ""
	}
	return fmt.Sprintf("%.0f%% of the old and %.0f%% of the new %s are in methods that both profiles have: are the profiles from the same program?", 100*old, 100*new, unit)
}
