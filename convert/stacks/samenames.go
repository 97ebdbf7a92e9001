package stacks

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// SameNames returns how many of the used methods, by slot, have the name of another one, but not its signature, so that whoever sums by
// name adds up overloads.
func SameNames(names *convert.Names, used []bool) (n int) {
	first := map[string]int{} // by name: the first method
	several := map[string]bool{}
	for slot, is := range used {
		if !is {
			continue
		}
		name := names.Method(slot)
		other, known := first[name]
		switch {
		case !known:
			first[name] = slot
		case names.Signature(slot) != names.Signature(other):
			if n++; !several[name] {
				several[name] = true
				n++
			}
		}
	}
	return n
}

// usedMethods returns the methods of stacks that a filter keeps.
func usedMethods(p *iprof.Profile, from *iprof.Tree, records *iprof.List[iprof.Count], pr *convert.Projection) []bool {
	inStack := make([]bool, from.Len())
	for _, r := range records.All() {
		inStack[r.Node] = inStack[r.Node] || r.Value != 0 && (pr == nil || pr.Keep[r.Node])
	}
	used := make([]bool, p.MethodSlots())
	for i := from.Len() - 1; i >= 0; i-- {
		n := from.Node(iprof.NodeID(i))
		if !inStack[i] {
			continue
		}
		if n.Parent != iprof.NoNode {
			inStack[n.Parent] = true
		}
		slot := int32(p.MethodSlot(n.Method))
		if pr != nil {
			slot = pr.Frame[i]
		}
		if slot >= 0 {
			used[slot] = true
		}
	}
	return used
}
