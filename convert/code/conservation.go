package code

import (
	"maps"
	"slices"

	"github.com/iprof-viz/iprof-viz/classfile"
)

// An Equation is about counts that conservation of flow ties to each other: what was counted at some places, and how much of it the
// counts around them explain.
type Equation struct {
	BCI       int // the first of the places
	Counted   int64
	Explained int64
	Equal     bool // both must be equal; otherwise Counted must not be more
}

// Excess returns by how much the counts contradict each other; 0: they do not.
func (e Equation) Excess() int64 {
	if e.Counted > e.Explained {
		return e.Counted - e.Explained
	}
	if e.Equal {
		return e.Explained - e.Counted
	}
	return 0
}

// Base returns the counts that Excess is a part of: the larger ones if both must be equal, otherwise those to explain.
func (e Equation) Base() int64 {
	if e.Equal {
		return max(e.Counted, e.Explained)
	}
	return e.Counted
}

// A Conservation has the equations that the code of a method implies for the counts of each of its contexts.
//
// Counted places divide the code into regions, through which control passes uncounted on its way to the next counted place. All that
// comes into a region has been counted: entries of the method, successors of conditionals, calls. So at most that much can be counted
// at the places that the region leads to, and exactly that much if control can leave it nowhere else, by a return or an exception.
type Conservation struct {
	code  *classfile.Code
	graph *graph
	calls *callSums // of no context: which calls there are
}

// NewConservation returns the equations of code. Hints are by BCI; nil: none.
func NewConservation(code *classfile.Code, hints map[int]CallHint) *Conservation {
	g := newGraph(code, hints)
	return &Conservation{code, g, newCallSums(code, g.risks, hints)}
}

// Work is the work per context, in places and ways between them; 0: the code is too large.
func (c *Conservation) Work() int { return len(c.graph.nodes) + len(c.graph.edges) }

// Of returns the equations of a context, by BCI. None is about counts that are not there: a conditional without a record is a place
// that control passes uncounted, and a region that control enters from an unknown number of entries has no equation.
func (c *Conservation) Of(counts Counts) []Equation {
	g := c.graph
	if len(g.nodes) == 0 {
		return nil
	}
	entries := interval{counts.Entries, counts.Entries}
	if counts.AtLeast {
		entries.hi = unlimited
	}
	budget := 0 // for more than neighbors
	f := newFlow(g, entries, &budget)
	new(Executions).setConditionals(c.code, f, counts.Conditionals)
	r := newRegions(f)
	partly := r.setCalls(c.calls, counts.Calls)
	all := r.equations(func(node int32) int { return c.code.Instructions[g.nodes[node].last].BCI })
	if len(partly) > 0 {
		f.narrowKnown()
	}
	for _, call := range partly { // at most as often as the instruction ran
		ran := f.count[g.of[call.instruction]].hi
		if ran < unlimited && !f.inContradiction(g.of[call.instruction]) {
			all = append(all, Equation{BCI: call.bci, Counted: counts.Calls[call.bci].Count, Explained: ran})
		}
	}
	slices.SortStableFunc(all, func(x, y Equation) int { return x.BCI - y.BCI })
	return all
}

// regions add up what was counted around them.
type regions struct {
	*flow
	sides sides   // those that lead to a counted place, see divide
	leads []bool  // by side: control can get from there to a counted place, uncounted on its way
	known []bool  // by node: it has a count
	calls []int64 // by node that ends with a counted call: how often; -1: none
	null  []bool  // by node: its call may run without being made
}

func newRegions(f *flow) *regions {
	r := &regions{flow: f, known: slices.Clone(f.known), calls: make([]int64, len(f.nodes)), null: make([]bool, len(f.nodes))}
	for v := range r.calls {
		r.calls[v] = -1
	}
	return r
}

// setCalls sets the calls that were all counted. It returns those that were counted partly, or that the method itself may go on
// after without making them: their counts are minimums.
func (r *regions) setCalls(sums *callSums, recorded map[int]Made) (partly []*callSum) {
	for _, bci := range slices.Sorted(maps.Keys(recorded)) {
		call, ok := sums.at(bci)
		if !ok {
			continue
		}
		v, made := r.of[call.instruction], call.whole(recorded[bci])
		if made.AtLeast || !r.setCall(v, made.Count, call.mayBeNull) {
			partly = append(partly, call)
		}
	}
	return partly
}

