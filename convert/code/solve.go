package code

// An interval holds a count: from lo to hi, both possible. Hi may be unlimited.
type interval struct{ lo, hi int64 }

func (i interval) fixed() bool { return i.lo == i.hi }

// A flow is how often control comes to nodes and takes edges, as far as known counts leave no choice. Intervals only shrink:
// at any time all of them hold.
type flow struct {
	*graph
	entries interval
	count   []interval // by node
	taken   []interval // by edge
	known   []bool     // by node: its count was recorded, and is not narrowed

	contradictions []contradiction
	broken         []bool // by node: it has one
}

// A contradiction is a node whose known counts no flow has.
type contradiction struct {
	node      int32
	out, flow int64 // its count, and the one that its predecessors or successors leave it
}

// newFlow returns a flow with the known counts set.
func newFlow(g *graph, entries interval) *flow {
	f := &flow{graph: g, entries: entries, count: make([]interval, len(g.nodes)), taken: make([]interval, len(g.edges)),
		known: make([]bool, len(g.nodes)), broken: make([]bool, len(g.nodes))}
	for i := range f.count {
		f.count[i].hi = unlimited
	}
	for i := range f.taken {
		f.taken[i].hi = unlimited
	}
	return f
}

// setConditional fixes the edges that leave a conditional. A count of -1 is unknown.
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
		f.known[node] = true
	}
}

// maxVisits bounds how often a node is looked at. A method that never ends, without a call, has a lower bound that grows
// for ever.
const maxVisits = 60

// narrow shrinks intervals until none does any more: what comes to a node leaves it.
func (f *flow) narrow() {
	queue, queued, visits := make([]int32, len(f.nodes)), make([]bool, len(f.nodes)), make([]int, len(f.nodes))
	for i := range queue {
		queue[i], queued[i] = int32(i), true
	}
	for len(queue) > 0 {
		v := queue[0]
		queue, queued[v] = queue[1:], false
		if visits[v]++; visits[v] > maxVisits {
			continue
		}
		n := &f.nodes[v]
		push := func(to int32) {
			if to != leaves && !queued[to] {
				queue, queued[to] = append(queue, to), true
			}
		}
		var base interval
		if v == 0 {
			base = f.entries
		}
		changed := f.balance(v, n.in, base, func(e int32) { push(f.edges[e].from) })
		if len(n.out) > 0 {
			changed = f.balance(v, n.out, interval{}, func(e int32) { push(f.edges[e].to) }) || changed
		}
		if changed {
			push(v)
		}
	}
}

// balance applies one equation: the count of a node is that of some edges and a base.
func (f *flow) balance(v int32, edges []int32, base interval, changed func(edge int32)) bool {
	all := base
	for _, e := range edges {
		all.lo, all.hi = sum(all.lo, f.taken[e].lo), sum(all.hi, f.taken[e].hi)
	}
	count := &f.count[v]
	if all.lo > count.hi || all.hi < count.lo {
		if !f.broken[v] {
			f.broken[v] = true
			c := contradiction{v, count.hi, all.lo}
			if all.hi < count.lo {
				c = contradiction{v, count.lo, all.hi}
			}
			f.contradictions = append(f.contradictions, c)
		}
		return false // to go on would carry the contradiction on
	}
	narrowed := shrink(count, all)
	for _, e := range edges {
		t := &f.taken[e]
		others := interval{lo: all.lo - t.lo, hi: unlimited}
		if all.hi != unlimited {
			others.hi = all.hi - t.hi
		} else if t.hi == unlimited {
			others.hi = f.highOfOthers(edges, e, base)
		}
		if shrink(t, interval{less(count.lo, others.hi), less(count.hi, others.lo)}) {
			changed(e)
		}
	}
	return narrowed
}

func (f *flow) highOfOthers(edges []int32, but int32, base interval) int64 {
	high := base.hi
	for _, e := range edges {
		if e != but {
			high = sum(high, f.taken[e].hi)
		}
	}
	return high
}

// shrink narrows an interval to another one, and reports whether that changed it. If they have no value in common it stays:
// the node at the other end of an edge will find the contradiction.
func shrink(i *interval, to interval) bool {
	lo, hi := max(i.lo, to.lo), min(i.hi, to.hi)
	if lo > hi || lo == i.lo && hi == i.hi {
		return false
	}
	*i = interval{lo, hi}
	return true
}
