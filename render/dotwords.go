package render

import (
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
)

// groupWords are the nouns for nodes.
var groupWords = map[convert.GroupBy]string{
	convert.ByMethod: "methods", convert.ByClass: "classes", convert.ByPackage: "packages",
}

func countText(e *callgraph.EdgeCounts) string {
	if !e.Known {
		return "n/a"
	}
	return shortCount(e.Count)
}

// selfAlone is the word for samples of a method itself.
const selfAlone = "self"

// selfWord returns the words for samples of a method itself; in a view that counts code of others for the application's, they say
// so, as in top.
func selfWord(tally convert.Tally) string {
	if tally.Charged.Value > 0 {
		return "incl. library code"
	}
	return selfAlone
}

func selfText(g *callgraph.Graph, n int64) string {
	if n == 0 {
		return ""
	}
	return ", " + shortCount(n) + " " + selfWord(g.Tally)
}

// conditionalLine returns a line about a conditional: @19 →46 66.7% →22 33.3% (7,884,210). With source lines, nil: without, it begins
// @19 :58.
func conditionalLine(lines *sourceline.Lines, c *sites.Conditional) string {
	var b strings.Builder
	b.WriteString(atBCI(c.BCI) + lineSuffix(lines.Line(c.Slot, c.BCI)))
	targets := c.Targets()
	for i, p := range targets {
		if i == 3 && len(targets) > 4 {
			fmt.Fprintf(&b, " … %d more", len(targets)-3)
			break
		}
		fmt.Fprintf(&b, " →%s %s", targetBCI(p.Target), percent(p.Count, c.Executions))
	}
	fmt.Fprintf(&b, " (%s)", thousands(c.Executions))
	return b.String()
}
