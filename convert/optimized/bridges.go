package optimized

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// bridges tells methods apart that have one name in a log: one of them, as the compiler of Java makes it for a method with a more specific
// return type, calls the other.
type bridges struct {
	profile *iprof.Profile

	calls map[uint64][]int32 // by place: the methods that were inlined there in the profile
	sites map[int32][]uint64 // by slot: its places
}

func newBridges(p *iprof.Profile) *bridges {
	b := &bridges{profile: p, calls: map[uint64][]int32{}, sites: map[int32][]uint64{}}
	for _, n := range p.Contexts.All() {
		if n.Parent == iprof.NoNode {
			continue
		}
		caller, callee := int32(p.MethodSlot(p.Contexts.Node(n.Parent).Method)), int32(p.MethodSlot(n.Method))
		at := convert.PlaceKey(caller, n.Site)
		if b.calls[at] == nil {
			b.sites[caller] = append(b.sites[caller], at)
		}
		if !slices.Contains(b.calls[at], callee) {
			b.calls[at] = append(b.calls[at], callee)
		}
	}
	return b
}

// choose returns which of two methods a node is, by the calls below it; caller is the method that it is inlined into, -1 if that is not
// clear. False: it is not clear.
func (b *bridges) choose(u *optlog.Unit, node int, caller int32, slots []int32) (int32, bool) {
	if len(slots) != 2 {
		return -1, false
	}
	for i, bridge := range slots {
		other := slots[1-i]
		at := b.sites[bridge]
		if len(at) != 1 || len(b.calls[at[0]]) != 1 || b.calls[at[0]][0] != other {
			continue
		}
		if caller == bridge && convert.PlaceKey(caller, iprof.BCI(u.Nodes[node].BCI)) == at[0] {
			return other, true
		}
		calls := false
		for k := node + 1; k < len(u.Nodes); k++ {
			n := &u.Nodes[k]
			if n.Parent != int32(node) {
				continue
			}
			if n.Method == u.Nodes[node].Method && convert.PlaceKey(bridge, iprof.BCI(n.BCI)) == at[0] {
				return bridge, !b.mayCall(other, iprof.BCI(n.BCI), slots)
			}
			calls = true
		}
		return other, calls // a bridge calls nothing else
	}
	return b.chooseByReturn(u, node, caller, slots)
}

// chooseByReturn does so for two methods of which the profile has no call: a method that returns an Object is the bridge to one that
// returns anything else, and has that call alone.
func (b *bridges) chooseByReturn(u *optlog.Unit, node int, caller int32, slots []int32) (int32, bool) {
	first, second := b.returnsObject(slots[0]), b.returnsObject(slots[1])
	if first == second {
		return -1, false
	}
	bridge, other := slots[0], slots[1]
	if second {
		bridge, other = other, bridge
	}
	if caller == bridge {
		return other, true
	}
	if isBridge(u, node) {
		return bridge, len(b.sites[other]) == 0
	}
	return other, slices.ContainsFunc(u.Nodes[node+1:], func(n optlog.Node) bool { return n.Parent == int32(node) })
}

// isBridge reports whether a node has the one call of a bridge: of a method with its own name.
func isBridge(u *optlog.Unit, node int) bool {
	calls, own := 0, 0
	for k := node + 1; k < len(u.Nodes); k++ {
		if n := &u.Nodes[k]; n.Parent == int32(node) {
			calls++
			if n.Method == u.Nodes[node].Method {
				own++
			}
		}
	}
	return own == 1 && calls == 1
}

func (b *bridges) returnsObject(slot int32) bool {
	m, _ := b.profile.MethodAt(int(slot))
	t, _ := b.profile.Type(m.Return)
	return t.Name == "java.lang.Object"
}

// mayCall reports whether a method was seen to call one of others at a BCI: itself, or the bridge.
func (b *bridges) mayCall(method int32, bci iprof.BCI, others []int32) bool {
	return slices.ContainsFunc(b.calls[convert.PlaceKey(method, bci)], func(slot int32) bool { return slices.Contains(others, slot) })
}
