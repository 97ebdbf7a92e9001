package code

// tighten narrows counts by the flow that can reach their nodes.
func (f *flow) tighten() {
	var s search
	for v, c := range f.count {
		if c.fixed() || *f.budget <= 0 {
			continue
		}
		*f.budget -= len(f.nodes)
		if s.before == nil {
			s.before, s.after = make(nodeSet, len(f.nodes)), make(nodeSet, len(f.nodes))
		}
		if f.shrink(&f.count[v], f.supply(int32(v), &s)) {
			f.queue.push(int32(v))
		}
	}
	f.narrowQueued()
}

// supply returns bounds for the count of a node. Control that reaches the node has entered the method, or taken an edge with a
// known count since; each time counts once if the node cannot be reached again on unknown edges alone. Control that first takes
// another edge with a known count does not reach the node directly, so it is subtracted. If there is no other way, the entire rest
// reaches the node.
func (f *flow) supply(v int32, s *search) interval {
	before := s.before
	clear(before)
	stack := append(s.stack[:0], v)
	before[v] = true
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range f.nodes[u].in {
			if from := f.edges[e].from; !f.taken[e].fixed() && !before[from] {
				before[from] = true
				stack = append(stack, from)
			}
		}
	}
	s.stack = stack
	f.findAfter(v, s)
	after := s.after
	if after[v] {
		return interval{0, unlimited} // around a loop
	}
	supplied, only := f.supplied(before), true
	var gone, absorbed int64
	for u, in := range before {
		switch {
		case in && int32(u) != v:
			for _, e := range f.nodes[u].out {
				to := f.edges[e].to
				if f.taken[e].fixed() {
					gone = sum(gone, f.taken[e].lo)
				} else if to == leaves || !before[to] && (after[to] || !f.absorbs(to, before)) {
					only = false
				}
			}
		case !in && !after[u] && f.absorbs(int32(u), before):
			absorbed = sum(absorbed, f.absorbed(int32(u)))
		}
	}
	bounds := interval{0, less(supplied.hi, sum(gone, absorbed))}
	if only {
		bounds.lo = less(supplied.lo, sum(gone, absorbed))
	}
	return bounds
}

// supplied returns how often control enters a set of nodes from outside, or takes a known edge to one of them.
func (f *flow) supplied(to nodeSet) interval {
	var total interval
	if to[0] {
		total = f.entries
	}
	for u, in := range to {
		if !in {
			continue
		}
		for _, e := range f.nodes[u].in {
			if t := f.taken[e]; t.fixed() {
				total = interval{sum(total.lo, t.lo), sum(total.hi, t.lo)}
			}
		}
	}
	return total
}

// A nodeSet is true for the nodes in it.
type nodeSet []bool

// A search holds the nodes found from one node, and memory for the next search.
type search struct {
	before, after nodeSet
	stack         []int32
}

// findAfter finds the nodes that are reachable from a node on unknown edges.
func (f *flow) findAfter(v int32, s *search) {
	reached := s.after
	clear(reached)
	stack := append(s.stack[:0], v)
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range f.nodes[u].out {
			if to := f.edges[e].to; to != leaves && !f.taken[e].fixed() && !reached[to] {
				reached[to] = true
				stack = append(stack, to)
			}
		}
	}
	s.stack = stack
}

// absorbs reports whether a node has a known count, and all unknown edges to it come from a set.
func (f *flow) absorbs(u int32, from nodeSet) bool {
	if u == 0 || !f.count[u].fixed() {
		return false
	}
	for _, e := range f.nodes[u].in {
		if !f.taken[e].fixed() && !from[f.edges[e].from] {
			return false
		}
	}
	return true
}

// absorbed returns how often control comes to a node with a known count on unknown edges.
func (f *flow) absorbed(u int32) int64 {
	count := f.count[u].lo
	for _, e := range f.nodes[u].in {
		if f.taken[e].fixed() {
			count = less(count, f.taken[e].lo)
		}
	}
	return count
}
