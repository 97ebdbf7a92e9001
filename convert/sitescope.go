package convert

import (
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A SiteScope is the part of a profile whose records [Sites] adds up. The zero value is all of it.
type SiteScope struct {
	Contexts []bool // by node of [iprof.Profile.Contexts]: records of its sites count; nil: all do
	Stacks   []bool // by node of [iprof.Profile.Stacks]: likewise
}

// MethodScope is the sites of some methods, by their slots, in all contexts.
func MethodScope(p *iprof.Profile, slots ...int32) SiteScope {
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
	return SiteScope{nodes(p.Contexts), nodes(p.Stacks)}
}

// UnitScope is a context and everything that is inlined into it: of a root, a compilation unit. No stack is part of it.
func UnitScope(p *iprof.Profile, top iprof.NodeID) SiteScope {
	scope := ContextScope(p, top)
	for i, n := range p.Contexts.All() {
		if n.Parent != iprof.NoNode && scope.Contexts[n.Parent] {
			scope.Contexts[i] = true
		}
	}
	return scope
}

// ContextScope is one context. No stack is part of it.
func ContextScope(p *iprof.Profile, node iprof.NodeID) SiteScope {
	scope := SiteScope{make([]bool, p.Contexts.Len()), make([]bool, p.Stacks.Len())}
	scope.Contexts[node] = true
	return scope
}
