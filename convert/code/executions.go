package code

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Contradiction is an instruction whose count its neighbors contradict: the profile is from different code, or counters raced.
type Contradiction struct {
	BCI   int
	Count int64 // by its own successors or calls
	Flow  int64 // by the instructions before or after it
}

// Executions are how often the instructions of a method ran.
type Executions struct {
	ByInstruction []Execution // in the order of Code.Instructions

	least []int64 // by node, see Least
	of    []int32 // nodes of instructions

	// NotReturned is, by index of an instruction that can throw, how often control did not continue with the next one: its executions
	// minus those that did. It is exact if both are, otherwise the minimum. Absent: none for sure.
	NotReturned map[int]Execution

	// Calls are how often calls were made, in the order of their instructions.
	Calls []CallCount

	Contradictions []Contradiction

	// Unmatched is the number of recorded conditionals, by context group, that the code does not have: there is no branch, or it
	// has other targets. They count as unknown.
	Unmatched int
}

// A CallCount is how often a call was made: its receiver was not null, and a method was entered.
type CallCount struct {
	Instruction int // index in Code.Instructions
	Made        Range
	Execution   Execution // Made in one figure
}

// Limits of the work on a method, over all groups of contexts: a method may have thousands of groups, and initializers of tables
// have 10,000 calls in a row.
const (
	maxSolveWork   = 2_000_000 // nodes and edges of graphs that are solved
	maxTightenWork = 4_000_000 // visits of nodes to find tighter bounds
)

// Limits of the work on all methods together: so much for any profile, which takes about a second, and more for each of its contexts or
// methods. All methods of java.base need 36 for a context and 2,700 visits for a method, and a call graph derives some of them four times.
const (
	anySolveWork, solveWorkPerContext    = 10_000_000, 200
	anyTightenWork, tightenWorkPerMethod = 40_000_000, 20_000
)

// Work is what the executions of the methods of a profile may still cost. A class path of a few kilobytes can have thousands of large
// methods, and a profile each of them in thousands of contexts: once all together have cost much, counts of further methods have
// wider bounds, or are unknown.
type Work struct{ solve, tighten int }

// NewWork returns what the executions of all methods of a profile may cost.
func NewWork(p *iprof.Profile) *Work {
	return &Work{anySolveWork + solveWorkPerContext*p.Contexts.Len(), anyTightenWork + tightenWorkPerMethod*p.MethodSlots()}
}

// NewExecutions derives the executions of a method's instructions from the counts of its contexts. Without counts all are unknown,
// as they are if the code has far more exception handlers than a program needs. Hints are by BCI; nil: none. They take from the work
// that is left; nil: the limits are those of one method.
func NewExecutions(code *classfile.Code, groups []Counts, hints map[int]CallHint, all *Work) *Executions {
	return newGraph(code, hints).executions(code, groups, hints, all)
}

// exact reports whether all executions and calls are exact.
func (x *Executions) exact() bool {
	return !slices.ContainsFunc(x.ByInstruction, func(e Execution) bool { return e.Bound != Exact }) &&
		!slices.ContainsFunc(x.Calls, func(c CallCount) bool { return c.Execution.Bound != Exact })
}

