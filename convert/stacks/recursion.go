package stacks

// IsRecursive reports whether a frame calls itself directly, so that [Tree.MergeRecursion] would merge it.
func (t *Tree) IsRecursive() bool {
	for i := 1; i < len(t.Nodes); i++ {
		if n := &t.Nodes[i]; n.Parent > 0 && t.Nodes[n.Parent].Frame == n.Frame {
			return true
		}
	}
	return false
}

// MergeRecursion merges each chain of one frame that calls itself into one frame: a → a → b becomes a → b. Totals are unchanged; a
// caller's self value includes that of the merged frames. The tree must not be a comparison.
func (t *Tree) MergeRecursion() *Tree {
	r := t.emptyCopy()
	r.Frames, r.entries, r.Merged = t.Frames, t.methodEntries(), true
	r.Nodes = append(make([]Node, 0, len(t.Nodes)), Node{Parent: -1, Frame: -1})
	if t.Roles != nil {
		r.Roles = make([]Role, 1, len(t.Nodes))
	}
	children := edgeTable{nodes: &r.Nodes}
	children.reserve(len(t.Nodes))
	became := make([]int32, len(t.Nodes))
	var uncounted []int32
	for i := range t.Nodes {
		if i > 0 {
			n := &t.Nodes[i]
			parent := became[n.Parent]
			if became[i] = parent; parent == 0 || r.Nodes[parent].Frame != n.Frame {
				became[i] = children.child(parent, n.Frame)
			}
		}
		r.Nodes[became[i]].Self += t.Nodes[i].Self
		if t.withoutCount(int32(i)) {
			uncounted = append(uncounted, became[i])
		}
		if t.Roles != nil {
			if int(became[i]) == len(r.Roles) {
				r.Roles = append(r.Roles, 0)
			}
			r.Roles[became[i]] |= t.Roles[i]
		}
	}
	if uncounted != nil {
		r.uncounted = make([]bool, len(r.Nodes))
		for _, n := range uncounted {
			r.uncounted[n] = true
		}
	}
	r.addUp()
	return r
}
