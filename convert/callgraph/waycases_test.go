package callgraph

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestWayCases draws small profiles, whichever method is first in the file.
func TestWayCases(t *testing.T) {
	const receivers = `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"Main"},{"id":3,"name":"A"},{"id":4,"name":"B"}],
		"methods":[{"id":1,"name":"run","signature":[2,1]},{"id":2,"name":"get","signature":[3,1]},{"id":3,"name":"get","signature":[4,1]},{"id":4,"name":"hot","signature":[2,1]}]`
	manyNames, manyStacks := []string{"main", "hot", "w", "x"}, []string{"2:0<3:1<1:1 40", "4:0<1:2 20"}
	for i := range 11 {
		manyNames = append(manyNames, fmt.Sprint("p", i))
		manyStacks = append(manyStacks, fmt.Sprintf("2:0<%d:1<4:1<1:2 1", len(manyNames)))
	}
	for _, c := range []struct {
		name, text string
		opts       Options
		want       string
	}{
		// main calls y in 4 stacks, other calls x in 3, too few for a line of their own. The first connects the two ways; they need no second.
		{"connections", "{" + testprofile.Methods("main", "x", "other", "y") + testprofile.Samples("2:1<1:1 50", "4:1<3:1 60", "4:1<1:2 4", "2:1<3:2 3"), Options{Metric: convert.Samples, NodeFraction: 0.02},
			`T.other → T.y sampled 60
			T.main → T.x sampled 50
			T.main → T.y sampled 4
			T.x: 3 by 1, T.other() 3`},
		{"a connection through two", "{" + testprofile.Methods("main", "x", "other", "y", "p", "q") + testprofile.Samples("2:1<1:1 50", "4:1<3:1 60", "4:1<6:1<5:1<1:2 4"), Options{Metric: convert.Samples, NodeFraction: 0.01},
			`T.other → T.y sampled 60
			T.main → T.x sampled 50
			T.main → T.y sampled 4 via T.p, T.q`},
		// x calls hot through eleven methods, which have one sample each: none has a line, as most samples of hot come from main.
		{"a call through many", "{" + testprofile.Methods(manyNames...) + testprofile.Samples(manyStacks...), Options{Metric: convert.Samples, NodeFraction: 0.1},
			`T.main → T.hot sampled 40 via T.w
			T.main → T.x sampled 31
			T.x →… T.hot sampled 11`},
		// fib is entered 100 times as compilation root, by itself and by main, and calls itself at two sites: 1% of all in sum.
		{"a light loop", "{" + testprofile.Methods("main", "fib") + testprofile.Calls("1:0 100", "2:0<1:1 890", "2:0<2:1<1:1 6", "2:0<2:2<1:1 4"), Options{Metric: convert.Calls},
			`T.main →@1 T.fib inlined 890 ×8.9 cov 100%
			T.fib →@1 T.fib inlined 6 ×0.00674 cov 99%
			T.fib →@2 T.fib inlined 4 ×0.00449 cov 99%`},
		{"a lighter loop", "{" + testprofile.Methods("main", "fib") + testprofile.Calls("1:0 100", "2:0<1:1 891", "2:0<2:1<1:1 4", "2:0<2:2<1:1 5"), Options{Metric: convert.Calls},
			`T.main →@1 T.fib inlined 891 ×8.91 cov 100%`},
		{"a light loop of samples", "{" + testprofile.Methods("main", "fib") + testprofile.Samples("2:1<1:1 990", "2:1<2:1<1:1 10"), Options{Metric: convert.Samples},
			`T.main → T.fib sampled 1000
			T.fib → T.fib sampled 10`},
		{"a lighter loop of samples", "{" + testprofile.Methods("main", "fib") + testprofile.Samples("2:1<1:1 991", "2:1<2:1<1:1 9"), Options{Metric: convert.Samples},
			`T.main → T.fib sampled 1000`},
		// Most of the calls of B.get are its own, but its way goes on with run, which calls it from outside, if not often enough for a line of its own.
		{"recursion of a root", receivers + testprofile.Calls("1:0 10", "2:0<1:5 70", "2:0<3:2 5", "3:0 1000") +
			`,"virtualInvokeProfiles":[{"ctx":"1:5","records":[3,70,4,40]},{"ctx":"3:2","records":[3,5,4,890]}]`, Options{Metric: convert.Calls, NodeFraction: 0.5},
			`B.get →@2 B.get called ≥890 ×0.89 cov 100%
			Main.run →@5 B.get called ≥40 ×4 cov 100%`},
		// hot calls B.get, which calls it: a way from hot to B.get would make them one box, so that it is a line beside the ways, if it has a tenth of
		// the calls of B.get.
		{"a call back", receivers + testprofile.Calls("1:0 10", "2:0<1:5 1", "2:0<4:4<3:1 5", "4:0<3:1 900", "3:0 160") +
			`,"virtualInvokeProfiles":[{"ctx":"1:5","records":[3,1,4,100]},{"ctx":"4:4<3:1","records":[3,5,4,50]}]`, Options{Metric: convert.Calls, NodeFraction: 0.1},
			`B.get →@1 Main.hot inlined 900 ×5.62 cov 100%
			Main.run →@5 B.get called ≥100 ×10 cov 100%
			Main.hot →@4 B.get called ≥50 ×0.0556 cov 100%`},
		{"a rare call back", receivers + testprofile.Calls("1:0 10", "2:0<1:5 1", "2:0<4:4<3:1 5", "4:0<3:1 900", "3:0 160") +
			`,"virtualInvokeProfiles":[{"ctx":"1:5","records":[3,1,4,100]},{"ctx":"4:4<3:1","records":[3,5,4,15]}]`, Options{Metric: convert.Calls, NodeFraction: 0.1},
			`B.get →@1 Main.hot inlined 900 ×5.62 cov 100%
			Main.run →@5 B.get called ≥100 ×10 cov 100%
			B.get: 15 by 1, Main.hot() 15`},
		// hot, which is on no way, calls B.get too seldom for a line.
		{"a rare caller", receivers + testprofile.Calls("1:0 10", "2:0<1:5 1", "3:0 160", "4:0 20", "2:0<4:4 1") +
			`,"virtualInvokeProfiles":[{"ctx":"1:5","records":[3,1,4,100]},{"ctx":"4:4","records":[3,1,4,5]}]`, Options{Metric: convert.Calls, NodeFraction: 0.5},
			`Main.run →@5 B.get called ≥100 ×10 cov 100%
			B.get: 5 by 1, Main.hot() 5`},
		// x calls y through p, which is on no way, in a quarter of the stacks of y, which are 2% of all.
		{"a call between ways", "{" + testprofile.Methods("main", "x", "y", "p", "z") + testprofile.Samples("2:1<1:1 50", "3:1<1:1 60", "3:1<4:1<2:1<1:1 20", "5:1<1:1 870"), Options{Metric: convert.Samples, NodeFraction: 0.04},
			`T.main → T.z sampled 870
			T.main → T.x sampled 70
			T.main → T.y sampled 60
			T.x → T.y sampled 20 via T.p`},
	} {
		for by := range 6 {
			c.opts.Ways = true
			g := graphOf(t, testprofile.Parse(t, testprofile.Rotated(t, c.text+"}", by)), c.opts)
			testprofile.WantText(t, c.name, strings.Join(append([]string{ways(g)}, othersOf(g)...), "\n"), c.want)
		}
	}
}

// Of equal callers the way takes the one that comes first in the profile.
func TestWayOfEqualCallers(t *testing.T) {
	for _, order := range [][]string{{"3:0<1:1 10", "3:0<2:1 10"}, {"3:0<2:1 10", "3:0<1:1 10"}} {
		g := graphOf(t, testprofile.Parse(t, "{"+testprofile.Methods("a", "b", "leaf")+testprofile.Samples(order...)+"}"), Options{Metric: convert.Samples, Ways: true, Nodes: 2})
		first, second := "a", "b"
		if order[0] == "3:0<2:1 10" {
			first, second = "b", "a"
		}
		testprofile.WantText(t, order[0], strings.Join(append([]string{ways(g)}, othersOf(g)...), "\n"), "T."+first+" → T.leaf sampled 10\nT.leaf: 10 by 1, T."+second+"() 10")
	}
}
