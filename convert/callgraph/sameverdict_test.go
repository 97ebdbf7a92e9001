package callgraph

import (
	"fmt"
	"math/rand/v2"
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
