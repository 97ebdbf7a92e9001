package code

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// graphOfBytes parses a graph whose nodes are an instruction of a byte each.
func graphOfBytes(t *testing.T, text string) (*graph, *classfile.Code) {
	g, _, _ := parseGraph(t, text)
	code := &classfile.Code{Length: len(g.nodes)}
	for i := range g.nodes {
		g.nodes[i].first, g.nodes[i].last = i, i
		g.of = append(g.of, int32(i))
		code.Instructions = append(code.Instructions, classfile.Instruction{BCI: i, Len: 1})
	}
	return g, code
}

// A recorded target may be far down the straight line, which may also be a circle. A switch that goes to each place of one costs little.
func TestMatchFarSuccessors(t *testing.T) {
	const length = 30_000
	var line strings.Builder
	ways := "1"
	for i := 1; i < length; i++ {
		fmt.Fprintf(&line, "%d\n", i+1)
		ways += fmt.Sprintf(" %d", i+1)
	}
	for text, want := range map[string]string{
		fmt.Sprintf("1 %d\n%s1\nend", length+1, &line):   "[7 -1] true", // the last place goes back to the first
		fmt.Sprintf("1 %d\n%send\nend", length+1, &line): "[7 -1] true",
	} {
		g, code := graphOfBytes(t, text)
		counts, ok := g.matchSuccessors(code, &g.nodes[0], []iprof.Successor{{Target: length - 1, Count: 7}})
		if got := fmt.Sprint(counts, ok); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	g, code := graphOfBytes(t, fmt.Sprintf("%s\n%send", ways, &line))
	end := budget.Budget{Memory: 64 << 20, Time: 5 * time.Second}.Start(t, 0)
	_, ok := g.matchSuccessors(code, &g.nodes[0], []iprof.Successor{{Target: length + 1, Count: 7}})
	if end(); ok {
		t.Error("a target matches that none of the ways leads to alone")
	}
}

// A record of the conditional 0, which goes to 1 and to 3, each an instruction of a byte: targets are those places or later ones without
// a choice; one that is neither is the only successor that is left. -1 is not recorded.
func TestMatchSuccessors(t *testing.T) {
	g, code := graphOfBytes(t, "1 3\n2\nend\n4\nend\nend")
	for _, c := range []struct {
		recorded []iprof.Successor
		want     string
	}{
		{[]iprof.Successor{{Target: 1, Count: 5}, {Target: 3, Count: 2}}, "[5 2] true"},
		{[]iprof.Successor{{Target: 3, Count: 2}, {Target: 1, Count: 5}}, "[5 2] true"},
		{[]iprof.Successor{{Target: 3, Count: 2}}, "[-1 2] true"},
		{nil, "[-1 -1] true"},
		{[]iprof.Successor{{Target: 2, Count: 6}, {Target: 4, Count: 1}}, "[6 1] true"},
		{[]iprof.Successor{{Target: 4, Count: 1}}, "[-1 1] true"},
		{[]iprof.Successor{{Target: 3, Count: 2}, {Target: 5, Count: 4}}, "[4 2] true"},
		{[]iprof.Successor{{Target: 1, Count: 2}, {Target: 5, Count: 4}}, "[2 4] true"},
		{[]iprof.Successor{{Target: 5, Count: 4}}, "[] false"},
		{[]iprof.Successor{{Target: 5, Count: 4}, {Target: 9, Count: 4}}, "[] false"},
		{[]iprof.Successor{{Target: 1, Count: 5}, {Target: 3, Count: 2}, {Target: 5, Count: 4}}, "[] false"},
	} {
		counts, ok := g.matchSuccessors(code, &g.nodes[0], c.recorded)
		if got := fmt.Sprint(counts, ok); got != c.want {
			t.Errorf("%+v: %s, want %s", c.recorded, got, c.want)
		}
	}
}
