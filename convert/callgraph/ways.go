package callgraph

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
)

// Limits for pictures of ways that a reader takes in at once: the number of boxes, the minimum self share of the hottest nodes, and the
// minimum share of other calls.
const (
	DefaultBoxes     = 40
	DefaultSelfShare = 0.001
	DefaultCallShare = 0.001
)

// Limits for pictures of the calls between the heaviest nodes, which have no ways: the number of nodes, and the minimum share of inclusive
// entries, or total samples, of a node. DefaultCallShare is the minimum share of their edges.
const (
	DefaultNodes     = 80
	DefaultNodeShare = 0.005
)

// A wayFinder finds the heaviest way from a node to its root. It takes the heaviest caller in the stacks that end in the node; then, in the
// stacks through this caller, the heaviest caller of this one; and so on. So each way was seen in a stack.
//
// Inlining contexts end at compilation roots: there, the way continues with the caller that calls the root most often or, if no call is
// known, with the one that has the most samples.
type wayFinder struct {
	*builder
	tree    *callTree    // of the metric
	below   []int64      // by tree node, for samples: the value with all nodes below
	first   []int32      // by group: its first tree node; -1: none
	next    []int32      // by tree node: the next one of the group; -1: none
	callers []rootCaller // by group, for entries: the heaviest; nil: not for entries
	weights []int64      // by group, of the callers of a step; 0 between steps
	steps   int          // that may be taken, so that no profile takes more than its share of time
}

// A rootCaller is the heaviest caller of a group as compilation root.
type rootCaller struct {
	group int32 // -1: none is known
	calls int64 // 0: only samples are known
}

// maxWaySteps limits the steps of all ways: they take some tenths of a second.
const maxWaySteps = 20_000_000

func (b *builder) newWayFinder() *wayFinder {
	f := &wayFinder{builder: b, tree: &b.contexts, steps: maxWaySteps, weights: make([]int64, len(b.nodes))}
	if b.metric == convert.Samples {
		f.tree = &b.stacks
	}
	f.next = make([]int32, len(f.tree.group))
	f.first = slices.Repeat([]int32{-1}, len(b.nodes))
	for i, g := range slices.Backward(f.tree.group) {
		if g >= 0 {
			f.next[i], f.first[g] = f.first[g], int32(i)
		}
	}
	if b.metric == convert.Samples {
		f.below = slices.Clone(f.tree.value)
		for i, up := range slices.Backward(f.tree.parent) {
			if up >= 0 {
				f.below[up] += f.below[i]
			}
		}
		return f
	}
	f.callers = slices.Repeat([]rootCaller{{group: -1}}, len(b.nodes))
	add := func(from, to int32, n int64) {
		if from != to && f.callers[to].group < 0 {
			f.callers[to] = rootCaller{from, n}
		}
	}
	for _, e := range b.called {
		add(e.from, e.to, e.count.Figure())
	}
	for _, e := range b.sampledEdges(nil) {
		add(e.from, e.to, 0)
	}
	return f
}

// A waypoint is a tree node on some of the stacks of a way, with their weight.
type waypoint struct {
	node   int32
	weight int64
}

// way returns the groups on the heaviest way from a group to its root, the group first.
func (f *wayFinder) way(group int32) []int32 {
	path, at := []int32{group}, f.start(group)
	called := map[int32]bool{group: true} // groups that the way reached by a call of a compilation root, so as not to go in circles
	for f.steps > 0 {
		root, n := f.rootCaller(path[len(path)-1], at)
		up, caller, ok := f.up(at)
		if root >= 0 && (!ok || n > weightOf(up)) {
			path = append(path, root)
			if called[root] {
				break
			}
			called[root] = true
			at = f.start(root)
			continue
		}
		if !ok {
			break
		}
		path, at = append(path, caller), up
	}
	return path
}

func weightOf(at []waypoint) int64 {
	sum := int64(0)
	for _, w := range at {
		sum += w.weight
	}
	return sum
}

