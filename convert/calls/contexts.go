package calls

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// contexts are the inlining contexts of a profile that count, with what is recorded at their calls.
type contexts struct {
	profile   *iprof.Profile
	entries   *convert.Entries
	of        groups // by slot: nodes
	inlined   groups // by node: nodes inlined into it
	receivers groups // by node: indexes of type records
	records   []iprof.TypeProfile
}

// newContexts collects the contexts that a projection keeps; nil: all.
func newContexts(p *iprof.Profile, pr *convert.Projection) *contexts {
	c := &contexts{profile: p, entries: convert.NewEntries(p)}
	counts := func(n iprof.NodeID) bool { return pr == nil || pr.Keep[n] && pr.Frame[n] >= 0 }
	of, inlined, receivers := newGrouping(p.MethodSlots(), p.Contexts.Len()), newGrouping(p.Contexts.Len(), p.Contexts.Len()), newGrouping(p.Contexts.Len(), p.Receivers.Len())
	for i, n := range p.Contexts.All() {
		if counts(iprof.NodeID(i)) {
			of.add(p.MethodSlot(n.Method), i)
		}
		if n.Parent != iprof.NoNode && counts(n.Parent) && (pr == nil || pr.Keep[i]) {
			inlined.add(int(n.Parent), i)
		}
	}
	for _, r := range p.Receivers.All() {
		if counts(r.Node) {
			receivers.add(int(r.Node), len(c.records))
			c.records = append(c.records, r)
		}
	}
	c.of, c.inlined, c.receivers = of.groups(), inlined.groups(), receivers.groups()
	return c
}

// groups are lists of numbers, by group.
type groups struct {
	starts []int32 // by group: the index of its first member, followed by the end
	all    []int32
}

// in returns the members of a group, in the order in which they were added.
func (g *groups) in(group int) []int32 { return g.all[g.starts[group]:g.starts[group+1]] }

// A grouping makes groups.
type grouping struct {
	members [][2]int32 // group and number
	sizes   []int32    // by group
}

// newGrouping returns n groups, of at most so many members in all, or about so many.
func newGrouping(n, members int) *grouping {
	return &grouping{make([][2]int32, 0, members), make([]int32, n)}
}

func (g *grouping) add(group, number int) {
	g.members = append(g.members, [2]int32{int32(group), int32(number)})
	g.sizes[group]++
}

func (g *grouping) groups() groups {
	out := groups{make([]int32, len(g.sizes)+1), make([]int32, len(g.members))}
	for i, size := range g.sizes {
		out.starts[i+1] = out.starts[i] + size
	}
	next := g.sizes
	copy(next, out.starts)
	for _, m := range g.members {
		out.all[next[m[0]]] = m[1]
		next[m[0]]++
	}
	return out
}
