package calls

import (
	"iter"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// contexts are the inlining contexts of a profile that count, with what is recorded at their calls.
//
// Methods are looked at one after the other, so contexts have places by method: what belongs to those of a method is side by side in
// memory. By node it would be far apart, and the search for it, which takes most of the time, half as fast.
type contexts struct {
	profile    *iprof.Profile
	projection *convert.Projection // nil: all contexts count
	entries    *convert.Entries
	slots      []int32        // by node: the slot of its method
	of         grouped[int32] // by slot: nodes
	place      []int32        // by node: its index among those of all methods; -1: it does not count

	inlined   grouped[inlinedNode] // by place: nodes inlined into it, see findInlined
	receivers grouped[iprof.TypeProfile]
}

// An inlinedNode is a node that is inlined into another one.
type inlinedNode struct {
	node int32
	site iprof.BCI
	slot int32 // of its method
}

// newContexts collects the contexts that a projection keeps; nil: all. Nodes inlined into them are yet to be set.
func newContexts(p *iprof.Profile, pr *convert.Projection) *contexts {
	c := &contexts{profile: p, projection: pr, slots: make([]int32, p.Contexts.Len()), place: make([]int32, p.Contexts.Len())}
	for i, n := range p.Contexts.All() {
		c.slots[i] = int32(p.MethodSlot(n.Method))
	}
	c.of = group(p.MethodSlots(), func(yield func(int32, int32) bool) {
		for i, slot := range c.slots {
			if (pr == nil || pr.Keep[i] && pr.Frame[i] >= 0) && !yield(slot, int32(i)) {
				return
			}
		}
	})
	for i := range c.place {
		c.place[i] = -1
	}
	for place, node := range c.of.all {
		c.place[node] = int32(place)
	}
	c.receivers = group(len(c.of.all), func(yield func(int32, iprof.TypeProfile) bool) {
		for _, r := range p.Receivers.All() {
			if place := c.place[r.Node]; place >= 0 && !yield(place, r) {
				return
			}
		}
	})
	c.entries = convert.NewEntries(p) // others have begun it
	return c
}

// callers returns the slots of the methods with contexts.
func (c *contexts) callers() []int32 {
	var slots []int32
	for slot := range int32(len(c.of.starts) - 1) {
		if len(c.of.in(slot)) > 0 {
			slots = append(slots, slot)
		}
	}
	return slots
}

// findInlined finds the nodes that are inlined into nodes of some methods.
func (c *contexts) findInlined(slots []int32) {
	into := make([]bool, len(c.place)) // by node
	for _, slot := range slots {
		for _, node := range c.of.in(slot) {
			into[node] = true
		}
	}
	c.inlined = group(len(c.of.all), func(yield func(int32, inlinedNode) bool) {
		for i, n := range c.profile.Contexts.All() {
			if n.Parent == iprof.NoNode || !into[n.Parent] || c.projection != nil && !c.projection.Keep[i] {
				continue
			}
			if !yield(c.place[n.Parent], inlinedNode{int32(i), n.Site, c.slots[i]}) {
				return
			}
		}
	})
}

// inlinedInto returns the nodes that are inlined into one.
func (c *contexts) inlinedInto(node int32) []inlinedNode { return c.inlined.in(c.place[node]) }

// receiversIn returns the records of receiver types of a node.
func (c *contexts) receiversIn(node int32) []iprof.TypeProfile { return c.receivers.in(c.place[node]) }

// grouped are lists of values, by group.
type grouped[T any] struct {
	starts []int32 // by group: the index of its first value, followed by the end
	all    []T
}

// in returns the values of a group, in the order in which they came; of group -1: none.
func (g *grouped[T]) in(group int32) []T {
	if group < 0 {
		return nil
	}
	return g.all[g.starts[group]:g.starts[group+1]]
}

// group makes lists of values for so many groups. It asks for the values twice.
func group[T any](groups int, values iter.Seq2[int32, T]) grouped[T] {
	next := make([]int32, groups+2) // by group + 1: the index of its next value, and so in the end that of the next group
	for of := range values {
		next[of+2]++
	}
	for i := range groups {
		next[i+2] += next[i+1]
	}
	all := make([]T, next[groups+1])
	for of, value := range values {
		all[next[of+1]] = value
		next[of+1]++
	}
	return grouped[T]{next[:groups+1], all}
}
