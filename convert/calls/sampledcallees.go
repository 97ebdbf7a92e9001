package calls

import (
	"slices"
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
	isCalled := func(slot int32) bool {
		m, listed := p.MethodHeadAt(int(slot))
		return listed && !strings.HasPrefix(m.Name, "<") && convert.KindOf(index.class(slot)) != convert.NativeImage
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
		if typed[caller] {
			seen.of(place{caller, sampledCallee{n.Site, int32(p.MethodSlot(n.Method))}})
		}
	}
	seen.keys = slices.DeleteFunc(seen.keys, func(k place) bool { return !isCalled(k.callee) })
	sampled := group(p.MethodSlots(), func(yield func(int32, sampledCallee) bool) {
		for _, k := range seen.keys {
			if !yield(k.caller, k.sampledCallee) {
				return
			}
		}
	})
	return &sampled
}
