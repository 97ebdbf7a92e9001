package callgraph

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/compare"
)

// joinMoved makes one edge of two of the same kind that are one call: after a change of the code before it, its call site is at another
// bytecode index. A caller's sites of one callee that only the base has are paired with those that only the profile has, in order, if
// they are as many; otherwise it is not known which is which. Negative indexes are no places in the code. Of returns the link of an edge and the sides that have it; join adds the
// base's edge to the profile's. The order of the others is kept.
func joinMoved[E any](edges []E, of func(*E) (link, [2]bool), join func(now, base *E)) []E {
	type ends struct{ from, to int32 }
	only := [2]map[ends][]int{{}, {}} // by side
	for i := range edges {
		l, in := of(&edges[i])
		for side := range in {
			if l.siteKnown && l.site >= 0 && in[side] && !in[1-side] {
				only[side][ends{l.from, l.to}] = append(only[side][ends{l.from, l.to}], i)
			}
		}
	}
	bySite := func(i, k int) int {
		x, _ := of(&edges[i])
		y, _ := of(&edges[k])
		return cmp.Compare(x.site, y.site)
	}
	joined := make([]bool, len(edges))
	for ends, base := range only[compare.OldSide] {
		now := only[compare.NewSide][ends]
		if len(now) != len(base) {
			continue
		}
		slices.SortFunc(base, bySite)
		slices.SortFunc(now, bySite)
		for k := range now {
			join(&edges[now[k]], &edges[base[k]])
			joined[base[k]] = true
		}
	}
	kept := edges[:0]
	for i := range edges {
		if !joined[i] {
			kept = append(kept, edges[i])
		}
	}
	return kept
}
