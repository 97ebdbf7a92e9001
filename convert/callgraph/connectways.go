package callgraph

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/unionfind"
)

// A connection is a call from one group of an arrangement to another, directly or through groups that are in none.
type connection struct {
	link
	weight int64 // samples of stacks with it, or calls
	node   int32 // the heaviest tree node that it leads to; -1: none, as it is a call of a compilation root
}

// connect adds the heaviest connections between ways that have no group in common: an entry point would be alone if the hottest methods
// that it leads to have a heavier caller. It leaves out those below the minimum, and those for which there is no room.
func (p *wayPlan) connect(minimum int64) {
	parts := unionfind.New(len(p.nodes)) // of groups
	join := func(way []int32) {
		for _, g := range way {
			parts.Join(g, way[0])
		}
	}
	for _, way := range p.ways {
		join(way)
	}
	for _, c := range p.connections(p.drawn()) {
		if c.weight < minimum || p.steps < 0 {
			break
		}
		if way := p.wayOf(&c); !parts.Joined(c.from, c.to) && p.add(way, true) {
			join(way)
		}
	}
}

// wayOf returns the groups on a connection, the callee first.
func (f *wayFinder) wayOf(c *connection) []int32 {
	way := []int32{c.to}
	if c.node >= 0 {
		for up := f.above[c.node]; f.tree.group[up] != c.from; up = f.above[up] {
			way = append(way, f.tree.group[up])
		}
	}
	return append(way, c.from)
}

// connectionsOf returns the connections between some groups (nil: all), in any order.
func (f *wayFinder) connectionsOf(among []bool) []connection {
	tree := *f.tree
	tree.site = false // all calls from one to another are one connection
	links, of := tree.links(among, nil)
	all := make([]connection, len(links))
	for i, l := range links {
		all[i] = connection{l, 0, -1}
	}
	values := f.below
	if values == nil {
		values = tree.value
	}
	for node, number := range of {
		if number < 0 {
			continue
		}
		c := &all[number]
		c.weight += tree.value[node]
		if c.node < 0 || values[node] > values[c.node] {
			c.node = int32(node)
		}
	}
	if f.below != nil {
		for number, n := range convert.OncePerStack(tree.parent, of, slices.Clone(tree.value), len(links)) {
			all[number].weight = n
		}
	} else {
		for _, e := range f.calledAmong(among) {
			all = append(all, connection{e.link, e.count.Figure(), -1})
		}
	}
	return all
}

// connections returns them heaviest first.
func (f *wayFinder) connections(among []bool) []connection {
	all := f.connectionsOf(among)
	sortConnections(all)
	return all
}

func sortConnections(all []connection) {
	slices.SortStableFunc(all, func(x, y connection) int {
		return cmp.Or(cmp.Compare(y.weight, x.weight), compareLinks(x.link, y.link))
	})
}
