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
	for _, c := range p.connections(p.drawn(), func(_ int32, weight int64) bool { return weight >= minimum }) {
		if p.steps < 0 {
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
		for up := f.tree.above[c.node]; f.tree.group[up] != c.from; up = f.tree.above[up] {
			way = append(way, f.tree.group[up])
		}
	}
	return append(way, c.from)
}

// connectionsOf returns the connections between some groups (nil: all) whose callee and weight are wanted, in any order.
func (f *wayFinder) connectionsOf(among []bool, wanted func(to int32, weight int64) bool) []connection {
	tree := *f.tree
	tree.site = false // all calls from one to another are one connection
	links, of := tree.numberLinks(among, nil)
	weights, heaviest := make([]int64, links.len()), slices.Repeat([]int32{-1}, links.len())
	values := f.below
	if values == nil {
		values = tree.value
	}
	for node, number := range of {
		if number < 0 {
			continue
		}
		weights[number] += tree.value[node]
		if of := &heaviest[number]; *of < 0 || values[node] > values[*of] {
			*of = int32(node)
		}
	}
	if f.below != nil {
		weights = convert.OncePerStack(tree.parent, of, slices.Clone(tree.value), links.len())
	}
	var all []connection
	for number, n := range weights {
		if l := links.link(int32(number)); wanted(l.to, n) {
			all = append(all, connection{l, n, heaviest[number]})
		}
	}
	if f.below == nil {
		for _, e := range f.calledAmong(among) {
			if n := e.count.Figure(); wanted(e.to, n) {
				all = append(all, connection{e.link, n, -1})
			}
		}
	}
	return all
}

// connections returns what connectionsOf does, heaviest first.
func (f *wayFinder) connections(among []bool, wanted func(to int32, weight int64) bool) []connection {
	all := f.connectionsOf(among, wanted)
	sortConnections(all)
	return all
}

func sortConnections(all []connection) {
	slices.SortStableFunc(all, func(x, y connection) int {
		return cmp.Or(cmp.Compare(y.weight, x.weight), compareLinks(x.link, y.link))
	})
}
