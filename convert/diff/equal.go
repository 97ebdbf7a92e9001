package diff

import (
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// equalCaveat is for readers who meant to compare two runs: because of threads and timers, the counts of nearly any two differ somewhere.
const equalCaveat = "all compared counts are identical: both profiles may come from the same run, or the program is deterministic"

// allEqual reports whether the filters keep records, all of these counts are equal, and so are the sums of all records: equal
// counts of only a few methods mean little. Samples tell the runs of a deterministic program apart even if they are not compared.
func (c *comparison) allEqual(tables []*table.Table, old, new *iprof.Profile) bool {
	some := false
	for _, t := range tables {
		if t.FactOf("old_base") != t.Base || t.FactOf("old_whole") != t.Whole {
			return false
		}
		some = some || t.Base > 0 && t.Name != Inlining.String() // what is inlined is the same in any two runs of one program
	}
	return some && !c.unequal && old.Total(iprof.Samples) == new.Total(iprof.Samples)
}
