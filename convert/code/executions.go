package code

import (
	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A Bound says how sure a count is.
type Bound uint8

// The bounds.
const (
	None         Bound = iota // there is no figure
	Exact                     // counted, or fixed by counts
	UnlessThrown              // an upper bound, and the count if every call and check on the way returned normally
	AtLeast
	AtMost
)

// String returns the name that CSV and JSON have; "" for None.
func (b Bound) String() string {
	return words.Enum(b, "Bound", "", "exact", "unless_thrown", "at_least", "at_most")
}

// An Execution is how often an instruction ran.
type Execution struct {
	Count int64
	Bound Bound
}

// Plain reports whether the count is the number itself, or nearly always is.
func (e Execution) Plain() bool { return e.Bound == Exact || e.Bound == UnlessThrown }

// A Contradiction is an instruction that the counts of its neighbors do not fit: the profile is of other code, or counters
// raced.
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

	// Unmatched is the number of recorded conditionals, by context group, that the code does not have: there is no branch,
	// or it goes elsewhere. They count as unknown.
	Unmatched int
}

// The work on a method, over all groups of contexts: a method may have thousands of groups, and initializers of tables have
// 10,000 calls in a row.
const (
	maxSolveWork   = 2_000_000 // nodes and edges of graphs that are solved
	maxTightenWork = 4_000_000 // nodes that are looked at for tighter bounds
)

// NewExecutions derives the executions of a method's instructions from the counts of its contexts. Without counts there is
// no figure for any of them, nor if the code has far more exception handlers than a program needs.
func NewExecutions(code *classfile.Code, groups []Counts) *Executions {
	x := &Executions{ByInstruction: make([]Execution, len(code.Instructions)), NotReturned: map[int]int64{}}
	g := newGraph(code)
	if len(g.nodes) == 0 || len(groups) == 0 {
		return x
	}
	total := make([]figure, len(g.nodes))
	for i := range total {
		total[i] = figure{interval{0, 0}, Exact}
	}
	work, budget := 0, maxTightenWork
	for _, counts := range groups {
		if work += len(g.nodes) + len(g.edges); work > maxSolveWork {
			for i := range total {
				total[i] = total[i].plus(figure{interval: interval{0, unlimited}})
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

// A figure is an interval and a bound of Exact, UnlessThrown, for which the upper end is the count, or None.
type figure struct {
	interval
	bound Bound
}

// plus adds the count of other contexts.
func (f figure) plus(g figure) figure {
	s := figure{interval{sum(f.lo, g.lo), sum(f.hi, g.hi)}, max(f.bound, g.bound)}
	if f.bound == None || g.bound == None {
		s.bound = None
	}
	return s
}

func (f figure) execution() Execution {
	switch {
	case f.bound != None:
		return Execution{f.hi, f.bound}
	case f.lo > 0:
		return Execution{f.lo, AtLeast}
	case f.hi < unlimited:
		return Execution{f.hi, AtMost}
	}
	return Execution{}
}

// solve finds the figures of nodes in one group of contexts, with a budget of maxTightenWork.
func (x *Executions) solve(code *classfile.Code, g *graph, counts Counts, budget *int) []figure {
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
	figures := f.solve()
	for _, c := range f.contradictions {
		x.Contradictions = append(x.Contradictions, Contradiction{code.Instructions[g.nodes[c.node].last].BCI, c.count, c.flow})
	}
	x.findLosses(f)
	return figures
}

// narrowKnown narrows the counts between those of entries and conditionals.
func (f *flow) narrowKnown() {
	for v := range f.nodes {
		f.known[v] = f.known[v] || f.all(f.nodes[v].in) && (v > 0 || f.entries.fixed()) || len(f.nodes[v].out) > 0 && f.all(f.nodes[v].out)
	}
	f.sides = newSides(f)
	f.narrow()
}

// all reports whether all of some edges have a known count.
func (f *flow) all(edges []int32) bool {
	for _, e := range edges {
		if !f.taken[e].fixed() {
			return false
		}
	}
	return true
}

// solve finds the figures of nodes, after narrowKnown and setCalls.
func (f *flow) solve() []figure {
	f.tighten()
	return f.figures(f.withoutExceptions())
}

// tighten narrows counts by what can come to their nodes.
func (f *flow) tighten() {
	for v, c := range f.count {
		if c.fixed() || *f.budget <= 0 {
			continue
		}
		*f.budget -= len(f.nodes)
		if f.shrink(&f.count[v], f.supply(int32(v))) {
			f.queue.push(int32(v))
		}
	}
	f.narrowQueued()
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

// inContradiction reports whether counts on a side of a node contradict each other.
func (f *flow) inContradiction(v int32) bool {
	return f.broken[f.sides.region(2*v)] || f.broken[f.sides.region(2*v+1)]
}

// figures judges how sure the count of each node is.
func (f *flow) figures(normally *flow) []figure {
	normal := f.reachedNormally()
	figures := make([]figure, len(f.nodes))
	for v, c := range f.count {
		figures[v].interval = c
		switch {
		case !f.known[v] && f.inContradiction(int32(v)):
			figures[v].interval = interval{0, unlimited}
		case c.fixed():
			figures[v].bound = Exact
		case !normal[v] && c.lo == 0:
			figures[v].hi = unlimited // a handler without a count of its own: any number below that of its block says nothing
		case normally.count[v] == interval{c.hi, c.hi} && !normally.inContradiction(int32(v)):
			figures[v].bound = UnlessThrown
		}
	}
	return figures
}

// reachedNormally returns the nodes that control reaches without an exception.
func (f *flow) reachedNormally() nodeSet {
	reached := make(nodeSet, len(f.nodes))
	reached[0] = true
	stack := []int32{0}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range f.nodes[u].out {
			if to := f.edges[e].to; to != leaves && !f.edges[e].exception && !reached[to] {
				reached[to] = true
				stack = append(stack, to)
			}
		}
	}
	return reached
}
