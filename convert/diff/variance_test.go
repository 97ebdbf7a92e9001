package diff

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

func variancesOf(profiles ...*iprof.Profile) *VarianceReport {
	var files []string
	for i := range profiles {
		files = append(files, fmt.Sprint("run ", i+1))
	}
	return Variance(files, profiles, convert.NewSharedNames(convert.NameOptions{Disambiguate: true}, profiles...), VarianceOptions{})
}

func cellsOf(t *table.Table) string {
	var lines []string
	for _, row := range t.Rows {
		var texts []string
		for _, col := range t.Columns {
			c := row.Cell(col)
			switch {
			case col.Key == "id" || col.Key == "signature":
			case c.Kind == table.None:
				texts = append(texts, "-")
			case c.Kind == table.Int:
				texts = append(texts, fmt.Sprint(c.Int))
			case c.Kind == table.Float:
				texts = append(texts, fmt.Sprintf("%.3f", c.Low))
			default:
				texts = append(texts, c.Text)
			}
		}
		lines = append(lines, strings.Join(texts, " | "))
	}
	return strings.Join(lines, "\n")
}

// Three runs of the same length, twice it and the same again:
//
//	                run 1      run 2       run 3      least share
//	a               50  0.5    100  0.5    50  0.5    0.5
//	b in a at 3     30  0.3     80  0.4    35  0.35   0.3
//	c in b in a     20  0.2     20  0.1     -         0
//	c                -           -         15  0.15   0
//
// Their overlap is 0.8 by context and 0.5 + 0.3 + 0.1 by method. That of branches is 140/200 + 10/110, as the runs have 110, 200 and 100
// outcomes, and the second conditional is in one of them.
func TestVariance(t *testing.T) {
	tables := testprofile.Methods("a", "b", "c")
	first := testprofile.Parse(t, `{`+tables+testprofile.Calls("1:0 50", "2:0<1:3 30", "3:0<2:7<1:3 20")+testprofile.Section("conditionalProfiles", []string{"1:5 10 0 90 20 1 10", "1:9 10 0 5 20 1 5"})+`}`)
	second := testprofile.Parse(t, `{`+tables+testprofile.Calls("1:0 100", "2:0<1:3 80", "3:0<2:7<1:3 20")+testprofile.Section("conditionalProfiles", []string{"1:5 10 0 140 20 1 60"})+`}`)
	third := testprofile.Parse(t, `{`+tables+testprofile.Calls("1:0 50", "2:0<1:3 35", "3:0 15")+testprofile.Section("conditionalProfiles", []string{"1:5 10 0 80 20 1 20"})+`}`)
	s := variancesOf(first, second, third)
	if math.Abs(s.Agreement-0.8) > 1e-12 || s.Title != "overlap of 3 runs: entries by context 80.0%, by method 90.0%, branches 79.1%" {
		t.Errorf("%s (%v)", s.Title, s.Agreement)
	}
	testprofile.WantText(t, "presence", cellsOf(s.Table("presence")), `
		3 | 2 | 0.500 | 0.850
		2 | 1 | 0.250 | 0.100
		1 | 1 | 0.250 | 0.050`)
	// The average run has 400/3 = 133 entries. Means and standard deviations are 0.1 and 0.1 of 0.2, 0.1, 0; 0.05 and
	// 0.0866 of 0, 0, 0.15; 0.35 and 0.05 of 0.3, 0.4, 0.35.
	testprofile.WantText(t, "contexts", cellsOf(s.Table("contexts")), `
		2 | 13 | 13 | 1.000 | 0 | 27 | T.c | T.b@7 < T.a@3
		1 | 7 | 12 | 1.732 | 0 | 20 | T.c | -
		3 | 47 | 7 | 0.143 | 40 | 53 | T.b | T.a@3`)
	if title := s.Table("contexts").Title; title != "contexts by standard deviation of their entries, 3 of 4" {
		t.Error(title)
	}
	if title := variancesOf(first, first).Table("contexts").Title; title != "contexts: all runs have the same entries" {
		t.Error(title)
	}
	// The mean of 0.9, 0.7 and 0.8.
	testprofile.WantText(t, "branches", cellsOf(s.Table("branches")), `3 | 133 | 0.800 | 0.100 | 0.700 | 0.900 | T.a | 5 | 10`)
	// Against the mean shares 0.5, 0.35, 0.1, 0.05: 0.5 + 0.3 + 0.1, 0.5 + 0.35 + 0.1, 0.5 + 0.35 + 0.05.
	testprofile.WantText(t, "runs", cellsOf(s.Table("runs")), `
		100 | 3 | 1.333 | 0.900 | run 1
		200 | 3 | 0.667 | 0.950 | run 2
		100 | 3 | 1.333 | 0.900 | run 3`)
}

