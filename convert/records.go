package convert

import (
	"iter"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// Records yields the records of the metric that hang on a tree of p, in the order of the file: the node, and the sum of
// what was counted there. Branches count each outcome once, see [TrueSuccessors]. Monitors have no place and yield
// nothing.
func (m Metric) Records(p *iprof.Profile) iter.Seq2[iprof.NodeID, int64] {
	switch m.Resolve(p) {
	case Samples:
		return countRecords(&p.Samples)
	case Calls:
		return countRecords(&p.Calls)
	case Branches:
		return func(yield func(iprof.NodeID, int64) bool) {
			var successors []iprof.Successor
			for _, r := range p.Conditionals.All() {
				var sum int64
				successors = TrueSuccessors(successors[:0], p, r)
				for _, s := range successors {
					sum += s.Count
				}
				if !yield(r.Node, sum) {
					return
				}
			}
		}
	case Receivers:
		return typeRecords(p, &p.Receivers)
	case InstanceOf:
		return typeRecords(p, &p.InstanceOf)
	default:
		return func(func(iprof.NodeID, int64) bool) {}
	}
}

func countRecords(l *iprof.List[iprof.Count]) iter.Seq2[iprof.NodeID, int64] {
	return func(yield func(iprof.NodeID, int64) bool) {
		for _, r := range l.All() {
			if !yield(r.Node, r.Value) {
				return
			}
		}
	}
}

func typeRecords(p *iprof.Profile, l *iprof.List[iprof.TypeProfile]) iter.Seq2[iprof.NodeID, int64] {
	return func(yield func(iprof.NodeID, int64) bool) {
		for _, r := range l.All() {
			var sum int64
			for _, t := range p.TypeCounts(r) {
				sum += t.Count
			}
			if !yield(r.Node, sum) {
				return
			}
		}
	}
}
