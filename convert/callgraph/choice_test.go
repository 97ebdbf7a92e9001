package callgraph

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// A graph beside the table of calls has the other edges of the whole graph, unchanged, and the nodes at their ends.
func TestBesideCalls(t *testing.T) {
	for name, data := range testprofile.Varied(t) {
		p := testprofile.Parse(t, string(data))
		for _, filter := range []convert.FilterOptions{{}, {View: convert.UserView}, {Hide: regexp.MustCompile(`\bA\.`)}} {
			lines := func(g *Graph, wanted func(*Edge) bool) (edges []string, ends map[string]bool) {
				ends = map[string]bool{}
				for i := range g.Edges {
					e := &g.Edges[i]
					if !wanted(e) {
						continue
					}
					from := fmt.Sprint(e.From)
					if e.From >= 0 {
						from = idOf(&g.Nodes[e.From])
						ends[from] = true
					}
					to := idOf(&g.Nodes[e.To])
					ends[to] = true
					edges = append(edges, fmt.Sprintln(from, to, e.Site, e.SiteKnown, e.Through, e.Evidence, e.EdgeCounts))
				}
				slices.Sort(edges)
				return edges, ends
			}
			want, ends := lines(graphOf(t, p, Options{Filter: filter}), func(e *Edge) bool {
				return e.Evidence == SampledEvidence || e.Evidence == InlinedEvidence && !e.SiteKnown
			})
			beside := graphOf(t, p, Options{Filter: filter, BesideCalls: true})
			got, _ := lines(beside, func(*Edge) bool { return true })
			if !slices.Equal(got, want) {
				t.Errorf("%s, view %s: got\n%s\nwant\n%s", name, filter.View, got, want)
			}
			nodes := map[string]bool{}
			for _, n := range beside.Nodes {
				nodes[idOf(&n)] = true
			}
			if fmt.Sprint(nodes) != fmt.Sprint(ends) {
				t.Errorf("%s, view %s: nodes %v, ends of edges %v", name, filter.View, nodes, ends)
			}
		}
	}
}

// idOf identifies a node in graphs of one profile: its names depend on the other nodes.
func idOf(n *Node) string { return fmt.Sprint(n.Slot, " ", n.Signature) }

// nodeNames returns the names of nodes in order.
func nodeNames(g *Graph) string {
	var names []string
	for _, n := range g.Nodes {
		names = append(names, strings.TrimPrefix(n.Name, "T."))
	}
	return strings.Join(names, " ")
}

