package graph

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/callgraph"
)

// drawnEdges returns the lines of the picture. Many inlined edges between the same nodes become one line. Samples of a call that is
// also inlined are in the tooltip of the inlined line.
func drawnEdges(g *callgraph.Graph) []drawnEdge {
	if g.Ways {
		return wayLines(g)
	}
	lines := make([]drawnEdge, 0, len(g.Edges)) // no edge is more than one line
	for _, b := range groupEdges(g) {
		lines = append(lines, b.lines(g)...)
	}
	return lines
}

// fewestRows is the minimum number of nodes without a line that are put in a table.
const fewestRows = 4

// loneNodes are the nodes without a line, in ascending order.
type loneNodes []int32

func (l loneNodes) has(node int32) bool {
	_, found := slices.BinarySearch(l, node)
	return found
}

// drawnGraph returns the lines between boxes, and the nodes that have none. A stub is a line only for a node that has another line.
func drawnGraph(g *callgraph.Graph) (lines []drawnEdge, alone loneNodes) {
	linked := make([]bool, len(g.Nodes))
	lines = drawnEdges(g)
	for _, l := range lines {
		if l.from >= 0 && l.from != l.to {
			linked[l.from], linked[l.to] = true, true
		}
	}
	for i := range g.Nodes {
		if !linked[i] {
			alone = append(alone, int32(i))
		}
	}
	if len(alone) < fewestRows && len(alone) < len(g.Nodes) || len(alone) == 1 {
		alone = nil
	}
	return slices.DeleteFunc(lines, func(l drawnEdge) bool { return alone.has(l.to) }), alone
}
