package code

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// matchSuccessors returns the counts of the edges that leave a conditional, by index in node.out, and -1 if the record has none. A
// recorded target is the first place with a frame state, so it may be further down the straight-line code than the bytecode's
// target. It returns false if a recorded target is not one of the conditional's.
func (g *graph) matchSuccessors(code *classfile.Code, n *node, recorded []iprof.Successor) ([]int64, bool) {
	recorded = addSuccessors(nil, recorded)
	if len(recorded) > n.next {
		return nil, false
	}
	counts := make([]int64, n.next)
	edges := make(map[int32]int, n.next) // by target node
	for i := range counts {
		counts[i] = -1
		edges[g.edges[n.out[i]].to] = i
	}
	var others []iprof.Successor // the target is not the beginning of a node
	for _, s := range recorded {
		to, first := g.at(code, s.Target)
		if edge, ok := edges[to]; ok && first {
			counts[edge] = s.Count
		} else {
			others = append(others, s)
		}
	}
	if len(others) > 0 {
		others = g.matchLater(code, n, others, counts)
	}
	free := slices.Index(counts, -1)
	switch {
	case len(others) == 0:
		return counts, true
	case len(others) > 1 || free < 0 || slices.Contains(counts[free+1:], -1):
		return nil, false
	}
	counts[free] = others[0].Count // the only one left
	return counts, true
}

// matchLater finds the edges without a count that lead to targets unconditionally. It returns the others. Each node is visited at most twice:
// control that comes to one where several edges lead also comes to those after it.
func (g *graph) matchLater(code *classfile.Code, n *node, recorded []iprof.Successor, counts []int64) []iprof.Successor {
	const several = -2
	leads := map[int32]int{} // the edge that leads to a node
	for edge, count := range counts {
		if count >= 0 {
			continue
		}
		for to := g.edges[n.out[edge]].to; ; to = g.edges[g.nodes[to].out[0]].to {
			before, ok := leads[to]
			if ok && (before == edge || before == several) {
				break
			}
			if leads[to] = edge; ok {
				leads[to] = several
			}
			if g.nodes[to].next != 1 {
				break
			}
		}
	}
	var others []iprof.Successor
	for _, s := range recorded {
		to, _ := g.at(code, s.Target)
		if edge, ok := leads[to]; ok && edge != several && counts[edge] < 0 {
			counts[edge] = s.Count
		} else {
			others = append(others, s)
		}
	}
	return others
}

// at returns the node of a BCI, -1 for none, and whether the node begins there.
func (g *graph) at(code *classfile.Code, bci iprof.BCI) (of int32, first bool) {
	i, exact := code.Index(int(bci))
	if !exact {
		i-- // in the middle of an instruction
	}
	if i < 0 || int(bci) >= code.Length {
		return -1, false
	}
	of = g.of[i]
	return of, exact && g.nodes[of].first == i
}
