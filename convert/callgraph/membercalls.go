package callgraph

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
)

// mostMemberCalls is the maximum length of [Node.Callers] and of [Node.Callees].
const mostMemberCalls = 3

// memberCalls returns, by group, the heaviest callers and callees of the methods that are in a box with others: lines end at the box, so
// that nothing else says who calls the hottest of them. A caller has at least a tenth of the method's value.
func (b *builder) memberCalls(a *arrangement) (callers, callees map[int32]*groupCalls) {
	if !slices.ContainsFunc(a.sizes, func(n int32) bool { return n > 1 }) {
		return nil, nil
	}
	isMember := make([]bool, len(b.nodes))
	for i, g := range a.groups {
		isMember[g] = a.sizes[a.boxOf[i]] > 1
	}
	type call struct{ caller, to int32 }
	var calls numbering[call]
	var counts []int64 // by call
	numbers := func(t *callTree) []int32 {
		of := slices.Repeat([]int32{-1}, len(t.group))
		for i, up := range t.above {
			if g := t.group[i]; g >= 0 && up >= 0 {
				if caller := t.group[up]; caller != g && (isMember[g] || isMember[caller]) {
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
			if e := &b.called[i]; e.from != e.to && (isMember[e.to] || isMember[e.from]) {
				entered.add(calls.number(call{e.from, e.to}), entriesOf{stayed: e.calls})
			}
		}
		counts = entered.counts(b)
	}
	full := convert.NewNames(b.profile, convert.NameOptions{Style: convert.SignatureNames, Normalize: b.names.Options.Normalize})
	callers, callees = map[int32]*groupCalls{}, map[int32]*groupCalls{}
	of := func(side map[int32]*groupCalls, group int32) *groupCalls {
		if side[group] == nil {
			side[group] = &groupCalls{}
		}
		return side[group]
	}
	for number, n := range counts {
		if n == 0 {
			continue
		}
		c := calls.all[number]
		if isMember[c.to] {
			of(callers, c.to).add(b.caller(full, c.caller, n), float64(n) >= drawnOfCallee*float64(b.whole(c.to)))
		}
		if isMember[c.caller] {
			of(callees, c.caller).add(b.caller(full, c.to, n), true)
		}
	}
	for _, side := range []map[int32]*groupCalls{callers, callees} {
		for _, of := range side {
			slices.SortFunc(of.most, func(x, y Caller) int {
				return cmp.Or(cmp.Compare(y.Count, x.Count), cmp.Compare(x.Name, y.Name), cmp.Compare(x.Slot, y.Slot))
			})
			shown := min(mostMemberCalls, len(of.most))
			of.most, of.more = of.most[:shown], of.more+len(of.most)-shown
		}
	}
	return callers, callees
}

// groupCalls are the calls of a group, or those to it: the heaviest, and how many more there are.
type groupCalls struct {
	most []Caller
	more int
}

func (c *groupCalls) add(of Caller, shown bool) {
	if shown {
		c.most = append(c.most, of)
	} else {
		c.more++
	}
}
