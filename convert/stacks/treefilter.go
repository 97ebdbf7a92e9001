package stacks

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/generated"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Filtered returns what filters leave of a tree that other tools' stacks were read into; a profile's own is better
// filtered by [NewTree]. It does what they do to sampled stacks, going by the frames' names alone. The tree must be of
// whole stacks, root first, and not compared with another yet; it does not change.
func (t *Tree) Filtered(opts convert.FilterOptions) *Tree {
	if opts == (convert.FilterOptions{}) {
		return t
	}
	f := &convert.Filter{
		Opts:  opts,
		Name:  func(slot int) string { return t.Frames[slot].Name },
		Kind:  func(slot int) convert.Kind { return t.Frames[slot].Kind },
		Slots: make([]convert.FrameState, len(t.Frames)),
	}
	pr := convert.ProjectNodes(len(t.Nodes)-1, func(yield func(parent, slot int32) bool) {
		for _, n := range t.Nodes[1:] {
			if !yield(n.Parent-1, n.Frame) {
				return
			}
		}
	}, f, false)
	if pr == nil {
		return t
	}
	out := t.remade(
		func(node int) int32 { return pr.Frame[node-1] },
		func(node int) bool { return node == 0 || pr.Keep[node-1] },
		func(name string) string { return name },
	)
	out.Hidden = t.Hidden + t.Nodes[0].Total - out.Nodes[0].Total
	out.Unused = pr.Unmatched
	if t.Unit == convert.EntriesUnit {
		out.entries = t.methodEntries()
	}
	out.Tally = pr.Tally(func(yield func(iprof.NodeID, int64) bool) {
		for i, n := range t.Nodes[1:] {
			if n.Self != 0 && !yield(iprof.NodeID(i), n.Self) {
				return
			}
		}
	})
	return out
}

// Normalized returns the tree with frames as [generated.Normalize] has them; frames that then read alike are one. The tree must
// not be compared with another yet; it does not change.
func (t *Tree) Normalized() *Tree {
	return t.remade(func(node int) int32 { return t.Nodes[node].Frame }, func(int) bool { return true }, generated.Normalize)
}

// remade merges the nodes again: each by what a Projection would have for it, with its own value or without, and with its
// name as rename has it.
func (t *Tree) remade(slot func(node int) int32, keep func(node int) bool, rename func(string) string) *Tree {
	out := t.without()
	out.Nodes = append(make([]Node, 0, len(t.Nodes)), Node{Parent: -1, Frame: -1})
	if t.Roles != nil {
		out.Roles = make([]Role, 1, len(t.Nodes))
	}
	frames := NewFrameTable(&out.Frames)
	bySlot := make([]int32, len(t.Frames)) // frame+1
	frame := func(slot int32) int32 {
		if slot == convert.VMSlot {
			return frames.Add(convert.VMFrame, convert.NativeImage)
		}
		if bySlot[slot] == 0 {
			bySlot[slot] = frames.Add(rename(t.Frames[slot].Name), t.Frames[slot].Kind) + 1
		}
		return bySlot[slot] - 1
	}
	children := edgeTable{nodes: &out.Nodes}
	children.reserve(len(t.Nodes))
	became := make([]int32, len(t.Nodes))
	for i, n := range t.Nodes {
		if i > 0 {
			became[i] = became[n.Parent]
			if s := slot(i); s != convert.NoFrame {
				became[i] = children.child(became[i], frame(s))
				if t.Roles != nil {
					out.Roles = append(out.Roles, make([]Role, len(out.Nodes)-len(out.Roles))...)
					out.Roles[became[i]] |= t.Roles[i]
				}
			}
		}
		if keep(i) {
			out.Nodes[became[i]].Self += n.Self
		}
	}
	out.addUp()
	return out
}
