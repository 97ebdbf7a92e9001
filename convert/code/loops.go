package code

import (
	"iter"
	"slices"
)

// A loop is a natural loop: the nodes from which control comes back to its head, without leaving it before.
type loop struct {
	head      int32
	entries   []int32          // edges from elsewhere to the head
	back      []int32          // edges from the loop to the head
	exits     []int32          // edges that leave, unless an exception is thrown
	own       func(int32) bool // reports whether a node is in the loop, but in none within it
	has       func(int32) bool // reports whether a node is in the loop
	irregular bool             // control also enters it elsewhere, or the loop has too many exits
}

// maxExits is the maximum number of exits of a loop that are examined. A loop with more has no trips.
const maxExits = 16

// loops yields the loops of a graph, inner ones first. It treats each that it has found as one node, so the work is linear.
func (g *graph) loops() iter.Seq[loop] {
	return func(yield func(loop) bool) {
		if len(g.nodes) == 0 {
			return
		}
		exits := make([][]int32, len(g.nodes))  // by head, of loops found so far
		irregular := make([]bool, len(g.nodes)) // by head
		number, last := g.depthFirst()
		order := make([]int32, 0, len(g.nodes))
		for v := range g.nodes {
			if number[v] >= 0 {
				order = append(order, int32(v))
			}
		}
		slices.SortFunc(order, func(a, b int32) int { return int(number[b] - number[a]) })
		within := sides{make([]int32, len(g.nodes))} // the outermost loop found so far, by its head
		for v := range within.parent {
			within.parent[v] = int32(v)
		}
		below := func(v, head int32) bool { return number[head] <= number[v] && number[v] <= last[head] }
		isHead, innermost := make([]bool, len(g.nodes)), make([]int32, len(g.nodes))
		in := make([]int32, len(g.nodes)) // the last head to whose loop a node was added, plus 1
		for _, head := range order {
			l := loop{head: head}
			var body []int32
			add := func(from int32) {
				switch from = within.region(from); {
				case !below(from, head):
					l.irregular = true
				case from != head && in[from] != head+1:
					in[from] = head + 1
					body = append(body, from)
				}
			}
			for _, e := range g.nodes[head].in {
				switch from := g.edges[e].from; {
				case number[from] < 0:
				case below(from, head):
					l.back = append(l.back, e)
					add(from)
				default:
					l.entries = append(l.entries, e)
				}
			}
			if len(l.back) == 0 {
				continue
			}
			for i := 0; i < len(body); i++ {
				for _, e := range g.nodes[body[i]].in {
					if from := g.edges[e].from; number[from] >= 0 {
						add(from)
					}
				}
			}
			for _, v := range body {
				within.parent[v] = head
				if !isHead[v] {
					innermost[v] = head
				}
			}
			innermost[head] = head
			for _, v := range append(body, head) {
				from := exits[v]
				if !isHead[v] {
					from = g.nodes[v].out[:g.nodes[v].next]
				}
				l.irregular = l.irregular || irregular[v]
				for _, e := range from {
					if within.region(g.edges[e].to) != head {
						l.exits = append(l.exits, e)
					}
				}
			}
			isHead[head] = true
			if l.irregular = l.irregular || len(l.exits) > maxExits; l.irregular {
				irregular[head] = true
				l.exits = l.exits[:min(len(l.exits), maxExits)]
			}
			exits[head] = l.exits
			l.has = func(v int32) bool { return within.region(v) == head }
			l.own = func(v int32) bool { return innermost[v] == head && l.has(v) }
			if !yield(l) {
				return
			}
		}
	}
}

// depthFirst numbers the reachable nodes in depth-first order, and returns the last number below each; -1: unreachable.
func (g *graph) depthFirst() (number, last []int32) {
	number, last = make([]int32, len(g.nodes)), make([]int32, len(g.nodes))
	for v := range number {
		number[v] = -1
	}
	type step struct {
		node int32
		edge int
	}
	next := int32(1)
	number[0] = 0
	stack := []step{{}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		out := g.nodes[top.node].out
		if top.edge == len(out) {
			last[top.node] = next - 1
			stack = stack[:len(stack)-1]
			continue
		}
		to := g.edges[out[top.edge]].to
		top.edge++
		if to != leaves && number[to] < 0 {
			number[to] = next
			next++
			stack = append(stack, step{node: to})
		}
	}
	return number, last
}