// setCall sets that the call at the end of a node was made so many times. It returns false if that does not say how often the node ran.
func (r *regions) setCall(v int32, made int64, mayBeNull bool) bool {
	if r.known[v] || mayBeNull && r.catches(v) {
		return false
	}
	r.known[v], r.calls[v], r.null[v] = true, made, mayBeNull
	return true
}

// catches reports whether the method catches an exception that a node throws.
func (r *regions) catches(v int32) bool {
	return slices.ContainsFunc(r.nodes[v].out, func(e int32) bool { return r.edges[e].exception && r.edges[e].to != leaves })
}

// divide finds the regions: sides of nodes that control passes uncounted on its way to a counted place. What leads to none of them is not
// part of a region, and control that goes there has left it.
func (r *regions) divide() {
	r.leads = make([]bool, 2*len(r.nodes))
	var waiting []int32
	lead := func(side int32) {
		if !r.leads[side] {
			r.leads[side] = true
			waiting = append(waiting, side)
		}
	}
	for v := range r.nodes {
		switch {
		case r.known[v]:
			lead(int32(2 * v))
		case slices.ContainsFunc(r.nodes[v].out, func(e int32) bool { return r.taken[e].fixed() }):
			lead(int32(2*v + 1))
		}
	}
	for len(waiting) > 0 {
		side := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		v := side / 2
		if side%2 == 1 && !r.known[v] {
			lead(side - 1)
		}
		if side%2 == 0 {
			for _, e := range r.nodes[v].in {
				if !r.taken[e].fixed() {
					lead(2*r.edges[e].from + 1)
				}
			}
		}
	}
	r.sides = sides{make([]int32, 2*len(r.nodes))}
	for i := range r.sides.parent {
		r.sides.parent[i] = int32(i)
	}
	for i, e := range r.edges {
		if !r.taken[i].fixed() && r.leadsOn(e) {
			r.sides.join(2*e.from+1, 2*e.to)
		}
	}
	for v := range r.nodes {
		if !r.known[v] && r.leads[2*v+1] {
			r.sides.join(int32(2*v), int32(2*v+1))
		}
	}
}

// leadsOn reports whether an edge leads to a counted place.
func (r *regions) leadsOn(e edge) bool { return e.to != leaves && r.leads[2*e.to] }

// A regionSum has the counts of control that comes into a region, and that leaves it for another one.
type regionSum struct {
	in, out int64
	outs    int  // counts in out
	open    bool // control also comes uncounted
	drains  bool // control also leaves by a return, or an exception
	bci     int  // of the first count in out
}

func (s *regionSum) leave(count int64, bci int) {
	if s.out = sum(s.out, count); s.outs == 0 || bci < s.bci {
		s.bci = bci
	}
	s.outs++
}

// equations returns the equations of all regions that control leaves counted, by BCI: that at the end of a node.
func (r *regions) equations(bci func(node int32) int) []Equation {
	r.divide()
	sums := make([]regionSum, len(r.sides.parent))
	for v := range r.nodes {
		r.add(sums, int32(v), bci(int32(v)))
	}
	var all []Equation
	for _, s := range sums {
		if s.outs > 0 && !s.open && s.in < unlimited && s.out < unlimited {
			all = append(all, Equation{s.bci, s.out, s.in, !s.drains})
		}
	}
	slices.SortStableFunc(all, func(x, y Equation) int { return x.BCI - y.BCI })
	return all
}

// add adds the counts of a node to the regions on its two sides.
func (r *regions) add(sums []regionSum, v int32, bci int) {
	n := &r.nodes[v]
	in, out := &sums[r.sides.region(2*v)], &sums[r.sides.region(2*v+1)]
	if v == 0 {
		in.in = sum(in.in, r.entries.lo)
		in.open = in.open || !r.entries.fixed()
	}
	for _, e := range n.in {
		if r.taken[e].fixed() {
			in.in = sum(in.in, r.taken[e].lo)
		}
	}
	switch {
	case r.calls[v] >= 0:
		in.leave(r.calls[v], bci)
		in.drains = in.drains || r.null[v]
		out.in = sum(out.in, r.calls[v])
	case r.known[v]: // a conditional has exactly the counts of its successors
		in.leave(r.count[v].lo, bci)
		return
	}
	for _, e := range n.out {
		switch {
		case r.taken[e].fixed():
			out.leave(r.taken[e].lo, bci)
		case !r.leadsOn(r.edges[e]):
			out.drains = true
		}
	}
	out.drains = out.drains || len(n.out) == 0
}
