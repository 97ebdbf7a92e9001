package callgraph

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// graphSince makes the graph of two profiles with short names.
func graphSince(t *testing.T, base, p *iprof.Profile, opts Options) *Graph {
	t.Helper()
	names := convert.NewSharedNames(convert.NameOptions{Style: convert.ShortNames}, base, p)
	g, err := NewComparison(compare.New(names[0], names[1], compare.Options{}), opts)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// changes writes the nodes of a comparison and then the edges, one per line: "T.a 5 was 3 more".
func changes(g *Graph) string {
	var lines []string
	word := func(c *Change) string {
		switch {
		case c == nil:
			return "not compared"
		case !c.Comparable:
			return "n/a"
		case (c.New || c.Gone) && !c.BeyondChance:
			return c.Word() + " by chance"
		}
		return c.Word()
	}
	for _, n := range g.Nodes {
		if n.Was != "" {
			n.Name = compare.Renaming(n.Was, n.Name)
		}
		if g.Metric == convert.Samples {
			lines = append(lines, fmt.Sprintf("%s %d was %d %s, self %d was %d %s", n.Name, n.Total, n.BaseTotal, word(n.Change), n.Self, n.BaseSelf, word(n.SelfChange)))
		} else {
			lines = append(lines, fmt.Sprintf("%s %d was %d %s", n.Name, n.Entries.Total(), n.BaseEntries.Total(), word(n.Change)))
		}
	}
	bare := *g
	for i, line := range strings.Split(arrows(&bare), "\n") {
		e := g.Edges[i]
		was := "n/a"
		if e.Base.Known {
			was = fmt.Sprint(e.Base.Count)
		}
		if f, ok := e.Base.Frequency(); ok {
			c, _ := e.Base.Coverage()
			was += fmt.Sprintf(" ×%.3g cov %.0f%%", f, 100*c)
		}
		if e.SiteKnown && e.BaseSite != e.Site {
			was = fmt.Sprintf("@%d %s", e.BaseSite, was)
		}
		lines = append(lines, line+" was "+was+" "+word(e.Change))
	}
	return strings.Join(lines, "\n")
}

func TestGraphSince(t *testing.T) {
	otherTypes := strings.NewReplacer(`{"id":8,"name":"void"},{"id":9,"name":"T"}`, `{"id":8,"name":"T"},{"id":9,"name":"void"}`, `[9,8]`, `[8,9]`)
	hash, another := "lambda_"+testprofile.LambdaHash, "lambda_"+testprofile.AnotherHash
	for _, c := range []struct {
		name            string
		base, now       string
		opts            Options
		want            string
		changed, hidden int
	}{
		{
			// Of 100,000 entries e has most, so the new run is twice as long. c is gone, and d is new where nothing was
			// called; one entry more or less is chance.
			name: "ids and lengths differ",
			base: testprofile.Methods("a", "b", "c", "e", hash) + testprofile.Calls("1:0 1000", "2:0<1:4 5000", "3:0<2:9<1:4 2000", "4:0 100000", "5:0 3"),
			now:  testprofile.Methods(another, "e", "d", "b", "a") + testprofile.Calls("5:0 2000", "4:0<5:4 2000", "3:0<4:11<5:4 4000", "2:0 200000", "1:0 7"),
			want: `T.e 200000 was 100000 same
				T.d 4000 was 0 new
				T.a 2000 was 1000 same
				T.b 2000 was 5000 fewer
				T.` + another + ` 7 was 3 same
				T.c 0 was 2000 gone
				T.b →@11 T.d inlined 4000 ×2 cov 100% was n/a new
				T.a →@4 T.b inlined 2000 ×1 cov 100% was 5000 ×5 cov 100% fewer
				T.b →@9 T.c inlined n/a was 2000 ×0.4 cov 100% gone
				? → T.e unknown 200000 was 100000 same
				? → T.a unknown 2000 was 1000 same
				? → T.` + another + ` unknown 7 was 3 same`,
			changed: 3,
		},
		{
			name: "a renamed method",
			base: testprofile.Methods("a", "b", "c") + testprofile.Calls("1:0 1000", "2:0<1:4 5000", "3:0<2:9<1:4 2000"),
			now:  testprofile.Methods("a", "b", "d") + testprofile.Calls("1:0 1000", "2:0<1:4 5000", "3:0<2:9<1:4 2000"),
			want: `T.b 5000 was 5000 same
				T.c → T.d 2000 was 2000 same
				T.a 1000 was 1000 same
				T.a →@4 T.b inlined 5000 ×5 cov 100% was 5000 ×5 cov 100% same
				T.b →@9 T.d inlined 2000 ×0.4 cov 100% was 2000 ×0.4 cov 100% same
				? → T.a unknown 1000 was 1000 same`,
		},
		{
			name: "few entries are chance, and missing counts are not zero",
			base: testprofile.Methods("a", "b", "c", "d") + testprofile.Calls("1:0 5000", "2:0<1:4 3", "4:0<3:2<1:9 500"),
			now:  testprofile.Methods("a", "b", "c", "d") + testprofile.Calls("1:0 5000", "3:0<1:9 700", "4:0<3:2<1:9 500"),
			want: `T.a 5000 was 5000 same
				T.c 700 was 0 n/a
				T.d 500 was 500 same
				T.b 0 was 3 gone by chance
				T.a →@9 T.c inlined 700 ×0.14 cov 100% was n/a n/a
				T.c →@2 T.d inlined 500 ×0.714 cov 100% was 500 same
				T.a →@4 T.b inlined n/a was 3 ×0.0006 cov 100% gone by chance
				? → T.a unknown 5000 was 5000 same`,
		},
		{
			// 600 of 1,000 and 450 of 500 samples differ; 20 and 5 may be chance.
			name: "samples by their shares",
			base: testprofile.Methods("a", "b", "c") + testprofile.Samples("2:1<1:3 600", "3:1<1:5 380", "1:7 20"),
			now:  testprofile.Methods("a", "b", "c") + testprofile.Samples("2:1<1:3 450", "3:1<1:5 45", "1:7 5"),
			opts: Options{Metric: convert.Samples, NoSampledSites: true},
			want: `T.a 500 was 1000 same, self 5 was 20 same
				T.b 450 was 600 more, self 450 was 600 more
				T.c 45 was 380 fewer, self 45 was 380 fewer
				T.a → T.b sampled 450 was 600 more
				T.a → T.c sampled 45 was 380 fewer`,
			changed: 2,
		},
		{
			// a calls b twice and c once: two sites of b moved. One of d's became two, and it is not known which of these it was.
			// The one of e that has no place in the code is not the one that has.
			name: "call sites moved",
			base: testprofile.Methods("a", "b", "c", "d", "e") + testprofile.Calls("1:0 1000", "2:0<1:9 300", "2:0<1:4 5000", "3:0<1:12 800", "4:0<1:20 1000", "5:0<1:-1 200") +
				testprofile.Samples("2:1<1:4 60", "2:1<1:9 40"),
			now: testprofile.Methods("a", "b", "c", "d", "e") + testprofile.Calls("1:0 1000", "2:0<1:7 4900", "2:0<1:15 400", "3:0<1:12 800", "4:0<1:23 500", "4:0<1:26 500", "5:0<1:30 200") +
				testprofile.Samples("2:1<1:7 70", "2:1<1:15 30"),
			opts: Options{Metric: convert.Calls},
			want: `T.b 5300 was 5300 same
				T.a 1000 was 1000 same
				T.d 1000 was 1000 same
				T.c 800 was 800 same
				T.e 200 was 200 same
				T.a →@7 T.b inlined 4900 ×4.9 cov 100% was @4 5000 ×5 cov 100% same
				T.a →@12 T.c inlined 800 ×0.8 cov 100% was 800 ×0.8 cov 100% same
				T.a →@23 T.d inlined 500 ×0.5 cov 100% was n/a new
				T.a →@26 T.d inlined 500 ×0.5 cov 100% was n/a new
				T.a →@15 T.b inlined 400 ×0.4 cov 100% was @9 300 ×0.3 cov 100% more
				T.a →@30 T.e inlined 200 ×0.2 cov 100% was n/a new
				T.a →@20 T.d inlined n/a was 1000 ×1 cov 100% gone
				T.a →@-1 T.e inlined n/a was 200 ×0.2 cov 100% gone
				T.a →@7 T.b sampled 70 was @4 60 same
				T.a →@15 T.b sampled 30 was @9 40 same
				? → T.a unknown 1000 was 1000 same`,
		},
		{
			name: "metrics that one profile lacks are not compared",
			base: testprofile.Methods("a", "b") + testprofile.Calls("1:0 10", "2:0<1:3 10") + testprofile.Samples("2:1<1:3 600"),
			now:  testprofile.Methods("a", "b") + testprofile.Calls("1:0 10", "2:0<1:3 10"),
			want: `T.a 10 was 10 same
				T.b 10 was 10 same
				T.a →@3 T.b inlined 10 ×1 cov 100% was 10 ×1 cov 100% same
				? → T.a unknown 10 was 10 same`,
		},
		{
			name: "few nodes: the change before the size",
			base: testprofile.Methods("a", "b", "c") + testprofile.Calls("1:0 900000", "2:0 300000", "3:0<2:4 1000"),
			now:  testprofile.Methods("a", "b", "c") + testprofile.Calls("1:0 900000", "2:0 300000", "3:0<2:4 500"),
			opts: Options{Nodes: 2, NodeFraction: 0.1, EdgeFraction: 0.1},
			want: `T.b 300000 was 300000 same
				T.c 500 was 1000 fewer
				T.b →@4 T.c inlined 500 ×0.00167 cov 100% was 1000 ×0.00333 cov 100% fewer
				? → T.b unknown 300000 was 300000 same`,
			changed: 1,
		},
		{
			// Their types have other ids. b is a root in one run, and c in the other.
			name: "roots come and go",
			base: testprofile.Methods("a", "b", "c") + testprofile.Calls("1:0 100000", "2:0 5000", "3:0<1:4 9"),
			now:  otherTypes.Replace(testprofile.Methods("a", "b", "c") + testprofile.Calls("1:0 100000", "2:0<1:2 5000", "3:0 5000", "3:0<1:4 9")),
			want: `T.a 100000 was 100000 same
				T.c 5009 was 9 more
				T.b 5000 was 5000 same
				T.a →@2 T.b inlined 5000 ×0.05 cov 100% was n/a new
				T.a →@4 T.c inlined 9 ×9e-05 cov 100% was 9 ×9e-05 cov 100% same
				? → T.a unknown 100000 was 100000 same
				? → T.c unknown 5000 was n/a new
				? → T.b unknown n/a was 5000 gone`,
			changed: 1,
		},
		{
			name: "classes",
			base: testprofile.Methods("a", "b", "c") + testprofile.Calls("1:0 900", "2:0<1:3 900"),
			now:  testprofile.Methods("a", "b", "c") + testprofile.Calls("1:0 900", "3:0<1:3 900"),
			opts: Options{By: convert.ByClass},
			want: `T 1800 was 1800 same
				T → T inlined 900 was 900 same
				? → T unknown 900 was 900 same`,
		},
	} {
		var g *Graph
		for by := range 3 {
			rotated := func(text string, by int) *iprof.Profile {
				return testprofile.Parse(t, testprofile.Rotated(t, `{`+text+`}`, by, "types", "methods"))
			}
			g = graphSince(t, rotated(c.base, by), rotated(c.now, 2*by), c.opts)
			testprofile.WantText(t, c.name, changes(g), c.want)
		}
		if g.Base.Changed() != c.changed || g.Base.Shown != c.changed {
			t.Errorf("%s: %d changed, %d of them shown, want %d", c.name, g.Base.Changed(), g.Base.Shown, c.changed)
		}
	}
}

// The length of a run is a median over methods, not over classes: one method of T is called twice as often.
func TestGraphSinceOfClasses(t *testing.T) {
	run := func(n int) *iprof.Profile {
		return testprofile.Parse(t, fmt.Sprintf(`{"version":"1.0.0","types":[{"id":7,"name":"void"},{"id":8,"name":"T"},{"id":9,"name":"U"}],
			"methods":[{"id":1,"name":"a","signature":[8,7]},{"id":2,"name":"b","signature":[8,7]},{"id":3,"name":"c","signature":[9,7]}]`+
			testprofile.Calls("1:0 %d", "2:0 1000", "3:0 900")+`}`, n))
	}
	testprofile.WantText(t, "classes", changes(graphSince(t, run(900), run(1800), Options{By: convert.ByClass})), `
		T 2800 was 1900 more
		U 900 was 900 same
		? → T unknown 2800 was 1900 more
		? → U unknown 900 was 900 same`)
}

// A method that one file does not list has a name with its id, even if the id is another method's in the other file.
func TestGraphSinceOfUnlistedMethods(t *testing.T) {
	base := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":-1,"name":""}],"methods":[{"id":-1,"name":"","signature":[]}]`+
		testprofile.Calls("2:0 500", "7:0<2:3 500")+`}`)
	now := testprofile.Parse(t, `{`+testprofile.Methods("a", "b")+testprofile.Calls("2:0 500", "1:0<2:3 500")+`}`)
	for _, opts := range []Options{{}, {Metric: convert.Calls, By: convert.ByMethod, Nodes: 80, NodeFraction: 0.005}} {
		got := boxes(graphSince(t, base, now, opts))
		testprofile.WantText(t, "nodes", got, `
			T.b 500 = 500 + 0
			T.a 500 = 0 + 500
			<unknown method 2> n/a
			<unknown method 7> n/a`)
	}
	g := graphSince(t, base, now, Options{})
	table := g.Table(0)
	var ids []string
	for _, row := range table.Rows {
		ids = append(ids, fmt.Sprint(table.Cell(row, "callee").Text, " ", table.Cell(row, "callee_id").Int, " ",
			table.Cell(row, "callee_base_id").Int))
	}
	testprofile.WantText(t, "ids", strings.Join(ids, "\n"), `
		T.a 1 0
		<unknown method 7> 0 7
		T.b 2 0
		<unknown method 2> 0 2`)
}

