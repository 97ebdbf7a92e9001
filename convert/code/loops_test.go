package code

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/budget"
)

// TestLoopEnds finds conditionals that end loops, by the successor that leaves, and the number of exits. A line is a node, as in TestFlows.
func TestLoopEnds(t *testing.T) {
	for _, c := range []struct{ name, graph, want string }{
		{"tested first", `1
			2 3
			1
			end`, "- 1/1 - -"},
		{"tested last", `1
			2 1
			end`, "- 0/1 -"},
		{"an if in a loop", `1 5
			2 3
			4
			4
			0
			end`, "1/1 - - - - -"},
		{"a loop in a loop", `1 5
			2
			3 4
			2
			0
			end`, "1/1 - 1/1 - - -"},
		{"one that starts with a loop", `1 2
			0
			3 0
			end`, "- - 0/1 -"},
		{"two conditions", `1 3
			2 3
			0
			end`, "1/2 1/2 - -"},
		{"retry", `1 !3
			2 4
			0
			0
			end`, "- 1/1 - - -"},
		{"no loop", `1 2
			end
			end`, "- - -"},
	} {
		g, _, _ := parseGraph(t, c.graph)
		var ends []string
		for _, x := range g.loopEnds() {
			if x.leave < 0 {
				ends = append(ends, "-")
			} else {
				ends = append(ends, fmt.Sprintf("%d/%d", x.leave, len(x.exits)))
			}
		}
		if got := strings.Join(ends, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestLoopEndsAreLinear nests 20,000 loops.
func TestLoopEndsAreLinear(t *testing.T) {
	const n = 20_000
	g := &graph{nodes: make([]node, 2*n+1)}
	for i := range int32(n) {
		g.add(edge{i, i + 1, false})
		g.nodes[i].next = 1
		g.add(edge{n + i, n + i + 1, false})
		g.add(edge{n + i, n - i - 1, false})
		g.nodes[n+i].next = 2
	}
	end := budget.Budget{Memory: 256 << 20}.Start(t, 0)
	ends := g.loopEnds()
	end()
	for i := range n - 1 {
		if ends[n+i].leave != 0 {
			t.Fatalf("%d: %v", i, ends[n+i])
		}
	}
}
