package callgraph

import (
	"cmp"
	"math"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// compare sets the values of the base.
func (c *callTree) compare(u *unionTree, pr *convert.Projection) {
	c.in, c.old, c.oldKnown, c.uncounted = u.in, u.old, u.oldKnown, u.uncounted
	if pr == nil {
		return
	}
	for i, keep := range pr.Keep {
		if !keep {
			c.old[i], c.oldKnown[i] = 0, false
			for _, of := range c.uncounted {
				if of != nil {
					of[i] = compare.Counted // and left out
				}
			}
		}
	}
	if len(c.parent) > len(pr.Keep) { // the node of addOutside: of stacks, which have no uncounted
		for side := range c.in {
			c.in[side] = append(c.in[side], true)
		}
		c.old, c.oldKnown = append(c.old, moveOutside(pr, c.old)), append(c.oldKnown, true)
	}
}

// addOutside adds a node for the stacks without a frame of the application, which have no node in the tree.
func (b *builder) addOutside(c *callTree, pr *convert.Projection) {
	c.parent, c.group = append(c.parent, -1), append(c.group, b.groups.NumberOfOutside())
	c.value, c.known = append(c.value, moveOutside(pr, c.value)), append(c.known, true)
}

// moveOutside takes the values of such stacks away from the nodes of the tree, and returns their sum.
func moveOutside(pr *convert.Projection, values []int64) int64 {
	sum := int64(0)
	for i, v := range values {
		if pr.IsOutside(iprof.NodeID(i)) {
			sum += v
			values[i] = 0
		}
	}
	return sum
}

// callTree groups the frames of a tree that the projection shows.
func (b *builder) callTree(t *iprof.Tree, pr *convert.Projection, m convert.Metric) callTree {
	n := t.Len()
	c := callTree{tree: t, projection: pr, parent: make([]int32, n), group: make([]int32, n), site: b.opts.By == convert.ByMethod, vm: -1}
	for i, node := range t.All() {
		c.parent[i] = int32(node.Parent)
		slot := int32(b.profile.MethodSlot(node.Method))
		if pr != nil {
			slot = pr.Frame[i]
		}
		switch {
		case slot == convert.VMSlot:
			c.vm = b.groups.NumberOfFrame(slot, 0)
			c.group[i] = c.vm
		case slot != convert.NoFrame:
			c.group[i] = b.groups.NumberOfFrame(slot, 0)
		case pr.JoinsVM(iprof.NodeID(i)):
			c.group[i] = c.vm
		default:
			c.group[i] = -1
		}
	}
	if p := b.profile; m == convert.Calls && pr == nil { // shared with other users of the profile
		c.value, c.known = convert.EntriesByNode(p)
	} else {
		c.value, c.known = make([]int64, n), make([]bool, n)
		if m == convert.Calls && p.Calls.Len() > 0 || m == convert.Samples && p.Samples.Len() > 0 {
			for node, value := range m.Records(p) {
				if pr == nil || pr.Keep[node] {
					c.value[node] += value
					c.known[node] = true
				}
			}
		}
	}
	if m == convert.Samples && pr.HasOutside() {
		b.addOutside(&c, pr)
	}
	c.above = c.aboveAmong(nil)
	return c
}

// aboveAmong returns, by node, the nearest one above it whose group is among some (nil: all); -1 if there is none.
func (c *callTree) aboveAmong(among []bool) []int32 {
	shows := func(node int32) bool { g := c.group[node]; return g >= 0 && (among == nil || among[g]) }
	switch {
	case among == nil && c.above != nil:
		return c.above
	case among == nil && !slices.ContainsFunc(c.group, func(g int32) bool { return g < 0 }):
		return c.parent
	}
	above := make([]int32, len(c.parent))
	for i, up := range c.parent { // callers come first
		if above[i] = up; up >= 0 && !shows(up) {
			above[i] = above[up]
		}
	}
	return above
}

// shown returns the group that a node counts for: its own or, if the node is hidden, the group of the nearest shown node above; -1: none.
func (c *callTree) shown(node int32) int32 {
	if c.group[node] < 0 {
		if node = c.above[node]; node < 0 {
			return -1
		}
	}
	return c.group[node]
}

// links returns the wanted links between some groups (nil: all), and by node the index of the link that leads to it; -1 if none
// does.
func (c *callTree) links(among []bool, wanted func(link) bool) ([]link, []int32) {
	numbers, of := c.numberLinks(among, wanted)
	links := make([]link, numbers.len())
	for i := range links {
		links[i] = numbers.link(int32(i))
	}
	return links, of
}

// numberLinks is like links, but returns the links in the compact form of linkNumbers.
func (c *callTree) numberLinks(among []bool, wanted func(link) bool) (*linkNumbers, []int32) {
	numbers := &linkNumbers{sites: c.site}
	of := make([]int32, len(c.parent))
	for i, caller := range c.aboveAmong(among) {
		of[i] = -1
		if g := c.group[i]; caller < 0 || g < 0 || among != nil && !among[g] {
			continue
		}
		l := c.linkOf(int32(i), caller)
		if wanted != nil && !wanted(l) {
			continue
		}
		of[i] = numbers.add(l)
	}
	return numbers, of
}

// linkNumbers numbers links from 0 on, in order of appearance: a map of them would take several times the memory.
type linkNumbers struct {
	sites        bool // links may have sites
	pairs, links convert.Keys
}

// The lowest bits of a pair are flags of the link; its two groups are above them.
const (
	pairWithSite = 1 << iota
	pairThrough
	pairBits = iota
)

// add returns the number of a link, new or not.
func (n *linkNumbers) add(l link) int32 {
	pair := uint64(l.from)<<(31+pairBits) | uint64(l.to)<<pairBits
	if l.siteKnown {
		pair |= pairWithSite
	}
	if l.through {
		pair |= pairThrough
	}
	number := n.pairs.Number(pair)
	if n.sites {
		number = n.links.Number(convert.PlaceKey(number, l.site))
	}
	return number
}

func (n *linkNumbers) len() int { return max(len(n.pairs.List), len(n.links.List)) }

// link returns a link by its number.
func (n *linkNumbers) link(number int32) link {
	var l link
	if n.sites {
		number, l.site = convert.SplitPlaceKey(n.links.List[number])
	}
	pair := n.pairs.List[number]
	l.from, l.to = int32(pair>>(31+pairBits)), int32(pair>>pairBits&math.MaxInt32)
	l.siteKnown, l.through = pair&pairWithSite != 0, pair&pairThrough != 0
	return l
}

// hiddenLinks returns the links to some groups (nil: all) from callers that are all hidden, as links does.
func (c *callTree) hiddenLinks(among []bool) ([]link, []int32) {
	var links numbering[link]
	of := make([]int32, len(c.parent))
	for i, caller := range c.aboveAmong(nil) {
		of[i] = -1
		g := c.group[i]
		if g < 0 || c.parent[i] < 0 || caller >= 0 || among != nil && !among[g] {
			continue
		}
		of[i] = links.number(link{from: HiddenCaller, to: g, through: true})
	}
	return links.all, of
}

// linkOf returns the link to a node from one of its callers. The frames between them are not shown.
func (c *callTree) linkOf(node, caller int32) link {
	l := link{from: c.group[caller], to: c.group[node], through: caller != c.parent[node]}
	if c.site && !l.through && (c.vm < 0 || l.from != c.vm) {
		l.site, l.siteKnown = c.tree.Node(iprof.NodeID(node)).Site, true
	}
	return l
}

// edges returns the edges between some groups (nil: all).
func (b *builder) edges(among []bool) *edges {
	if b.comparison != nil && among != nil && math.IsNaN(b.comparison.limits.sampled) { // those of all set the limits
		b.edges(nil)
	}
	var e edges
	c := &b.contexts
	var wanted func(link) bool
	if b.opts.BesideCalls {
		wanted = func(l link) bool { return !l.siteKnown }
	} else {
		e.called = b.calledAmong(among)
	}
	e.inlined = b.inlinedEdges(c.links(among, wanted))
	e.hidden = b.inlinedEdges(c.hiddenLinks(among))
	e.sampled = b.sampledEdges(among)
	if b.comparison != nil {
		b.comparison.edges(&e, b.metric)
	}
	return &e
}

// sampledEdges returns the calls in stacks between some groups (nil: all), heaviest first.
func (b *builder) sampledEdges(among []bool) []sampledEdge {
	s := &b.stacks
	links, of := s.links(among, nil)
	edges := make([]sampledEdge, 0, len(links))
	base := make([]int64, len(links))
	if b.comparison != nil {
		base = convert.OncePerStack(s.parent, of, slices.Clone(s.old), len(links))
	}
	for i, count := range convert.OncePerStack(s.parent, of, slices.Clone(s.value), len(links)) {
		if count > 0 || base[i] > 0 {
			edges = append(edges, sampledEdge{link: links[i], count: count, base: base[i], baseSite: links[i].site})
		}
	}
	if b.comparison != nil {
		edges = joinMoved(edges, func(e *sampledEdge) (link, [2]bool) {
			return e.link, [2]bool{compare.OldSide: e.base > 0, compare.NewSide: e.count > 0}
		}, func(now, base *sampledEdge) { now.base, now.baseSite = base.base, base.site })
	}
	slices.SortFunc(edges, func(x, y sampledEdge) int {
		return cmp.Or(cmp.Compare(y.count, x.count), cmp.Compare(y.base, x.base), compareLinks(x.link, y.link))
	})
	return edges
}

// calledAmong returns the calls that were not inlined between some groups (nil: all).
func (b *builder) calledAmong(among []bool) []calledEdge {
	if among == nil {
		return b.called
	}
	var some []calledEdge
	for _, e := range b.called {
		if among[e.from] && among[e.to] {
			some = append(some, e)
		}
	}
	return some
}

// inlinedEdges adds up the counts of the contexts by link; of holds, by node, the index of its link, -1: none.
func (b *builder) inlinedEdges(links []link, of []int32) []inlinedEdge {
	c := &b.contexts
	all := make([]inlinedEdge, len(links))
	for i, l := range links {
		all[i] = inlinedEdge{link: l, heaviest: -1, baseSite: l.site}
	}
	var callerCounts, baseCounts sites.CallerCounts
	for i, at := range of {
		if at < 0 {
			continue
		}
		edge, up := &all[at], c.parent[i]
		if b.comparison == nil || c.in[compare.NewSide][i] {
			entries, matched := c.value[up], c.known[up] && !edge.through
			if edge.to == c.vm && c.known[i] && matched {
				entries = callerCounts.Of(at, iprof.NodeID(up), entries)
			}
			edge.Add(c.value[i], c.known[i], entries, matched)
		}
		if edge.heaviest < 0 || b.nodeSize(int32(i)) > b.nodeSize(edge.heaviest) {
			edge.heaviest = int32(i)
		}
		if b.comparison != nil {
			edge.addBase(c, int32(i), at, &baseCounts)
		}
	}
	if b.comparison != nil {
		all = joinMoved(all, func(e *inlinedEdge) (link, [2]bool) { return e.link, e.in }, func(now, base *inlinedEdge) {
			now.base, now.baseSite, now.in = base.base, base.site, [2]bool{true, true}
			now.uncounted[compare.OldSide] = base.uncounted[compare.OldSide]
		})
	}
	slices.SortFunc(all, func(x, y inlinedEdge) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), cmp.Compare(y.base.Count, x.base.Count), compareLinks(x.link, y.link))
	})
	return all
}

// addBase adds the values of the base at a node to the edge with an index.
func (e *inlinedEdge) addBase(c *callTree, node, number int32, callerCounts *sites.CallerCounts) {
	for side := range e.in {
		e.in[side] = e.in[side] || c.in[side][node]
	}
	c.addUncounted(&e.uncounted, node)
	if up := c.parent[node]; c.in[compare.OldSide][node] {
		entries, matched := c.old[up], c.oldKnown[up] && !e.through
		if e.to == c.vm && c.oldKnown[node] && matched {
			entries = callerCounts.Of(number, iprof.NodeID(up), entries)
		}
		e.base.Add(c.old[node], c.oldKnown[node], entries, matched)
	}
}

// addUncounted adds to the marks of a sum those of one of its contexts.
func (c *callTree) addUncounted(to *[2]compare.Uncounted, node int32) {
	for side, of := range c.uncounted {
		if of != nil {
			to[side] = max(to[side], of[node])
		}
	}
}

func compareLinks(x, y link) int {
	return cmp.Or(cmp.Compare(x.from, y.from), cmp.Compare(x.site, y.site), cmp.Compare(x.to, y.to),
		convert.CompareBools(x.siteKnown, y.siteKnown), convert.CompareBools(x.through, y.through))
}
