package convert

import (
	"fmt"
	"slices"
)

// A TreeBase is the other profile of a comparison, in the tree of both.
type TreeBase struct {
	Values []BaseValue // by node, scaled so that both profiles have the same Tree.Whole
	Scale  float64     // what a value of the base counts as in Values

	// What there is of the base, before scaling.
	Unit         string // UnknownUnit where only the other profile says it
	Total, Whole int64
	Hidden       int64
	Tally        Tally

	// Changed tells by node whether its shares differ by more than chance does, with the test of [Diff] and its correction
	// for the number of tests, which is Tests. It is nil where one of the profiles has no samples, see Tree.PerSample:
	// there every difference is one.
	Changed []bool
	Tests   int
}

// A BaseValue is a node's value in the base of a comparison.
type BaseValue struct {
	Self, Total float64
}

// Compare returns the tree of t's stacks and base's together: its values are t's, its Base those of base, scaled so
// that both have the same [Tree.Whole], which is what they had before they were filtered. Frames are paired by name
// under the same callers. Neither tree is changed.
//
// It fails where both count something and not the same: shares of samples say nothing about shares of calls.
func Compare(t, base *Tree) (*Tree, error) {
	if t.Unit != base.Unit && t.Unit != UnknownUnit && base.Unit != UnknownUnit {
		return nil, fmt.Errorf("%s cannot be compared with %s", t.Unit, base.Unit)
	}
	c := t.without()
	c.Nodes = append(make([]TreeNode, 0, len(t.Nodes)+len(base.Nodes)/4), t.Nodes...)
	c.Frames = slices.Clone(t.Frames)
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

	b := &TreeBase{
		Values: make([]BaseValue, len(c.Nodes)), Scale: 1,
		Unit: base.Unit, Total: base.Nodes[0].Total, Whole: base.Whole(), Hidden: base.Hidden, Tally: base.Tally,
	}
	if now := c.Whole(); now > 0 && b.Whole > 0 { // of nothing there is nothing to scale to
		b.Scale = float64(now) / float64(b.Whole)
	}
	for i, n := range base.Nodes {
		b.Values[nodeOf[i]].Self += float64(n.Self) * b.Scale
		b.Values[nodeOf[i]].Total += float64(n.Total) * b.Scale
	}
	c.Base = b
	if t.PerSample > 0 && base.PerSample > 0 {
		c.tellChanges(float64(t.PerSample), float64(base.PerSample))
	}
	return c, nil
}

// tellChanges fills in Changed, given what a sample counts here and in the base. A frame that has all that there is, or
// all that its caller has, in both profiles, is no test of its own: long piles of such frames would count as many that
// found nothing.
func (t *Tree) tellChanges(perSample, perBase float64) {
	b := t.Base
	now, base := float64(t.Whole())/perSample, float64(b.Whole)/perBase
	test := make([]int32, len(t.Nodes)) // by node, its place in likelihoods + 1; 0: none
	var likelihoods []float64
	for i, n := range t.Nodes {
		switch up := n.Parent; {
		case i == 0 && n.Total == t.Whole() && b.Total == b.Whole:
			continue
		case i > 0 && n.Total == t.Nodes[up].Total && b.Values[i].Total == b.Values[up].Total:
			test[i] = test[up]
			continue
		}
		likelihoods = append(likelihoods, twoShares(float64(n.Total)/perSample, now, b.Values[i].Total/b.Scale/perBase, base))
		test[i] = int32(len(likelihoods))
	}
	b.Changed = make([]bool, len(t.Nodes))
	b.Tests = len(likelihoods)
	found := beyondChance(likelihoods)
	for i := range b.Changed {
		b.Changed[i] = test[i] > 0 && found[test[i]-1]
	}
}