// start returns the nodes of a group, with the weight of the stacks of which it is the innermost.
func (f *wayFinder) start(group int32) []waypoint {
	var nodes []int32
	for n := f.first[group]; n >= 0; n = f.next[n] {
		nodes = append(nodes, n)
	}
	f.steps -= len(nodes)
	at := make([]waypoint, len(nodes))
	if f.below == nil {
		for i, n := range nodes {
			at[i] = waypoint{n, f.tree.value[n]}
		}
		return at
	}
	index := make(map[int32]int, len(nodes))
	for i, n := range nodes {
		index[n] = i
		at[i] = waypoint{n, f.below[n]}
	}
	for _, n := range nodes { // stacks that pass a node of the group again belong to that
		for up := f.tree.above[n]; up >= 0; up = f.tree.above[up] {
			f.steps--
			if f.tree.group[up] == group {
				at[index[up]].weight -= f.below[n]
				break
			}
			if f.steps < 0 {
				return at
			}
		}
	}
	return at
}

// up returns the callers in the group that has the most weight, and the group; false: no node has a caller. They replace those in at, as
// a million nodes of one group may have to go up a million times.
func (f *wayFinder) up(at []waypoint) ([]waypoint, int32, bool) {
	f.steps -= len(at)
	if len(at) == 1 { // the longest ways are alone most of the time
		up := f.tree.above[at[0].node]
		if up < 0 {
			return nil, 0, false
		}
		at[0].node = up
		return at, f.tree.group[up], true
	}
	best, found := int32(-1), false
	for _, w := range at {
		if up := f.tree.above[w.node]; up >= 0 {
			f.weights[f.tree.group[up]] += w.weight
		}
	}
	for _, w := range at {
		up := f.tree.above[w.node]
		if up < 0 {
			continue
		}
		if g := f.tree.group[up]; !found || f.weights[g] > f.weights[best] || f.weights[g] == f.weights[best] && g < best {
			best, found = g, true
		}
	}
	for _, w := range at {
		if up := f.tree.above[w.node]; up >= 0 {
			f.weights[f.tree.group[up]] = 0
		}
	}
	if !found {
		return nil, 0, false
	}
	next := at[:0]
	for _, w := range at {
		if up := f.tree.above[w.node]; up >= 0 && f.tree.group[up] == best {
			next = append(next, waypoint{up, w.weight})
		}
	}
	slices.SortFunc(next, func(x, y waypoint) int { return cmp.Compare(x.node, y.node) })
	merged := next[:1]
	for _, w := range next[1:] {
		if last := &merged[len(merged)-1]; last.node == w.node {
			last.weight += w.weight
		} else {
			merged = append(merged, w)
		}
	}
	return merged, best, true
}

// rootCaller returns the caller of a group as compilation root, and how often it calls those of its nodes that are roots; a negative
// group if no caller is known.
func (f *wayFinder) rootCaller(group int32, at []waypoint) (caller int32, calls int64) {
	if f.callers == nil || f.callers[group].group < 0 {
		return -1, 0
	}
	roots, isRoot := int64(0), false
	for _, w := range at {
		if f.tree.above[w.node] < 0 {
			roots, isRoot = roots+w.weight, true
		}
	}
	if !isRoot {
		return -1, 0
	}
	return f.callers[group].group, min(roots, f.callers[group].calls)
}

// chooseWays takes the nodes with the highest self value, hottest first, each with the heaviest way to its root and, before nodes that are
// lighter, other calls of the nodes taken so far, as long as there is room for the boxes. Then it takes the calls that connect these ways
// with each other.
func (b *builder) chooseWays() *choice {
	whole, self := b.entries, func(g int32) int64 { return b.nodes[g].entries.Total() }
	if b.metric == convert.Samples {
		whole, self = b.samples, func(g int32) int64 { return b.nodes[g].self }
	}
	minimum := max(b.opts.NodeFraction*float64(whole), 1)
	hot := b.sorted(func(g int32) bool { return float64(self(g)) >= minimum })
	slices.SortStableFunc(hot, func(x, y int32) int { return cmp.Compare(self(y), self(x)) })
	f := b.newWayFinder()
	plan := f.newPlan()
	for _, g := range hot {
		plan.addCalls(self(g))
		if !plan.add(f.way(g), true) && len(plan.ways) > 0 || f.steps < 0 {
			break
		}
	}
	plan.connect(int64(minimum))
	plan.addCalls(1)
	plan.addCallsBetween()
	c := &choice{nodes: make([]bool, len(b.nodes)), ways: plan.arrangement}
	for _, g := range c.ways.groups {
		c.nodes[g] = true
	}
	return c
}
