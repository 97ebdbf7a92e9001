package callgraph

import (
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
)

// Sum adds up the counts of edges between two nodes. The sum of calls that were not inlined may be more certain than its terms, see
// [calls.Graph.Stayed]: it may differ from the sum of their figures, and is at most the entries of the callee if each call has one.
func (g *Graph) Sum(edges []*Edge) (int64, code.Bound) { return sumOf(g.calls, edges) }

func sumOf(of *calls.Graph, edges []*Edge) (int64, code.Bound) {
	inlined, known := int64(0), len(edges) == 0
	var stayed []calls.StayedCall
	for _, e := range edges {
		known = known || e.Known
		switch e.Evidence {
		case CalledEvidence:
			stayed = append(stayed, e.stayed...)
		case InlinedEvidence, UnknownEvidence:
			inlined = code.AddBounds(inlined, e.Count)
		}
	}
	switch {
	case len(stayed) > 0:
	case known:
		return inlined, code.Exact
	default:
		return 0, code.None
	}
	x := of.Stayed(stayed).Execution()
	if x.Bound != code.None {
		x.Count = code.AddBounds(x.Count, inlined)
	} else if x.Count = inlined; inlined > 0 {
		x.Bound = code.AtLeast
	}
	return x.Count, x.Bound
}

// entriesOf are entries by inlined calls, and calls that were not inlined.
type entriesOf struct {
	inlined int64
	stayed  []calls.StayedCall
}

// An entriesSum adds up entries by a number.
type entriesSum []entriesOf

func (s *entriesSum) add(number int32, e entriesOf) {
	*s = append(*s, make(entriesSum, max(0, int(number)+1-len(*s)))...)
	of := &(*s)[number]
	of.inlined, of.stayed = code.AddBounds(of.inlined, e.inlined), append(of.stayed, e.stayed...)
}

// counts returns the sums.
func (s entriesSum) counts(b *builder) []int64 {
	counts := make([]int64, len(s))
	for i, e := range s {
		if counts[i] = e.inlined; len(e.stayed) > 0 {
			counts[i] = code.AddBounds(counts[i], b.calls.Stayed(e.stayed).Figure())
		}
	}
	return counts
}
