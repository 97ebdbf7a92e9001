package callgraph

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// leave adds the calls of shown contexts that were not inlined, but for rare ones.
func (b *unitBuilder) leave(u *Units, opts UnitOptions) {
	of := *opts.Calls
	of.Contexts = b.contexts.projection
	var nodes []iprof.NodeID
	for i, shown := range b.shown {
		if shown {
			nodes = append(nodes, iprof.NodeID(i))
		}
	}
	byNode, leftOut := calls.New(b.profile, of).Leaving(nodes)
	if leftOut > 0 {
		u.Notes = append(u.Notes, fmt.Sprintf("%s of methods with very many call sites: calls that left the unit are not drawn there", words.Count(int64(leftOut), "context")))
	}
	rootOf := b.rootsBySlot()
	for _, node := range nodes {
		for _, c := range byNode[node] {
			b.addLeaving(u, node, c, c.Calls().Figure(), rootOf, opts)
		}
	}
}

// leaveImage adds the calls of shown contexts that the log of the optimized image has left, but for rare ones.
func (b *unitBuilder) leaveImage(u *Units, opts UnitOptions) {
	frames, rootOf := convert.CalledFrames(b.profile, b.contexts.projection), b.rootsBySlot()
	for i, shown := range b.shown {
		if !shown {
			continue
		}
		slot := int32(b.profile.MethodSlot(b.profile.Contexts.Node(iprof.NodeID(i)).Method))
		left := opts.Image.Calls[i]
		for k := range left {
			if c := left[k].Leaving(slot, frames); c.Frame != convert.NoFrame && left[k].Known() > 0 {
				b.addLeaving(u, iprof.NodeID(i), c, left[k].Known(), rootOf, opts)
			}
		}
	}
	slices.SortStableFunc(u.Leaving, func(x, y UnitLeaving) int {
		return cmp.Or(cmp.Compare(x.FromUnit, y.FromUnit), cmp.Compare(x.FromContext, y.FromContext), cmp.Compare(y.Calls().Figure(), x.Calls().Figure()))
	})
}

// rootsBySlot returns the root of the unit that a method was compiled as; -1: none.
func (b *unitBuilder) rootsBySlot() []int32 {
	rootOf := slices.Repeat([]int32{-1}, b.profile.MethodSlots())
	for i, up := range b.contexts.parent {
		if up < 0 {
			rootOf[b.profile.MethodSlot(b.profile.Contexts.Node(iprof.NodeID(i)).Method)] = int32(i)
		}
	}
	return rootOf
}

// addLeaving adds a call of a shown context, unless its count, or the bound of it, is rare in its unit.
func (b *unitBuilder) addLeaving(u *Units, node iprof.NodeID, c calls.LeavingCall, count int64, rootOf []int32, opts UnitOptions) {
	call := UnitLeaving{FromUnit: b.unit[b.root[node]] - 1, FromContext: b.place[node]}
	if float64(count) < opts.NodeFraction*float64(u.Units[call.FromUnit].Inclusive) {
		return
	}
	call.LeavingCall, call.Name, call.ToUnit = c, c.Name(b.names), -1
	if slot := c.Target.Callee.Slot; slot >= 0 && rootOf[slot] >= 0 {
		call.ToUnit = b.unit[rootOf[slot]] - 1
	}
	u.Leaving = append(u.Leaving, call)
}

// mostOf returns UnitContext.Most of a node.
func (b *unitBuilder) mostOf(node int32) int64 {
	switch {
	case b.image != nil:
		return b.image.Entries[node].High
	case b.contexts.known[node]:
		return b.contexts.value[node]
	}
	return code.Unlimited
}

// isCertain reports whether the entries of a node are a count, if any.
func (b *unitBuilder) isCertain(node int32) bool {
	return b.image == nil || b.image.Entries[node].Fixed()
}
