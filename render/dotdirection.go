package render

import "slices"

// topDownIsNarrower reports whether a picture is too wide if calls go to the right, and narrower if they go down. Nodes are
// wide and flat, and dot puts unconnected parts of a graph side by side, across the direction of the calls: to the right, a
// picture is as wide as its longest chain of calls; downwards, as wide as the longest ranks of all parts together. Readers
// scroll down more readily than to the right.
func topDownIsNarrower(nodes int, links [][2]int32) bool {
	const (
		node  = 240. // pixels: width of a node with the gap beside it
		label = 130. // width of a label on a line to the right
		fine  = 1600 // width of a picture that may go to the right, as one reads
	)
	level, part := levels(nodes, links), components(nodes, links)
	deepest := int32(0)
	type rank struct{ part, level int32 }
	count, widest := map[rank]int{}, map[int32]int{}
	for i, l := range level {
		deepest = max(deepest, l)
		count[rank{part[i], l}]++
	}
	for r, n := range count {
		widest[r.part] = max(widest[r.part], n)
	}
	across := 0
	for _, n := range widest {
		across += n
	}
	right, down := float64(deepest+1)*(node+label), float64(across)*node
	return right > fine && down < right
}

// components returns by node its connected part of the graph, as the first node of that part.
func components(nodes int, links [][2]int32) []int32 {
	neighbors := make([][]int32, nodes)
	for _, l := range links {
		neighbors[l[0]] = append(neighbors[l[0]], l[1])
		neighbors[l[1]] = append(neighbors[l[1]], l[0])
	}
	part := make([]int32, nodes)
	for i := range part {
		part[i] = -1
	}
	for i := range part {
		if part[i] >= 0 {
			continue
		}
		part[i] = int32(i)
		for open := []int32{int32(i)}; len(open) > 0; {
			n := open[len(open)-1]
			open = open[:len(open)-1]
			for _, m := range neighbors[n] {
				if part[m] < 0 {
					part[m] = int32(i)
					open = append(open, m)
				}
			}
		}
	}
	return part
}

// levels returns by node its level: 0 without callers, otherwise more than those of its callers, not counting links that
// close a cycle.
func levels(nodes int, links [][2]int32) []int32 {
	out := make([][]int32, nodes)
	called := make([]bool, nodes)
	for _, l := range links {
		if l[0] != l[1] {
			out[l[0]] = append(out[l[0]], l[1])
			called[l[1]] = true
		}
	}

	// A depth-first walk from the nodes without callers leaves each node after all that it calls, so in the reverse order
	// callers come first. Links to nodes that are still open close a cycle.
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
