package code

import "github.com/iprof-viz/iprof-viz/classfile"

// A graph is the control-flow graph of a method. Its nodes are runs of instructions that always run equally often: a node
// ends where control splits or joins, and after an instruction that can throw. Node 0 is where the method is entered.
type graph struct {
	nodes []node // by BCI
	edges []edge
	of    []int32 // by index of the instruction: its node
	risks []risk  // by index of the instruction
}

type node struct {
	first, last int     // indexes of instructions
	in, out     []int32 // edges
	next        int     // number of edges in out to follow unless the last instruction throws
	throws      bool    // the last instruction can throw
	ends        bool    // it ends the method, or is athrow
	handler     bool    // an exception handler begins here
}

// An edge is a possible transfer of control.
type edge struct {
	from, to  int32 // target; leaves if control leaves the method
	exception bool  // by a call or a check that throws, not by athrow
}

const leaves int32 = -1

// maxHandlerWork limits the pairs of instructions and handlers that are examined, and maxEdges the edges: real methods have a few
// thousand, but a class file of 1 MB may require 400 million.
const (
	maxHandlerWork = 20_000_000
	maxEdges       = 500_000
)

// newGraph returns the graph of code; an empty one if it would be too large. Hints are by BCI; nil: none.
func newGraph(code *classfile.Code, hints map[int]CallHint) *graph {
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
	if len(g.nodes)*len(code.Handlers) > maxHandlerWork {
		return &graph{}
	}
	g.risks = risks(code, hints)
	g.reserve()
	reached := make([]int32, len(g.nodes))
	for i := range g.nodes {
		if g.connect(code, int32(i), reached); len(g.edges) > maxEdges {
			return &graph{}
		}
	}
	return g
}

// reserve makes room for the edges of nodes, of which most have at most two on each side.
func (g *graph) reserve() {
	g.edges = make([]edge, 0, 2*len(g.nodes))
	numbers := make([]int32, 4*len(g.nodes))
	for v := range g.nodes {
		i := 4 * v
		g.nodes[v].in, g.nodes[v].out = numbers[i:i:i+2], numbers[i+2:i+2:i+4]
	}
}

// connect adds the edges that leave a node. Reached holds, by node, the last node with edges to it, starting at 1: several cases of
// a switch, and several handlers, may share a target.
func (g *graph) connect(code *classfile.Code, from int32, reached []int32) {
	x := code.Instructions[g.nodes[from].last]
	fresh := func(bci int, mark int32) (int32, bool) {
		i, ok := code.Index(bci)
		if !ok || reached[g.of[i]] == mark {
			return 0, false
		}
		reached[g.of[i]] = mark
		return g.of[i], true
	}
	for _, s := range x.Successors() {
		if to, ok := fresh(s.BCI, 2*from+1); ok {
			g.add(edge{from, to, false})
		}
	}
	n := &g.nodes[from]
	n.throws = g.risks[n.last].throws
	n.next = len(n.out)
	n.ends = n.next == 0
	caught := !n.throws && x.Flow() != classfile.Throw
	for _, h := range code.Handlers {
		if caught {
			break
		}
		if !h.Covers(x.BCI) {
			continue
		}
		if to, ok := fresh(h.Target, 2*from+2); ok {
			g.nodes[to].handler = true
			g.add(edge{from, to, !n.ends})
		}
		caught = h.Type == "" || h.Type == "java.lang.Throwable"
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
