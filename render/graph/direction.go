package graph

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/internal/unionfind"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/drawing"
)

// goesDown reports whether a graph fills the frame better if calls go down instead of to the right. It estimates the size of the
// largest connected part, level by level.
func goesDown(nodes int, box func(int) *dot.Box, lines []drawnEdge, alone loneNodes) bool {
	const gap, callGap, labelWidth = 14, 30, 70
	links := linksOf(lines)
	level, part := levels(nodes, links), components(nodes, links)
	type rank struct{ part, level int32 }
	type extent struct{ sumWidth, sumHeight, maxWidth, maxHeight float64 }
	ranks, sizes := map[rank]*extent{}, map[int32]int{}
	for i, l := range level {
		if alone.has(int32(i)) {
			continue
		}
		r := rank{part[i], l}
		if ranks[r] == nil {
			ranks[r] = &extent{}
		}
		e := ranks[r]
		w, h := box(i).Size()
		e.sumWidth, e.sumHeight = e.sumWidth+w+gap, e.sumHeight+h+gap
		e.maxWidth, e.maxHeight = max(e.maxWidth, w+callGap+labelWidth), max(e.maxHeight, h+callGap+dot.NodeFontSize*2)
		sizes[part[i]]++
	}
	largest := int32(-1)
	for p, n := range sizes {
		if largest < 0 || n > sizes[largest] || n == sizes[largest] && p < largest {
			largest = p
		}
	}
	var right, down struct{ w, h float64 }
	for r, e := range ranks {
		if r.part == largest {
			right.w, right.h = right.w+e.maxWidth, max(right.h, e.sumHeight)
			down.w, down.h = max(down.w, e.sumWidth), down.h+e.maxHeight
		}
	}
	return drawing.Fit(down.w, down.h) >= drawing.Fit(right.w, right.h)
}

// linksOf returns the two nodes of each line.
func linksOf(lines []drawnEdge) [][2]int32 {
	var links [][2]int32
	for _, l := range lines {
		if l.from >= 0 {
			links = append(links, [2]int32{l.from, l.to})
		}
	}
	return links
}

// components returns by node its connected part of the graph, identified by the first node of that part.
func components(nodes int, links [][2]int32) []int32 {
	parts := unionfind.New(nodes)
	for _, l := range links {
		x, y := parts.Of(l[0]), parts.Of(l[1])
		parts.Join(max(x, y), min(x, y)) // the first node represents both
	}
	part := make([]int32, nodes)
	for i := range part {
		part[i] = parts.Of(int32(i))
	}
	return part
}

// levels returns by node its level: 0 without callers, otherwise higher than the levels of its callers, ignoring links that close a
// cycle.
func levels(nodes int, links [][2]int32) []int32 {
	out := make([][]int32, nodes)
	called := make([]bool, nodes)
	for _, l := range links {
		if l[0] != l[1] {
			out[l[0]] = append(out[l[0]], l[1])
			called[l[1]] = true
		}
	}

	// A depth-first walk from the nodes without callers leaves each node after its callees, so in the reverse order callers come
	// first. Links to nodes that are still open close a cycle.
	const (
		unseen = iota
		open
		done
	)
	state := make([]uint8, nodes)
	var order []int32
	type step struct {
		node int32
		next int
	}
	closing := map[[2]int32]bool{}
	walk := func(from int32) {
		path := []step{{from, 0}}
		state[from] = open
		for len(path) > 0 {
			top := &path[len(path)-1]
			if top.next == len(out[top.node]) {
				state[top.node] = done
				order = append(order, top.node)
				path = path[:len(path)-1]
				continue
			}
			to := out[top.node][top.next]
			top.next++
			switch state[to] {
			case open:
				closing[[2]int32{top.node, to}] = true
			case unseen:
				state[to] = open
				path = append(path, step{to, 0})
			}
		}
	}
	for _, calledToo := range []bool{false, true} {
		for i := range nodes {
			if called[i] == calledToo && state[i] == unseen {
				walk(int32(i))
			}
		}
	}
	level := make([]int32, nodes)
	for _, n := range slices.Backward(order) {
		for _, to := range out[n] {
			if !closing[[2]int32{n, to}] {
				level[to] = max(level[to], level[n]+1)
			}
		}
	}
	return level
}