// Compared with itself a profile has the same graph and no change. Swapped profiles have the opposite changes.
func TestGraphSinceOfPublishedProfiles(t *testing.T) {
	var last *iprof.Profile
	for name, data := range testprofile.Varied(t) {
		p := testprofile.Parse(t, string(data))
		for _, m := range []convert.Metric{convert.Calls, convert.Samples} {
			if p.Total(m.Section()) == 0 {
				continue
			}
			opts := Options{Metric: m, Nodes: 80, NodeFraction: 0.005, EdgeFraction: 0.001}
			g, alone := graphSince(t, p, p, opts), graphOf(t, p, opts)
			if g.Base.Changed()+g.Base.Small != 0 {
				t.Errorf("%s, %s: %v changed, %d differ", name, m, g.Base.Changes, g.Base.Small)
			}
			if g.AllNodes != alone.AllNodes || g.Entries != alone.Entries || g.Samples != alone.Samples ||
				g.Base.Entries != g.Entries || g.Base.Samples != g.Samples {
				t.Errorf("%s, %s: %d nodes, %d entries, %d samples; alone %d, %d, %d", name, m, g.AllNodes, g.Entries, g.Samples,
					alone.AllNodes, alone.Entries, alone.Samples)
			}
			// A comparison does not tell calls that were not inlined from entries from outside.
			counted := func(e Edge) bool { return e.Evidence == CalledEvidence || e.Evidence == UnknownEvidence }
			g.Edges, alone.Edges = slices.DeleteFunc(g.Edges, counted), slices.DeleteFunc(alone.Edges, counted)
			if boxes(g) != boxes(alone) || arrows(g) != arrows(alone) {
				t.Errorf("%s, %s: the graph is another one", name, m)
			}
			if last == nil || last.Total(m.Section()) == 0 {
				continue
			}
			there, back := graphSince(t, last, p, Options{Metric: m}), graphSince(t, p, last, Options{Metric: m})
			if there.Base.Changed() != back.Base.Changed() || there.Base.Changes["new"] != back.Base.Changes["gone"] {
				t.Errorf("%s, %s: %v, and back %v", name, m, there.Base.Changes, back.Base.Changes)
			}
			var sum float64 // of the shares of all nodes, in either profile: at most 1
			for _, n := range there.Nodes {
				if n.Change != nil && math.Abs(n.Change.Difference()) > 1 {
					t.Errorf("%s, %s: %s differs by %v", name, m, n.Name, n.Change.Difference())
				}
				if n.Change != nil && m == convert.Calls {
					sum += n.Change.Share
				}
			}
			if sum > 1+1e-9 {
				t.Errorf("%s: shares add up to %v", name, sum)
			}
		}
		last = p
	}
}

