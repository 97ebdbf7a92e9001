package callgraph

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
)

// mostMemberCallers is the maximum length of [Node.Callers].
const mostMemberCallers = 3

// memberCallers returns, by group, the heaviest callers of the methods that are in a box with others: lines end at the box, so that
// nothing else says who calls the hottest of them. A caller has at least a tenth of the method's value.
func (b *builder) memberCallers(a *arrangement) map[int32][]Caller {
	isMember := func(g int32) bool {
		at, ok := a.index[g]
		return g >= 0 && ok && a.sizes[a.boxOf[at]] > 1
	}
	if !slices.ContainsFunc(a.sizes, func(n int32) bool { return n > 1 }) {
		return nil
	}
	type call struct{ caller, to int32 }
	var calls numbering[call]
	var counts []int64 // by call
	numbers := func(t *callTree) []int32 {
		of, near := slices.Repeat([]int32{-1}, len(t.group)), t.nearest(nil)
		for i, up := range t.parent {
			if g := t.group[i]; isMember(g) && near[i] == int32(i) && up >= 0 && near[up] >= 0 {
				if caller := t.group[near[up]]; caller != g {
					of[i] = calls.number(call{caller, g})
				}
			}
		}
		return of
	}
	if b.metric == convert.Samples {
		of := numbers(&b.stacks)
		counts = convert.OncePerStack(b.stacks.parent, of, slices.Clone(b.stacks.value), len(calls.all))
	} else {
		var entered entriesSum
		for node, number := range numbers(&b.contexts) {
			if number >= 0 && b.contexts.known[node] {
				entered.add(number, entriesOf{inlined: b.contexts.value[node]})
			}
		}
		for i := range b.called {
			if e := &b.called[i]; isMember(e.to) && e.from != e.to {
				entered.add(calls.number(call{e.from, e.to}), entriesOf{stayed: e.calls})
			}
		}
		counts = entered.counts(b)
	}
	full := convert.NewNames(b.profile, convert.NameOptions{Style: convert.SignatureNames, Normalize: b.names.Options.Normalize})
	callers := map[int32][]Caller{}
	for number, n := range counts {
		if c := calls.all[number]; n > 0 && float64(n) >= drawnOfCallee*float64(b.whole(c.to)) {
			callers[c.to] = append(callers[c.to], b.caller(full, c.caller, n))
		}
	}
	for g, of := range callers {
		slices.SortFunc(of, func(x, y Caller) int {
			return cmp.Or(cmp.Compare(y.Count, x.Count), cmp.Compare(x.Name, y.Name), cmp.Compare(x.Slot, y.Slot))
		})
		callers[g] = of[:min(mostMemberCallers, len(of))]
	}
	return callers
}
