package code

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A BranchBeyondEntries is the first conditional of a method that ran a little more often than the method was entered.
type BranchBeyondEntries struct {
	Slot int32
	BCI  iprof.BCI
}

// fewMore is the maximum factor at which more executions than entries look like lost counts: a loop usually has more.
const fewMore = 1.5

// littleMore reports whether executions exceed entries by a little.
func littleMore(executions int64, entries Execution) bool {
	return entries.Bound == Exact && executions > entries.Count && float64(executions) < fewMore*float64(entries.Count)
}

// BranchBeyondEntries returns the first conditional of a method without bytecode, if it ran a little more often than the method was entered.
func (m *Method) BranchBeyondEntries() (BranchBeyondEntries, bool) {
	if m.Executions != nil {
		return BranchBeyondEntries{}, false
	}
	for i := range m.Places {
		if p := &m.Places[i]; p.BCI >= 0 && p.Branch != nil {
			return BranchBeyondEntries{m.Slot, p.BCI}, littleMore(p.Branch.Executions, m.Entries)
		}
	}
	return BranchBeyondEntries{}, false
}

// BranchesBeyondEntries returns the first conditionals that ran a little more often than their methods were entered, by descending
// entries of the methods, as in a [Listing].
func BranchesBeyondEntries(p *iprof.Profile, names *convert.Names, filter convert.FilterOptions) []BranchBeyondEntries {
	names = names.OrDefault(p)
	opts := sites.Options{Metrics: []convert.Metric{convert.Branches}, NoParts: true, Contexts: convert.Project(p, p.Contexts, names, filter)}
	conditionals := sites.New(p, opts).Conditionals.All
	first := make([]int32, p.MethodSlots()) // by slot: index in conditionals + 1
	for i := range conditionals {
		c := &conditionals[i]
		if k := first[c.Slot]; c.BCI >= 0 && (k == 0 || c.BCI < conditionals[k-1].BCI) {
			first[c.Slot] = int32(i) + 1
		}
	}
	entries, _ := methodEntries(p, opts)
	var all []BranchBeyondEntries
	for slot, k := range first {
		if k > 0 && littleMore(conditionals[k-1].Executions, entries[slot]) {
			all = append(all, BranchBeyondEntries{int32(slot), conditionals[k-1].BCI})
		}
	}
	slices.SortFunc(all, func(a, b BranchBeyondEntries) int {
		return names.OrByName(cmp.Compare(entries[b.Slot].Count, entries[a.Slot].Count), a.Slot, b.Slot)
	})
	return all
}