// A view that leaves three methods does not change how long a run was. It is twice as long; two of them have four times the
// entries and samples, and the third as many as before, normalized.
func TestGraphSinceInViews(t *testing.T) {
	run := func(library, one, two, three int) *iprof.Profile {
		entries := []string{fmt.Sprint("1:0 ", one), fmt.Sprint("2:0 ", two), fmt.Sprint("3:0 ", three), fmt.Sprint("4:0 ", library), fmt.Sprint("5:0 ", library), fmt.Sprint("6:0 ", library)}
		return testprofile.Parse(t, `{`+testprofile.Methods("one", "two", "three", "put", "get", "hash")+testprofile.Calls(entries...)+testprofile.Samples(entries...)+`}`)
	}
	old, new := run(100000, 1000, 1000, 1000), run(200000, 4000, 4000, 2000)
	names := convert.NewSharedNames(convert.NameOptions{Application: regexp.MustCompile(`T\.(one|two|three)$`)}, old, new)
	for _, filter := range []convert.FilterOptions{{View: convert.AppView}, {View: convert.ExpertView, Hide: regexp.MustCompile(`T\.(put|get|hash)$`)}, {View: convert.ExpertView}} {
		for _, by := range []convert.GroupBy{convert.ByMethod, convert.ByClass} {
			g, err := NewComparison(compare.New(names[0], names[1], compare.Options{}), Options{Metric: convert.Calls, By: by, Filter: filter})
			if err != nil {
				t.Fatal(err)
			}
			if note := g.Base.Notes[0]; !strings.HasPrefix(note, "the new run is treated as 2 times as long") {
				t.Errorf("view %s, by %s: %s", filter.View, by, note)
			}
			if by != convert.ByMethod {
				continue
			}
			for _, n := range g.Nodes {
				want := map[string]string{"T.one": "more", "T.two": "more"}[n.Name]
				if n.Change != nil && n.Change.BeyondChance != (want != "") {
					t.Errorf("view %s: %s has %s entries, beyond chance: %v", filter.View, n.Name, n.Change.Word(), n.Change.BeyondChance)
				}
			}
		}
	}
}

