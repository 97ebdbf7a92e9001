package callgraph

import (
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtable"
)

// Cells that a kind of edge has: counts that are unknown, sites, rates of inlined edges alone, ids and signatures of methods alone.
func TestCellsOfEdges(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c", "d")+
		testprofile.Calls("1:0 4", "2:0<1:7 8", "4:0<3:2<1:1 8")+testprofile.Samples("2:1<1:7 5")+`}`)
	for _, c := range []struct {
		opts Options
		want string
	}{
		{Options{}, `
			caller=T.a bci=7 callee=T.b evidence=inlined count=8 frequency=2.000 coverage=1.000 caller_id=1 caller_signature=T.a()V callee_id=2 callee_signature=T.b()V bound=exact
			caller=T.c bci=2 callee=T.d evidence=inlined count=8 frequency=n/a coverage=n/a caller_id=3 caller_signature=T.c()V callee_id=4 callee_signature=T.d()V bound=exact
			caller=T.a bci=1 callee=T.c evidence=inlined count=n/a frequency=n/a coverage=n/a caller_id=1 caller_signature=T.a()V callee_id=3 callee_signature=T.c()V bound=
			caller=T.a bci=7 callee=T.b evidence=sampled count=5 caller_id=1 caller_signature=T.a()V callee_id=2 callee_signature=T.b()V
			callee=T.a evidence=unknown count=4 callee_id=1 callee_signature=T.a()V bound=exact`},
		{Options{Filter: convert.FilterOptions{Hide: regexp.MustCompile(`T\.[ac]$`)}}, `
			caller=<hidden> callee=T.b evidence=inlined count=8 frequency=n/a coverage=n/a callee_id=2 callee_signature=T.b()V bound=exact
			caller=<hidden> callee=T.d evidence=inlined count=8 frequency=n/a coverage=n/a callee_id=4 callee_signature=T.d()V bound=exact`},
		{Options{Filter: convert.FilterOptions{Hide: regexp.MustCompile(`T\.c$`)}}, `
			caller=T.a callee=T.d evidence=inlined count=8 frequency=n/a coverage=n/a through=hidden frames caller_id=1 caller_signature=T.a()V callee_id=4 callee_signature=T.d()V bound=exact
			caller=T.a bci=7 callee=T.b evidence=inlined count=8 frequency=2.000 coverage=1.000 caller_id=1 caller_signature=T.a()V callee_id=2 callee_signature=T.b()V bound=exact
			caller=T.a bci=7 callee=T.b evidence=sampled count=5 caller_id=1 caller_signature=T.a()V callee_id=2 callee_signature=T.b()V
			callee=T.a evidence=unknown count=4 callee_id=1 callee_signature=T.a()V bound=exact`},
		{Options{By: convert.ByClass}, `
			caller=T callee=T evidence=inlined count=16 frequency=n/a coverage=n/a bound=exact
			caller=T callee=T evidence=sampled count=5
			callee=T evidence=unknown count=4 bound=exact`},
	} {
		got := testtable.Rows(graphOf(t, p, c.opts).Table(0))
		testprofile.WantText(t, "edges", strings.TrimSpace(got), c.want)
	}
}

// Of a comparison each edge has both counts and the ids in both files. Shares are of the 111,001 entries of the new run, which
// has more than the base, of the same length by c.
func TestCellsOfComparedEdges(t *testing.T) {
	base := testprofile.Parse(t, `{`+testprofile.Methods("z", "a", "b", "c", "e")+testprofile.Calls("2:0 1000", "3:0<2:4 4000", "4:0 100000", "5:0 1")+`}`)
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c", "d", "e")+testprofile.Calls("1:0 1000", "2:0<1:4 8000", "3:0 100000", "4:0<1:9 2000", "5:0 1")+`}`)
	const want = `
		caller=T.a bci=4 callee=T.b evidence=inlined count=8000 frequency=8.000 coverage=1.000 caller_id=1 caller_signature=T.a()V callee_id=2 callee_signature=T.b()V base_count=4000 base_frequency=4.000 base_coverage=1.000 change=more factor=2.000 base_share=0.036 share=0.072 difference=0.036 caller_base_id=2 callee_base_id=3
		caller=T.a bci=9 callee=T.d evidence=inlined count=2000 frequency=2.000 coverage=1.000 caller_id=1 caller_signature=T.a()V callee_id=4 callee_signature=T.d()V base_count=n/a base_frequency=n/a base_coverage=n/a change=new base_share=0.000 share=0.018 difference=0.018 caller_base_id=2
		callee=T.c evidence=unknown count=100000 callee_id=3 callee_signature=T.c()V base_count=100000 change=same factor=1.000 base_share=0.901 share=0.901 difference=0.000 callee_base_id=4
		callee=T.a evidence=unknown count=1000 callee_id=1 callee_signature=T.a()V base_count=1000 change=same factor=1.000 base_share=0.009 share=0.009 difference=0.000 callee_base_id=2
		callee=T.e evidence=unknown count=1 callee_id=5 callee_signature=T.e()V base_count=1 change=same factor=1.000 base_share=0.000 share=0.000 difference=0.000 callee_base_id=5`
	g := graphSince(t, base, p, Options{})
	testprofile.WantText(t, "edges", strings.TrimSpace(testtable.Rows(g.Table(0))), want)
	for _, note := range g.Base.Notes {
		if strings.Contains(note, "samples") {
			t.Errorf("neither has samples: %s", note)
		}
	}
	short := g.Table(2)
	if lines := strings.Count(testtable.Rows(short), "\n"); lines != 2 || short.FactOf("left_out") != 3 {
		t.Errorf("%d rows, %d left out", lines, short.FactOf("left_out"))
	}
}

