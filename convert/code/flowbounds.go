package code

// tighten narrows counts by the flow that can reach their nodes.
func (f *flow) tighten() {
	var s *search
	for v, c := range f.count {
		if c.fixed() || *f.budget <= 0 {
			continue
		}
		*f.budget -= len(f.nodes)
		if s == nil {
			s = newSearch(f)
		}
		if f.shrink(&f.count[v], f.supply(int32(v), s)) {
			f.queue.push(int32(v))
			s.add(f, int32(v))
		}
	}
	f.narrowQueued()
}

// supply returns bounds for the count of a node. Control that reaches the node has entered the method, or taken an edge with a
// known count since; each time counts once if the node cannot be reached again on unknown edges alone. Control that first takes
// another edge with a known count does not reach the node directly, so it is subtracted. If there is no other way, the entire rest
// reaches the node.
func (f *flow) supply(v int32, s *search) interval {
	supplied := s.findBefore(f, v)
	if less(supplied.hi, s.diverted) >= f.count[v].hi && f.mayLeave(s.found[1:]) {
		return interval{0, unlimited} // neither bound would be tighter
	}
	if s.findAfter(f, v); s.after[v] {
		return interval{0, unlimited} // around a loop
	}
	only := true
	var gone, absorbed int64
	for _, u := range s.found[1:] {
		for _, e := range f.nodes[u].out {
			to := f.edges[e].to
			if f.taken[e].fixed() {
				gone = sum(gone, f.taken[e].lo)
			} else if to == leaves || !s.before[to] && (s.after[to] || !f.absorbs(to, s.before)) {
				only = false
			}
		}
	}
	for _, u := range s.fixed {
		if !s.before[u] && !s.after[u] && f.absorbs(u, s.before) {
			absorbed = sum(absorbed, f.absorbed(u))
		}
	}
	bounds := interval{0, less(supplied.hi, sum(gone, absorbed))}
	if only {
		bounds.lo = less(supplied.lo, sum(gone, absorbed))
	}
	return bounds
}

// mayLeave reports whether control may leave the method from one of some nodes, an unknown number of times.
func (f *flow) mayLeave(nodes []int32) bool {
	for _, u := range nodes {
		for _, e := range f.nodes[u].out {
			if f.edges[e].to == leaves && !f.taken[e].fixed() {
				return true
			}
		}
	}
	return false
}

// A nodeSet is true for the nodes in it.
type nodeSet []bool

// A search holds the nodes found from one node on unknown edges, and memory for the next search.
type search struct {
	before, after nodeSet
	found         []int32 // the nodes in before; the one that the search began at comes first
	stack         []int32

	fixed    []int32 // nodes with a known count, apart from the first node
	diverted int64   // an upper bound of the counts that supply subtracts
}

func newSearch(f *flow) *search {
	s := &search{before: make(nodeSet, len(f.nodes)), after: make(nodeSet, len(f.nodes))}
	for _, t := range f.taken {
		if t.fixed() {
			s.diverted = sum(s.diverted, t.lo)
		}
	}
	for v := range f.nodes {
		s.add(f, int32(v))
	}
	return s
}

// add adds a node to those with a known count, if it has one.
func (s *search) add(f *flow, v int32) {
	if v > 0 && f.count[v].fixed() {
		s.fixed = append(s.fixed, v)
		s.diverted = sum(s.diverted, f.count[v].lo)
	}
}

// findBefore finds the nodes that a node is reachable from. It returns how often control enters the method there, or takes a known
// edge to one of them.
func (s *search) findBefore(f *flow, v int32) (supplied interval) {
	clear(s.before)
	s.before[v] = true
	s.found = append(s.found[:0], v)
	for i := 0; i < len(s.found); i++ {
		for _, e := range f.nodes[s.found[i]].in {
			if t := f.taken[e]; t.fixed() {
				supplied = interval{sum(supplied.lo, t.lo), sum(supplied.hi, t.lo)}
			} else if from := f.edges[e].from; !s.before[from] {
				s.before[from] = true
				s.found = append(s.found, from)
			}
		}
	}
	if s.before[0] {
		supplied = interval{sum(supplied.lo, f.entries.lo), sum(supplied.hi, f.entries.hi)}
	}
	return supplied
}

// findAfter finds the nodes that are reachable from a node.
func (s *search) findAfter(f *flow, v int32) {
	clear(s.after)
	s.stack = append(s.stack[:0], v)
	for len(s.stack) > 0 {
		u := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		for _, e := range f.nodes[u].out {
			if to := f.edges[e].to; to != leaves && !f.taken[e].fixed() && !s.after[to] {
				s.after[to] = true
				s.stack = append(s.stack, to)
			}
		}
	}
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