// A base may have calls that are not compared, because the profile has no calls; their methods may be missing from it.
func TestBaseOfUnlistedMethods(t *testing.T) {
	old := testprofile.Parse(t, `{`+testprofile.Methods("a")+testprofile.Calls("7:0 5", "1:0<8:2 3")+testprofile.Samples("1:0 2")+`}`)
	p := testprofile.Parse(t, `{`+testprofile.Methods("a")+testprofile.Samples("1:0 2")+`}`)
	g := graphSince(t, old, p, Options{})
	testprofile.WantText(t, "nodes", boxes(g), `T.a n/a, samples 2 of 2`)
}

// The head of the table says how many nodes changed: of three, put was called a hundred times as often, and get has gone.
func TestNumberOfChangedNodes(t *testing.T) {
	with := func(records ...string) *iprof.Profile {
		return testprofile.Parse(t, "{"+testprofile.Methods("main", "put", "get", "same")+testprofile.Calls(append(records, "1:0 1000", "4:0<1:2 500000")...)+"}")
	}
	g := graphSince(t, with("2:0<1:4 900", "3:0<1:6 4000"), with("2:0<1:4 90000"), Options{Metric: convert.Calls})
	if changed := g.Table(0).FactOf("changed_nodes"); changed != 2 {
		t.Errorf("%d nodes changed, of\n%s", changed, changes(g))
	}
}

