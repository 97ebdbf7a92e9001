package code

import "github.com/iprof-viz/iprof-viz/classfile"

// A Contradiction is an instruction whose count its neighbors contradict: the profile is from different code, or counters raced.
type Contradiction struct {
	BCI   int
	Count int64 // by its own successors or calls
	Flow  int64 // by those that lead to it, or that it leads to
}

// Executions are how often the instructions of a method ran.
type Executions struct {
	ByInstruction []Execution // in the order of Code.Instructions

	// NotReturned is, by index of an instruction that can throw, how often it or one before it that can ended with an
	// exception, as far as later counts are lower. Absent: not known to be any.
	NotReturned map[int]int64

	Contradictions []Contradiction

	// Unmatched is the number of recorded conditionals, by context group, that the code does not have: no branch, or it goes
	// elsewhere. They count as unknown.
	Unmatched int
}

// The work on a method, over all groups of contexts: a method may have thousands of groups, and initializers of tables have
// 10,000 calls in a row.
const (
	maxSolveWork   = 2_000_000 // nodes and edges of graphs that are solved
	maxTightenWork = 4_000_000 // nodes that are looked at for tighter bounds
)

// NewExecutions derives the executions of a method's instructions from the counts of its contexts. Without counts all
// are unknown, also if the code has far more exception handlers than a program needs.
func NewExecutions(code *classfile.Code, groups []Counts) *Executions {
	return newGraph(code).executions(code, groups)
}

func (g *graph) executions(code *classfile.Code, groups []Counts) *Executions {
	x := &Executions{ByInstruction: make([]Execution, len(code.Instructions)), NotReturned: map[int]int64{}}
	if len(g.nodes) == 0 || len(groups) == 0 {
		return x
	}
	total := make([]estimate, len(g.nodes))
	for i := range total {
		total[i] = estimate{interval{0, 0}, Exact}
	}
	work, budget := 0, maxTightenWork
	for _, counts := range groups {
		if work += len(g.nodes) + len(g.edges); work > maxSolveWork {
			for i := range total {
				total[i] = total[i].plus(estimate{interval: interval{0, unlimited}})
			}
			break
		}
		for i, f := range x.solve(code, g, counts, &budget) {
			total[i] = total[i].plus(f)
		}
	}
	for i, node := range g.of {
		x.ByInstruction[i] = total[node].execution()
	}
	return x
}

// solve finds the numbers of nodes in one group of contexts, with a budget of maxTightenWork.
func (x *Executions) solve(code *classfile.Code, g *graph, counts Counts, budget *int) []estimate {
	entries := interval{counts.Entries, counts.Entries}
	if counts.AtLeast {
		entries.hi = unlimited
	}
	f := newFlow(g, entries, budget)
	for bci, recorded := range counts.Conditionals {
		i, ok := code.Index(bci)
		if !ok {
			x.Unmatched++
			continue
		}
		node := g.of[i]
		n := &g.nodes[node]
		matched, ok := []int64(nil), false
		if n.last == i && n.next > 0 && code.Instructions[i].Flow() != classfile.Next {
			matched, ok = g.matchSuccessors(code, n, recorded)
		}
		if !ok {
			x.Unmatched++
			continue
		}
		f.setConditional(node, matched)
	}
	f.narrowKnown()
	f.setCalls(code, counts.Calls)
	estimates := f.solve()
	for _, c := range f.contradictions {
		x.Contradictions = append(x.Contradictions, Contradiction{code.Instructions[g.nodes[c.node].last].BCI, c.count, c.flow})
	}
	x.findLosses(f)
	return estimates
}

// findLosses notes how many executions of an instruction did not go on to the next.
func (x *Executions) findLosses(f *flow) {
	for v := range f.nodes {
		n := &f.nodes[v]
		if !n.throws || n.next != 1 || f.inContradiction(int32(v)) {
			continue
		}
		if lost := f.count[v].hi - f.taken[n.out[0]].hi; f.count[v].hi != unlimited && lost > 0 {
			x.NotReturned[n.last] += lost
		}
	}
}