// A conditional of 10 executions that went both ways comes before one of 1,000 that hardly varied.
func TestOrderOfVariedConditionals(t *testing.T) {
	run := func(records ...string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("m")+testprofile.Section("conditionalProfiles", records)+`}`)
	}
	s := variancesOf(run("1:5 10 0 900 20 1 100", "1:9 10 0 9 20 1 1"), run("1:5 10 0 901 20 1 99", "1:9 10 0 2 20 1 8"))
	testprofile.WantText(t, "branches", cellsOf(s.Table("branches")), `
		2 | 10 | 0.550 | 0.495 | 0.200 | 0.900 | T.m | 9 | 10
		2 | 1000 | 0.901 | 0.001 | 0.900 | 0.901 | T.m | 5 | 10`)
}

// Of successors that are equally likely in the mean of runs, the one that was taken more often is the most likely, wherever it is in the
// record; if both were, the first one.
func TestEquallyLikelySuccessors(t *testing.T) {
	run := func(records ...string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("m")+testprofile.Section("conditionalProfiles", records)+`}`)
	}
	for _, c := range []struct{ old, new, want string }{
		{"1:5 10 0 75 20 1 25", "1:5 10 0 250 20 1 750", `2 | 550 | 0.500 | 0.354 | 0.250 | 0.750 | T.m | 5 | 20`},
		{"1:5 20 1 25 10 0 75", "1:5 20 1 750 10 0 250", `2 | 550 | 0.500 | 0.354 | 0.250 | 0.750 | T.m | 5 | 20`},
		{"1:5 10 0 75 20 1 25", "1:5 10 0 25 20 1 75", `2 | 100 | 0.500 | 0.354 | 0.250 | 0.750 | T.m | 5 | 10`},
		{"1:5 20 1 25 10 0 75", "1:5 20 1 75 10 0 25", `2 | 100 | 0.500 | 0.354 | 0.250 | 0.750 | T.m | 5 | 20`},
	} {
		testprofile.WantText(t, "branches of "+c.old+" and "+c.new, cellsOf(variancesOf(run(c.old), run(c.new)).Table("branches")), c.want)
	}
}

// Those who wait for a comparison of runs are told which part is being made.
func TestVariancePartsAreTold(t *testing.T) {
	p := testprofile.Example("shop.iprof")
	for metric, want := range map[convert.Metric][]string{convert.Calls: {"methods", "branches and contexts"}, convert.Samples: {"methods", "stacks"}} {
		var told []string
		Variance([]string{"a", "b"}, []*iprof.Profile{p, p}, nil, VarianceOptions{Metric: metric, Working: func(part string) error { told = append(told, part); return nil }})
		if !slices.Equal(told, want) {
			t.Errorf("%s: told of %q, not of %q", metric, told, want)
		}
		for i, last := range want { // nobody waits any more
			told = nil
			given := Variance([]string{"a", "b"}, []*iprof.Profile{p, p}, nil, VarianceOptions{Metric: metric, Working: failsAt(&told, last)})
			if given != nil || !slices.Equal(told, want[:i+1]) {
				t.Errorf("%s, given up at %s: told of %q, has a result: %t", metric, last, told, given != nil)
			}
		}
	}
}

func TestVarianceOfOneRun(t *testing.T) {
	for name, data := range testprofile.Varied(t) {
		p := testprofile.Parse(t, string(data))
		if p.Total(iprof.Calls) == 0 {
			continue
		}
		s := variancesOf(p, p, p)
		if math.Abs(s.Agreement-1) > 1e-9 || len(s.Table("contexts").Rows) > 0 {
			t.Errorf("%s: %s, %d contexts differ", name, s.Title, len(s.Table("contexts").Rows))
		}
		if b := s.Table("branches"); b != nil && len(b.Rows) > 0 {
			t.Errorf("%s: %d conditionals differ", name, len(b.Rows))
		}
	}
}

