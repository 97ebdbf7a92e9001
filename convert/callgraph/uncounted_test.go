package callgraph

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// uncountedChanges writes the nodes of a comparison, and their callers' edges, with the marks of lower bounds.
func uncountedChanges(t *testing.T, base, p *iprof.Profile, opts Options) string {
	t.Helper()
	g := graphSince(t, base, p, opts)
	var lines []string
	write := func(name string, now, was int64, partly, wasPartly bool, c *Change) {
		mark := map[bool]string{true: "≥"}
		word := "not compared"
		if c != nil && c.Comparable {
			if word = c.Word(); c.AtLeast {
				word = "at least " + word
			}
		}
		lines = append(lines, strings.Join([]string{name, mark[wasPartly] + fmt.Sprint(was), "→", mark[partly] + fmt.Sprint(now), word}, " "))
	}
	for _, n := range g.Nodes {
		write(n.Name, n.Entries.Total(), n.BaseEntries.Total(), n.Partly.Any(), n.BasePartly.Any(), n.Change)
	}
	for _, e := range g.Edges {
		from := "outside"
		if e.From >= 0 {
			from = g.Nodes[e.From].Name
		}
		write(from+" > "+g.Nodes[e.To].Name, e.Count, e.Base.Count, e.Partly, e.Base.Partly, e.Change)
	}
	return strings.Join(lines, "\n")
}

// A sum with a context of unknown entries is a lower bound. It is compared if the other profile's leaves out the same contexts, as that of
// same does, and if the unknown part can only add to the change, as to that of more; less may have as many entries as before.
func TestUncountedContexts(t *testing.T) {
	const conditional = `"records":[5,0,3,9,1,4]`
	profile := func(calls, uncounted []string) *iprof.Profile {
		var conditionals []string
		for _, c := range uncounted {
			conditionals = append(conditionals, `{"ctx":"`+c+`",`+conditional+`}`)
		}
		return testprofile.Parse(t, `{`+testprofile.Methods("main", "less", "more", "same", "root")+testprofile.Calls(calls...)+
			`,"conditionalProfiles":[`+strings.Join(conditionals, ",")+`]}`)
	}
	old := profile([]string{"1:0 900000", "2:0<1:1 40000", "2:0<1:2 20000", "3:0<1:3 5000", "3:0<1:4 100", "4:0<1:5 60000", "5:0 70000"}, []string{"4:7<1:6"})
	new := profile([]string{"1:0 900000", "2:0<1:1 40000", "3:0<1:3 50000", "4:0<1:5 40000", "5:0<1:8 7000"}, []string{"2:7<1:2", "3:7<1:4", "4:7<1:6", "5:7"})
	opts := Options{Metric: convert.Calls, NoInlinedSites: true}
	testprofile.WantText(t, "changes", uncountedChanges(t, old, new, opts), strings.TrimSpace(`
T.main 900000 → 900000 same
T.more 5100 → ≥50000 at least more
T.less 60000 → ≥40000 not compared
T.same ≥60000 → ≥40000 fewer
T.root 70000 → ≥7000 not compared
T.main > T.more 5100 → ≥50000 at least more
T.main > T.less 60000 → ≥40000 not compared
T.main > T.same ≥60000 → ≥40000 fewer
T.main > T.root 0 → 7000 new
outside > T.main 900000 → 900000 same
outside > T.root 70000 → ≥0 not compared`))
	testprofile.WantText(t, "in the opposite direction", uncountedChanges(t, new, old, opts), strings.TrimSpace(`
T.main 900000 → 900000 same
T.root ≥7000 → 70000 not compared
T.less ≥40000 → 60000 not compared
T.same ≥40000 → ≥60000 more
T.more ≥50000 → 5100 at least fewer
T.main > T.less ≥40000 → 60000 not compared
T.main > T.same ≥40000 → ≥60000 more
T.main > T.more ≥50000 → 5100 at least fewer
T.main > T.root 7000 → 0 gone
outside > T.main 900000 → 900000 same
outside > T.root ≥0 → 70000 not compared`))
	if got := graphSince(t, old, new, opts).Base.Changed(); got != 2 { // more and same
		t.Errorf("%d methods changed", got)
	}

	names := convert.NewSharedNames(convert.NameOptions{}, old, new)
	of := compare.New(names[0], names[1], compare.Options{}).Uncounted()
	var alike, alone [2]int
	for side, marks := range of {
		for _, u := range marks {
			switch u {
			case compare.UncountedAlike:
				alike[side]++
			case compare.UncountedAlone:
				alone[side]++
			}
		}
	}
	if alike != [2]int{1, 1} || alone != [2]int{0, 3} {
		t.Errorf("%v contexts without a count in both profiles, %v in one", alike, alone)
	}
}

// A lower bound that is larger by chance alone proves no change, and none is shown: nor that there is none.
func TestBoundsThatProveNothing(t *testing.T) {
	head := `{` + testprofile.Methods("main", "few")
	old := testprofile.Parse(t, head+testprofile.Calls("1:0 900000", "2:0<1:1 5000", "2:0<1:2 3")+`}`)
	new := testprofile.Parse(t, head+testprofile.Calls("1:0 900000", "2:0<1:1 5010")+`,"conditionalProfiles":[{"ctx":"2:7<1:2","records":[5,0,3,9,1,4]}]}`)
	testprofile.WantText(t, "changes", uncountedChanges(t, old, new, Options{Metric: convert.Calls, NoInlinedSites: true}), strings.TrimSpace(`
T.main 900000 → 900000 same
T.few 5003 → ≥5010 not compared
T.main > T.few 5003 → ≥5010 not compared
outside > T.main 900000 → 900000 same`))
}
