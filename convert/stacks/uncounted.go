package stacks

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// markUncounted marks the nodes of contexts without a count, given the nodes of contexts: how often they were entered is unknown.
func (t *Tree) markUncounted(p *iprof.Profile, pr *convert.Projection, nodes []int32) {
	_, known := convert.EntriesByNode(p)
	for i, k := range known {
		if k || pr != nil && !pr.Keep[i] {
			continue
		}
		if t.uncounted == nil {
			t.uncounted = make([]bool, len(t.Nodes))
		}
		t.uncounted[nodes[i]] = true
	}
}

// withoutCount reports whether contexts of a node have no count.
func (t *Tree) withoutCount(node int32) bool { return t.uncounted != nil && t.uncounted[node] }

// An aloneMark says of which sides a value leaves out contexts that the other side's does not.
type aloneMark [2]bool

// proves reports whether the values of both sides show a change, whatever they leave out.
func (m aloneMark) proves(now, before float64) bool {
	return m[compare.NewSide] != m[compare.OldSide] && (m[compare.NewSide] && now > before || m[compare.OldSide] && now < before)
}

// leaveUnknown takes the verdict from values of which a part is unknown in one profile only, unless they prove a change: nodes of both without
// a count leave out the same. NodeOf has the nodes of the base.
func (t *Tree) leaveUnknown(now, base *Tree, nodeOf []int32) {
	if now.uncounted == nil && base.uncounted == nil {
		return
	}
	b := t.Base
	self := make([]aloneMark, len(t.Nodes))
	for i := range now.uncounted {
		self[i][compare.NewSide] = now.uncounted[i]
	}
	for i, is := range base.uncounted {
		self[nodeOf[i]][compare.OldSide] = self[nodeOf[i]][compare.OldSide] || is
	}
	total := make([]aloneMark, len(t.Nodes))
	frames := [2][]aloneMark{make([]aloneMark, len(t.Frames)), make([]aloneMark, len(t.Frames))} // self, total
	b.Unknown = make([]bool, len(t.Nodes))
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		if self[i] == (aloneMark{true, true}) {
			self[i] = aloneMark{}
		}
		n := &t.Nodes[i]
		for side := range self[i] {
			total[i][side] = total[i][side] || self[i][side]
			if i > 0 {
				total[n.Parent][side] = total[n.Parent][side] || total[i][side]
				frames[0][n.Frame][side] = frames[0][n.Frame][side] || self[i][side]
				frames[1][n.Frame][side] = frames[1][n.Frame][side] || total[i][side]
			}
		}
		if total[i] != (aloneMark{}) && !(b.Changed[i] && total[i].proves(float64(n.Total), b.Values[i].Total)) {
			b.Unknown[i], b.Changed[i] = true, false
		}
	}
	sums := [2][]compare.Counts{make([]compare.Counts, len(t.Frames)), make([]compare.Counts, len(t.Frames))}
	t.sumMethods(sums[0], sums[1])
	for k, changed := range [2][]bool{b.SelfChanged, b.TotalChanged} {
		b.UnknownMethods[k] = make([]bool, len(t.Frames))
		for f, m := range frames[k] {
			if c := sums[k][f]; m != (aloneMark{}) && !(changed[f] && m.proves(float64(c.New), float64(c.Old)*b.Scale)) {
				b.UnknownMethods[k][f], changed[f] = true, false
			}
		}
	}
}

// IsUnknown reports whether the value of a node is not compared, as a part of it is unknown in one of the profiles.
func (b *Base) IsUnknown(node int32) bool { return b.Unknown != nil && b.Unknown[node] }