// Runs without a common context have the overlap 0.
func TestVarianceOfStrangers(t *testing.T) {
	if s := variancesOf(testprofile.Program(t, 1, "a.A.x"), testprofile.Program(t, 1, "b.B.x")); s.Agreement != 0 || s.Title != "overlap of 2 runs: entries by context 0.0%, by method 0.0%" {
		t.Error(s.Title)
	}
}

// A table that is truncated is the same as one that is made with the limit.
func TestTruncatedVariance(t *testing.T) {
	tables := testprofile.Methods("a", "b", "c")
	calls := []string{"1:0 50", "2:0<1:3 30", "3:0<2:7<1:3 20"}
	first := testprofile.Parse(t, `{`+tables+testprofile.Calls(calls...)+testprofile.Section("conditionalProfiles", []string{"1:5 10 0 90 20 1 10", "2:9 10 0 5 20 1 5", "3:9 10 0 1 20 1 5"})+`}`)
	second := testprofile.Parse(t, `{`+tables+testprofile.Calls("1:0 70", "2:0<1:3 10", "3:0<2:7<1:3 90")+testprofile.Section("conditionalProfiles", []string{"1:5 10 0 10 20 1 9", "2:9 10 0 9 20 1 5", "3:9 10 0 5 20 1 1"})+`}`)
	limited := func(limit int) *VarianceReport {
		return Variance([]string{"1", "2"}, []*iprof.Profile{first, second}, convert.NewSharedNames(convert.NameOptions{}, first, second), VarianceOptions{Limit: limit})
	}
	text := func(t *table.Table) string {
		rest := 0
		if t.Rest != nil {
			rest = t.Rest.Omitted
		}
		return fmt.Sprintf("%s\n%s\n%d more", t.Title, cellsOf(t), rest)
	}
	for _, name := range []string{"contexts", "branches"} {
		three := limited(3).Table(name)
		for n := 1; n <= 3; n++ {
			got := three.Truncate(n)
			if want := limited(n).Table(name); text(got) != text(want) || len(got.Rows) != n {
				t.Errorf("%s: truncated to %d:\n%s\nwant\n%s", name, n, text(got), text(want))
			}
		}
	}
}

// A caveat says which runs have other code than the first, and a note that says it of a run where that is little.
func TestVarianceOfOtherCode(t *testing.T) {
	run := func(target int, records ...string) *iprof.Profile {
		all := append(records, fmt.Sprintf("2:3 %d 0 40 20 1 20", target))
		return testprofile.Parse(t, "{"+testprofile.Methods("a", "b")+testprofile.Calls("1:0 5", "2:0 5")+testprofile.Section("conditionalProfiles", all)+"}")
	}
	const differs = ": in 1 of 2 methods with conditionals, T.b, these are at other bytecode indexes or lead to others: the code or the compiler differs, " +
		"so bytecode positions there do not match"
	same, other := run(10, "1:3 10 0 9 20 1 4"), run(11, "1:3 10 0 9 20 1 4")
	for _, c := range []struct {
		runs []*iprof.Profile
		want string
	}{
		{[]*iprof.Profile{same, same, same}, ""},
		{[]*iprof.Profile{same, other}, "run 1 and run 2" + differs},
		{[]*iprof.Profile{same, same, other}, "run 1 and run 3" + differs},
		{[]*iprof.Profile{same, other, same, other, other}, "run 1 and run 2" + differs + "; likewise 2 more runs"},
	} {
		if got := strings.Join(variancesOf(c.runs...).Caveats, "\n"); got != c.want {
			t.Errorf("%d runs: %q, want %q", len(c.runs), got, c.want)
		}
	}
	// One of 200 methods, which has 1 of 40,000 executions.
	many := func(target int) *iprof.Profile {
		var methods, records []string
		for i := range 200 {
			methods = append(methods, fmt.Sprint("m", i))
			records = append(records, fmt.Sprintf("%d:3 10 0 150 20 1 50", i+1))
		}
		records[0] = fmt.Sprintf("1:3 %d 0 1 20 1 0", target)
		return testprofile.Parse(t, "{"+testprofile.Methods(methods...)+testprofile.Calls("1:0 5")+testprofile.Section("conditionalProfiles", records)+"}")
	}
	s := variancesOf(many(10), many(11))
	if notes := strings.Join(s.Notes, "\n"); len(s.Caveats) > 0 || !strings.Contains(notes, "run 1 and run 2: in 1 of 200 methods with conditionals, T.m0, ") {
		t.Errorf("caveats %q, notes %q", s.Caveats, notes)
	}
}

