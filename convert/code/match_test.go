package code

import (
	"fmt"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A record of the conditional 0, which goes to 1 and to 3, each an instruction of a byte: targets are those places or later ones without
// a choice; one that is neither is the only successor that is left. -1 is not recorded.
func TestMatchSuccessors(t *testing.T) {
	g, _, _ := parseGraph(t, "1 3\n2\nend\n4\nend\nend")
	code := &classfile.Code{Length: len(g.nodes)}
	for i := range g.nodes {
		g.nodes[i].first, g.nodes[i].last = i, i
		g.of = append(g.of, int32(i))
		code.Instructions = append(code.Instructions, classfile.Instruction{BCI: i, Len: 1})
	}
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
