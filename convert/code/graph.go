package code

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/classfile"
)

// A graph is the control-flow graph of a method. Its nodes are runs of instructions that always run equally often: a node
// ends where control splits or joins, and after an instruction that can throw. Node 0 is where the method is entered.
type graph struct {
	nodes []node // by BCI
	edges []edge
	of    []int32 // by index of the instruction: its node
}

type node struct {
	first, last int     // indexes of instructions
	in, out     []int32 // edges
	next        int     // the first so many of out are followed unless the last instruction throws
	throws      bool    // the last instruction can
	ends        bool    // it ends the method, or is athrow
	handler     bool    // exceptions come here
}

// An edge is a way that control goes.
type edge struct {
	from, to  int32 // to: leaves, if the method does not go on
	exception bool  // of a call or a check, not of athrow
}

const leaves int32 = -1

func newGraph(code *classfile.Code) *graph {
	in := code.Instructions
	starts := make([]bool, len(in)+1)
	start := func(bci int) {
		if i, ok := code.Index(bci); ok {
			starts[i] = true
		}
	}
	starts[0] = true
	for i, x := range in {
		flow := x.Flow()
		if flow != classfile.Next || x.CanThrow() {
			starts[i+1] = true
		}
		if flow != classfile.Next {
			for _, s := range x.Successors() {
				start(s.BCI)
			}
		}
	}
	for _, h := range code.Handlers {
		start(h.Target)
		start(h.Start)
		start(h.End)
	}
	g := &graph{of: make([]int32, len(in))}
	for i := range in {
		if starts[i] {
			g.nodes = append(g.nodes, node{first: i})
		}
		n := len(g.nodes) - 1
		g.nodes[n].last = i
		g.of[i] = int32(n)
	}
	for i := range g.nodes {
		g.connect(code, int32(i))
	}
	return g
}

// connect adds the edges that leave a node.
func (g *graph) connect(code *classfile.Code, from int32) {
	n := &g.nodes[from]
	x := code.Instructions[n.last]
	n.throws = x.CanThrow()
	seen := map[int32]bool{}
	for _, s := range x.Successors() {
		if i, ok := code.Index(s.BCI); ok && !seen[g.of[i]] { // several cases of a switch may share a target
			seen[g.of[i]] = true
			g.add(edge{from, g.of[i], false})
		}
	}
	n = &g.nodes[from]
	n.next = len(n.out)
	n.ends = n.next == 0
	caught := !n.throws && x.Flow() != classfile.Throw
	if !caught {
		var handlers []int32
		for _, h := range code.Handlers {
			i, ok := code.Index(h.Target)
			if !ok || caught || !h.Covers(x.BCI) {
				continue
			}
			g.nodes[g.of[i]].handler = true
			if !slices.Contains(handlers, g.of[i]) {
				handlers = append(handlers, g.of[i])
			}
			caught = h.Type == "" || h.Type == "java.lang.Throwable"
		}
		for _, to := range handlers {
			g.add(edge{from, to, !n.ends})
		}
	}
	if !caught || n.ends && x.Flow() != classfile.Throw {
		g.add(edge{from, leaves, !n.ends})
	}
}

func (g *graph) add(e edge) {
	number := int32(len(g.edges))
	g.edges = append(g.edges, e)
	g.nodes[e.from].out = append(g.nodes[e.from].out, number)
	if e.to != leaves {
		g.nodes[e.to].in = append(g.nodes[e.to].in, number)
	}
}
