package code

// assumed are the counts of a flow if no call and no check ended with an exception but where known counts say so.
type assumed struct {
	*flow
	count []int64 // by node; -1: they do not follow
	taken []int64 // by edge
}

func newAssumed(f *flow) *assumed {
	a := &assumed{f, make([]int64, len(f.nodes)), make([]int64, len(f.edges))}
	for i, c := range f.count {
		a.count[i] = -1
		if c.fixed() {
			a.count[i] = c.lo
		}
	}
	for i, t := range f.taken {
		switch {
		case t.fixed():
			a.taken[i] = t.lo
		case f.edges[i].exception:
			a.taken[i] = t.lo
		default:
			a.taken[i] = -1
		}
	}
	// Forward first: where counts differ, fewer come out than go in.
	for a.forward() || a.backward() {
	}
	return a
}

// forward finds counts of nodes by the edges that lead to them, and of edges by the nodes that they leave.
func (a *assumed) forward() bool {
	changed := false
	for v := range a.nodes {
		n := &a.nodes[v]
		if a.count[v] < 0 && (v > 0 || a.entries.fixed()) {
			if total, missing := a.total(n.in); missing == 0 {
				if v == 0 {
					total = sum(total, a.entries.lo)
				}
				a.count[v], changed = total, true
			}
		}
		if a.count[v] >= 0 {
			changed = a.last(n.out, a.count[v]) || changed
		}
	}
	return changed
}

// backward finds counts of nodes by the edges that leave them, and of edges by the nodes that they lead to.
func (a *assumed) backward() bool {
	changed := false
	for v := len(a.nodes) - 1; v >= 0; v-- {
		n := &a.nodes[v]
		if a.count[v] < 0 && len(n.out) > 0 {
			if total, missing := a.total(n.out); missing == 0 {
				a.count[v], changed = total, true
			}
		}
		if a.count[v] >= 0 && (v > 0 || a.entries.fixed()) {
			count := a.count[v]
			if v == 0 {
				count -= a.entries.lo
			}
			changed = a.last(n.in, count) || changed
		}
	}
	return changed
}

// total adds up edges, and counts those that are not known yet.
func (a *assumed) total(edges []int32) (total int64, missing int) {
	for _, e := range edges {
		if a.taken[e] < 0 {
			missing++
			continue
		}
		total = sum(total, a.taken[e])
	}
	return total, missing
}

// last finds the only unknown one of some edges that are taken so often together. If the known ones are taken more often,
// it stays unknown.
func (a *assumed) last(edges []int32, together int64) bool {
	total, missing := a.total(edges)
	if missing != 1 || total > together {
		return false
	}
	for _, e := range edges {
		if a.taken[e] < 0 {
			a.taken[e] = together - total
		}
	}
	return true
}

// lose marks the nodes that are reached less often than their predecessors run, by an unknown number of exceptions in one or
// several of them: for these it is certain that not all returned normally.
func (a *assumed) lose() []bool {
	lossy := make([]bool, len(a.nodes))
	for changed := true; changed; {
		changed = false
		for v := len(a.nodes) - 1; v >= 0; v-- {
			n := &a.nodes[v]
			if lossy[v] || a.flow.count[v].fixed() || n.next != 1 || !n.throws {
				continue
			}
			next := n.out[0]
			to := a.edges[next].to
			if a.flow.taken[next].hi < a.flow.count[v].hi || to != leaves && lossy[to] && len(a.nodes[to].in) == 1 {
				lossy[v], changed = true, true
			}
		}
	}
	return lossy
}
