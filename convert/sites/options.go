package sites

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Options choose the records that [New] adds up, and how. The zero value means all of them, over all contexts.
type Options struct {
	// Metrics choose the lists: Branches means Conditionals, other metrics the list of the same name. nil: all lists.
	Metrics []convert.Metric

	Scope     Scope
	CallSites []Site // leave out other sites of Calls; nil: all
	ByContext bool   // one site per inlining context instead of one for their sum; sampled stacks are left out
	NoParts   bool   // leave out Successors and Types, which take most of the memory

	// Filters of [iprof.Profile.Contexts] and [iprof.Profile.Stacks]; nil: none. Records that they drop do not count, and records
	// in <VM> belong to no site.
	Contexts, Stacks *convert.Projection
}

func (o *Options) wants(m convert.Metric) bool {
	return o.Metrics == nil || slices.Contains(o.Metrics, m)
}

// A Scope selects the records of a profile that [Sites] adds up. The zero value means all.
type Scope struct {
	Contexts []bool // by node of [iprof.Profile.Contexts]: whether its records count; nil: all do
	Stacks   []bool // by node of [iprof.Profile.Stacks]: likewise
}

// MethodScope selects the sites of some methods, by their slots, in all contexts.
func MethodScope(p *iprof.Profile, slots ...int32) Scope {
	chosen := make([]bool, p.MethodSlots())
	for _, slot := range slots {
		chosen[slot] = true
	}
	nodes := func(t *iprof.Tree) []bool {
		scope := make([]bool, t.Len())
		for i, n := range t.All() {
			scope[i] = chosen[p.MethodSlot(n.Method)]
		}
		return scope
	}
	return Scope{nodes(p.Contexts), nodes(p.Stacks)}
}