func (g *graph) executions(code *classfile.Code, groups []Counts, hints map[int]CallHint, all *Work) *Executions {
	x := &Executions{ByInstruction: make([]Execution, len(code.Instructions)), NotReturned: map[int]Execution{}}
	if len(g.nodes) == 0 || len(groups) == 0 {
		return x
	}
	calls := newCallSums(code, g.risks, hints)
	total := make([]estimate, len(g.nodes))
	for i := range total {
		total[i] = estimate{interval{0, 0}, Exact}
	}
	if all == nil {
		all = &Work{maxSolveWork, maxTightenWork}
	}
	work, limit := 0, min(maxSolveWork, all.solve)
	visits := min(maxTightenWork, all.tighten)
	budget := visits
	defer func() {
		all.solve -= min(work, limit)
		all.tighten -= visits - budget
	}()
	lost := newLosses(len(g.nodes))
	for _, counts := range groups {
		if work += len(g.nodes) + len(g.edges); work > limit {
			for i := range total {
				total[i] = total[i].plus(estimate{interval: interval{0, unlimited}})
			}
			calls.unknown()
			lost = newLosses(0)
			break
		}
		for i, f := range x.solve(code, g, counts, calls, lost, &budget) {
			total[i] = total[i].plus(f)
		}
	}
	x.setLosses(g, lost)
	x.Calls = calls.counts()
	x.of, x.least = g.of, make([]int64, len(total))
	for node := range total {
		x.least[node] = total[node].lo
	}
	for i, node := range g.of {
		x.ByInstruction[i] = total[node].execution()
	}
	return x
}

// Least returns how often an instruction ran for sure, given its index: also where its count in ByInstruction is an upper bound.
func (x *Executions) Least(instruction int) int64 {
	if x.least == nil {
		return 0
	}
	return x.least[x.of[instruction]]
}

// solve estimates the counts of nodes in one group of contexts, with a budget of maxTightenWork.
func (x *Executions) solve(code *classfile.Code, g *graph, counts Counts, calls *callSums, lost *losses, budget *int) []estimate {
	entries := interval{counts.Entries, counts.Entries}
	if counts.AtLeast {
		entries.hi = unlimited
	}
	f := newFlow(g, entries, budget)
	x.setConditionals(code, f, counts.Conditionals)
	f.narrowKnown()
	f.setCalls(counts.Calls, calls)
	estimates := f.solve()
	calls.add(f, estimates, counts.Calls)
	for _, c := range f.contradictions {
		x.Contradictions = append(x.Contradictions, Contradiction{code.Instructions[g.nodes[c.node].last].BCI, c.count, c.flow})
	}
	lost.add(f)
	return estimates
}

// setConditionals sets the recorded counts of conditionals, by BCI, and counts those that the code does not have.
func (x *Executions) setConditionals(code *classfile.Code, f *flow, all map[int][]iprof.Successor) {
	for bci, recorded := range all {
		i, ok := code.Index(bci)
		if !ok {
			x.Unmatched++
			continue
		}
		node := f.of[i]
		n := &f.nodes[node]
		matched, ok := []int64(nil), false
		if n.last == i && n.next > 0 && code.Instructions[i].Flow() != classfile.Next {
			matched, ok = f.matchSuccessors(code, n, recorded)
		}
		if !ok {
			x.Unmatched++
			continue
		}
		f.setConditional(node, matched)
	}
}

// Losses are, by node, how often control did not continue with the next node, over all groups of contexts so far.
type losses struct {
	lost  []int64
	bound nodeSet // there may be more: the executions of the node, or how often control continued, are not exact in a group
}

func newLosses(nodes int) *losses { return &losses{make([]int64, nodes), make(nodeSet, nodes)} }

// add adds a group of contexts.
func (l *losses) add(f *flow) {
	for v := range f.nodes {
		n, c := &f.nodes[v], f.count[v]
		if !n.throws || n.next != 1 {
			continue
		}
		if f.inContradiction(int32(v)) {
			l.bound[v] = true
			continue
		}
		next := f.taken[n.out[0]]
		l.bound[v] = l.bound[v] || !c.fixed() || !next.fixed()
		if next.hi < c.lo {
			l.lost[v] = sum(l.lost[v], c.lo-next.hi)
		}
	}
}

// setLosses sets the losses of all groups.
func (x *Executions) setLosses(g *graph, l *losses) {
	for v, lost := range l.lost {
		switch {
		case lost == 0:
		case l.bound[v]:
			x.NotReturned[g.nodes[v].last] = Execution{lost, AtLeast}
		default:
			x.NotReturned[g.nodes[v].last] = Execution{lost, Exact}
		}
	}
}
