package convert_test

import (
	"maps"
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtable"
)

// TestPatternsDoNotSeeWhatTellsApart asks for app.A.a, of which small has two, wherever a pattern is accepted. The
// result does not depend on whether names are disambiguated.
func TestPatternsDoNotSeeWhatTellsApart(t *testing.T) {
	p := testprofile.Parse(t, testprofile.Small)
	a := regexp.MustCompile(`A\.a$`)
	filter := convert.FilterOptions{Focus: a}
	for _, apart := range []bool{false, true} {
		names := convert.NewNames(p, convert.NameOptions{Disambiguate: apart})
		got := map[string]any{}
		tree, err := stacks.NewTree(p, names, stacks.Options{Metric: convert.Samples, Filter: filter})
		if err != nil {
			t.Fatal(err)
		}
		got["samples in stacks with one"] = tree.Nodes[0].Total
		last, err := rank.Top(p, names, rank.TopOptions{Metric: convert.Calls, By: convert.ByPattern, Pattern: regexp.MustCompile(`\.(\w+)$`), Limit: 2})
		if err != nil {
			t.Fatal(err)
		}
		got["by last name"] = testtable.Plain(last)
		peek, err := rank.Peek(p, names, a, rank.PeekOptions{Metric: convert.Samples})
		if err != nil {
			t.Fatal(err)
		}
		got["peek"] = peek.Title
		trees, err := inlining.New(p, names, inlining.Options{Match: a})
		if err != nil {
			t.Fatal(err)
		}
		got["units with one"] = trees.Matching
		into, err := inlining.NewInto(p, names, inlining.IntoOptions{Match: a})
		if err != nil {
			t.Fatal(err)
		}
		got["inlined"] = into.Methods[0].Inlined
		graph, err := callgraph.New(p, names, callgraph.Options{Filter: filter})
		if err != nil {
			t.Fatal(err)
		}
		got["nodes in focus"] = graph.FocusNodes
		d := diff.New(compare.New(names, names, compare.Options{}), diff.Options{Filter: filter, Sections: []diff.Section{diff.Samples}})
		got["compared samples"] = d.Tables[0].Base

		want := map[string]any{
			"samples in stacks with one": int64(10 + 20 + 30 + 5 + 15),
			"by last name": "737 100 637 6 <Total>\n300 n/a 300 1 b\n300 0 300 1 count\n137 100 37 3 <3 more matches>\n\n" +
				"0 0 0 1 <no match>\n",
			"peek":             "callers and callees of 2 methods, entered ≥ 130 times", // 100 + 30 of a(); a(int) has samples alone
			"units with one":   1,
			"inlined":          int64(30),
			"nodes in focus":   2,
			"compared samples": int64(80),
		}
		if !maps.Equal(got, want) {
			t.Errorf("Apart %v:\n%v\nwant\n%v", apart, got, want)
		}
	}
}