// A group of methods, such as a class or <VM>, has the slot of none of them.
func TestGroupsHaveNoSlot(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":9,"name":"T"},{"id":10,"name":"com.oracle.svm.core.Heap"}],
		"methods":[{"id":1,"name":"a","signature":[9,8]},{"id":2,"name":"alloc","signature":[10,8]}]`+testprofile.Calls("1:0 5", "2:0<1:1 10")+`}`)
	for _, by := range []convert.GroupBy{convert.ByMethod, convert.ByClass} {
		for _, n := range graphOf(t, p, Options{By: by, Filter: convert.FilterOptions{View: convert.UserView}}).Nodes {
			want := int32(-1)
			if n.Name == "T.a" {
				want = int32(p.MethodSlot(1))
			}
			if n.Slot != want {
				t.Errorf("%s has slot %d", n.Name, n.Slot)
			}
		}
	}
}

// Names in a table are those of the methods, although a picture tells namesakes apart, whichever is first in the profile.
func TestNamesakesInTables(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":8,"name":"int"},{"id":9,"name":"T"}],"methods":[{"id":1,"name":"a","signature":[9,8]},{"id":2,"name":"a","signature":[9,8,8]}]`+
		testprofile.Calls("1:0 5", "2:0<1:1 10", "1:0<2:3 4")+`}`)
	g := graphOf(t, p, Options{})
	if g.Nodes[0].Name == g.Nodes[1].Name {
		t.Errorf("both are %s", g.Nodes[0].Name)
	}
	of := g.Table(0)
	for i, r := range of.Rows {
		for _, key := range []string{"caller", "callee"} {
			if got := of.Cell(r, key).Text; got != "T.a" && got != "" {
				t.Errorf("row %d: the %s is %s", i, key, got)
			}
		}
	}
}

// A graph for a table only names methods that were renamed as well.
func TestRenamedInTableOnly(t *testing.T) {
	base := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "old")+testprofile.Calls("1:0 1000", "2:0<1:4 5000", "3:0<2:9<1:4 2000")+`}`)
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "young")+testprofile.Calls("1:0 1000", "2:0<1:4 5000", "3:0<2:9<1:4 2000")+`}`)
	got := testtable.Rows(graphSince(t, base, p, Options{TableOnly: true}).Table(0))
	if !strings.Contains(got, "callee=T.young evidence=inlined count=2000") || !strings.Contains(got, "callee_renamed_from=T.old") {
		t.Error(got)
	}
}

// Edges below the fraction are left out, whatever their evidence is.
func TestLightEdges(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c", "d")+
		testprofile.Calls("1:0 1000", "2:0<1:4 900", "3:0<1:5 9", "2:0<4:1 800", "3:0<4:2 9", "3:0 9")+
		testprofile.Samples("2:1<1:4 900", "3:1<1:5 9")+`}`)
	opts := Options{EdgeFraction: 0.1, Filter: convert.FilterOptions{Hide: regexp.MustCompile(`T\.d$`)}}
	testprofile.WantText(t, "edges", arrows(graphOf(t, p, opts)), `
		T.a →@4 T.b inlined 900 ×0.9 cov 100%
		<hidden> → T.b inlined 800
		T.a →@4 T.b sampled 900
		? → T.a unknown 1000`)
}

// A significant change is larger than any other, and any change is larger than none.
func TestLargerChange(t *testing.T) {
	small, large := &Change{Share: 0.1, BeyondChance: true}, &Change{BaseShare: 0.4, BeyondChance: true}
	chance := &Change{Share: 0.9}
	for _, c := range []struct{ x, y, want *Change }{
		{nil, nil, nil}, {nil, chance, chance}, {chance, nil, chance}, {chance, small, small}, {small, chance, small},
		{small, large, large}, {large, small, large}, {small, small, small},
	} {
		if got := larger(c.x, c.y); got != c.want {
			t.Errorf("of %+v and %+v: %+v", c.x, c.y, got)
		}
	}
}

// In a small graph of a comparison the nodes that changed have a place, even if others are heavier.
func TestChangedNodesHaveAPlace(t *testing.T) {
	base := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c", "d", "e")+testprofile.Samples("1:0 1000", "2:0 900", "3:0 800", "4:0 700", "5:0 100")+`}`)
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c", "d", "e")+testprofile.Samples("1:0 1000", "2:0 900", "3:0 800", "4:0 500", "5:0 300")+`}`)
	var names []string
	for _, n := range graphSince(t, base, p, Options{Nodes: 4, Metric: convert.Samples}).Nodes {
		names = append(names, n.Name)
	}
	if got := strings.Join(names, " "); got != "T.a T.b T.d T.e" {
		t.Errorf("%s: d and e changed, a and b are the heaviest of the others", got)
	}
}
