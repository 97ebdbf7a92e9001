package stacks

import (
	"maps"
	"math"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
)

// Compare returns the common tree of the stacks of t and base. It has the values of t; its Base has the values of base, scaled so
// that both have the same [Tree.Whole], which filters do not change. Calls are normalized for run length as in package diff: if one
// hot method is called half as often, the shares of all others stay the same. Compare changes neither tree.
//
// Frames are paired by name under the same callers. Given a comparison of the profiles, in which base is the old one, frames of
// renamed methods have their new name. The comparison may be nil.
//
// Samples are compared as [AutoChange] says. It fails if the units differ: shares of samples say nothing about shares of calls.
func Compare(t, base *Tree, of *compare.Comparison) (*Tree, error) {
	return CompareBy(t, base, of, AutoChange)
}

// CompareBy is like [Compare], for a choice of changes.
func CompareBy(t, base *Tree, of *compare.Comparison, by ChangeOf) (*Tree, error) {
	if err := convert.CheckUnits(t.Unit, base.Unit); err != nil {
		return nil, err
	}
	c := t.emptyCopy()
	c.Nodes = append(make([]Node, 0, len(t.Nodes)+len(base.Nodes)/4), t.Nodes...)
	c.Frames = slices.Clone(t.Frames)
	frames := newFrameTable(&c.Frames)
	var renamed map[string]compare.FrameName
	if of != nil {
		renamed = of.FrameNames()
	}
	frameOf := make([]int32, len(base.Frames))
	otherNames := false
	for i, f := range base.Frames {
		is, other := renamed[f.Name]
		if !other {
			is.Name = f.Name
		}
		otherNames = otherNames || other
		frameOf[i] = frames.add(is.Name, f.Kind)
		if g := &c.Frames[frameOf[i]]; g.Plain == "" {
			g.Plain, g.Params = f.Plain, f.Params
		}
		if is.Renamed {
			c.Frames[frameOf[i]].Was = f.Name
		}
	}
	if otherNames {
		c.Notes = append(slices.Clip(c.Notes), of.Notes()...)
	}
	c.Notes = append(slices.Clip(c.Notes), compare.UnitCaveats(t.Unit, base.Unit)...)
	c.Caveats = slices.Concat(c.Caveats, compare.EventCaveats(base.origin, t.origin), compare.TruncationCaveats(base.Truncated, t.Truncated))
	children := newEdgeTable(&c.Nodes)
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

	b := &Base{
		Values: make([]BaseValue, len(c.Nodes)), Scale: 1,
		Unit: base.Unit, Total: base.Nodes[0].Total, Whole: base.Whole(), Hidden: base.Hidden, Tally: base.Tally,
	}
	if now := c.Whole(); now > 0 && b.Whole > 0 { // otherwise there is nothing to scale
		b.Scale = float64(now) / float64(b.Whole)
	}
	var runs compare.Runs
	tested := true
	switch {
	case t.PerSample > 0 && base.PerSample > 0:
		runs = b.sampleRuns(c, [2]int64{base.PerSample, t.PerSample}, of, by)
	case t.Unit == convert.EntriesUnit && base.Unit == convert.EntriesUnit:
		if runs = compare.CallRuns(pairEntries(t, base, renamed)); runs.Comparable() && c.Whole() > 0 && b.Whole > 0 {
			b.Scale, b.Typical = runs.Ratio, runs.Typical
		}
		runs.Ratio = b.Scale
	default:
		tested = false
	}
	for i, n := range base.Nodes {
		b.Values[nodeOf[i]].Self += float64(n.Self) * b.Scale
		b.Values[nodeOf[i]].Total += float64(n.Total) * b.Scale
	}
	c.Base = b
	if tested {
		if !runs.Sampled {
			b.Threshold = compare.DefaultThreshold
		}
		c.markChanges(runs)
		c.markMethods(runs)
		c.leaveUnknown(t, base, nodeOf)
	}
	return c, nil
}

// sampleRuns returns the runs of samples, and sets the scale if their numbers are compared.
func (b *Base) sampleRuns(t *Tree, perSample [2]int64, of *compare.Comparison, by ChangeOf) compare.Runs {
	old, new := float64(b.Whole), float64(t.Whole())
	sameUnit := perSample[compare.OldSide] == perSample[compare.NewSide] && old > 0 && new > 0
	if sameUnit {
		b.Counts, b.SameWork = by.ByNumber(of)
	}
	if !b.Counts {
		return compare.SampleRuns(old, new, perSample)
	}
	b.Scale, b.Typical = 1, true
	return compare.CountRuns(old, new, perSample)
}

// pairEntries pairs the entries of methods by name. The order depends only on the names. The argument renamed maps old names to new
// ones.
func pairEntries(t, base *Tree, renamed map[string]compare.FrameName) []compare.Counts {
	now, before := t.methodEntries(), map[string]int64{}
	for name, n := range base.methodEntries() {
		if is, ok := renamed[name]; ok {
			name = is.Name
		}
		before[name] += n
	}
	var all []compare.Counts
	for _, name := range slices.Sorted(maps.Keys(now)) {
		all = append(all, compare.Counts{Old: before[name], New: now[name]})
	}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if _, ok := now[name]; !ok {
			all = append(all, compare.Counts{Old: before[name]})
		}
	}
	return all
}

// markChanges sets Changed. A frame that has the whole value, or the same value as its caller, in both profiles is not a separate
// test: a long chain of such frames would count as many unchanged tests.
func (t *Tree) markChanges(runs compare.Runs) {
	b := t.Base
	test := make([]int32, len(t.Nodes)) // by node: index in likelihoods + 1; 0: none
	var likelihoods []float64
	for i, n := range t.Nodes {
		switch up := n.Parent; {
		case i == 0 && !b.Typical && n.Total == t.Whole() && b.Total == b.Whole:
			continue
		case i > 0 && n.Total == t.Nodes[up].Total && b.Values[i].Total == b.Values[up].Total:
			test[i] = test[up]
			continue
		}
		likelihoods = append(likelihoods, runs.Chance(b.Values[i].Total/b.Scale, float64(n.Total)))
		test[i] = int32(len(likelihoods))
	}
	b.Changed = make([]bool, len(t.Nodes))
	b.Tests = len(likelihoods)
	found := compare.BeyondChance(likelihoods)
	for i := range b.Changed {
		if test[i] > 0 && found[test[i]-1] {
			old := int64(math.Round(b.Values[i].Total / b.Scale))
			b.Changed[i] = runs.Reaches(compare.Counts{Old: old, New: t.Nodes[i].Total}, b.Threshold)
		}
	}
}
