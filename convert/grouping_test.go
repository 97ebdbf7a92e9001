package convert_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// grouped is a profile with one context of each kind of method. Those of a, b and c are 1, 2 and 3; 9 is not listed; the type of 5 is
// not listed.
const grouped = `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":1,"name":"p.q.A"},{"id":2,"name":"B"},{"id":3,"name":"java.lang.String"}],
	"methods":[{"id":1,"name":"a","signature":[1,8]},{"id":2,"name":"b","signature":[2,8]},{"id":3,"name":"c","signature":[3,8]},{"id":4,"name":"d","signature":[1,8]},{"id":5,"name":"e","signature":[7,8]}]`

// Each frame is in the group of its method, class, package, kind, or of what a pattern finds in its name.
func TestGroupsOfFrames(t *testing.T) {
	p := testprofile.Parse(t, grouped+testprofile.Calls("1:0 1", "2:0 1", "3:0 1", "4:0 1", "5:0 1", "9:0 1")+"}")
	for _, c := range []struct {
		by      convert.GroupBy
		pattern string
		style   convert.NameStyle
		want    string
	}{
		{convert.ByMethod, "", convert.FullNames, "p.q.A.a, B.b, java.lang.String.c, p.q.A.d, <unknown type 7>.e, <unknown method 9> outside"},
		{convert.ByMethod, "", convert.ShortNames, "A.a, B.b, String.c, A.d, <unknown type 7>.e, <unknown method 9> outside"},
		{convert.ByClass, "", convert.FullNames, "p.q.A, B, java.lang.String, p.q.A, <unknown type 7> outside, <unknown class> outside"},
		{convert.ByClass, "", convert.ShortNames, "A, B, String, A, <unknown type 7> outside, <unknown class> outside"},
		{convert.ByPackage, "", convert.FullNames, "p.q, <default package>, java.lang, p.q, <unknown package> outside, <unknown package> outside"},
		{convert.ByKind, "", convert.FullNames, "application, application, JDK, application, <unknown> outside, <unknown> outside"},
		{convert.ByPattern, `(\w)\.([ab])`, convert.FullNames, "A a, B b, <no match> outside, <no match> outside, <no match> outside, <no match> outside"},
		{convert.ByPattern, `[A-Z]`, convert.FullNames, "A, B, S, A, <no match> outside, <no match> outside"},
	} {
		g := convert.NewGrouper(p, convert.NewNames(p, convert.NameOptions{Style: c.style}), c.by, regexp.MustCompile(c.pattern))
		var got []string
		for _, id := range []iprof.MethodID{1, 2, 3, 4, 5, 9} {
			of := g.Groups[g.NumberOfFrame(int32(p.MethodSlot(id)), 7)]
			name := g.Name(of)
			if of.Outside {
				name += " outside"
			}
			got = append(got, name)
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("by %s %s: %s\nwant %s", c.by, c.pattern, strings.Join(got, ", "), c.want)
		}
	}
}

// Values of places count at the call site in the caller: of entries that come from a hidden caller, in <hidden>, unless the frame is
// hidden itself; of samples, in the nearest frame that is shown.
func TestGroupsOfPlaces(t *testing.T) {
	p := testprofile.Parse(t, grouped+testprofile.Calls("1:0 1", "4:0<1:5 1", "2:0<4:6<1:5 1", "3:0<2:7<4:6<1:5 1")+"}")
	for _, c := range []struct {
		entries bool
		hide    string
		want    string
	}{
		{true, "^$", "a -, d A.a@5, b A.d@6, c B.b@7"},
		{true, `\.d$`, "a -, d -, b <hidden>, c B.b@7"},
		{true, `\.a$`, "a -, d <hidden>, b A.d@6, c B.b@7"},
		{false, "^$", "a -, d A.a@5, b A.d@6, c B.b@7"},
	} {
		names := convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames})
		pr := convert.Project(p, p.Contexts, names, convert.FilterOptions{Hide: regexp.MustCompile(c.hide)})
		g := convert.NewGrouper(p, names, convert.BySite, nil)
		g.Entries = c.entries
		alive := make([]bool, p.Contexts.Len())
		for i := range alive {
			alive[i] = true
		}
		tree := g.Tree(p.Contexts, pr, alive)
		var got []string
		for i, n := range p.Contexts.All() {
			m, _ := p.Method(n.Method)
			group := "-"
			if k := tree.Group[i]; k >= 0 {
				group = g.Name(g.Groups[k])
			}
			got = append(got, m.Name+" "+group)
			if tree.Parent[i] != int32(n.Parent) {
				t.Errorf("%s: parent %d, want %d", m.Name, tree.Parent[i], n.Parent)
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("hide %s, entries %t: %s\nwant %s", c.hide, c.entries, strings.Join(got, ", "), c.want)
		}
	}
}

