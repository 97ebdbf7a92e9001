package code

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// setTrips computes the iterations of loops per exit, at the conditionals that end them, if all exits were counted: in contexts that count
// neither their entries nor the conditional, there may have been more.
func (m *Method) setTrips(g *graph, groups []Counts) {
	var ends []loopEnd // nil: not found yet
	for i := range m.Places {
		p := &m.Places[i]
		if p.Branch == nil || p.Instruction < 0 || len(g.nodes) == 0 { // the code does not say more
			continue
		}
		if ends == nil {
			ends = g.loopEnds()
		}
		on, exits := m.stayed(g, p, ends[g.of[p.Instruction]])
		partly := func(c Counts) bool { return c.AtLeast && c.Conditionals[int(p.BCI)] == nil }
		if p.Trips = 0; on > 0 && exits > 0 && !slices.ContainsFunc(groups, partly) {
			p.Trips = float64(on) / float64(exits)
		}
	}
}

// A loopEnd describes how a conditional ends the innermost natural loop around it.
type loopEnd struct {
	leave int     // which of its two successors leaves the loop; -1: none does
	exits []int32 // edges of conditionals that leave the loop, including its own
}

// maxExits is the maximum number of exits of a loop that are examined. A loop with more has no trips.
const maxExits = 16

// stayed returns how often a conditional stayed in its loop, and how often control left the loop. Both are 0 if control also left
// elsewhere, unless the conditional jumps back, so that staying is an iteration, and all exits were counted.
func (m *Method) stayed(g *graph, p *Place, end loopEnd) (on, exits int64) {
	n := &g.nodes[g.of[p.Instruction]]
	if n.last != p.Instruction || end.leave < 0 {
		return 0, 0
	}
	counts, ok := g.matchSuccessors(m.Code, n, p.Branch.Successors)
	if !ok {
		return 0, 0
	}
	for _, e := range end.exits {
		if e == n.out[end.leave] {
			exits = sum(exits, max(0, counts[end.leave])) // -1: not recorded
			continue
		}
		left, known := m.taken(g, e)
		if back := slices.ContainsFunc(p.Branch.Successors, p.Branch.GoesBack); !known || left > 0 && !back {
			return 0, 0
		}
		exits = sum(exits, left)
	}
	return max(0, counts[1-end.leave]), exits
}

// taken returns how often control took an edge of a conditional; false: that is unknown.
func (m *Method) taken(g *graph, e int32) (count int64, known bool) {
	from := &g.nodes[g.edges[e].from]
	if to := m.Executions.ByInstruction[g.nodes[g.edges[e].to].first]; to.Count == 0 && to.Bound != None {
		return 0, true
	}
	bci := iprof.BCI(m.Code.Instructions[from.last].BCI)
	k, _ := slices.BinarySearchFunc(m.Places, bci, func(p Place, bci iprof.BCI) int { return cmp.Compare(p.BCI, bci) })
	if branch := m.Places[k].Branch; branch != nil {
		if counts, ok := g.matchSuccessors(m.Code, from, branch.Successors); ok {
			count = counts[slices.Index(from.out, e)]
			return max(0, count), true
		}
	}
	return 0, false
}

// loopEnds returns, by node, how it ends its loop. It finds inner loops first and then treats each as one node, so the work is
// linear.
func (g *graph) loopEnds() []loopEnd {
	ends := make([]loopEnd, len(g.nodes))
	for v := range ends {
		ends[v].leave = -1
	}
	exits := make([][]int32, len(g.nodes)) // by head, of loops found so far
	many := make([]bool, len(g.nodes))     // by head: number of conditionals that jump back to it
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
