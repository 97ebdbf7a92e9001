package code

import (
	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/sites"
)

// Blocks returns the basic blocks of code: the index of the first instruction, and that after the last.
func Blocks(code *classfile.Code) [][2]int {
	var blocks [][2]int
	for i, start := range newGraph(code, nil).blockStarts() {
		if start {
			blocks = append(blocks, [2]int{i, i})
		}
		blocks[len(blocks)-1][1] = i + 1
	}
	return blocks
}

// MayThrow and MayBeNull are the risks of instructions, by index.
func MayThrow(code *classfile.Code, hints map[int]CallHint) []bool {
	var all []bool
	for _, r := range risks(code, hints) {
		all = append(all, r.throws)
	}
	return all
}

func MayBeNull(code *classfile.Code) []bool {
	var all []bool
	for _, r := range risks(code, nil) {
		all = append(all, r.null)
	}
	return all
}

// InHandlers returns, by index of an instruction, which ones only an exception leads to.
func InHandlers(code *classfile.Code) []bool {
	g := newGraph(code, nil)
	normal := (&flow{graph: g}).reachedNormally()
	in := make([]bool, len(g.of))
	for i, node := range g.of {
		in[i] = !normal[node]
	}
	return in
}

// blockStarts returns, by index of an instruction, where basic blocks begin: where control comes from another place than
// the instruction before alone, or splits.
func (g *graph) blockStarts() []bool {
	starts := make([]bool, len(g.of))
	for i := range g.nodes {
		n := &g.nodes[i]
		if i == 0 || n.handler || len(n.in) != 1 {
			starts[n.first] = true
			continue
		}
		before := g.nodes[g.edges[n.in[0]].from]
		starts[n.first] = before.last != n.first-1 || before.next != 1
	}
	return starts
}

// LoopEndsOf returns what the code and counts say of the loops that conditionals end.
func LoopEndsOf(body *classfile.Code, groups []Counts, conditionals []*sites.Conditional) []LoopEnd {
	g := newGraph(body, nil)
	return newFlowCounts(g, body, g.executions(body, groups, nil, nil).ByInstruction, groups, conditionals).loopEnds()
}
