package callgraph

import (
	"github.com/iprof-viz/iprof-viz/convert"
)

// A side of a focus is its callers, or its callees, as far as they are chosen.
type side struct {
	steps int
	ends  func(link) (here, there int32) // from the end of a call that is looked from to the one that is looked for
	in    []bool                         // by group: reached, and the focus
	front []int32                        // what the last step reached
}

// chooseAround takes the nodes in focus, then their callers and callees step by step, the heaviest edges of each step
// first.
func (b *builder) chooseAround() *choice {
	c := &choice{all: b.edges(nil), nodes: make([]bool, len(b.nodes)), kept: map[link]bool{}, around: &Around{Callers: b.opts.Callers, Callees: b.opts.Callees}}
	room := b.room()
	counts := b.countsIn()
	callers, callees := &side{steps: b.opts.Callers, ends: toCaller}, &side{steps: b.opts.Callees, ends: toCallee}
	sides := []*side{callers, callees}
	for _, s := range sides {
		s.in = make([]bool, len(b.nodes))
	}
	take := func(g int32, among ...*side) {
		if !c.nodes[g] {
			if room == 0 || !counts(g) {
				return
			}
			c.nodes[g] = true
			room--
		}
		for _, s := range among {
			s.in[g] = true
			s.front = append(s.front, g)
		}
	}
	for _, g := range b.sorted(func(g int32) bool { return b.nodes[g].focus }) {
		take(g, sides...)
	}
	for step := range max(callers.steps, callees.steps) {
		var next [2][]int32
		for i, s := range sides {
			if step < s.steps {
				next[i] = b.neighbors(c.all, s)
			}
			s.front = nil
		}
		for i := range max(len(next[0]), len(next[1])) { // in turn, so that neither side takes all the room
			for k, s := range sides {
				if i < len(next[k]) {
					take(next[k][i], s)
				}
			}
		}
	}
	if !b.opts.TableOnly {
		in := b.inGraph()
		left := func(g int32) bool { return in[g] && !c.nodes[g] && counts(g) }
		c.beyondCallers, c.around.MoreCallers = b.beyond(c.all, callers, left)
		c.beyondCallees, c.around.MoreCallees = b.beyond(c.all, callees, left)
	}
	return c
}

// toCaller and toCallee return the ends of a link, from the one that is looked from to the one that is looked for.
func toCaller(l link) (here, there int32) { return l.to, l.from }
func toCallee(l link) (here, there int32) { return l.from, l.to }

// beyond returns by group of a side how many groups that are left its calls lead to, and how many such groups there are.
func (b *builder) beyond(all *edges, s *side, left func(g int32) bool) (by map[int32]int, groups int) {
	by = map[int32]int{}
	pairs, seen := map[[2]int32]bool{}, map[int32]bool{}
	b.eachLink(all, func(l link) {
		here, there := s.ends(l)
		if pair := [2]int32{here, there}; s.in[here] && !pairs[pair] && left(there) {
			pairs[pair], seen[there] = true, true
			by[here]++
		}
	})
	return by, len(seen)
}

// countsIn returns a function that reports whether a node has anything to show in the graph around a focus: in a picture by samples
// only nodes with samples, unless the focus has none itself.
func (b *builder) countsIn() func(g int32) bool {
	sampled := func(g int32) bool { return b.nodes[g].total > 0 }
	if b.metric == convert.Samples && b.comparison == nil && !b.opts.TableOnly {
		for g := range b.nodes {
			if b.nodes[g].focus && sampled(int32(g)) {
				return sampled
			}
		}
	}
	return func(int32) bool { return true }
}

// neighbors returns the groups that are one step further on a side, in the order of eachLink.
func (b *builder) neighbors(all *edges, s *side) []int32 {
	front, seen := make([]bool, len(b.nodes)), make([]bool, len(b.nodes))
	for _, g := range s.front {
		front[g] = true
	}
	var list []int32
	b.eachLink(all, func(l link) {
		if here, there := s.ends(l); front[here] && !s.in[there] && !seen[there] {
			seen[there] = true
			list = append(list, there)
		}
	})
	return list
}

// eachLink visits all calls: first those that are counted, inlined or not, heaviest first, then those known only from samples.
func (b *builder) eachLink(all *edges, visit func(link)) {
	called := b.called
	for _, e := range all.inlined {
		for len(called) > 0 && called[0].count.Figure() > e.Count {
			visit(called[0].link)
			called = called[1:]
		}
		visit(e.link)
	}
	for _, e := range called {
		visit(e.link)
	}
	for _, e := range all.sampled {
		visit(e.link)
	}
}
