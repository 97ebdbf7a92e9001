package sites

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Rates are of the contexts that have both counts, and are not known without one.
func TestRates(t *testing.T) {
	var calls InlinedCalls
	for _, c := range []struct {
		callee      int64
		known       bool
		caller      int64
		callerKnown bool
	}{{30, true, 10, true}, {5, true, 0, false}, {0, false, 100, true}, {10, true, 10, true}} {
		calls.Add(c.callee, c.known, c.caller, c.callerKnown)
	}
	if calls != (InlinedCalls{Count: 45, Known: true, Contexts: 4, MatchedCallee: 40, MatchedCaller: 20}) {
		t.Errorf("%+v", calls)
	}
	frequency, known := calls.Frequency()
	coverage, covered := calls.Coverage(80)
	if frequency != 2 || !known || coverage != 0.25 || !covered {
		t.Errorf("%v %t, %v %t", frequency, known, coverage, covered)
	}
	if one := (InlinedCalls{MatchedCallee: 3, MatchedCaller: 1}); !slices.Equal(rateOf(one.Frequency()), []any{3., true}) || !slices.Equal(rateOf(one.Coverage(4)), []any{0.25, true}) {
		t.Errorf("%+v", one)
	}
	none := InlinedCalls{Count: 5, Known: true, Contexts: 1}
	if !slices.Equal(rateOf(none.Frequency()), []any{0., false}) || !slices.Equal(rateOf(none.Coverage(4)), []any{0., false}) {
		t.Errorf("%+v", none)
	}
	for _, c := range []struct {
		rate             EntryRate
		perEntry, covers []any
	}{
		{EntryRate{6, 3, 12, false}, []any{2., true}, []any{0.25, true}}, {EntryRate{6, 1, 1, false}, []any{6., true}, []any{1., true}}, {EntryRate{6, 0, 12, false}, []any{0., false}, []any{0., false}},
	} {
		if !slices.Equal(rateOf(c.rate.PerEntry()), c.perEntry) || !slices.Equal(rateOf(c.rate.Coverage()), c.covers) {
			t.Errorf("%+v", c.rate)
		}
	}
	var callers CallerCounts
	if callers.Of(1, 5, 7) != 7 || callers.Of(1, 5, 7) != 0 || callers.Of(2, 5, 7) != 7 || callers.Of(1, 6, 8) != 8 || callers.Of(5, 1, 9) != 9 {
		t.Error("a context counts once per call")
	}
}

func rateOf(rate float64, known bool) []any { return []any{rate, known} }

// A successor goes back to its own BCI or before; one that is not a place does not.
func TestGoesBack(t *testing.T) {
	c := Conditional{Site: Site{BCI: 9}}
	for target, want := range map[iprof.BCI]bool{0: true, 8: true, 9: true, 10: false, -1: false, -5: false} {
		if got := c.GoesBack(iprof.Successor{Target: target}); got != want {
			t.Errorf("%d: %t", target, got)
		}
	}
}

