package callgraph

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// aroundWords writes what a graph with a focus says of its ends.
func aroundWords(g *Graph) string {
	s := fmt.Sprintf("%d+%d %d+%d:", g.Around.Callers, g.Around.MoreCallers, g.Around.Callees, g.Around.MoreCallees)
	for _, n := range g.Nodes {
		s += fmt.Sprintf(" %s %d/%d", n.Name[len("T."):], n.Beyond.Callers, n.Beyond.Callees)
	}
	return s
}

// TestBeyondFocus: a graph around a method says where it ends, and how many callers and callees are beyond. main and boot call run, which calls
// hot, warm and cold; hot calls cold as well. Other callers of callees are not what is asked for.
func TestBeyondFocus(t *testing.T) {
	p := testprofile.Parse(t, "{"+testprofile.Methods("main", "run", "hot", "warm", "cold", "boot")+
		testprofile.Calls("1:0 100", "2:0<1:1 100", "3:0<2:1<1:1 500", "5:0<3:2<2:1<1:1 9", "4:0<2:2<1:1 190", "5:0<2:3<1:1 10", "6:0 1", "2:0<6:1 2", "4:0<6:4 3")+
		testprofile.Samples("3:1<2:1<1:1 500", "5:1<3:2<2:1<1:1 80", "4:1<2:2<1:1 390", "5:1<2:3<1:1 10", "2:1<6:1 20", "4:1<6:4 5")+"}")
	for _, c := range []struct {
		focus                   string
		callers, callees, nodes int
		want                    string
	}{
		{"run", 0, 0, 0, "0+2 0+3: run 2/3"},
		{"run", 1, 0, 0, "1+0 0+3: run 0/3 main 0/0 boot 0/0"},
		{"run", 1, 1, 0, "1+0 1+0: run 0/0 main 0/0 hot 0/0 warm 0/0 cold 0/0 boot 0/0"},
		{"run", 1, 1, 3, "1+1 1+2: run 1/2 main 0/0 hot 0/1"}, // no room for the others
		{"cold", 1, 0, 0, "1+2 0+0: run 2/0 hot 0/0 cold 0/0"},
		{"main", 0, 1, 0, "0+0 1+3: run 0/3 main 0/0"},
	} {
		for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
			g := graphOf(t, p, Options{Metric: m, Filter: convert.FilterOptions{Focus: regexp.MustCompile(c.focus)}, Callers: c.callers, Callees: c.callees, Nodes: c.nodes})
			if got := aroundWords(g); m == convert.Samples && got != c.want || fmt.Sprint(*g.Around) != fmt.Sprint(Around{c.callers, c.callees, g.Around.MoreCallers, g.Around.MoreCallees}) {
				t.Errorf("%s %d %d, %d nodes, by %s: %s, want %s", c.focus, c.callers, c.callees, c.nodes, m, got, c.want)
			}
		}
	}
}

// TestBeyondFocusIsTheRest: what a graph says of its ends is what the calls of the whole profile have beyond them.
func TestBeyondFocusIsTheRest(t *testing.T) {
	for file, data := range testprofile.Varied(t) {
		p := testprofile.Parse(t, string(data))
		all := graphOf(t, p, Options{Metric: convert.Calls})
		if len(all.Nodes) == 0 {
			continue
		}
		focus := regexp.MustCompile("^" + regexp.QuoteMeta(all.Nodes[len(all.Nodes)/3].Plain) + "$")
		for steps := range 3 {
			g := graphOf(t, p, Options{Metric: convert.Calls, Filter: convert.FilterOptions{Focus: focus}, Callers: steps, Callees: steps})
			matched := map[string]bool{}
			for _, n := range g.Nodes {
				if n.Focus {
					matched[nodeKey(&n)] = true
				}
			}
			callers, moreCallers := reach(all, matched, steps, func(e Edge) (here, there int32) { return e.To, e.From })
			callees, moreCallees := reach(all, matched, steps, func(e Edge) (here, there int32) { return e.From, e.To })
			beyond := func(of, more map[string]map[string]bool, name string) int {
				k := 0
				if of[name] == nil {
					return k
				}
				for there := range more[name] {
					if callers[there] == nil && callees[there] == nil {
						k++
					}
				}
				return k
			}
			for _, n := range g.Nodes {
				if want := (Beyond{beyond(callers, moreCallers, nodeKey(&n)), beyond(callees, moreCallees, nodeKey(&n))}); n.Beyond != want {
					t.Errorf("%s, %d steps around %s: %s: %+v, want %+v", file, steps, focus, n.Full, n.Beyond, want)
				}
			}
		}
	}
}

// nodeKey is the same in all graphs of a profile; Full is not, if only some of them have an overload.
func nodeKey(n *Node) string { return fmt.Sprint(n.Slot, n.Plain) }

// reach walks some steps from nodes, and returns the nodes on the way and, by node, where it leads.
func reach(g *Graph, from map[string]bool, steps int, ends func(Edge) (here, there int32)) (on, to map[string]map[string]bool) {
	to = map[string]map[string]bool{}
	for _, e := range g.Edges {
		if e.From < 0 || e.Evidence == UnknownEvidence {
			continue
		}
		here, there := ends(e)
		name := nodeKey(&g.Nodes[here])
		if to[name] == nil {
			to[name] = map[string]bool{}
		}
		to[name][nodeKey(&g.Nodes[there])] = true
	}
	on = map[string]map[string]bool{}
	for name := range from {
		on[name] = to[name]
		if on[name] == nil {
			on[name] = map[string]bool{}
		}
	}
	for range steps {
		next := map[string]bool{}
		for name := range on {
			for there := range to[name] {
				next[there] = true
			}
		}
		for name := range next {
			if on[name] == nil {
				if on[name] = to[name]; on[name] == nil {
					on[name] = map[string]bool{}
				}
			}
		}
	}
	return on, to
}
