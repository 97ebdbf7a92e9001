package code

import "slices"

// withoutExceptions returns the flow under the assumption that calls and checks throw only where the counts leave no other
// explanation: to handlers that ran.
func (f *flow) withoutExceptions() *flow {
	n := *f
	n.count, n.taken, n.known = slices.Clone(f.count), slices.Clone(f.taken), slices.Clone(f.known)
	n.broken, n.contradictions = slices.Clone(f.broken), nil
	n.queue = newQueue(len(f.nodes))
	for i, e := range n.edges {
		if e.exception && !n.taken[i].fixed() && (e.to == leaves || n.count[e.to].lo == 0) {
			n.taken[i].hi = n.taken[i].lo
			n.queue.push(e.from)
			n.queue.push(e.to)
		}
	}
	for v, made := range f.made {
		if t := &n.taken[f.nodes[v].out[0]]; t.lo <= made.Count && made.Count <= t.hi {
			*t = interval{made.Count, made.Count}
			n.queue.push(v)
		}
	}
	n.narrowQueued()
	n.tighten()
	return &n
}
