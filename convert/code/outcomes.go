package code

import (
	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// An Outcome is a possible target of a conditional in the bytecode.
type Outcome struct {
	BCI   int
	Count int64 // how often it was taken
	Known bool  // false: the profile does not say, and Count is meaningless
}

// Outcomes returns the outcomes of the conditionals and switches of a method, by BCI: the next instruction first, then targets, for
// a switch in the order of its cases, each target once. Recorded are the successors in the profile, by BCI; those that do not fit
// the code are left out.
func Outcomes(code *classfile.Code, recorded map[int][]iprof.Successor) map[int][]Outcome {
	return newGraph(code, nil).outcomes(code, recorded)
}

// NewExecutionsAndOutcomes returns what [NewExecutions] and [Outcomes] do, in less time.
func NewExecutionsAndOutcomes(code *classfile.Code, groups []Counts, hints map[int]CallHint, all *Work, recorded map[int][]iprof.Successor) (*Executions, map[int][]Outcome) {
	g := newGraph(code, hints)
	return g.executions(code, groups, hints, all), g.outcomes(code, recorded)
}

func (g *graph) outcomes(code *classfile.Code, recorded map[int][]iprof.Successor) map[int][]Outcome {
	all := map[int][]Outcome{}
	for v := range g.nodes {
		n := &g.nodes[v]
		if n.next < 2 {
			continue
		}
		bci := code.Instructions[n.last].BCI
		var counts []int64
		if successors := recorded[bci]; successors != nil {
			counts, _ = g.matchSuccessors(code, n, successors)
		}
		outcomes := make([]Outcome, n.next)
		for i, e := range n.out[:n.next] {
			outcomes[i].BCI = code.Instructions[g.nodes[g.edges[e].to].first].BCI
			if counts != nil && counts[i] >= 0 {
				outcomes[i].Count, outcomes[i].Known = counts[i], true
			}
		}
		all[bci] = outcomes
	}
	return all
}
