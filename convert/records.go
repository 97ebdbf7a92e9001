package convert

import (
	"iter"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// Records yields the records of the metric that hang on a tree of p, in the order of the file: the node, and the sum of
// what was counted there. Branches count each outcome once, see [iprof.Profile.OwnSuccessors]. Monitors have no place and yield
// nothing.
func (m Metric) Records(p *iprof.Profile) iter.Seq2[iprof.NodeID, int64] {
	return WithoutBCI(m.Places(p))
}

// Tree returns the tree that the nodes of Records are of.
func (m Metric) Tree(p *iprof.Profile) *iprof.Tree {
	if m.Resolve(p) == Samples {
		return p.Stacks
	}
	return p.Contexts
}

// Nodes yields the nodes that Records does, and decodes no values.
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

// A Place is where a record was counted: the BCI is that of its leaf.
type Place struct {
	Node iprof.NodeID
	BCI  iprof.BCI
}

// StackPlaces yields the places of all records that stacks of the metric show in: of calls, those of contexts with branches or
// types, too, where a method was inlined that may have no count of its own.
func (m Metric) StackPlaces(p *iprof.Profile) iter.Seq2[Place, int64] {
	if m.Resolve(p) != Calls {
		return m.Places(p)
	}
	return func(yield func(Place, int64) bool) {
		for _, each := range []Metric{Calls, Branches, Receivers, InstanceOf} {
			for at, v := range each.Places(p) {
				if !yield(at, v) {
					return
				}
			}
		}
	}
}

// Places yields what Records does, with the leaf's BCI.
func (m Metric) Places(p *iprof.Profile) iter.Seq2[Place, int64] {
	switch m.Resolve(p) {
	case Samples:
		return countPlaces(&p.Samples)
	case Calls:
		return countPlaces(&p.Calls)
	case Branches:
		return func(yield func(Place, int64) bool) {
			var successors []iprof.Successor
			for _, r := range p.Conditionals.All() {
				var sum int64
				successors = p.OwnSuccessors(successors[:0], r)
				for _, s := range successors {
					sum += s.Count
				}
				if !yield(Place{r.Node, r.BCI}, sum) {
					return
				}
			}
		}
	case Receivers:
		return typePlaces(p, &p.Receivers)
	case InstanceOf:
		return typePlaces(p, &p.InstanceOf)
	default:
		return func(func(Place, int64) bool) {}
	}
}

func countPlaces(l *iprof.List[iprof.Count]) iter.Seq2[Place, int64] {
	return func(yield func(Place, int64) bool) {
		for _, r := range l.All() {
			if !yield(Place{r.Node, r.BCI}, r.Value) {
				return
			}
		}
	}
}

func typePlaces(p *iprof.Profile, l *iprof.List[iprof.TypeProfile]) iter.Seq2[Place, int64] {
	return func(yield func(Place, int64) bool) {
		for _, r := range l.All() {
			var sum int64
			for _, t := range p.TypeCounts(r) {
				sum += t.Count
			}
			if !yield(Place{r.Node, r.BCI}, sum) {
				return
			}
		}
	}
}

// CachedPlaces yields what places does, however often it is asked, for the price of once: the values of sites are packed in the
// profile.
func (m Metric) CachedPlaces(p *iprof.Profile) iter.Seq2[Place, int64] {
	if m == Samples || m == Calls {
		return m.Places(p)
	}
	n := p.Records(m.Section())
	places, values := make([]Place, 0, n), make([]int64, 0, n)
	for at, value := range m.Places(p) {
		places, values = append(places, at), append(values, value)
	}
	return func(yield func(Place, int64) bool) {
		for i, at := range places {
			if !yield(at, values[i]) {
				return
			}
		}
	}
}

// WithoutBCI yields records by their nodes alone.
func WithoutBCI(records iter.Seq2[Place, int64]) iter.Seq2[iprof.NodeID, int64] {
	return func(yield func(iprof.NodeID, int64) bool) {
		for at, value := range records {
			if !yield(at.Node, value) {
				return
			}
		}
	}
}
