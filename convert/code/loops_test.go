package code

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/budget"
)

// TestLoops finds loops: their heads, and edges. A line is a node, as in TestFlows.
func TestLoops(t *testing.T) {
	for _, c := range []struct{ name, graph, want string }{
		{"tested first", `1
			2 3
			1
			end`, "1: 1 in 1 back 1 out"},
		{"tested last", `1
			2 1
			end`, "1: 1 in 1 back 1 out"},
		{"an if in a loop", `1 5
			2 3
			4
			4
			0
			end`, "0: 0 in 1 back 1 out"},
		{"a loop in a loop", `1 5
			2
			3 4
			2
			0
			end`, "2: 1 in 1 back 1 out, 0: 0 in 1 back 1 out"},
		{"one that starts with a loop", `1 2
			0
			3 0
			end`, "0: 0 in 2 back 1 out"},
		{"two conditions", `1 3
			2 3
			0
			end`, "0: 0 in 1 back 2 out"},
		{"retry", `1 !3
			2 4
			0
			0
			end`, "0: 0 in 2 back 1 out"},
		{"entered in the middle", `1 2
			2 3
			1
			end`, "1: 1 in 1 back 1 out irregular"},
		{"no loop", `1 2
			end
			end`, ""},
	} {
		g, _, _ := parseGraph(t, c.graph)
		var loops []string
		for l := range g.loops() {
			text := fmt.Sprintf("%d: %d in %d back %d out", l.head, len(l.entries), len(l.back), len(l.exits))
			if l.irregular {
				text += " irregular"
			}
			loops = append(loops, text)
		}
		if got := strings.Join(loops, ", "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestLoopsAreLinear nests 20,000 loops.
func TestLoopsAreLinear(t *testing.T) {
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
	loops := 0
	for l := range g.loops() {
		if loops++; len(l.exits) != 1 {
			t.Fatal(l.head, l.exits)
		}
	}
	end()
	if loops != n {
		t.Errorf("%d loops", loops)
	}
}
