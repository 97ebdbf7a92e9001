package convert

import "slices"

// Compare returns the tree of t's stacks and base's together: its values are t's, its Base those of base, scaled so
// that both have the same total. Frames are paired by name under the same callers. Neither tree is changed.
func Compare(t, base *Tree) *Tree {
	c := &Tree{
		Metric: t.Metric, Unit: t.Unit, Hidden: t.Hidden, Tally: t.Tally, Unused: t.Unused, Notes: t.Notes,
		Nodes:     append(make([]TreeNode, 0, len(t.Nodes)+len(base.Nodes)/4), t.Nodes...),
		Frames:    append([]TreeFrame(nil), t.Frames...),
		BaseTotal: base.Nodes[0].Total,
	}
	frames := newFrameTable(&c.Frames)
	frameOf := make([]int32, len(base.Frames))
	for i, f := range base.Frames {
		frameOf[i] = frames.add(f.Name, f.Kind)
	}
	children := edgeTable{nodes: &c.Nodes}
	children.reserve(len(c.Nodes))
	nodeOf := make([]int32, len(base.Nodes))
	for i := 1; i < len(base.Nodes); i++ {
		nodeOf[i] = children.child(nodeOf[base.Nodes[i].Parent], frameOf[base.Nodes[i].Frame])
	}
	if t.Roles != nil || base.Roles != nil {
		c.Roles = append(slices.Clone(t.Roles), make([]Role, len(c.Nodes)-len(t.Roles))...)
		for i, role := range base.Roles {
			if n := nodeOf[i]; int(n) >= len(t.Nodes) {
				c.Roles[n] |= role
			}
		}
	}

	scale := 0.0 // of a base without values nothing is left to scale
	if c.BaseTotal > 0 {
		scale = float64(c.Nodes[0].Total) / float64(c.BaseTotal)
	}
	c.Base = make([]BaseValue, len(c.Nodes))
	for i, n := range base.Nodes {
		c.Base[nodeOf[i]].Self += float64(n.Self) * scale
		c.Base[nodeOf[i]].Total += float64(n.Total) * scale
	}
	return c
}