// Successors at other bytecode indexes are the same ones, as in a difference, however many runs there are in whatever order: a run that
// is there twice changes nothing.
func TestVarianceOfMovedTargets(t *testing.T) {
	run := func(records ...string) *iprof.Profile {
		return testprofile.Parse(t, "{"+testprofile.Methods("a")+testprofile.Calls("1:0 5")+testprofile.Section("conditionalProfiles", records)+"}")
	}
	old := run("1:9 20 0 30000 2 1 10000")
	for _, c := range []struct {
		new     string
		overlap float64
		moved   bool
	}{
		{"1:9 20 0 30000 2 1 10000", 1, false},
		{"1:9 23 0 60000 4 1 20000", 1, true},
		{"1:9 23 0 10000 2 1 30000", 0.25, false},
	} {
		new := run(c.new)
		for _, runs := range [][]*iprof.Profile{{old, new}, {new, old}, {old, old, new}, {old, new, old}, {new, old, old}, {old, new, new}, {new, new, old, old}, {old, new, run("1:7 2 1 5")}} {
			s := variancesOf(runs...)
			moved := strings.Contains(strings.Join(s.Notes, "\n"), "1 conditional with successors at other bytecode indexes")
			want := c.overlap
			if runs[len(runs)-1].Conditionals.At(0).BCI == 7 {
				want = 0 // of another conditional alone
			}
			if math.Abs(s.BranchesOverlap.Share-want) > 1e-12 || moved != c.moved {
				t.Errorf("%d runs, %s: overlap %v, moved %t; want %v, %t", len(runs), c.new, s.BranchesOverlap.Share, moved, want, c.moved)
			}
		}
	}
	// Each of three runs has other code; one of them goes elsewhere, too, so that its own successors stay.
	for _, c := range []struct {
		runs    []*iprof.Profile
		overlap float64
	}{
		{[]*iprof.Profile{old, run("1:9 23 0 60000 4 1 20000"), run("1:9 26 0 15000 2 1 5000")}, 1},
		{[]*iprof.Profile{old, run("1:9 23 0 10000 2 1 30000"), run("1:9 26 0 15000 2 1 5000")}, 0.25},
		// The second has the code of the first, but alone it is not certainly that of the third: more runs never have more in common than two.
		{[]*iprof.Profile{old, run("1:9 20 0 10000 2 1 30000"), run("1:9 23 0 15000 2 1 5000")}, 0.25},
	} {
		s := variancesOf(c.runs...)
		if math.Abs(s.BranchesOverlap.Share-c.overlap) > 1e-12 || !strings.Contains(strings.Join(s.Notes, "\n"), "1 conditional with successors") {
			t.Errorf("overlap %v of three runs, want %v: %q", s.BranchesOverlap.Share, c.overlap, s.Notes)
		}
	}
}