// What a filter leaves has shares of its own samples, but the lengths are those of the runs: c, which is ignored, makes one three times
// as long.
func TestSharesOfWhatFiltersLeave(t *testing.T) {
	parse := func(c string) *iprof.Profile {
		return testprofile.Parse(t, "{"+testprofile.Methods("a", "b", "c")+testprofile.Samples("2:1<1:3 500", "1:7 500", c)+"}")
	}
	opts := Options{Metric: convert.Samples, Filter: convert.FilterOptions{Ignore: regexp.MustCompile(`c$`)}}
	g := graphSince(t, parse("3:1 1000"), parse("3:1 5000"), opts)
	for i, want := range []string{"T.a 1.000 → 0.333", "T.b 0.500 → 0.167"} {
		n := g.Nodes[i]
		if got := fmt.Sprintf("%s %.3f → %.3f", n.Name, n.Change.BaseShare, n.Change.Share); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// A change is that of things in either profile, if both runs have counts; it is comparable if each profile that has it has a count.
func TestChangeOf(t *testing.T) {
	runs := compare.Runs{Old: 100, New: 200, Ratio: 2}
	count := compare.Counts{Old: 10, New: 40}
	both, old, new, neither := [2]bool{true, true}, [2]bool{true, false}, [2]bool{false, true}, [2]bool{}
	for _, c := range []struct {
		runs           compare.Runs
		present, known [2]bool
		want           *Change
	}{
		{compare.Runs{Old: 0, New: 200, Ratio: 2}, both, both, nil}, {compare.Runs{}, neither, neither, nil}, {runs, neither, neither, nil},
		{runs, both, both, &Change{BaseShare: 0.1, Share: 0.2, Comparable: true}}, {runs, both, old, &Change{BaseShare: 0.1, Share: 0.2}}, {runs, both, new, &Change{BaseShare: 0.1, Share: 0.2}},
		{runs, old, old, &Change{BaseShare: 0.1, Share: 0.2, Comparable: true, Gone: true}}, {runs, old, new, &Change{BaseShare: 0.1, Share: 0.2, Gone: true}},
		{runs, new, new, &Change{BaseShare: 0.1, Share: 0.2, Comparable: true, New: true}}, {runs, new, neither, &Change{BaseShare: 0.1, Share: 0.2, New: true}},
	} {
		got := changeOf(c.runs, count, c.present, c.known, [2]compare.Uncounted{})
		if (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%v, known %v: %+v, want %+v", c.present, c.known, got, c.want)
		}
	}
}

// Notes say which counts are not compared as one profile has none.
func TestNotesOnMissingCounts(t *testing.T) {
	calls, samples := testprofile.Calls("1:0 10"), testprofile.Samples("1:0 9")
	for _, c := range []struct{ base, now, want string }{
		{calls + samples, calls + samples, ""}, {calls, calls, ""}, {calls, calls + samples, "the base has no samples: these are not compared"},
		{calls + samples, calls, "only the base has samples: these are not compared"}, {samples, calls + samples, "the base has no calls: these are not compared"},
		{calls + samples, samples, "only the base has calls: these are not compared"},
	} {
		g := graphSince(t, testprofile.Parse(t, `{`+testprofile.Methods("a")+c.base+`}`), testprofile.Parse(t, `{`+testprofile.Methods("a")+c.now+`}`), Options{Metric: convert.Calls})
		var got []string
		for _, note := range g.Base.Notes {
			if strings.HasSuffix(note, "these are not compared") {
				got = append(got, note)
			}
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s since %s: %q, want %q", c.now, c.base, got, c.want)
		}
	}
	p := testprofile.Parse(t, `{`+testprofile.Methods("a")+calls+samples+`}`)
	nothing := graphSince(t, p, p, Options{Metric: convert.Calls, Filter: convert.FilterOptions{Ignore: regexp.MustCompile("a")}})
	if notes := strings.Join(nothing.Base.Notes, "; "); strings.Contains(notes, "not compared") {
		t.Errorf("filters leave nothing of either: %s", notes)
	}
}

// A picture of samples says that stacks were truncated, but a comparison, which has notes of its own, does not.
func TestNoteOnTruncatedStacks(t *testing.T) {
	names, stacks := []string{"main", "leaf"}, []string(nil)
	for i := range 40 { // methods that main calls are outermost in the deepest stacks
		names = append(names, fmt.Sprint("m", i))
		stacks = append(stacks, fmt.Sprintf("2:1<2:2<2:3<2:4<%d:1 100", i+3), fmt.Sprintf("%d:1<1:%d 1", i+3, i))
	}
	p := testprofile.Parse(t, `{`+testprofile.Methods(names...)+testprofile.Calls("1:0 5")+testprofile.Samples(stacks...)+`}`)
	truncated := func(g *Graph) bool { return strings.Contains(strings.Join(g.Notes, "; "), "truncated") }
	if !truncated(graphOf(t, p, Options{Metric: convert.Samples})) || truncated(graphOf(t, p, Options{Metric: convert.Calls})) || truncated(graphSince(t, p, p, Options{Metric: convert.Samples})) {
		t.Error("the note is not that of samples alone")
	}
}
