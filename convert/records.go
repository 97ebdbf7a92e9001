package convert

import (
	"iter"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// Records yields the records of the metric that belong to a tree of p, in the order of the file: the node, and the sum of its
// counts. Branches count each outcome once, see [iprof.Profile.OwnSuccessors]. Monitors have no leaf and yield nothing.
func (m Metric) Records(p *iprof.Profile) iter.Seq2[iprof.NodeID, int64] {
	return WithoutBCI(m.Leaves(p))
}

// Tree returns the tree that the nodes of Records belong to.
func (m Metric) Tree(p *iprof.Profile) *iprof.Tree {
	if m.Resolve(p) == Samples {
		return p.Stacks
	}
	return p.Contexts
}

// Nodes yields the same nodes as Records, without decoding values.
func (m Metric) Nodes(p *iprof.Profile) iter.Seq[iprof.NodeID] {
	return func(yield func(iprof.NodeID) bool) {
		switch m.Resolve(p) {
		case Samples:
			yieldNodes(&p.Samples, func(c iprof.Count) iprof.NodeID { return c.Node }, yield)
		case Calls:
			yieldNodes(&p.Calls, func(c iprof.Count) iprof.NodeID { return c.Node }, yield)
		case Branches:
			yieldNodes(&p.Conditionals, func(c iprof.Conditional) iprof.NodeID { return c.Node }, yield)
		case Receivers:
			yieldNodes(&p.Receivers, func(t iprof.TypeProfile) iprof.NodeID { return t.Node }, yield)
		case InstanceOf:
			yieldNodes(&p.InstanceOf, func(t iprof.TypeProfile) iprof.NodeID { return t.Node }, yield)
		}
	}
}

func yieldNodes[T any](l *iprof.List[T], node func(T) iprof.NodeID, yield func(iprof.NodeID) bool) {
	for _, r := range l.All() {
		if !yield(node(r)) {
			return
		}
	}
}

// A Leaf is the innermost frame of a record: the node of the record, and a BCI of its method.
type Leaf struct {
	Node iprof.NodeID
	BCI  iprof.BCI
}

// StackLeaves yields the leaves of all records that appear in stacks of the metric: for calls, also contexts with branches or
// types, where an inlined method may have no separate count.
func (m Metric) StackLeaves(p *iprof.Profile) iter.Seq2[Leaf, int64] {
	if m.Resolve(p) != Calls {
		return m.Leaves(p)
	}
	return func(yield func(Leaf, int64) bool) {
		for _, each := range []Metric{Calls, Branches, Receivers, InstanceOf} {
			for at, v := range each.Leaves(p) {
				if !yield(at, v) {
					return
				}
			}
		}
	}
}

// Leaves yields what Records does, with the leaf's BCI.
func (m Metric) Leaves(p *iprof.Profile) iter.Seq2[Leaf, int64] {
	switch m.Resolve(p) {
	case Samples:
		return countLeaves(&p.Samples)
	case Calls:
		return countLeaves(&p.Calls)
	case Branches:
		return func(yield func(Leaf, int64) bool) {
			var successors []iprof.Successor
			for _, r := range p.Conditionals.All() {
				var sum int64
				successors = p.OwnSuccessors(successors[:0], r)
				for _, s := range successors {
					sum += s.Count
				}
				if !yield(Leaf{r.Node, r.BCI}, sum) {
					return
				}
			}
		}
	case Receivers:
		return typeLeaves(p, &p.Receivers)
	case InstanceOf:
		return typeLeaves(p, &p.InstanceOf)
	default:
		return func(func(Leaf, int64) bool) {}
	}
}

func countLeaves(l *iprof.List[iprof.Count]) iter.Seq2[Leaf, int64] {
	return func(yield func(Leaf, int64) bool) {
		for _, r := range l.All() {
			if !yield(Leaf{r.Node, r.BCI}, r.Value) {
				return
			}
		}
	}
}

func typeLeaves(p *iprof.Profile, l *iprof.List[iprof.TypeProfile]) iter.Seq2[Leaf, int64] {
	return func(yield func(Leaf, int64) bool) {
		for _, r := range l.All() {
			var sum int64
			for _, t := range p.TypeCounts(r) {
				sum += t.Count
			}
			if !yield(Leaf{r.Node, r.BCI}, sum) {
				return
			}
		}
	}
}

// CachedLeaves yields what Leaves does, repeatedly at the cost of once: the values of sites are packed in the profile.
func (m Metric) CachedLeaves(p *iprof.Profile) iter.Seq2[Leaf, int64] {
	if m == Samples || m == Calls {
		return m.Leaves(p)
	}
	n := p.Records(m.Section())
	leaves, values := make([]Leaf, 0, n), make([]int64, 0, n)
	for at, value := range m.Leaves(p) {
		leaves, values = append(leaves, at), append(values, value)
	}
	return func(yield func(Leaf, int64) bool) {
		for i, at := range leaves {
			if !yield(at, values[i]) {
				return
			}
		}
	}
}

// WithoutBCI yields records with only their nodes.
func WithoutBCI(records iter.Seq2[Leaf, int64]) iter.Seq2[iprof.NodeID, int64] {
	return func(yield func(iprof.NodeID, int64) bool) {
		for at, value := range records {
			if !yield(at.Node, value) {
				return
			}
		}
	}
}
