package callgraph

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// An edge that has the counts of one of its nodes changed if that did: there are more edges than nodes, so that alone they have another limit
// for false discoveries.
func TestEdgesHaveTheVerdictOfNodesWithTheirCounts(t *testing.T) {
	const methods = 60
	var names []string
	for i := range methods + 5 {
		names = append(names, fmt.Sprint("m", i))
	}
	run := func(random *rand.Rand, metric convert.Metric, changed bool) *iprof.Profile {
		var samples, calls []string
		for i := range methods {
			n := 300 + random.IntN(40)
			if changed && i%3 == 0 {
				n += 20 + 3*i
			}
			leaf := i + 6
			samples = append(samples, fmt.Sprintf("%d:0<%d:%d<1:%d %d", leaf, 2+i%4, i, i%4, n)) // each of one caller
			calls = append(calls, fmt.Sprintf("%d:0<%d:%d %d", leaf, 2+i%4, i, n))
			if i%2 == 0 {
				for k := range 4 { // and some of each
					samples = append(samples, fmt.Sprintf("%d:1<%d:%d<1:9 100", leaf, 2+k, 100+i))
				}
			}
		}
		if metric == convert.Samples {
			return testprofile.Parse(t, "{"+testprofile.Methods(names...)+testprofile.Samples(samples...)+"}")
		}
		return testprofile.Parse(t, "{"+testprofile.Methods(names...)+testprofile.Calls(append(calls, "1:0 5000", "2:0 100", "3:0 100", "4:0 170", "5:0 131")...)+"}")
	}
	for _, metric := range []convert.Metric{convert.Samples, convert.Calls} {
		same, changed := 0, 0
		for seed := range uint64(20) {
			random := rand.New(rand.NewPCG(seed, 5))
			g := graphSince(t, run(random, metric, false), run(random, metric, true), Options{Metric: metric})
			for _, e := range g.Edges {
				if e.To < 0 || e.Change == nil {
					continue
				}
				n := g.Nodes[e.To]
				count, base := n.Total, n.BaseTotal
				if metric == convert.Calls {
					count, base = n.Entries.Total(), n.BaseEntries.Total()
				}
				if n.Change == nil || e.Count != count || e.Base.Count != base {
					continue
				}
				if same++; n.Change.BeyondChance {
					changed++
				}
				if e.Change.BeyondChance != n.Change.BeyondChance {
					t.Errorf("%s, seed %d: %s, %d → %d: the node changed %t, the edge %t", metric, seed, n.Name, base, count, n.Change.BeyondChance, e.Change.BeyondChance)
				}
			}
		}
		if same < 100 || changed < 10 || changed == same {
			t.Errorf("%s: %d edges have the counts of their node, %d of them changed", metric, same, changed)
		}
	}
}

// A call has one verdict, however many others are drawn beside it: in a picture of few, one of 1 → 10 entries would be a change, and in the table
// of all it is none.
func TestVerdictsOfEdgesAreThoseOfAll(t *testing.T) {
	const methods = 100
	var names []string
	for i := range methods + 2 {
		names = append(names, fmt.Sprint("m", i))
	}
	run := func(metric convert.Metric, few, many int) *iprof.Profile {
		records := []string{fmt.Sprintf("2:0<1:1 %d", few), fmt.Sprintf("2:0<3:1 %d", many)}
		for i := range methods {
			records = append(records, fmt.Sprintf("%d:0<1:%d %d", i+3, 100+i, 4+i%3))
		}
		if metric == convert.Samples {
			return testprofile.Parse(t, "{"+testprofile.Methods(names...)+testprofile.Samples(append(records, "40:0<1:500 90000")...)+"}")
		}
		return testprofile.Parse(t, "{"+testprofile.Methods(names...)+testprofile.Calls(append(records, "1:0 1", "40:0<1:500 90000")...)+"}")
	}
	for _, metric := range []convert.Metric{convert.Samples, convert.Calls} {
		old, new := run(metric, 1, 2046), run(metric, 10, 20460)
		verdicts := func(g *Graph) map[string]bool {
			of := map[string]bool{}
			for _, e := range g.Edges {
				if e.From >= 0 && e.Change != nil {
					of[fmt.Sprint(g.Nodes[e.From].Name, "@", e.Site, " ", g.Nodes[e.To].Name)] = e.Change.BeyondChance
				}
			}
			return of
		}
		all, compared := verdicts(graphSince(t, old, new, Options{Metric: metric})), 0
		for _, opts := range []Options{{Nodes: 4}, {Nodes: 4, EdgeFraction: 0.01}, {Filter: convert.FilterOptions{Focus: regexp.MustCompile(`\.m1$`)}, Callers: 1, Nodes: 10}} {
			opts.Metric = metric
			for call, changed := range verdicts(graphSince(t, old, new, opts)) {
				if compared++; changed != all[call] {
					t.Errorf("%s: %s changed: %t of all, %t of few", metric, call, all[call], changed)
				}
			}
		}
		if len(all) < methods || compared < 4 || all["T.m0@1 T.m1"] || !all["T.m2@1 T.m1"] {
			t.Errorf("%s: %d edges of all, %d of few, %v", metric, len(all), compared, all)
		}
	}
}
