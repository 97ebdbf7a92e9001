package graph

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
)

// drawnEdges returns the lines of the picture. Many inlined edges between the same nodes become one line. Samples of a call that is
// also inlined are in the tooltip of the inlined line.
func drawnEdges(g *callgraph.Graph) []drawnEdge {
	if g.Ways {
		return wayLines(g)
	}
	if g.Base != nil {
		return changedLines(g)
	}
	lines := make([]drawnEdge, 0, len(g.Edges)) // no edge is more than one line
	for _, b := range groupEdges(g) {
		lines = append(lines, b.lines(g)...)
	}
	return lines
}

// fewestRows is the minimum number of nodes without a line that are put in a table.
const fewestRows = 4

// loneNodes are the nodes without a line, in ascending order. Hot ones are not among them.
type loneNodes []int32

func (l loneNodes) has(node int32) bool {
	_, found := slices.BinarySearch(l, node)
	return found
}

// drawnGraph returns the lines between boxes, and the nodes that have none: neither to others nor to themselves. A stub is a line only for a
// node that has another line. A node of the hottest color is a box in any case, as readers look for it.
func drawnGraph(g *callgraph.Graph) (lines []drawnEdge, alone loneNodes) {
	linked := make([]bool, len(g.Nodes))
	lines = drawnEdges(g)
	for _, l := range lines {
		if l.from >= 0 {
			linked[l.from], linked[l.to] = true, true
		}
	}
	c := newCosts(g, lines)
	for i := range g.Nodes {
		self, _, _ := c.of(&g.Nodes[i])
		if !linked[i] && numbers.ShareOf(self, c.whole) < fullHeat {
			alone = append(alone, int32(i))
		}
	}
	if len(alone) < fewestRows && len(alone) < len(g.Nodes) || len(alone) == 1 {
		alone = nil
	}
	return slices.DeleteFunc(lines, func(l drawnEdge) bool { return alone.has(l.to) }), alone
}
