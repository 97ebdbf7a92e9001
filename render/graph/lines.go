package graph

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/internal/unionfind"
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
	if g.Around != nil {
		lines = withoutLight(lines, len(g.Nodes))
	}
	return lines
}

// lightThrough is the share of all below which a line through nodes that are not shown is left out around a focus: where many methods
// call each other, there is one from nearly each box to each other.
const lightThrough = 0.01

// withoutLight leaves out light lines through nodes that are not shown, but for the heaviest that keep the picture connected. A
// call without a count may be heavy.
func withoutLight(lines []drawnEdge, nodes int) []drawnEdge {
	parts := unionfind.New(nodes)
	var light []int
	for i := range lines {
		switch l := &lines[i]; {
		case l.through && l.known && l.share < lightThrough:
			light = append(light, i)
		case l.from >= 0:
			parts.Join(l.from, l.to)
		}
	}
	slices.SortStableFunc(light, func(x, y int) int { return cmp.Compare(lines[y].share, lines[x].share) })
	out := make([]bool, len(lines))
	for _, i := range light {
		out[i] = !parts.Join(lines[i].from, lines[i].to)
	}
	var drawn []drawnEdge
	for i := range lines {
		if !out[i] {
			drawn = append(drawn, lines[i])
		}
	}
	return drawn
}

// leftOut returns how many lines around a focus are left out.
func leftOut(g *callgraph.Graph) int {
	if g.Around == nil || g.Base != nil {
		return 0
	}
	lines := 0
	for _, b := range groupEdges(g) {
		lines += len(b.lines(g))
	}
	return lines - len(drawnEdges(g))
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
