package calls

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A sampledCallee is a method in the frame above a call, in some stack.
type sampledCallee struct {
	site   iprof.BCI
	callee int32 // slot
}

// newSampledCallees returns, by slot of the caller, the callees in stacks of methods that have receiver types, in the order of the file. Static
// initializers, which any instruction may run, and the image's own code, which stands for instructions, are not among them.
func newSampledCallees(p *iprof.Profile, c *contexts, index *methodIndex) *grouped[sampledCallee] {
	typed := make([]bool, p.MethodSlots())
	for _, r := range c.receivers.all {
		typed[c.slots[r.Node]] = true
	}
	called := make([]bool, p.MethodSlots())
	for slot := range called {
		m, listed := p.MethodHeadAt(slot)
		called[slot] = listed && !strings.HasPrefix(m.Name, "<") && convert.KindOf(index.class(int32(slot))) != convert.NativeImage
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
	return &sampled
}
