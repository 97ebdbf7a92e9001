package graph

import (
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
)

func selfText(g *callgraph.Graph, n int64) string {
	if n == 0 {
		return ""
	}
	return ", " + numbers.ShortCount(n) + " " + numbers.SelfWord(g.Tally)
}

// conditionalLine returns a line about a conditional: @19 →46 66.7% →22 33.3% (7,884,210). With source lines (nil: without), it
// begins @19 :58.
func conditionalLine(lines *sourceline.Lines, c *sites.Conditional) string {
	var b strings.Builder
	b.WriteString(places.AtBCI(c.BCI) + places.LineSuffix(lines.Line(c.Slot, c.BCI)))
	targets := c.Targets()
	for i, p := range targets {
		if i == 3 && len(targets) > 4 {
			fmt.Fprintf(&b, " … %d more", len(targets)-3)
			break
		}
		fmt.Fprintf(&b, " →%s %s", places.TargetBCI(p.Target), numbers.Percent(p.Count, c.Executions))
	}
	fmt.Fprintf(&b, " (%s)", numbers.Thousands(c.Executions))
	return b.String()
}
