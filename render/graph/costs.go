package graph

import (
	"math"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// costs are the values that the picture of a graph shows.
type costs struct {
	*callgraph.Graph
	whole int64 // the sum of self
	heat  palette.HeatScale

	// By node: the entries that were inlined through lines, and the entries inlined within a class or package, which has no line to
	// itself.
	inlined, within []int64
}

func newCosts(g *callgraph.Graph, lines []drawnEdge) *costs {
	c := &costs{Graph: g, whole: g.Entries, inlined: make([]int64, len(g.Nodes)), within: make([]int64, len(g.Nodes))}
	for _, l := range lines {
		c.inlined[l.to] += l.inlined
	}
	for _, e := range g.Edges {
		if e.Evidence == callgraph.InlinedEvidence && e.From == e.To && g.By != convert.ByMethod {
			c.within[e.To] += e.Count
		}
	}
	if g.Metric == convert.Samples {
		c.whole = g.Samples
	}
	var values []int64
	for i := range g.Nodes {
		self, _, _ := c.of(&g.Nodes[i])
		values = append(values, self)
	}
	full := 0.
	if g.Ways {
		full = fullHeat * float64(c.whole)
	}
	c.heat = palette.NewHeatScale(values, full)
	return c
}

// fullHeat is the self share from which a node may have the hottest color.
const fullHeat = 0.05

// of returns the self value of a node, and the total or, for entries, the inclusive value. It is false if the file lacks the count.
func (c *costs) of(n *callgraph.Node) (self, total int64, known bool) {
	if c.Metric == convert.Samples {
		return n.Self, n.Total, n.Total > 0
	}
	return n.Entries.Total(), n.Inclusive, n.Entries.Known()
}

// weights returns by node how much it matters to a reader: its self share or, in a comparison, how much that share changed. If
// nothing changed significantly, it is the share. Nodes in focus come first, with 1 more.
func (c *costs) weights() []float64 {
	weights := make([]float64, len(c.Nodes))
	changed := false
	for i := range c.Nodes {
		if change := c.Nodes[i].Change; change != nil && change.BeyondChance {
			weights[i], changed = math.Abs(change.Difference()), true
		}
	}
	for i := range c.Nodes {
		if !changed {
			self, _, _ := c.of(&c.Nodes[i])
			weights[i] = numbers.ShareOf(self, c.whole)
		}
		if c.Nodes[i].Focus {
			weights[i]++
		}
	}
	return weights
}

// sum returns the sum of the self values of some nodes.
func (c *costs) sum(nodes []int32) int64 {
	sum := int64(0)
	for _, i := range nodes {
		self, _, _ := c.of(&c.Nodes[i])
		sum += self
	}
	return sum
}

// fontSize returns the size of a node's name: the area of the name grows with the value.
func (c *costs) fontSize(self int64) float64 {
	return dot.NodeFontSize + (largestName-dot.NodeFontSize)*math.Sqrt(numbers.ShareOf(self, int64(c.heat.Most)))
}

// largestName is the font size of the hottest node's name.
const largestName = 26
