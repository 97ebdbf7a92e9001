package graph

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/render/drawing"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// fewNodes is the number of nodes up to which the hottest are found at a glance.
const fewNodes = 8

// hottest lists the hottest nodes, by a kind of value.
func (l graphLegend) hottest(c *costs, by string) {
	if len(c.Nodes) <= fewNodes || c.heat.Most == 0 {
		return
	}
	type cost struct {
		node int
		self int64
	}
	var costs []cost
	for i := range c.Nodes {
		if self, _, known := c.of(&c.Nodes[i]); known && self > 0 {
			costs = append(costs, cost{i, self})
		}
	}
	slices.SortStableFunc(costs, func(x, y cost) int { return cmp.Compare(y.self, x.self) })
	l.Line("hottest, " + by + ":")
	for _, k := range costs[:min(drawing.HottestRows, len(costs))] {
		l.Row(drawing.Cell{Text: numbers.Percent(k.self, c.whole), Width: 46, Right: true}, drawing.Cell{Width: 5}, drawing.Cell{Text: l.Name(c.Nodes[k.node].Name), Of: plaintext.Visible(c.Nodes[k.node].Signature)})
	}
}