// The number of nodes and the minimum shares are exact: what is at a limit is shown, what is one below is not.
func TestLimitsOfNodes(t *testing.T) {
	p := testprofile.Parse(t, "{"+testprofile.Methods("main", "run", "hot", "warm", "cold", "out")+
		testprofile.Calls("1:0 100", "2:0<1:1 100", "3:0<2:1<1:1 500", "4:0<2:2<1:1 190", "5:0<2:3<1:1 10", "6:0 100")+
		testprofile.Samples("3:1<2:1<1:1 500", "4:1<2:2<1:1 390", "5:1<2:3<1:1 10", "6:1 100")+"}")
	focus := func(name string) convert.FilterOptions { return convert.FilterOptions{Focus: regexp.MustCompile(name)} }
	for _, c := range []struct {
		opts Options
		want string
	}{
		// By entries: the heaviest edges, each with its callers. Of 1000 entries, cold has 10, warm 190, main 900 inclusive.
		{Options{Metric: convert.Calls}, "hot warm main run out cold"},
		{Options{Metric: convert.Calls, Nodes: 6}, "hot warm main run out cold"},
		{Options{Metric: convert.Calls, Nodes: 5}, "hot warm main run out"},
		{Options{Metric: convert.Calls, Nodes: 4}, "hot warm main run"},
		{Options{Metric: convert.Calls, Nodes: 3}, "hot main run"},
		{Options{Metric: convert.Calls, Nodes: 2}, "main run"}, // no room for hot, which needs both
		{Options{Metric: convert.Calls, Nodes: 1}, "main"},
		{Options{Metric: convert.Calls, NodeFraction: 0.010}, "hot warm main run out cold"},
		{Options{Metric: convert.Calls, NodeFraction: 0.011}, "hot warm main run out"},
		{Options{Metric: convert.Calls, EdgeFraction: 0.010}, "hot warm main run out cold"},
		{Options{Metric: convert.Calls, EdgeFraction: 0.011}, "hot warm main run out"},
		{Options{Metric: convert.Calls, EdgeFraction: 0.101}, "hot warm main run"},
		// By samples: those with the most in total, then those with the most inclusive entries.
		{Options{Metric: convert.Samples}, "main run hot warm out cold"},
		{Options{Metric: convert.Samples, Nodes: 5}, "main run hot warm out"},
		{Options{Metric: convert.Samples, Nodes: 1}, "main"},
		{Options{Metric: convert.Samples, NodeFraction: 0.010}, "main run hot warm out cold"},
		{Options{Metric: convert.Samples, NodeFraction: 0.011}, "main run hot warm out"},
		{Options{Metric: convert.Samples, NodeFraction: 0.391}, "main run hot"},
		// Around a focus: by steps, callers and callees in turn.
		{Options{Metric: convert.Samples, Filter: focus("run")}, "run"},
		{Options{Metric: convert.Samples, Filter: focus("run"), Callers: 1}, "main run"},
		{Options{Metric: convert.Samples, Filter: focus("run"), Callees: 1}, "run hot warm cold"},
		{Options{Metric: convert.Samples, Filter: focus("run"), Callers: 1, Callees: 1}, "main run hot warm cold"},
		{Options{Metric: convert.Samples, Filter: focus("run"), Callers: 1, Callees: 1, Nodes: 4}, "main run hot warm"},
		{Options{Metric: convert.Samples, Filter: focus("run"), Callers: 1, Callees: 1, Nodes: 2}, "main run"},
		{Options{Metric: convert.Samples, Filter: focus("run|hot|warm"), Nodes: 2}, "run hot"},
		{Options{Metric: convert.Samples, Filter: focus("cold"), Callers: 1}, "run cold"},
		{Options{Metric: convert.Samples, Filter: focus("cold"), Callers: 2}, "main run cold"},
		{Options{Metric: convert.Samples, Filter: focus("main"), Callees: 2, Nodes: 3}, "main run hot"},
		{Options{Metric: convert.Calls, Filter: focus("main"), Callees: 2, Nodes: 4}, "hot warm main run"},
	} {
		if got := nodeNames(graphOf(t, p, c.opts)); got != c.want {
			t.Errorf("%+v: %s, want %s", c.opts, got, c.want)
		}
	}
}

// An edge is drawn with the callers of its heaviest context. Around a focus by samples nothing is shown beyond a method without samples.
func TestWhatIsShownOfContexts(t *testing.T) {
	contexts := testprofile.Parse(t, "{"+testprofile.Methods("light", "heavy", "from", "to")+
		testprofile.Calls("1:0 50", "3:0<1:1 5", "4:0<3:1<1:1 100", "2:0 50", "3:0<2:1 5", "4:0<3:1<2:1 300")+"}")
	between := testprofile.Parse(t, "{"+testprofile.Methods("far", "between", "near")+testprofile.Calls("1:0 9", "2:0<1:1 8", "3:0<2:1<1:1 7")+testprofile.Samples("1:1 10", "3:1 10")+"}")
	focus := convert.FilterOptions{Focus: regexp.MustCompile("far")}
	for _, c := range []struct {
		name, want, got string
	}{
		{"heaviest context", "to heavy from", nodeNames(graphOf(t, contexts, Options{Metric: convert.Calls, Nodes: 3}))},
		{"by samples", "far", nodeNames(graphOf(t, between, Options{Metric: convert.Samples, Filter: focus, Callees: 2}))},
		{"by calls", "far between near", nodeNames(graphOf(t, between, Options{Metric: convert.Calls, Filter: focus, Callees: 2}))},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", c.name, c.got, c.want)
		}
	}
}
