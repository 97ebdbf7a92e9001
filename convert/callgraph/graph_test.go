package callgraph

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// graphOf makes a call graph with short names.
func graphOf(t *testing.T, p *iprof.Profile, opts Options) *Graph {
	t.Helper()
	g, err := New(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames}), opts)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// unitsOf makes the units of a profile with short names.
func unitsOf(t *testing.T, p *iprof.Profile, opts UnitOptions) *Units {
	t.Helper()
	u, err := NewUnits(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames}), opts)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// arrows returns the edges of a graph as lines: "T.a →@7 T.b inlined 5 ×0.5 cov 33%".
func arrows(g *Graph) string {
	var lines []string
	for _, e := range g.Edges {
		from, at, count := "?", "", "n/a"
		switch {
		case e.From >= 0:
			from = g.Nodes[e.From].Name
		case e.From == HiddenCaller:
			from = convert.HiddenCaller
		}
		if e.SiteKnown {
			at = fmt.Sprintf("@%d", int32(e.Site))
		}
		if e.Through {
			at = "…"
		}
		if e.Known {
			count = map[code.Bound]string{code.AtLeast: "≥", code.AtMost: "≤", code.UnlessThrown: "~"}[e.Bound] + fmt.Sprint(e.Count)
		}
		line := fmt.Sprintf("%s →%s %s %s %s", from, at, g.Nodes[e.To].Name, e.Evidence, count)
		if f, ok := e.Frequency(); ok {
			c, _ := e.Coverage()
			line += fmt.Sprintf(" ×%.3g cov %.0f%%", f, 100*c)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// boxes returns the nodes of a graph as lines: "T.a 5 = 2 + 3".
func boxes(g *Graph) string {
	var lines []string
	for _, n := range g.Nodes {
		line := n.Name + " n/a"
		if n.Entries.Known() {
			line = fmt.Sprintf("%s %d = %d + %d", n.Name, n.Entries.Total(), n.Entries.Root, n.Entries.Inlined)
		}
		if n.Total > 0 {
			line += fmt.Sprintf(", samples %d of %d", n.Self, n.Total)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestGraph(t *testing.T) {
	for _, c := range []struct {
		name, records string
		opts          Options
		nodes, edges  string
	}{
		{
			// c has 150 entries, but only 50 of them are in contexts that count its calls of m
			name:    "matched denominators",
			records: testprofile.Calls("1:0 50", "2:0 100", "2:0<1:4 50", "3:0<2:7<1:4 50"),
			nodes: `T.b 150 = 100 + 50
				T.a 50 = 50 + 0
				T.c 50 = 0 + 50`,
			edges: `T.a →@4 T.b inlined 50 ×1 cov 100%
				T.b →@7 T.c inlined 50 ×1 cov 33%
				? → T.b unknown ≤100
				? → T.a unknown 50`,
		},
		{
			name:    "two callees at one site",
			records: testprofile.Calls("1:0 9", "2:0<1:7 6", "3:0<1:7 3"),
			nodes: `T.a 9 = 9 + 0
				T.b 6 = 0 + 6
				T.c 3 = 0 + 3`,
			edges: `T.a →@7 T.b inlined 6 ×0.667 cov 100%
				T.a →@7 T.c inlined 3 ×0.333 cov 100%
				? → T.a unknown 9`,
		},
		{
			name:    "recursion",
			records: testprofile.Calls("1:0 2", "1:0<1:5 8", "1:0<1:5<1:5 12") + testprofile.Samples("1:5<1:5<1:5 3"),
			nodes:   `T.a 22 = 2 + 20, samples 3 of 3`,
			edges: `T.a →@5 T.a inlined 20 ×2 cov 45%
				T.a →@5 T.a sampled 3
				? → T.a unknown ≤2`,
		},
		{
			name:    "a caller without a count",
			records: testprofile.Calls("1:0 4", "3:0<2:2<1:1 8"),
			nodes: `T.c 8 = 0 + 8
				T.a 4 = 4 + 0
				T.b n/a`,
			edges: `T.b →@2 T.c inlined 8
				T.a →@1 T.b inlined n/a
				? → T.a unknown 4`,
		},
		{
			name:    "evidence is not mixed",
			records: testprofile.Calls("1:0 4", "2:0 10", "2:0<1:3 6") + testprofile.Samples("2:1<1:3 5", "3:1<2:9 2"),
			nodes: `T.b 16 = 10 + 6, samples 5 of 7
				T.a 4 = 4 + 0, samples 0 of 5
				T.c n/a, samples 2 of 2`,
			edges: `T.a →@3 T.b inlined 6 ×1.5 cov 100%
				T.a →@3 T.b sampled 5
				T.b →@9 T.c sampled 2
				? → T.b unknown ≤10
				? → T.a unknown 4`,
		},
		{
			// one stack of 5 samples has both edges several times
			name:    "each stack once",
			records: testprofile.Samples("2:0<1:1<2:2<1:1<2:2<1:1 5", "2:0<1:1 2"),
			nodes: `T.a n/a, samples 0 of 7
				T.b n/a, samples 7 of 7`,
			edges: `T.a →@1 T.b sampled 7
				T.b →@2 T.a sampled 5`,
		},
		{
			// a stack with both sites counts once
			name:    "sampled sites together",
			records: testprofile.Samples("2:0<1:1<2:2<1:9 5", "2:0<1:1 2"),
			opts:    Options{NoSampledSites: true},
			nodes: `T.a n/a, samples 0 of 7
				T.b n/a, samples 7 of 7`,
			edges: `T.a → T.b sampled 7
				T.b → T.a sampled 5`,
		},
		{
			name:    "through hidden methods",
			records: testprofile.Calls("1:0 4", "2:0<1:1 8", "3:0<2:2<1:1 16") + testprofile.Samples("3:0<2:2<1:1 3"),
			opts:    Options{Filter: convert.FilterOptions{Hide: regexp.MustCompile(`T\.b`)}},
			nodes: `T.c 16 = 0 + 16, samples 3 of 3
				T.a 4 = 4 + 0, samples 0 of 3`,
			edges: `T.a →… T.c inlined 16
				T.a →… T.c sampled 3
				? → T.a unknown 4`,
		},
		{
			name:    "classes",
			records: testprofile.Calls("1:0 4", "2:0<1:1 8", "3:0<2:2<1:1 16"),
			opts:    Options{By: convert.ByClass},
			nodes:   `T 28 = 4 + 24`,
			edges: `T → T inlined 24
				? → T unknown 4`,
		},
		{
			// the heaviest edge is b → c, which needs a, the root of its unit; d is heavier than a but does not fit
			name:    "callers up to the unit's root",
			records: testprofile.Calls("1:0 1", "2:0<1:1 2", "3:0<2:2<1:1 100", "4:0 50"),
			opts:    Options{Nodes: 3},
			nodes: `T.c 100 = 0 + 100
				T.b 2 = 0 + 2
				T.a 1 = 1 + 0`,
			edges: `T.b →@2 T.c inlined 100 ×50 cov 100%
				T.a →@1 T.b inlined 2 ×2 cov 100%
				? → T.a unknown 1`,
		},
		{
			// stacks have the callers of the root of the chosen unit
			name:    "callers of the root",
			records: testprofile.Calls("1:0 1", "3:0 100") + testprofile.Samples("3:0<2:2<1:1 9"),
			opts:    Options{Nodes: 3, NodeFraction: 0.05},
			nodes: `T.c 100 = 100 + 0, samples 9 of 9
				T.a 1 = 1 + 0, samples 0 of 9
				T.b n/a, samples 0 of 9`,
			edges: `T.a →@1 T.b sampled 9
				T.b →@2 T.c sampled 9
				? → T.c unknown 100
				? → T.a unknown 1`,
		},
		{
			// 5 of 100 samples have the caller b: too few to be drawn
			name:    "a light caller of the root",
			records: testprofile.Calls("1:0 1", "3:0 100") + testprofile.Samples("3:0<2:2<1:1 5", "3:0 95"),
			opts:    Options{Nodes: 3, NodeFraction: 0.06},
			nodes:   `T.c 100 = 100 + 0, samples 100 of 100`,
			edges:   `? → T.c unknown 100`,
		},
		{
			name:    "light ones",
			records: testprofile.Calls("1:0 1000", "2:0<1:1 900", "3:0<1:2 1", "4:0 1"),
			opts:    Options{NodeFraction: 0.005, EdgeFraction: 0.001},
			nodes: `T.a 1000 = 1000 + 0
				T.b 900 = 0 + 900`,
			edges: `T.a →@1 T.b inlined 900 ×0.9 cov 100%
				? → T.a unknown 1000`,
		},
		{
			name:    "focus",
			records: testprofile.Calls("1:0 1", "2:0<1:1 1", "3:0<2:2<1:1 1", "4:0<3:3<2:2<1:1 1", "5:0<4:4<3:3<2:2<1:1 1"),
			opts:    Options{Filter: convert.FilterOptions{Focus: regexp.MustCompile(`T\.c`)}, Callers: 1, Callees: 1},
			nodes: `T.b 1 = 0 + 1
				T.c 1 = 0 + 1
				T.d 1 = 0 + 1`,
			edges: `T.b →@2 T.c inlined 1 ×1 cov 100%
				T.c →@3 T.d inlined 1 ×1 cov 100%`,
		},
		{
			name:    "focus and its callers only",
			records: testprofile.Calls("1:0 1", "2:0<1:1 1", "3:0<2:2<1:1 1", "4:0<3:3<2:2<1:1 1"),
			opts:    Options{Filter: convert.FilterOptions{Focus: regexp.MustCompile(`T\.c`)}, Callers: 2, EdgeFraction: 0.9, NodeFraction: 0.9},
			nodes: `T.a 1 = 1 + 0
				T.b 1 = 0 + 1
				T.c 1 = 0 + 1`,
			edges: `T.a →@1 T.b inlined 1 ×1 cov 100%
				T.b →@2 T.c inlined 1 ×1 cov 100%
				? → T.a unknown 1`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c", "d", "e")+c.records+`}`)
			g := graphOf(t, p, c.opts)
			sortEqualNodes(g)
			testprofile.WantText(t, "nodes", boxes(g), c.nodes)
			testprofile.WantText(t, "edges", arrows(g), c.edges)
		})
	}
}

// sortEqualNodes sorts nodes by weight and then by name, so that a comparison ignores the order of nodes with the same weight.
func sortEqualNodes(g *Graph) {
	type named struct {
		Node
		at int
	}
	var list []named
	for i, n := range g.Nodes {
		list = append(list, named{n, i})
	}
	slices.SortStableFunc(list, func(a, b named) int {
		return cmp.Or(cmp.Compare(b.Entries.Total(), a.Entries.Total()), cmp.Compare(b.Total, a.Total), strings.Compare(a.Name, b.Name))
	})
	place := make([]int32, len(list))
	for i, n := range list {
		g.Nodes[i], place[n.at] = n.Node, int32(i)
	}
	for i := range g.Edges {
		if e := &g.Edges[i]; e.From >= 0 {
			e.From = place[e.From]
		}
		g.Edges[i].To = place[g.Edges[i].To]
	}
}

func TestGraphConditionals(t *testing.T) {
	// In 0.4.0 successors with the same target have the total of the target: 30 and 10, not 30, 30 and 10. Two contexts are
	// summed up, and conditionals that always go the same way are left out.
	p := testprofile.Parse(t, `{`+strings.Replace(testprofile.Methods("a", "b"), "1.0.0", "0.4.0", 1)+testprofile.Calls("1:0 40", "2:0 20", "1:0<2:3 20")+
		testprofile.Section("conditionalProfiles", []string{"1:5 20 0 30 20 1 30 9 2 10", "1:5<2:3 20 0 0 20 1 0 9 2 20", "1:7 12 0 99 15 1 0"})+`}`)
	g := graphOf(t, p, Options{})
	got := ""
	for _, n := range g.Nodes {
		for _, c := range n.Conditionals {
			got += fmt.Sprintf("%s @%d %d:", n.Name, c.BCI, c.Executions)
			for _, p := range c.Targets() {
				got += fmt.Sprintf(" →%d %d", p.Target, p.Count)
			}
		}
	}
	if want := "T.a @5 60: →9 30 →20 30"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestGraphTellsMethodsApart(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":9,"name":"p.T"},{"id":10,"name":"q.T"},{"id":11,"name":"int"}],
		"methods":[{"id":1,"name":"f","signature":[9,8]},{"id":2,"name":"f","signature":[9,8,11]},{"id":3,"name":"g","signature":[9,8]},{"id":4,"name":"g","signature":[10,8]}]`+
		testprofile.Calls("1:0 4", "2:0 3", "3:0 2")+`}`)
	var got []string
	for _, n := range graphOf(t, p, Options{}).Nodes {
		got = append(got, n.Name+" = "+n.Full)
	}
	// g of q.T is not in the graph, so the other g needs only its name
	if want := "T.f() = p.T.f(), T.f(int) = p.T.f(int), T.g = p.T.g()"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
}

// TestNamesakesByReturnType: names and full names distinguish bridge methods, and regular expressions do not see how.
func TestNamesakesByReturnType(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":9,"name":"p.T"},{"id":11,"name":"int"}],
		"methods":[{"id":1,"name":"f","signature":[9,8]},{"id":2,"name":"f","signature":[9,11]},{"id":3,"name":"g","signature":[9,8]}]`+
		testprofile.Calls("1:0 4", "2:0 3", "3:0 2")+`}`)
	want := "T.f():void = p.T.f():void, p.T.f(); T.f():int = p.T.f():int, p.T.f(); T.g = p.T.g(), p.T.g()"
	var got []string
	for _, n := range graphOf(t, p, Options{}).Nodes {
		got = append(got, fmt.Sprintf("%s = %s, %s", n.Name, n.Full, n.Signature))
	}
	if strings.Join(got, "; ") != want {
		t.Errorf("%s, want %s", strings.Join(got, "; "), want)
	}
	u, err := NewUnits(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames, Disambiguate: true}), UnitOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got = nil
	for _, unit := range u.Units {
		got = append(got, fmt.Sprintf("%s = %s, %s", unit.Name, unit.Full, unit.Contexts[0].Signature))
	}
	if strings.Join(got, "; ") != want {
		t.Errorf("units: %s, want %s", strings.Join(got, "; "), want)
	}
}

func TestGraphFoldsTheVM(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":9,"name":"T"},{"id":10,"name":"com.oracle.svm.core.Heap"},{"id":11,"name":"com.oracle.svm.enterprise.profiling.P"}],
		"methods":[{"id":1,"name":"a","signature":[9,8]},{"id":2,"name":"alloc","signature":[10,8]},{"id":3,"name":"slow","signature":[10,8]},{"id":4,"name":"count","signature":[11,8]},{"id":5,"name":"b","signature":[9,8]}]`+
		testprofile.Calls("1:0 5", "2:0<1:1 10", "3:0<2:2<1:1 3", "5:0<3:7<2:2<1:1 2", "4:0<1:9 100")+`}`)
	g := graphOf(t, p, Options{Filter: convert.FilterOptions{View: convert.UserView}})
	testprofile.WantText(t, "nodes", boxes(g), `<VM> 13 = 0 + 13
		T.a 5 = 5 + 0
		T.b 2 = 0 + 2`)
	testprofile.WantText(t, "edges", arrows(g), `T.a →@1 <VM> inlined 10 ×2 cov 100%
		<VM> → <VM> inlined 3
		<VM> → T.b inlined 2
		? → T.a unknown 5`)
	if g.Entries != 20 {
		t.Errorf("%d entries without those of the profiler, want 20", g.Entries)
	}
}

// TestFrequencyOfTheVM has a site that calls two methods of the VM: 10 + 3 calls in 5 entries.
func TestFrequencyOfTheVM(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":9,"name":"T"},{"id":10,"name":"com.oracle.svm.core.Heap"}],
		"methods":[{"id":1,"name":"a","signature":[9,8]},{"id":2,"name":"alloc","signature":[10,8]},{"id":3,"name":"slow","signature":[10,8]}]`+
		testprofile.Calls("1:0 5", "2:0<1:1 10", "3:0<1:1 3")+`}`)
	testprofile.WantText(t, "edges", arrows(graphOf(t, p, Options{Filter: convert.FilterOptions{View: convert.UserView}})), `T.a →@1 <VM> inlined 13 ×2.6 cov 100%
		? → T.a unknown 5`)
}

// TestGraphOfHiddenCallers has methods inlined into the profiler's runtime: the VM's, which VM code calls through it, an
// application's with a caller further out, and two without any.
func TestGraphOfHiddenCallers(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":9,"name":"T"},{"id":10,"name":"com.oracle.svm.core.Heap"},{"id":11,"name":"com.oracle.svm.enterprise.profiling.P"}],
		"methods":[{"id":1,"name":"a","signature":[9,8]},{"id":2,"name":"alloc","signature":[10,8]},{"id":3,"name":"slow","signature":[10,8]},{"id":4,"name":"count","signature":[11,8]},{"id":5,"name":"b","signature":[9,8]}]`+
		testprofile.Calls("2:0 100", "4:0<2:1 7", "3:0<4:2<2:1 40", "5:0<4:3<1:1 6", "4:0 9", "1:0<4:4 4", "5:0<4:5<4:4 3", "5:0<4:6 2")+`}`)
	for _, c := range []struct {
		view         convert.View
		nodes, edges string
	}{
		{convert.ExpertView, `Heap.alloc 100 = 100 + 0
			Heap.slow 40 = 0 + 40
			T.b 11 = 0 + 11
			T.a 4 = 0 + 4`, `Heap.alloc →… Heap.slow inlined 40
			T.a →… T.b inlined 6
			<hidden> → T.b inlined 5
			<hidden> → T.a inlined 4
			? → Heap.alloc unknown 100`},
		{convert.UserView, `<VM> 140 = 100 + 40
			T.b 11 = 0 + 11
			T.a 4 = 0 + 4`, `<VM> →… <VM> inlined 40
			T.a →… T.b inlined 6
			<hidden> → T.b inlined 5
			<hidden> → T.a inlined 4
			? → <VM> unknown 100`},
	} {
		g := graphOf(t, p, Options{Filter: convert.FilterOptions{View: c.view}})
		testprofile.WantText(t, "nodes", boxes(g), c.nodes)
		testprofile.WantText(t, "edges", arrows(g), c.edges)
		checkWholeGraph(t, c.view.String(), p, g)
	}
	// The view of the application shows a compilation root of others, but not what is inlined between it and the application's.
	g := graphOf(t, p, Options{Filter: convert.FilterOptions{View: convert.AppView}})
	testprofile.WantText(t, "edges of the application", arrows(g), `T.a →… T.b inlined 6
		P.count →@4 T.a inlined 4
		P.count →… T.b inlined 3
		P.count →@6 T.b inlined 2`)
	u := unitsOf(t, p, UnitOptions{Filter: convert.FilterOptions{View: convert.UserView}})
	var units []string
	for i := range u.Units {
		units = append(units, u.Units[i].lines())
	}
	testprofile.WantText(t, "units", strings.Join(units, "\n"), `[(hidden) 9] T.a 4, T.b 3, T.b 2,
		[T.a 6] T.a n/a, T.b 6 in T.a@0,
		[<VM> 140] <VM>: 1 unit 140,`)
}

// TestGraphIdentities checks properties that hold for every profile.
func TestGraphIdentities(t *testing.T) {
	for name, data := range testprofile.Varied(t) {
		t.Run(name, func(t *testing.T) {
			p := testprofile.Parse(t, string(data))
			for _, view := range convert.Views {
				for _, by := range []convert.GroupBy{convert.ByMethod, convert.ByClass, convert.ByPackage} {
					g := graphOf(t, p, Options{By: by, Filter: convert.FilterOptions{View: view}})
					checkWholeGraph(t, fmt.Sprint(view, " ", by), p, g)
				}
			}
			for _, opts := range []Options{
				{Nodes: 80, NodeFraction: 0.005, EdgeFraction: 0.001},
				{Nodes: 5},
				{Nodes: 300, Filter: convert.FilterOptions{View: convert.UserView}},
				{Nodes: 40, By: convert.ByClass},
			} {
				checkPicture(t, graphOf(t, p, opts), opts)
			}
		})
	}
}

// TestEntriesOfRandomProfiles checks the sums of edges and units with filters that hide callers at any place.
func TestEntriesOfRandomProfiles(t *testing.T) {
	seeds := uint64(6)
	if testtier.More(t, "forty random profiles rather than six") {
		seeds = 40
	}
	for seed := range seeds {
		p := testprofile.Parse(t, string(testprofile.Random(seed, testprofile.RandomVersions[seed%2])))
		for _, view := range convert.Views {
			for _, hide := range []*regexp.Regexp{nil, regexp.MustCompile(`\bA\.`), regexp.MustCompile(`\bC\.|<VM>`)} {
				filter := convert.FilterOptions{View: view, Hide: hide}
				what := fmt.Sprintf("%d, %s, hide %v", seed, view, hide)
				for _, by := range []convert.GroupBy{convert.ByMethod, convert.ByPackage} {
					g := graphOf(t, p, Options{By: by, Filter: filter})
					if hide != nil {
						g.View = convert.ExpertView // all entries are those of machine without filters only
					}
					checkWholeGraph(t, what, p, g)
				}
				u, trees := unitsOf(t, p, UnitOptions{Filter: filter}), treesOf(t, p, inlining.Options{Filter: filter})
				if u.AllUnits != trees.UnitCount || u.Entries != trees.Base {
					t.Errorf("%s: %d units with %d entries, inline has %d with %d", what, u.AllUnits, u.Entries, trees.UnitCount, trees.Base)
				}
				var shown, below int64
				for _, unit := range u.Units {
					shown += unit.Shown
					sum := int64(0)
					for _, context := range unit.Contexts {
						sum += context.Entries
					}
					if sum != unit.Shown {
						t.Errorf("%s: %s shows %d entries in contexts, %d in all", what, unit.Name, sum, unit.Shown)
					}
					if unit.Merged > 0 { // it shows its root alone
						below += unit.Inclusive - unit.Shown
					}
				}
				if shown+below != u.Entries || u.ShownEntries != shown {
					t.Errorf("%s: %d, %d and %d of %d entries in units", what, shown, below, u.ShownEntries, u.Entries)
				}
			}
		}
	}
}

// treesOf makes the inlining trees of a profile.
func treesOf(t *testing.T, p *iprof.Profile, opts inlining.Options) *inlining.Trees {
	t.Helper()
	trees, err := inlining.New(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames}), opts)
	if err != nil {
		t.Fatal(err)
	}
	return trees
}

func checkWholeGraph(t *testing.T, what string, p *iprof.Profile, g *Graph) {
	t.Helper()
	inlined := make([]int64, len(g.Nodes))
	hidden := make([]int64, len(g.Nodes))
	low, high := make([]int64, len(g.Nodes)), make([]int64, len(g.Nodes)) // of calls that were not inlined, and of the rest
	uncounted := make([]bool, len(g.Nodes))
	const unlimited = 1 << 60
	var total, allHidden int64
	for _, e := range g.Edges {
		if e.SiteKnown && (e.Through || g.Nodes[e.From].Slot < 0) {
			t.Errorf("%s: %+v has a site in no method", what, e)
		}
		switch {
		case e.From == HiddenCaller && e.Evidence == InlinedEvidence:
			hidden[e.To] += e.Count
			allHidden += e.Count
		case e.Evidence == InlinedEvidence:
			inlined[e.To] += e.Count
			uncounted[e.To] = uncounted[e.To] || !e.Known
		case e.Evidence == CalledEvidence || e.Evidence == UnknownEvidence:
			switch e.Bound {
			case code.Exact:
				low[e.To], high[e.To] = low[e.To]+e.Count, high[e.To]+e.Count
			case code.AtLeast:
				low[e.To], high[e.To] = low[e.To]+e.Count, unlimited
			case code.AtMost, code.UnlessThrown:
				high[e.To] += e.Count
			default:
				t.Errorf("%s: %+v has no bound", what, e)
			}
		}
		if c, ok := e.Coverage(); ok && (c <= 0 || c > 1) {
			t.Errorf("%s: coverage %v", what, c)
		}
	}
	// filters hide entries of methods that others call, and receiver types tell of calls of methods without a count
	full, entries := convert.NewNames(p, convert.NameOptions{}), convert.NewEntries(p).Methods
	ofGroup := func(n *Node) (root int64, counted bool) {
		counted = true
		for slot, e := range entries {
			if int32(slot) == n.Slot || n.Slot < 0 && strings.HasPrefix(full.Method(slot), n.Full) {
				root, counted = root+e.Root, counted && e.RootKnown()
			}
		}
		return root, counted
	}
	for i, n := range g.Nodes {
		total += n.Entries.Total()
		if n.Entries.Inlined != inlined[i]+hidden[i] || n.Hidden != hidden[i] {
			t.Errorf("%s: %s has %d inlined entries, %d through edges, %d of hidden callers", what, n.Name, n.Entries.Inlined, inlined[i], hidden[i])
		}
		if root, counted := ofGroup(&n); high[i] < n.Entries.Root || low[i] > max(n.Entries.Root, root) && counted && !uncounted[i] && !n.Contradicts {
			t.Errorf("%s: %s has %d entries as root, %d to %d through edges and from outside", what, n.Name, n.Entries.Root, low[i], high[i])
		}
		if n.Inclusive < 0 || n.Inclusive > g.Entries || n.Self > n.Total || n.Total > g.Samples {
			t.Errorf("%s: %+v", what, n)
		}
	}
	counted := 0
	for _, n := range g.Nodes {
		has := n.Entries.Known()
		if g.Metric == convert.Samples {
			has = n.Total > 0
		}
		if has && n.Full != convert.VMFrame && n.Full != convert.OutsideFrame {
			counted++
		}
	}
	if total != g.Entries || g.ShownEntries != g.Entries || g.AllNodes != counted || g.ShownNodes != counted || g.Hidden != allHidden {
		t.Errorf("%s: %d of %d entries, %d and %d of %d nodes", what, total, g.Entries, g.AllNodes, g.ShownNodes, counted)
	}
	if g.View == convert.MachineView && g.Entries != p.Total(iprof.Calls) {
		t.Errorf("%s: %d entries, the profile has %d", what, g.Entries, p.Total(iprof.Calls))
	}
	if g.View != convert.MachineView || g.By != convert.ByMethod {
		return
	}
	var fromSites []string
	for _, s := range sites.New(p, sites.Options{Metrics: []convert.Metric{convert.Calls}}).Calls.All {
		for _, c := range s.Callees {
			if n := c.Inlined; n.Contexts > 0 {
				fromSites = append(fromSites, fmt.Sprintln(s.Slot, s.BCI, c.Slot, n.Count, n.Known, n.MatchedCallee, n.MatchedCaller))
			}
		}
	}
	var fromGraph []string
	for _, e := range g.Edges {
		if e.Evidence == InlinedEvidence {
			fromGraph = append(fromGraph, fmt.Sprintln(g.Nodes[e.From].Slot, e.Site, g.Nodes[e.To].Slot, e.Count, e.Known, e.MatchedCallee, e.MatchedCaller))
		}
	}
	slices.Sort(fromSites)
	slices.Sort(fromGraph)
	if !slices.Equal(fromSites, fromGraph) {
		t.Errorf("%s: the inlined edges are not those of Sites", what)
	}
}

// checkPicture checks a graph with limits.
func checkPicture(t *testing.T, g *Graph, opts Options) {
	t.Helper()
	if len(g.Nodes) > opts.Nodes || len(g.Nodes) == 0 && g.Entries > 0 {
		t.Errorf("%d nodes of at most %d", len(g.Nodes), opts.Nodes)
	}
	var shown, edges int64
	reached := make([]bool, len(g.Nodes))
	inlined := make([]int64, len(g.Nodes))
	for _, e := range g.Edges {
		if e.Evidence == InlinedEvidence && e.From != HiddenCaller {
			edges += e.Count
			inlined[e.To] += e.Count
			reached[e.To] = true
		}
		if e.Evidence == UnknownEvidence && e.From != UnknownCaller {
			t.Error("an unknown caller is a node")
		}
	}
	for i, n := range g.Nodes {
		shown += n.Entries.Total()
		if inlined[i] > n.Entries.Inlined {
			t.Errorf("%s: %d inlined entries, the edges have %d", n.Name, n.Entries.Inlined, inlined[i])
		}
		// In other views it may be inlined into the profiler's runtime.
		if g.View == convert.MachineView && !reached[i] && n.Entries.Root == 0 && n.Total == 0 && n.Entries.Inlined > 0 {
			t.Errorf("%s hangs in the air: it was inlined, but no caller is shown", n.Name)
		}
	}
	if shown != g.ShownEntries || edges > g.Inlined {
		t.Errorf("%d entries shown, it says %d; edges have %d of %d inlined calls", shown, g.ShownEntries, edges, g.Inlined)
	}
}

// TestSampledEdges compares with edges that another program counted in the same stacks. It names methods by class and name,
// so methods that share both are left out.
func TestSampledEdges(t *testing.T) {
	for _, name := range []string{"sampling-json", "sampling-recursion"} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join("../../../shared/jvm", name)
			data, err := os.ReadFile(filepath.Join(dir, "profile.iprof.gz"))
			if err != nil {
				t.Skip("no measured profiles beside the project")
			}
			p := testprofile.Read(t, bytes.NewReader(data))
			truth := testfile.Read(t, filepath.Join(dir, "edges.tsv.gz"))
			want := map[string]int64{}
			for line := range strings.Lines(string(testprofile.Gunzip(t, truth))) {
				f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
				n, err := strconv.ParseInt(f[2], 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				want[f[0]+" → "+f[1]] = n
			}
			names := convert.NewNames(p, convert.NameOptions{})
			alike := map[string]int{}
			for slot := range p.MethodSlots() {
				alike[names.Method(slot)]++
			}
			g, err := New(p, names, Options{NoSampledSites: true})
			if err != nil {
				t.Fatal(err)
			}
			compared := 0
			for _, e := range g.Edges {
				if e.Evidence != SampledEvidence {
					continue
				}
				from, to := names.Method(int(g.Nodes[e.From].Slot)), names.Method(int(g.Nodes[e.To].Slot))
				if alike[from] > 1 || alike[to] > 1 {
					continue
				}
				compared++
				if key := from + " → " + to; want[key] != e.Count {
					t.Errorf("%s: %d samples, want %d", key, e.Count, want[key])
				}
			}
			if compared < 8 {
				t.Errorf("compared %d edges of %d", compared, len(want))
			}
		})
	}
}

// TestDeepGraph checks that deep trees need no recursion.
func TestDeepGraph(t *testing.T) {
	const depth = 50_000
	var b strings.Builder
	b.WriteString("1:0")
	for i := range depth {
		fmt.Fprintf(&b, "<%d:1", i%3+1)
	}
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+testprofile.Calls(b.String()+" 7", "1:0 1")+testprofile.Samples(b.String()+" 3")+`}`)
	g := graphOf(t, p, Options{Nodes: 80})
	if g.Entries != 8 || g.Samples != 3 || len(g.Nodes) != 3 {
		t.Errorf("%d entries, %d samples, %d nodes", g.Entries, g.Samples, len(g.Nodes))
	}
	u := unitsOf(t, p, UnitOptions{Nodes: 80})
	if len(u.Units) == 0 || len(u.Units[0].Contexts) != 79 {
		t.Errorf("%d units", len(u.Units))
	}
}

func TestGraphWithoutFocus(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("add", "remove")+testprofile.Calls("1:0 1", "2:0 1")+`}`)
	names := convert.NewNames(p, convert.NameOptions{})
	focus := convert.FilterOptions{Focus: regexp.MustCompile("addd")}
	_, graphErr := New(p, names, Options{Filter: focus})
	_, unitsErr := NewUnits(p, names, UnitOptions{Filter: focus})
	for _, err := range []error{graphErr, unitsErr} {
		var none *convert.NoMatchError
		if !errors.As(err, &none) || !slices.Contains(none.Nearest, "T.add") {
			t.Errorf("%v, want that nothing matches but T.add is near", err)
		}
	}
}

// lines returns a unit, a line for each context.
func (u *Unit) lines() string {
	var b strings.Builder
	fmt.Fprintf(&b, "[%s %d]", u.Name, u.Inclusive)
	for _, c := range u.Contexts {
		count := "n/a"
		if c.Known {
			count = fmt.Sprint(c.Entries)
		}
		fmt.Fprintf(&b, " %s %s", c.Name, count)
		if c.Parent >= 0 {
			fmt.Fprintf(&b, " in %s@%d", u.Contexts[c.Parent].Name, c.Site)
		}
		if f, ok := c.Frequency(); ok {
			fmt.Fprintf(&b, " ×%.3g", f)
		}
		b.WriteByte(',')
	}
	return b.String()
}

// TestUnitsOfThePublishedExample draws the boxes of the format's description: main with printEvenOrOdd, printEven and
// print, and printOdd with another print.
func TestUnitsOfThePublishedExample(t *testing.T) {
	data := testfile.Read(t, "../../testdata/even-or-odd.iprof")
	p := testprofile.Parse(t, string(data))
	u := unitsOf(t, p, UnitOptions{})
	var got []string
	for i := range u.Units {
		got = append(got, strings.ReplaceAll(u.Units[i].lines(), "EvenOrOddLength.", ""))
	}
	testprofile.WantText(t, "units", strings.Join(got, "\n"), `
		[main 6] main 2, printEvenOrOdd 2 in main@3 ×1, printEven 1 in printEvenOrOdd@9 ×0.5, print 1 in printEven@2 ×1,
		[printOdd 2] printOdd 1, print 1 in printOdd@2 ×1,`)
	if len(u.Calls) != 1 || u.Calls[0] != (UnitCall{FromUnit: 0, FromContext: 1, ToUnit: 1, Count: 1}) {
		t.Errorf("calls between units: %+v, want one sample from printEvenOrOdd to printOdd", u.Calls)
	}
}

func TestUnitsOfRealProfiles(t *testing.T) {
	for name, data := range testprofile.Varied(t) {
		t.Run(name, func(t *testing.T) {
			p := testprofile.Parse(t, string(data))
			whole := unitsOf(t, p, UnitOptions{})
			var sum, shown int64
			contexts := 0
			share := 0.0
			for i, unit := range whole.Units {
				sum += unit.Inclusive
				shown += unit.Shown
				contexts += len(unit.Contexts)
				share += float64(unit.Inclusive) / math.Max(1, float64(whole.Entries))
				if unit.Size != len(unit.Contexts) || i > 0 && unit.Inclusive > whole.Units[i-1].Inclusive {
					t.Errorf("unit %d: %d of %d contexts, %d entries", i, len(unit.Contexts), unit.Size, unit.Inclusive)
				}
			}
			if sum != p.Total(iprof.Calls) || shown != sum || contexts != p.Contexts.Len() || whole.AllContexts != contexts {
				t.Errorf("%d and %d of %d entries in %d of %d contexts", sum, shown, p.Total(iprof.Calls), contexts, p.Contexts.Len())
			}
			if sum > 0 && math.Abs(share-1) > 1e-9 {
				t.Errorf("shares add up to %v", share)
			}
			some := unitsOf(t, p, UnitOptions{Units: 12, Nodes: 80, NodeFraction: 0.005})
			contexts = 0
			for _, unit := range some.Units {
				contexts += len(unit.Contexts)
				for i, c := range unit.Contexts {
					if int(c.Parent) >= i || (c.Parent < 0) != (i == 0) {
						t.Errorf("%s: context %d has the parent %d", unit.Name, i, c.Parent)
					} else if i > 0 && c.Inclusive > unit.Contexts[c.Parent].Inclusive {
						t.Errorf("%s: %s has more inclusive entries than its caller", unit.Name, c.Name)
					}
				}
			}
			if contexts > 80 || len(some.Units) > 12 || some.AllContexts != whole.AllContexts || some.Entries != whole.Entries {
				t.Errorf("%d contexts in %d units", contexts, len(some.Units))
			}
		})
	}
}

func TestUnitsOptions(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c", "d")+testprofile.Calls("1:0 10", "2:0<1:1 9", "3:0<2:2<1:1 1", "4:0 5", "3:0<4:4 5", "2:0 1")+
		testprofile.Samples("3:0<2:2<1:1<4:8 2", "4:0<2:5<1:1 3", "4:0<2:5<1:1<4:8<2:5<1:1 1")+`}`)
	for _, c := range []struct {
		name  string
		opts  UnitOptions
		units string
		calls string
	}{
		{"all", UnitOptions{}, `[T.a 20] T.a 10, T.b 9 in T.a@1 ×0.9, T.c 1 in T.b@2 ×0.111,
			[T.d 10] T.d 5, T.c 5 in T.d@4 ×1,
			[T.b 1] T.b 1,`, "T.b→T.d 4, T.d→T.a 3"},
		{"the hottest", UnitOptions{Units: 1}, `[T.a 20] T.a 10, T.b 9 in T.a@1 ×0.9, T.c 1 in T.b@2 ×0.111,`, ""},
		{"few contexts", UnitOptions{Units: 2, Nodes: 3}, `[T.a 20] T.a 10, T.b 9 in T.a@1 ×0.9,
			[T.d 10] T.d 5,`, "T.b→T.d 4, T.d→T.a 3"},
		{"no light ones", UnitOptions{Units: 1, NodeFraction: 0.1}, `[T.a 20] T.a 10, T.b 9 in T.a@1 ×0.9,`, ""},
		{"focus", UnitOptions{Filter: convert.FilterOptions{Focus: regexp.MustCompile(`T\.c`)}, Nodes: 4}, `[T.a 20] T.a 10, T.b 9 in T.a@1 ×0.9,
			[T.d 10] T.d 5, T.c 5 in T.d@4 ×1,`, "T.b→T.d 4, T.d→T.a 3"},
		{"hidden", UnitOptions{Filter: convert.FilterOptions{Hide: regexp.MustCompile(`T\.b`)}, Units: 1}, `[T.a 11] T.a 10, T.c 1 in T.a@0,`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := unitsOf(t, p, c.opts)
			var units, calls []string
			for i := range u.Units {
				units = append(units, u.Units[i].lines())
			}
			for _, call := range u.Calls {
				calls = append(calls, fmt.Sprintf("%s→%s %d", u.Units[call.FromUnit].Contexts[call.FromContext].Name, u.Units[call.ToUnit].Name, call.Count))
			}
			testprofile.WantText(t, "units", strings.Join(units, "\n"), c.units)
			testprofile.WantText(t, "calls", strings.Join(calls, ", "), c.calls)
		})
	}
}

// TestFocusBySamples: in a picture by samples, what is around a focus has samples; tables have all.
func TestFocusBySamples(t *testing.T) {
	for file, data := range testprofile.Published(t) {
		p := testprofile.Parse(t, string(data))
		if p.Total(iprof.Samples) == 0 {
			continue
		}
		names := convert.NewNames(p, convert.NameOptions{})
		opts := Options{Metric: convert.Samples, Filter: convert.FilterOptions{Focus: regexp.MustCompile("main|init|compile")}, Callers: 3, Callees: 3, Nodes: 400}
		g, err := New(p, names, opts)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		for _, n := range g.Nodes {
			if n.Total == 0 {
				t.Errorf("%s: %s has no sample", file, n.Full)
			}
		}
		opts.TableOnly = true
		table, err := New(p, names, opts)
		if err != nil || len(table.Nodes) < len(g.Nodes) {
			t.Errorf("%s: a table of %d methods, a picture of %d: %v", file, len(table.Nodes), len(g.Nodes), err)
		}
	}
}

// TestFocusOnCalls: the neighbors of a method are those that call it, and that it calls, inlined or not. main calls addLine 10,000 times without
// inlining it; no stack was sampled.
func TestFocusOnCalls(t *testing.T) {
	data := testfile.Read(t, "../../testdata/wordcount.iprof")
	p := testprofile.Parse(t, strings.Replace(string(data), `"samplingProfiles"`, `"others"`, 1))
	path := testpath.Open(t, "../../testdata/wordcount.jar")
	for focus, want := range map[string]string{
		`addLine$`: "addLine find isLetter main", `main$`: "<init> addLine find main", `isLetter$`: "addLine isLetter",
	} {
		g, err := New(p, nil, Options{
			Metric: convert.Calls, Filter: convert.FilterOptions{Focus: regexp.MustCompile(focus)}, Callers: 1, Callees: 1,
			Code: calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers)},
		})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, n := range g.Nodes {
			got = append(got, n.Name[strings.LastIndexByte(n.Name, '.')+1:])
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q", focus, got)
		}
	}
}

// Samples give a caller to a compilation root, even to one with a single entry.
func TestRootsGetCallersOfSamples(t *testing.T) {
	p := testprofile.Parse(t, "{"+testprofile.Methods("root", "inlined", "caller")+testprofile.Calls("1:0 1", "2:0<1:4 3")+testprofile.Samples("1:4<3:2 5")+"}")
	testprofile.WantText(t, "nodes", boxes(graphOf(t, p, Options{Metric: convert.Calls, Nodes: 10})), `T.inlined 3 = 0 + 3
		T.root 1 = 1 + 0, samples 5 of 5
		T.caller n/a, samples 0 of 5`)
}

// Sum adds nothing to the counts of edges, and knows calls that were not inlined together better than one by one.
func TestSum(t *testing.T) {
	edge := func(n int64) *Edge { return &Edge{EdgeCounts: EdgeCounts{Count: n, Known: true}} }
	stayed := func(low, high int64, usual bool) *Edge {
		return &Edge{Evidence: CalledEvidence, stayed: []calls.StayedCall{{Callee: &calls.Callee{Slot: 0}, Count: calls.Count{Range: code.Range{Low: low, High: high}, Usual: usual}}}}
	}
	p := testprofile.Parse(t, "{"+testprofile.Methods("root", "caller")+testprofile.Calls("1:0 9", "2:0 1")+"}")
	g := &Graph{calls: calls.New(p, calls.Options{})}
	for _, c := range []struct {
		edges []*Edge
		count int64
		bound code.Bound
	}{
		{nil, 0, code.Exact}, {[]*Edge{edge(3), edge(4)}, 7, code.Exact}, {[]*Edge{edge(3), stayed(4, 4, false)}, 7, code.Exact},
		{[]*Edge{stayed(2, 4, true), stayed(3, 3, false), edge(1)}, 8, code.UnlessThrown}, {[]*Edge{stayed(0, 4, false), stayed(3, 3, false)}, 3, code.AtLeast},
		{[]*Edge{stayed(0, 4, false), edge(2)}, 6, code.AtMost}, {[]*Edge{stayed(0, code.Unlimited, false), edge(2)}, 2, code.AtLeast}, {[]*Edge{stayed(0, code.Unlimited, false)}, 0, code.None},
	} {
		if n, bound := g.Sum(c.edges); n != c.count || bound != c.bound {
			t.Errorf("%d edges: %d %s, want %d %s", len(c.edges), n, bound, c.count, c.bound)
		}
	}
}
