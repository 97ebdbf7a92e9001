package callgraph

import (
	"cmp"
	"math"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
)

// room is the number of nodes to choose.
func (b *builder) room() int {
	if b.opts.Nodes > 0 {
		return b.opts.Nodes
	}
	return len(b.nodes)
}

// choose selects what to draw of the graph.
func (b *builder) choose() *choice {
	switch {
	case b.focus != nil:
		return b.chooseAround()
	case b.metric == convert.Samples:
		return b.chooseBySamples()
	default:
		return b.chooseByCalls()
	}
}

// chooseEnds takes edges and the nodes that they connect.
func (b *builder) chooseEnds(e *edges) *choice {
	c := &choice{all: e, nodes: make([]bool, len(b.nodes))}
	take := func(l link) {
		c.nodes[l.to] = true
		if l.from != HiddenCaller {
			c.nodes[l.from] = true
		}
	}
	for _, of := range [][]inlinedEdge{e.inlined, e.hidden} {
		for i := range of {
			take(of[i].link)
		}
	}
	for i := range e.sampled {
		take(e.sampled[i].link)
	}
	return c
}

// A candidate is an edge that may be drawn, or the entries of a root from unknown callers.
type candidate struct {
	size float64
	edge int32 // index in edges.inlined; -1: a root
	node int32
}

// changedRoom is the share of the room for changed nodes and edges. The rest is for unchanged ones around them.
const changedRoom = 0.75

// chooseByCalls takes the heaviest edges one by one, each with its callers up to the compilation root, because the methods with the
// most entries would be unconnected leaves. Entries from unknown callers count as an edge. In a comparison it takes the largest
// changes first, even of light edges.
func (b *builder) chooseByCalls() *choice {
	if b.opts.Nodes == 0 && b.opts.NodeFraction == 0 && b.opts.EdgeFraction == 0 {
		return &choice{}
	}
	c := &choice{all: b.edges(nil), nodes: make([]bool, len(b.nodes)), kept: map[link]bool{}}
	var offers []candidate
	for i, e := range c.all.inlined {
		if size := b.inlinedSize(&e); (e.Known || e.base.Known) && size > 0 {
			offers = append(offers, candidate{size, int32(i), e.to})
		}
	}
	for g := range b.nodes {
		if root, _, _ := b.groupSizes(int32(g)); root > 0 {
			offers = append(offers, candidate{root, -1, int32(g)})
		}
	}
	slices.SortStableFunc(offers, func(x, y candidate) int { return cmp.Compare(y.size, x.size) })
	room := b.room()
	if b.comparison != nil {
		minimum := room - int(changedRoom*float64(room))
		for _, o := range b.changedOffers(c.all, offers) {
			if room <= minimum {
				break
			}
			room -= b.drawOffer(c, o, room)
		}
	}
	minimum := max(b.opts.EdgeFraction*float64(b.entries), 1)
	for _, o := range offers {
		if room == 0 || o.size < minimum {
			break
		}
		if _, inclusive, _ := b.groupSizes(o.node); inclusive >= b.opts.NodeFraction*float64(b.entries) {
			room -= b.drawOffer(c, o, room)
		}
	}
	b.connect(c, room)
	return c
}

// changedOffers returns, from offers sorted by size, the changed edges and the first offer of each changed node, sorted by change.
func (b *builder) changedOffers(all *edges, offers []candidate) []candidate {
	var changed []candidate
	seen := make([]bool, len(b.nodes))
	for _, o := range offers {
		change := b.comparison.groups[o.node].root
		if o.edge >= 0 {
			change = all.inlined[o.edge].change
		}
		if !seen[o.node] {
			seen[o.node] = true
			change = larger(change, b.comparison.groups[o.node].change)
		}
		if change != nil && change.BeyondChance {
			o.size = math.Abs(change.Difference())
			changed = append(changed, o)
		}
	}
	slices.SortStableFunc(changed, func(x, y candidate) int { return cmp.Compare(y.size, x.size) })
	return changed
}

// larger returns the larger of two changes. A significant change is larger than any other.
func larger(x, y *Change) *Change {
	if x == nil || y != nil && y.BeyondChance && (!x.BeyondChance || math.Abs(y.Difference()) > math.Abs(x.Difference())) {
		return y
	}
	return x
}

// drawOffer draws an offer, if there is room, and returns the number of nodes that it adds.
func (b *builder) drawOffer(c *choice, o candidate, room int) int {
	var path []int32 // nodes of the context tree, starting with the callee
	missing := map[int32]bool{}
	if o.edge < 0 {
		missing[o.node] = !c.nodes[o.node]
	} else {
		for i := c.all.inlined[o.edge].heaviest; i >= 0; i = b.contexts.parent[i] {
			if g := b.contexts.group[i]; g >= 0 {
				path = append(path, i)
				missing[g] = !c.nodes[g]
			}
		}
	}
	n := 0
	for _, m := range missing {
		if m {
			n++
		}
	}
	if n > room {
		return 0
	}
	for g := range missing {
		c.nodes[g] = true
	}
	for k := 0; k+1 < len(path); k++ {
		c.kept[b.contexts.linkOf(path[k], path[k+1])] = true
	}
	return n
}

// connect adds a caller to each compilation root, then a caller to that caller, and so on, as long as stacks have one and there is
// room. It takes the caller with the most samples each time.
func (b *builder) connect(c *choice, room int) {
	caller := make([]int32, len(b.nodes)) // +1
	for _, e := range c.all.sampled {
		if caller[e.to] == 0 && e.from != e.to {
			caller[e.to] = e.from + 1
		}
	}
	for _, g := range b.sorted(func(g int32) bool { return c.nodes[g] && b.nodes[g].entries.Root > 0 }) {
		for room > 0 && caller[g] != 0 {
			g = caller[g] - 1
			if c.nodes[g] || float64(b.nodes[g].total) < b.opts.NodeFraction*float64(b.samples) {
				break
			}
			c.nodes[g] = true
			room--
		}
	}
}

// chooseBySamples takes the nodes with the most total samples. A caller never has fewer samples than its callee has through it, so
// the picture is connected. In a comparison it takes the largest changes first.
func (b *builder) chooseBySamples() *choice {
	if b.opts.Nodes == 0 && b.opts.NodeFraction == 0 {
		return &choice{}
	}
	c := &choice{nodes: make([]bool, len(b.nodes))}
	room := b.room()
	if b.comparison != nil {
		changed := b.sorted(func(g int32) bool {
			change := b.comparison.groups[g].change
			return change != nil && change.BeyondChance
		})
		by := func(g int32) float64 { return math.Abs(b.comparison.groups[g].change.Difference()) }
		slices.SortStableFunc(changed, func(x, y int32) int { return cmp.Compare(by(y), by(x)) })
		for _, g := range changed[:min(len(changed), int(changedRoom*float64(room)))] {
			c.nodes[g] = true
			room--
		}
	}
	for _, g := range b.sorted(func(g int32) bool {
		_, _, total := b.groupSizes(g)
		return total >= max(b.opts.NodeFraction*float64(b.samples), 1)
	}) {
		if room == 0 {
			break
		}
		if !c.nodes[g] {
			c.nodes[g] = true
			room--
		}
	}
	return c
}

// sorted returns the groups in a set, heaviest first.
func (b *builder) sorted(among func(g int32) bool) []int32 {
	var list []int32
	for g := range b.nodes {
		if among(int32(g)) {
			list = append(list, int32(g))
		}
	}
	slices.SortStableFunc(list, b.heavier)
	return list
}
