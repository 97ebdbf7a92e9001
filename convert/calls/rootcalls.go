package calls

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// A RootCall is a call that entered a method as compilation root, Count times.
type RootCall struct {
	Caller int32 // slot
	BCI    iprof.BCI
	Count  int64
}

// RootCalls returns, by slot, the calls that account for the entries of a method as compilation root, by caller and BCI. Each has the
// figure of its Stayed count, which may be a bound; but certain calls are counted first, and together they are never more than the
// entries. The rest is from outside.
func (g *Graph) RootCalls() [][]RootCall {
	type candidate struct {
		RootCall
		more int64 // of Stayed beyond what is certain
	}
	to := make([][]candidate, len(g.Entered))
	for s, t := range g.Known(nil) {
		if callee, n := t.Callee.Slot, t.Stayed.Figure(); callee >= 0 && n > 0 && g.Entered[callee].Known {
			certain := min(t.Stayed.Low, n)
			to[callee] = append(to[callee], candidate{RootCall{s.Slot, s.BCI, certain}, n - certain})
		}
	}
	all := make([][]RootCall, len(g.Entered))
	for callee, list := range to {
		left := g.Entered[callee].Root
		for i := range list {
			list[i].Count = min(list[i].Count, left)
			left -= list[i].Count
		}
		for i := range list {
			more := min(list[i].more, left)
			list[i].Count += more
			if left -= more; list[i].Count > 0 {
				all[callee] = append(all[callee], list[i].RootCall)
			}
		}
		slices.SortFunc(all[callee], func(a, b RootCall) int { return cmp.Or(cmp.Compare(a.Caller, b.Caller), cmp.Compare(a.BCI, b.BCI)) })
	}
	return all
}
