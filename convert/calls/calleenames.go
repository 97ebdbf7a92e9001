package calls

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// namesAt returns, for sites of a method that have receiver types but no instruction, the method that they call by its name, if all callees
// that were inlined there have the same, or else all that samples have there: receiver types select methods of that name.
func (b *builder) namesAt(slot int32, nodes []int32, sites *places[iprof.BCI]) map[iprof.BCI]*instruction {
	if len(sites.keys) == 0 {
		return nil
	}
	names := calleeNames{last: make([]*Callee, len(sites.keys)), called: make([]*instruction, len(sites.keys))}
	for _, node := range nodes {
		for _, n := range b.contexts.inlinedInto(node) {
			if site, found := sites.find(n.site); found {
				names.add(site, b.slot(n.slot))
			}
		}
	}
	sampled := b.sampledCallees().in(slot)
	byName := make(map[iprof.BCI]*instruction, len(sites.keys))
	for site, bci := range sites.keys {
		if names.called[site] == nil {
			for _, s := range sampled {
				if s.site == bci {
					names.add(site, b.slot(s.callee))
				}
			}
		}
		if x := names.called[site]; x != nil {
			byName[bci] = x
		}
	}
	return byName
}

// calleeNames are the names of callees by site.
type calleeNames struct {
	last   []*Callee      // compared with the name
	called []*instruction // nil: no callee; an empty name: callees differ
}

// add takes a callee into account.
func (n *calleeNames) add(site int, callee *Callee) {
	switch x := n.called[site]; {
	case x == nil:
		x = &instruction{}
		x.called.Name, x.called.Descriptor = callee.Method, callee.Ref().Descriptor
		n.called[site] = x
	case n.last[site] != callee && (x.called.Name != callee.Method || x.called.Descriptor != callee.Ref().Descriptor):
		x.called.Name = "" // no method has this name
	}
	n.last[site] = callee
}

// A sampledCallee is a method in the frame above a call, in some stack.
type sampledCallee struct {
	site   iprof.BCI
	callee int32 // slot
}

// sampledCallees returns, by slot of the caller, the callees in stacks of methods that have receiver types, in the order of the file. Static
// initializers, which any instruction may run, and the image's own code, which stands for instructions, are not among them.
func (b *builder) sampledCallees() *grouped[sampledCallee] {
	if b.sampled != nil {
		return b.sampled
	}
	p := b.profile
	typed := make([]bool, p.MethodSlots())
	for _, r := range b.contexts.receivers.all {
		typed[b.contexts.slots[r.Node]] = true
	}
	called := make([]bool, p.MethodSlots())
	for slot := range called {
		m, listed := p.MethodHeadAt(slot)
		called[slot] = listed && !strings.HasPrefix(m.Name, "<") && convert.KindOf(b.index.class(int32(slot))) != convert.NativeImage
	}
	type place struct {
		caller int32
		sampledCallee
	}
	var seen places[place]
	for _, n := range p.Stacks.All() {
		if n.Parent == iprof.NoNode {
			continue
		}
		caller := int32(p.MethodSlot(p.Stacks.Node(n.Parent).Method))
		if callee := int32(p.MethodSlot(n.Method)); typed[caller] && called[callee] {
			seen.of(place{caller, sampledCallee{n.Site, callee}})
		}
	}
	sampled := group(p.MethodSlots(), func(yield func(int32, sampledCallee) bool) {
		for _, k := range seen.keys {
			if !yield(k.caller, k.sampledCallee) {
				return
			}
		}
	})
	b.sampled = &sampled
	return b.sampled
}
