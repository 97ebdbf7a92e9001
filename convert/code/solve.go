package code

// A flow holds how often control reaches nodes and takes edges, as far as known counts determine it. Intervals only shrink, and at
// any time all of them are valid.
type flow struct {
	*graph
	entries interval
	count   []interval // by node
	taken   []interval // by edge
	known   []bool     // by node: its count was recorded, and is not narrowed

	made map[int32]Made // by node that ends with a call: how often it was made, unless that contradicts the rest

	contradictions []contradiction
	broken         []bool // by side, see sides: there is a contradiction

	sides  sides
	queue  queue
	trial  *trial // nil: none
	budget *int   // remaining visits for tighter bounds
}

// A contradiction is a node whose known counts violate flow conservation.
type contradiction struct {
	node        int32
	count, flow int64 // its count, and the count implied by its predecessors or successors
}

// newFlow returns a flow with the known counts set.
func newFlow(g *graph, entries interval, budget *int) *flow {
	f := &flow{graph: g, entries: entries, budget: budget, count: make([]interval, len(g.nodes)), taken: make([]interval, len(g.edges)),
		known: make([]bool, len(g.nodes)), broken: make([]bool, 2*len(g.nodes)), made: map[int32]Made{}, queue: newQueue(len(g.nodes))}
	for i := range f.count {
		f.count[i].hi = unlimited
	}
	for i := range f.taken {
		f.taken[i].hi = unlimited
	}
	return f
}

// setConditional sets the counts of the edges that leave a conditional. -1 means unknown.
func (f *flow) setConditional(node int32, counts []int64) {
	total, all := int64(0), true
	for i, c := range counts {
		if c < 0 {
			all = false
			continue
		}
		f.taken[f.nodes[node].out[i]] = interval{c, c}
		total = sum(total, c)
	}
	f.count[node].lo = total
	if all {
		f.count[node].hi = total
	}
}

// narrowKnown narrows the unknown counts, given those of entries and conditionals.
func (f *flow) narrowKnown() {
	for v := range f.nodes {
		f.known[v] = f.known[v] || f.all(f.nodes[v].in) && (v > 0 || f.entries.fixed()) || len(f.nodes[v].out) > 0 && f.all(f.nodes[v].out)
	}
	f.sides = newSides(f.graph, f.taken, f.known)
	f.narrow()
}

// all reports whether all of these edges have a known count.
func (f *flow) all(edges []int32) bool {
	for _, e := range edges {
		if !f.taken[e].fixed() {
			return false
		}
	}
	return true
}

// narrow tightens intervals to a fixed point, using flow conservation.
func (f *flow) narrow() {
	for v := range f.nodes {
		f.queue.push(int32(v))
	}
	f.narrowQueued()
}

// narrowQueued narrows the nodes in the queue and everything that follows from them.
func (f *flow) narrowQueued() {
	for v := range f.queue.drain {
		n := &f.nodes[v]
		var base interval
		if v == 0 {
			base = f.entries
		}
		changed := f.balance(v, 0, n.in, base, func(e int32) { f.queue.push(f.edges[e].from) })
		if len(n.out) > 0 {
			changed = f.balance(v, 1, n.out, interval{}, func(e int32) { f.queue.push(f.edges[e].to) }) || changed
		}
		if changed {
			f.queue.push(v)
		}
	}
}

// balance applies one equation: the count of a node is a base plus the counts of the edges on one side of it.
func (f *flow) balance(v, side int32, edges []int32, base interval, changed func(edge int32)) bool {
	all := base
	finite, unbounded := int64(0), 0 // upper ends
	addHigh := func(hi int64) {
		if hi == unlimited {
			unbounded++
		} else {
			finite = sum(finite, hi)
		}
	}
	addHigh(base.hi)
	for _, e := range edges {
		all.lo = sum(all.lo, f.taken[e].lo)
		addHigh(f.taken[e].hi)
	}
	all.hi = finite
	if unbounded > 0 {
		all.hi = unlimited
	}
	count := &f.count[v]
	if all.lo > count.hi || all.hi < count.lo {
		c := contradiction{v, count.hi, all.lo}
		if all.hi < count.lo {
			c = contradiction{v, count.lo, all.hi}
		}
		f.contradict(c, 2*v+side)
		return false // continuing would spread the contradiction
	}
	narrowed := f.shrink(count, all)
	for _, e := range edges {
		t := &f.taken[e]
		others := interval{lo: all.lo - t.lo, hi: unlimited}
		switch {
		case unbounded == 0 && finite != unlimited:
			others.hi = finite - t.hi
		case unbounded == 1 && t.hi == unlimited:
			others.hi = finite
		}
		if f.shrink(t, interval{less(count.lo, others.hi), less(count.hi, others.lo)}) {
			changed(e)
		}
	}
	return narrowed
}

// contradict records a contradiction on a side of a node, if it is the first one in its region.
func (f *flow) contradict(c contradiction, side int32) {
	region := f.sides.region(side)
	switch {
	case f.broken[region]:
	case f.trial != nil:
		f.trial.failed = true
	default:
		f.broken[region] = true
		f.contradictions = append(f.contradictions, c)
	}
}

// shrink narrows an interval to another one, and reports whether it has changed. If the two are disjoint it stays unchanged: the
// node at the other end of an edge will find the contradiction.
func (f *flow) shrink(i *interval, to interval) bool {
	lo, hi := max(i.lo, to.lo), min(i.hi, to.hi)
	if lo > hi || lo == i.lo && hi == i.hi {
		return false
	}
	if f.trial != nil {
		f.trial.changed = append(f.trial.changed, change{i, *i})
	}
	*i = interval{lo, hi}
	return true
}

// inContradiction reports whether counts on a side of a node contradict each other.
func (f *flow) inContradiction(v int32) bool {
	return f.broken[f.sides.region(2*v)] || f.broken[f.sides.region(2*v+1)]
}
