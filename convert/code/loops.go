package code

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
)

// setTrips finds the iterations of loops for each exit at a conditional, as far as both were counted. A successor further back
// goes on. Without any, the code tells: of two successors, one leaves the innermost loop, and nothing else left it.
func (m *Method) setTrips(g *graph) {
	var ends []loopEnd // nil: not found yet
	for i := range m.Places {
		p := &m.Places[i]
		if p.Branch == nil {
			continue
		}
		on, exits := wentBack(p.Branch)
		if on == 0 && p.Instruction >= 0 && len(g.nodes) > 0 {
			if ends == nil {
				ends = g.loopEnds()
			}
			on, exits = m.stayed(g, p, ends[g.of[p.Instruction]])
		}
		if on > 0 && exits > 0 {
			p.Trips = float64(on) / float64(exits)
		}
	}
}

// wentBack returns how often a conditional went back and how often it went on.
func wentBack(c *convert.Conditional) (back, exits int64) {
	for _, s := range c.Successors {
		if c.GoesBack(s) {
			back = sum(back, s.Count)
		} else {
			exits = sum(exits, s.Count)
		}
	}
	return back, exits
}

// A loopEnd says how a conditional ends the innermost natural loop that it is in.
type loopEnd struct {
	leave int     // which of its two successors leaves the loop; -1: it ends none
	exits []int32 // edges of conditionals that leave the loop, with its own
}

// maxExits is how many exits of a loop are looked at. A loop with more has no trips.
const maxExits = 16

// stayed returns how often the conditional of a place stayed in its loop and left it, if control left by no other exit.
func (m *Method) stayed(g *graph, p *Place, end loopEnd) (on, exits int64) {
	n := &g.nodes[g.of[p.Instruction]]
	if n.last != p.Instruction || end.leave < 0 {
		return 0, 0
	}
	for _, e := range end.exits {
		to := m.Executions.ByInstruction[g.nodes[g.edges[e].to].first]
		if never := to.Count == 0 && to.Bound != None; e != n.out[end.leave] && !never {
			return 0, 0
		}
	}
	counts, ok := g.matchSuccessors(m.Code, n, p.Branch.Successors)
	if !ok {
		return 0, 0
	}
	return max(0, counts[1-end.leave]), max(0, counts[end.leave]) // -1: not recorded
}

// loopEnds returns, by node, how it ends its loop. It finds the inner loops first, and takes each for one node from then on, so
// the work is linear.
func (g *graph) loopEnds() []loopEnd {
	ends := make([]loopEnd, len(g.nodes))
	for v := range ends {
		ends[v].leave = -1
	}
	exits := make([][]int32, len(g.nodes)) // by head, of loops found so far
	many := make([]bool, len(g.nodes))     // by head: it has more of them
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
	in := make([]int32, len(g.nodes)) // the last head whose loop a node was added to, plus 1
	for _, head := range order {
		var body []int32
		loops := false
		add := func(from int32) {
			if from = within.region(from); from != head && in[from] != head+1 && below(from, head) {
				in[from] = head + 1
				body = append(body, from)
			}
		}
		for _, e := range g.nodes[head].in {
			if from := g.edges[e].from; number[from] >= 0 && below(from, head) {
				loops = true
				add(from)
			}
		}
		if !loops {
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
		body = append(body, head)
		var out []int32
		for _, v := range body {
			from := exits[v]
			if !isHead[v] {
				from = g.nodes[v].out[:g.nodes[v].next]
			}
			many[head] = many[head] || many[v]
			for _, e := range from {
				if within.region(g.edges[e].to) != head {
					out = append(out, e)
				}
			}
		}
		if isHead[head] = true; len(out) > maxExits {
			many[head] = true
		}
		if many[head] {
			continue
		}
		exits[head] = out
		for _, e := range out {
			v := g.edges[e].from
			n := &g.nodes[v]
			if n.next != 2 || innermost[v] != head {
				continue
			}
			ends[v] = loopEnd{slices.Index(n.out, e), out}
		}
	}
	return ends
}

// depthFirst numbers the nodes that can be reached, in the order of a depth-first search, and returns the last number below
// each; -1: not reached.
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