// A conditional is fully biased if all of its executions went to one place; places outside of the bytecode may be several.
func TestOneSided(t *testing.T) {
	for text, want := range map[string]bool{"": true, "5:0 7:0": true, "5:3 7:0": true, "5:3 7:1": false, "5:3 7:0 5:2": true, "-1:3 -1:2": false, "-1:3": true, "5:0 7:2 9:0": true, "5:1 7:0 9:1": false} {
		var c Conditional
		for _, s := range strings.Fields(text) {
			var x iprof.Successor
			fmt.Sscanf(s, "%d:%d", &x.Target, &x.Count)
			c.Successors = append(c.Successors, x)
		}
		if got := c.OneSided(); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// Targets are added up, and the likeliest is first; those of the same count are in the order of the code.
func TestTargets(t *testing.T) {
	c := Conditional{Successors: []iprof.Successor{{Target: 30, Count: 2}, {Target: -1, Count: 4}, {Target: 7, Count: 1}, {Target: 30, Count: 3}, {Target: 9, Count: 4}, {Target: -1, Count: 1}}}
	if got, want := c.Targets(), []Target{{30, 5}, {-1, 4}, {9, 4}, {-1, 1}, {7, 1}}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	if got, want := c.Entropy(), Entropy(5, 4, 4, 1, 1); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	start := Conditional{Successors: []iprof.Successor{{Target: 0, Count: 2}, {Target: 0, Count: 3}}} // a loop from the first instruction on
	if got, want := start.Targets(), []Target{{0, 5}}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	same := Conditional{Successors: []iprof.Successor{{Target: 3, Count: 8}, {Target: 3, Count: 8}}}
	if even := (Conditional{Successors: []iprof.Successor{{Target: 3, Count: 8}, {Target: 4, Count: 8}}}); same.Entropy() != 0 || even.Entropy() != 1 {
		t.Errorf("%v, %v", same.Entropy(), even.Entropy())
	}
}

// Sites that are executed often and are hard to predict come first; then those executed more often, then by place.
func TestRank(t *testing.T) {
	at := func(bci iprof.BCI, counts ...int64) Conditional {
		c := Conditional{Site: Site{BCI: bci}}
		for i, n := range counts {
			c.Successors = append(c.Successors, iprof.Successor{Target: iprof.BCI(i), Count: n})
			c.Executions += n
		}
		return c
	}
	list := []Conditional{at(7), at(6), at(5, 100), at(4, 500), at(3, 5, 5), at(2, 90, 10), at(1, 50, 50)}
	RankConditionals(list)
	var got []iprof.BCI
	for _, c := range list {
		got = append(got, c.BCI)
	}
	if want := []iprof.BCI{1, 2, 3, 4, 5, 6, 7}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	types := []TypeSite{
		{Site: Site{BCI: 5}, Executions: 9, InstanceOf: true, Types: []iprof.TypeCount{{Type: 1, Count: 9}}}, {Site: Site{BCI: 5}, Executions: 9, Types: []iprof.TypeCount{{Type: 1, Count: 9}}},
		{Site: Site{BCI: 3}, Executions: 8, Types: []iprof.TypeCount{{Type: 1, Count: 4}, {Type: 2, Count: 4}}}, {Site: Site{BCI: 4}, Executions: 9, Types: []iprof.TypeCount{{Type: 1, Count: 9}}},
	}
	RankTypes(types)
	var order []string
	for _, s := range types {
		order = append(order, fmt.Sprint(s.BCI, " ", s.InstanceOf))
	}
	if want := []string{"3 false", "4 false", "5 false", "5 true"}; !slices.Equal(order, want) {
		t.Errorf("%q", order)
	}
	if got := CompareByEntropy(10, 0.5, 5, 1); got != cmp.Compare(5, 10) {
		t.Errorf("the same uncertainty: %d", got)
	}
	if CompareByEntropy(10, 0.5, 5, 2) <= 0 || CompareByEntropy(10, 2, 5, 1) >= 0 {
		t.Error("the more uncertain site is not first")
	}
}

// A site has the kind of the number of its types: 8 in one record are as many as the profiler keeps, in several they need not be.
func TestKindsOfTypes(t *testing.T) {
	counts := func(n, from int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, " %d %d", from+i, i+1)
		}
		return b.String()
	}
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b")+testprofile.Section("virtualInvokeProfiles", []string{
		"1:0", "1:1" + counts(1, 1), "1:2" + counts(2, 1), "1:3" + counts(3, 1), "1:4" + counts(7, 1), "1:5" + counts(8, 1), "1:6" + counts(9, 1), "1:7<2:3" + counts(5, 1), "1:7<2:4" + counts(5, 4), "1:8 1 0 2 7",
	})+`}`)
	s := New(p, Options{Metrics: []convert.Metric{convert.Receivers}})
	var got []string
	for _, site := range s.Receivers.All {
		got = append(got, fmt.Sprintf("%d %d %d %t", site.BCI, site.Executions, len(site.Types), site.Saturated))
	}
	want := []string{"0 0 0 false", "1 1 1 false", "2 3 2 false", "3 6 3 false", "4 28 7 false", "5 36 8 true", "6 45 9 true", "7 30 8 false", "8 7 2 false"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	for n, kind := range map[int]TypeKind{0: TypeKindOf(0), 1: TypeKindOf(1), 2: TypeKindOf(2), 3: TypeKindOf(3), 7: TypeKindOf(7), 8: TypeKindOf(8), 9: TypeKindOf(9)} {
		want := map[int]string{0: "no types", 1: "monomorphic", 2: "bimorphic", 3: "polymorphic", 7: "polymorphic", 8: "megamorphic", 9: "megamorphic"}[n]
		if kind.String() != want {
			t.Errorf("%d types: %s", n, kind)
		}
	}
	unlisted := TypeSite{Unlisted: true, Types: []iprof.TypeCount{{Type: 1, Count: 9}}}
	if unlisted.Kind() != UnknownTypes || !math.IsNaN(unlisted.Entropy()) || (&TypeSite{Unlisted: true}).Kind() == UnknownTypes {
		t.Errorf("%s, %v", unlisted.Kind(), unlisted.Entropy())
	}
}

// A count that is two numbers read as one damages its site, in whatever record it is; without parts only executions are added up.
func TestDamagedSites(t *testing.T) {
	packed := fmt.Sprint(int64(7987)<<32 | 7983)
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b")+
		testprofile.Section("conditionalProfiles", []string{"1:3<2:1 9 0 " + packed + " 14 1 2", "1:3<2:2 9 0 1 14 1 2", "1:5 9 0 1 14 1 2", "1:7<2:1 9 0 1", "1:7<2:2 9 0 " + packed})+`}`)
	for _, parts := range []bool{true, false} {
		s := New(p, Options{Metrics: []convert.Metric{convert.Branches}, NoParts: !parts})
		var got []string
		for _, c := range s.Conditionals.All {
			got = append(got, fmt.Sprint(c.BCI, " ", c.Damaged, " ", len(c.Successors) > 0))
		}
		if want := []string{fmt.Sprint("3 true ", parts), fmt.Sprint("5 false ", parts), fmt.Sprint("7 true ", parts)}; !slices.Equal(got, want) {
			t.Errorf("parts %t: %q", parts, got)
		}
		if c := s.Conditionals.All[1]; c.Executions != 3 {
			t.Errorf("%+v", c)
		}
	}
}

// A call is damaged if any of its counts is, and unlisted if the file lists none of its types.
func TestDamagedTypes(t *testing.T) {
	packed := fmt.Sprint(int64(7987)<<32 | 7983)
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b")+testprofile.Section("virtualInvokeProfiles", []string{
		"1:3 9 " + packed + " 8 2", "1:5 9 7", "1:7<2:1 77 1", "1:7<2:2 9 " + packed, "1:9 77 4 78 5", "1:11 77 3 9 1"})+`}`)
	for _, parts := range []bool{true, false} {
		var got []string
		for _, c := range New(p, Options{Metrics: []convert.Metric{convert.Receivers}, NoParts: !parts}).Receivers.All {
			got = append(got, fmt.Sprint(c.BCI, " ", c.Damaged, " ", c.Unlisted, " ", c.Executions < 100))
		}
		if want := []string{"3 true false false", "5 false false true", "7 true false false", "9 false true true", "11 false false true"}; !slices.Equal(got, want) {
			t.Errorf("parts %t: %q", parts, got)
		}
	}
}
