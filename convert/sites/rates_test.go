package sites_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Executions per entry are those of the contexts that have both counts, each context once, whatever its records.
func TestEntryRates(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+testprofile.Calls("1:0 10", "1:0<2:4 20", "1:0<3:4 400")+
		testprofile.Section("conditionalProfiles", []string{"1:5 9 0 3 7 1 2", "1:5<2:4 9 0 30", "1:5<2:4 7 1 20", "1:5<3:1 9 0 7000", "1:8 9 0 1"})+"}")
	s := sites.New(p, sites.Options{Metrics: []convert.Metric{convert.Branches}})
	var all []*sites.Conditional
	for i := range s.Conditionals.All {
		all = append(all, &s.Conditionals.All[i])
	}
	want := map[iprof.BCI]sites.EntryRate{5: {Executions: 55, Entries: 30, AllEntries: 430}, 8: {Executions: 1, Entries: 10, AllEntries: 430, Partly: true}}
	for i, rate := range s.EntryRates(all) {
		if rate != want[all[i].BCI] {
			t.Errorf("@%d: %+v, want %+v", all[i].BCI, rate, want[all[i].BCI])
		}
	}
	if len(all) != 2 {
		t.Errorf("%d conditionals", len(all))
	}
}

// A type counts once at a site, however many types the site and its records have.
func TestManyTypesOfASite(t *testing.T) {
	record := func(context string, times int) string {
		for i := range 40 {
			context += fmt.Sprintf(" %d %d", i+1, times*(i+1))
		}
		return context
	}
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b")+testprofile.Section("virtualInvokeProfiles", []string{record("1:5", 1), record("1:5<2:4", 2), record("1:5<2:6", 4)})+"}")
	list := sites.New(p, sites.Options{Metrics: []convert.Metric{convert.Receivers}}).Receivers.All
	if len(list) != 1 || len(list[0].Types) != 40 {
		t.Fatalf("%d sites, %d types", len(list), len(list[0].Types))
	}
	for i, c := range list[0].Ranked() {
		if id := 40 - i; c.Type != iprof.TypeID(id) || c.Count != int64(7*id) {
			t.Errorf("type %d has %d, want type %d with %d", c.Type, c.Count, id, 7*id)
		}
	}
}

// The entropy is the same to the last bit, whatever the order of the types.
func TestEntropyHasNoOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	site := sites.TypeSite{}
	for i := range 7 {
		n := r.Int64N(1_000_000)
		site.Types = append(site.Types, iprof.TypeCount{Type: iprof.TypeID(i), Count: n})
		site.Executions += n
	}
	want := site.Entropy()
	for range 200 {
		r.Shuffle(len(site.Types), func(i, k int) { site.Types[i], site.Types[k] = site.Types[k], site.Types[i] })
		if got := site.Entropy(); got != want {
			t.Fatalf("%v and %v", got, want)
		}
	}
	if !slices.IsSortedFunc(site.Ranked(), func(a, b iprof.TypeCount) int { return int(b.Count - a.Count) }) {
		t.Error("not ranked")
	}
}
