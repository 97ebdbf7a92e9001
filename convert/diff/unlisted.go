package diff

import (
	"fmt"
	"math"

	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// An unlistedCount holds the executions of a site, by side, with types that the file does not list. It is unknown which types these
// are, or how many: any type at the site may have been seen that much more often. So a difference counts only if it holds for any
// of them.
type unlistedCount [2]int64

// unlistedOf adds up the executions of types that no file lists.
func (c *comparison) unlistedOf(s *pairedSite) unlistedCount {
	var u unlistedCount
	for _, p := range s.parts {
		if !c.ListsType(p.index) {
			count := p.count()
			u[compare.OldSide] += count.Old
			u[compare.NewSide] += count.New
		}
	}
	return u
}

func (u unlistedCount) any() bool { return u != unlistedCount{} }

// closest returns the counts of a type such that its shares of the executions differ the least.
func (u unlistedCount) closest(count, executions compare.Counts) compare.Counts {
	if !u.any() {
		return count
	}
	ratio := float64(executions.New) / float64(executions.Old)
	if missing := float64(count.New)/ratio - float64(count.Old); missing > 0 {
		count.Old += int64(min(math.Round(missing), float64(u[compare.OldSide])))
	} else {
		count.New += int64(min(math.Round(-missing*ratio), float64(u[compare.NewSide])))
	}
	return count
}

// minMoved returns the minimum share of the executions that moved to another type, given half of the sum of the differences of the
// shares of all listed types: each execution of an unlisted type may compensate for one.
func (u unlistedCount) minMoved(moved float64, executions compare.Counts) float64 {
	if !u.any() {
		return moved
	}
	return max(0, moved-(float64(u[compare.OldSide])/float64(executions.Old)+float64(u[compare.NewSide])/float64(executions.New))/2)
}

// oneMayLead reports whether one type may be the most frequent on both sides, given the counts of listed types.
func (u unlistedCount) oneMayLead(listed []compare.Counts) bool {
	var most compare.Counts
	for _, n := range listed {
		most.Old, most.New = max(most.Old, n.Old), max(most.New, n.New)
	}
	for _, n := range append(listed, compare.Counts{}) { // last: a type that neither side names
		if n.Old+u[compare.OldSide] >= most.Old && n.New+u[compare.NewSide] >= most.New {
			return true
		}
	}
	return false
}

// unlistedCaveat says how sites with such types are treated, and how many of all compared sites they are.
func unlistedCaveat(sites, all int, things string) string {
	return fmt.Sprintf("at %s of %s a profile does not list all types: a change there is shown only if it holds for any of them",
		words.Thousands(int64(sites)), words.CountOf(int64(all), things))
}
