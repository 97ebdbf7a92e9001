package graph

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// mostFocused is the maximum number of nodes in focus for which the legend shows the costs of each.
const mostFocused = 2

// focus says how nodes in focus are marked and, if there are few, what they cost with their callees: the shares in the picture are
// self shares.
func (l graphLegend) focus(c *costs) {
	var focused []*callgraph.Node
	for i := range c.Nodes {
		if c.Nodes[i].Focus {
			focused = append(focused, &c.Nodes[i])
		}
	}
	const mark = "focus (thick outline): "
	columns := 60
	if len(focused) > 1 {
		columns = 40
	}
	switch {
	case len(focused) == 0:
	case len(focused) > mostFocused:
		l.Keep(func() {
			l.Line(mark + numbers.Thousands(len(focused)) + " " + numbers.GroupWords[c.By] + sumOfFocus(c, focused))
		})
	default:
		l.Keep(func() {
			for _, n := range focused {
				cost := ""
				if self, total, known := c.of(n); known && c.Base == nil {
					cost = focusCost(c, self, total, "")
				}
				l.Line(mark + fitname.Method(fitname.ShortHashes(plaintext.Visible(n.Name)), columns) + cost)
			}
		})
	}
}

// sumOfFocus is the combined cost of several nodes, which may share stacks.
func sumOfFocus(c *costs, focused []*callgraph.Node) string {
	var sum, most int64
	for _, n := range focused {
		self, total, known := c.of(n)
		if !known && c.Metric == convert.Samples || c.Base != nil {
			return ""
		}
		sum, most = sum+self, max(most, self, total)
	}
	most = max(most, sum)
	atLeast := "at least "
	if most >= c.whole {
		atLeast = ""
	}
	return focusCost(c, sum, most, atLeast)
}

// focusCost says how much of all is in some nodes, and with all their callees.
func focusCost(c *costs, self, total int64, atLeast string) string {
	if c.Metric == convert.Samples {
		return ": " + numbers.Percent(self, c.whole) + " " + numbers.SelfWord(c.Tally) + ", " + atLeast + numbers.Percent(total, c.whole) + " total"
	}
	return ": " + numbers.Percent(self, c.whole) + " of entries, " + atLeast + numbers.Percent(max(self, total), c.whole) + " with inlined"
}

// around says how far from the focus the graph goes, and how much is beyond.
func (l graphLegend) around(g *callgraph.Graph) {
	if a := g.Around; a != nil {
		l.Keep(func() {
			l.Line("callers: " + stepsAround(a.Callers, a.MoreCallers) + "; callees: " + stepsAround(a.Callees, a.MoreCallees))
		})
	}
}

// stepsAround says how far a graph goes in a direction: 2 steps, +7 more. Of callers, the profile may not know all.
func stepsAround(steps, more int) string {
	if more == 0 {
		return "all known"
	}
	return numbers.Plural(steps, "step") + ", +" + numbers.Thousands(more) + " more"
}