// The counts of a context are those of its records, of the metrics requested: by BCI, metric and part, each once, without zeros.
func TestContextCounts(t *testing.T) {
	p := testprofile.Parse(t, grouped+testprofile.Calls("1:0 4", "2:0<1:5 0", "3:0 9")+
		testprofile.Section("conditionalProfiles", []string{"1:5 9 0 3 7 1 2", "1:2 4 0 6 4 1 6"})+
		testprofile.Section("virtualInvokeProfiles", []string{"1:5 2 7 1 8", "3:1 1 5"})+
		testprofile.Section("instanceofProfiles", []string{"1:3 3 1"})+"}")
	metrics := []convert.Metric{convert.Calls, convert.Branches, convert.Receivers, convert.InstanceOf}
	write := func(counts []convert.SiteCount) string {
		var list []string
		for _, c := range counts {
			list = append(list, fmt.Sprintf("@%d %s %d: %d", c.BCI, c.Metric, c.Part, c.Count))
		}
		return strings.Join(list, ", ")
	}
	all, calls := convert.NewContextCounts(p, p.Contexts, metrics...), convert.NewContextCounts(p, p.Contexts, convert.Calls)
	for i, want := range []string{
		"@0 calls 0: 4, @2 branches 4: 12, @3 instanceof 3: 1, @5 branches 7: 2, @5 branches 9: 3, @5 receivers 1: 8, @5 receivers 2: 7",
		"", // its count is 0
		"@0 calls 0: 9, @1 receivers 1: 5",
	} {
		node := iprof.NodeID(i)
		before := []convert.SiteCount{{BCI: 1}}
		got := all.Append(before, all.First(node))
		if write(got[1:]) != want || got[0] != before[0] {
			t.Errorf("node %d: %s\nwant %s", i, write(got), want)
		}
		only, _, _ := strings.Cut(want, ", ")
		if !strings.Contains(only, "calls") {
			only = ""
		}
		if got := write(calls.Append(nil, calls.First(node))); got != only {
			t.Errorf("calls of node %d: %s, want %s", i, got, only)
		}
	}
}

// A stack counts once for a group, however often it has it, and each stack does: beside, below and above others.
func TestOncePerStack(t *testing.T) {
	// 0 A 1 ┬ 1 B 2 ─ 2 A 4
	//       └ 3 B 8 ─ 4 none 16 ─ 5 B 32
	// 6 B 64
	parent := []int32{-1, 0, 1, 0, 3, 4, -1}
	group := []int32{0, 1, 0, 1, -1, 1, 1}
	value := []int64{1, 2, 4, 8, 16, 32, 64}
	total := convert.OncePerStack(parent, group, value, 3)
	if want := []int64{1 + 2 + 4 + 8 + 16 + 32, 2 + 4 + 8 + 16 + 32 + 64, 0}; fmt.Sprint(total) != fmt.Sprint(want) {
		t.Errorf("%d, want %d", total, want)
	}
	if want := []int64{63, 6, 4, 56, 48, 32, 64}; fmt.Sprint(value) != fmt.Sprint(want) {
		t.Errorf("with all below: %d, want %d", value, want)
	}
}

// The metric that a profile is shown by: samples if they are enough, or all there is.
func TestResolveMetric(t *testing.T) {
	of := func(samples, calls int) *iprof.Profile {
		return testprofile.Parse(t, grouped+testprofile.Samples(fmt.Sprint("1:3 ", samples))+testprofile.Calls(fmt.Sprint("1:0 ", calls))+"}")
	}
	enough := int(convert.EnoughSamples)
	for _, c := range []struct {
		profiles []*iprof.Profile
		want     convert.Metric
	}{
		{[]*iprof.Profile{of(enough, 9)}, convert.Samples},
		{[]*iprof.Profile{of(enough-1, 9)}, convert.Calls},
		{[]*iprof.Profile{of(1, 0)}, convert.Samples},
		{[]*iprof.Profile{of(0, 0)}, convert.Calls},
		{[]*iprof.Profile{of(enough, 9), of(enough-1, 9)}, convert.Calls},
		{[]*iprof.Profile{of(enough, 9), of(1, 0)}, convert.Samples},
	} {
		if got := convert.DefaultMetric.Resolve(c.profiles...); got != c.want {
			t.Errorf("%d profiles, %d samples and %d calls: %s", len(c.profiles), c.profiles[0].Total(iprof.Samples), c.profiles[0].Total(iprof.Calls), got)
		}
	}
}

// The plain name has package, class and method, in any style.
func TestPlainNamesInAnyStyle(t *testing.T) {
	p := testprofile.Parse(t, grouped+testprofile.Calls("1:0 1", "5:0 1", "9:0 1")+"}")
	for _, style := range []convert.NameStyle{convert.FullNames, convert.ShortNames, convert.SignatureNames} {
		names := convert.NewNames(p, convert.NameOptions{Style: style})
		for id, want := range map[iprof.MethodID][2]string{
			1: {"p.q.A.a", "p.q.A.a()"}, 5: {"<unknown type 7>.e", "<unknown type 7>.e()"}, 9: {"<unknown method 9>", "<unknown method 9>"},
		} {
			slot := p.MethodSlot(id)
			if plain, signature := names.PlainName(slot), names.Signature(slot); plain != want[0] || signature != want[1] {
				t.Errorf("style %d: %s, %s, want %s", style, plain, signature, want)
			}
		}
	}
}
