package sites

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// appendSuccessors appends the successors of a conditional to dst, each with its own count, and returns it. Before 1.0.0,
// successors that share a target have only a common count: they are merged.
func appendSuccessors(dst []iprof.Successor, p *iprof.Profile, c iprof.Conditional) []iprof.Successor {
	n := len(dst)
	dst = p.OwnSuccessors(dst, c)
	if p.SharedTargetTotals() {
		dst = dst[:n+len(oncePerTarget(dst[n:]))]
	}
	return dst
}

// oncePerTarget keeps only the first successor of each target, which has the total.
func oncePerTarget(successors []iprof.Successor) []iprof.Successor {
	n := 0
	for _, x := range successors {
		if !slices.ContainsFunc(successors[:n], func(y iprof.Successor) bool { return y.Target == x.Target }) {
			successors[n] = x
			n++
		}
	}
	return successors[:n]
}

// sumSuccessors adds up the successors of two records of one conditional, from appendSuccessors, in a, which may be changed. It
// pairs them as by [iprof.SumSuccessors], but before 1.0.0 only by their targets: the index of a target is meaningless there and
// may differ from context to context. The lowest index is kept.
func sumSuccessors(p *iprof.Profile, a, b []iprof.Successor) []iprof.Successor {
	if !p.SharedTargetTotals() {
		return iprof.SumSuccessors(a, b)
	}
	sameTarget := func(x, y iprof.Successor) bool { return x.Target == y.Target }
	if slices.EqualFunc(a, b, sameTarget) {
		for i, x := range b {
			a[i].Count += x.Count
			a[i].Index = min(a[i].Index, x.Index)
		}
		return a
	}
	a = append(a, b...)
	slices.SortFunc(a, func(x, y iprof.Successor) int {
		return cmp.Or(cmp.Compare(x.Target, y.Target), cmp.Compare(x.Index, y.Index))
	})
	sum := a[:1]
	for _, x := range a[1:] {
		if last := &sum[len(sum)-1]; last.Target == x.Target {
			last.Count += x.Count
		} else {
			sum = append(sum, x)
		}
	}
	return sum
}
