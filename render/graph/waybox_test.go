package graph

import (
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
)

// Overloads, and methods that differ in their results alone, do not look the same in a box that has room for neither.
func TestMembersAreToldApart(t *testing.T) {
	c := &costs{Graph: &callgraph.Graph{Metric: convert.Samples}, whole: 200}
	of := func(names ...string) []string {
		n := callgraph.Node{Name: "a cycle"}
		for i, name := range names {
			n.Members = append(n.Members, callgraph.Node{Name: name, Self: int64(20 - i), Total: 20})
		}
		return memberLines(c, &n)
	}
	for _, tt := range []struct{ names, want []string }{
		{[]string{"Dispatch$Sum.accept", "Dispatch$Size.sum(Dispatch$Sum):Object", "Dispatch$Size.sum(Dispatch$Sum):Integer"},
			[]string{"10.0% Dispatch$Sum.accept", "9.50% Dispatch$Size.sum(…):Object", "9.00% Dispatch$Size.sum(…):Integer"}},
		{[]string{"A.f", "A.g", "A.h", "A.i", "A.j"}, []string{"10.0% A.f", "9.50% A.g", "9.00% A.h", "… 2 more"}},
		{[]string{"A.f", "A.g"}, []string{"10.0% A.f", "9.50% A.g"}},
	} {
		if got := of(tt.names...); !slices.Equal(got, tt.want) {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