// Methods whose parameters differ between runs are one method, as in New; without the search for renames they are told apart, those of a
// third run too.
func TestVarianceOfOtherParameters(t *testing.T) {
	run := func(signature string) *iprof.Profile {
		return testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"int"},{"id":2,"name":"long"},{"id":3,"name":"T"}],
			"methods":[{"id":1,"name":"m","signature":[3,1`+signature+`]},{"id":2,"name":"n","signature":[3,1]}]`+
			testprofile.Calls("1:0 5", "2:0 5")+`}`)
	}
	runs := []*iprof.Profile{run(""), run(",1"), run(",1,2"), run(",1")}
	one := variancesOf(runs...)
	if one.Overlap.Share != 1 || one.Agreement != 1 ||
		!slices.Contains(one.Notes, "1 method paired by name alone, as the parameters or the return type changed: T.m() → T.m(int)") {
		t.Errorf("overlap %v by method, %v by context: %q", one.Overlap.Share, one.Agreement, one.Notes)
	}
	s := Variance([]string{"1", "2", "3", "4"}, runs, convert.NewSharedNames(convert.NameOptions{Disambiguate: true}, runs...), VarianceOptions{Pairing: compare.Options{NoRenames: true}})
	if s.Overlap.Share != 0.5 { // of n alone
		t.Errorf("overlap %v without the search", s.Overlap.Share)
	}
	method, _ := s.Table("contexts").Column("method")
	var names []string
	for _, row := range s.Table("contexts").Rows {
		names = append(names, row.Cell(method).Text)
	}
	slices.Sort(names)
	if got := strings.Join(names, " "); got != "T.m() T.m(int) T.m(int, long)" {
		t.Error(got)
	}
}

// Runs that entered only methods of the profiler are as long as these; without conditionals there is no table of them.
func TestVarianceOfTheProfilerAlone(t *testing.T) {
	run := func(n int) *iprof.Profile {
		return testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":9,"name":"com.oracle.svm.enterprise.profiling.P"}],"methods":[{"id":1,"name":"a","signature":[9,8]},{"id":2,"name":"b","signature":[9,8]}]`+
			testprofile.Calls(fmt.Sprint("1:0 ", n), fmt.Sprint("2:0 ", 3*n))+`}`)
	}
	v := variancesOf(run(10), run(20))
	if v.Agreement != 1 || v.Table("branches") != nil {
		t.Errorf("an overlap of %v, %v", v.Agreement, v.Table("branches"))
	}
}

// Rows of contexts take hardly any memory until they are written: two runs may have millions.
func TestVariedContextsAreMadeLate(t *testing.T) {
	const contexts = 2000
	run := func(times int) *iprof.Profile {
		var records []string
		for bci := range contexts {
			records = append(records, fmt.Sprintf("2:0<1:%d %d", bci, 1000+(bci%7)*times))
		}
		return testprofile.Parse(t, "{"+testprofile.Methods("main", "a")+testprofile.Calls(records...)+"}")
	}
	profiles := []*iprof.Profile{run(1), run(2)}
	allocations := func(limit int) float64 {
		return testing.AllocsPerRun(2, func() { Variance([]string{"1", "2"}, profiles, nil, VarianceOptions{Limit: limit}) })
	}
	if all, one := allocations(0), allocations(1); all-one > contexts/10 {
		t.Errorf("%.0f allocations for all contexts, %.0f for one", all, one)
	}
}

// A context that a run ran without a count is not compared, where one that a run lacks counts as 0: a has 90 entries, and an unknown
// number that b was called from.
func TestVarianceOfUnknownCounts(t *testing.T) {
	tables := testprofile.Methods("a", "b", "c")
	first := testprofile.Parse(t, `{`+tables+testprofile.Calls("1:0 90", "2:0<1:3 30", "3:0 70")+`}`)
	second := testprofile.Parse(t, `{`+tables+testprofile.Calls("2:0<1:3 30", "3:0 60")+`}`)
	third := testprofile.Parse(t, `{`+tables+testprofile.Calls("1:0 90", "3:0 60")+`}`)
	v := variancesOf(first, second, third)
	if got, want := v.Title, "overlap of 3 runs: entries by context 66.7%, by method 66.7%"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := strings.Join(v.Caveats, "\n"), "not compared, as a run has no count of their entries, though it ran them: 1 context, such as one of T.a"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, row := range v.Table("contexts").Rows {
		if name := v.Table("contexts").Cell(row, "method").Text; strings.HasSuffix(name, "a") {
			t.Errorf("%s has a spread", cellsOf(v.Table("contexts")))
		}
	}
	if v := variancesOf(first, testprofile.Parse(t, `{`+tables+testprofile.Calls("2:0<1:3 0", "3:0 0")+`}`)); !strings.Contains(v.Title, "by context n/a") {
		t.Errorf("%s: nothing can be compared", v.Title)
	}
}
