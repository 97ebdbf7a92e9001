package convert_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// stacksOf reads the stacks of another tool.
func stacksOf(t *testing.T, text string) *iprof.Profile {
	t.Helper()
	p, err := folded.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Metrics have a name, a section of the file, a unit and a word for their records each.
func TestMetricsInWords(t *testing.T) {
	want := `samples sampling samples stacks
calls callCount method entries contexts
branches conditional executions of conditionals records
receivers virtualInvoke virtual calls records
instanceof instanceof type checks records
monitors monitor lock acquisitions types
`
	var got strings.Builder
	for _, m := range convert.Metrics {
		fmt.Fprintln(&got, m, strings.TrimSuffix(m.Section().String(), "Profiles"), m.Unit(), m.RecordsNoun())
	}
	if got.String() != want {
		t.Errorf("got\n%s", got.String())
	}
	for sort, want := range map[string]string{"self": "self ticks", "total": "total ticks", "root": "entries as compilation root", "count": "lock acquisitions"} {
		if got := convert.TopTitle(sort, "ticks"); got != want {
			t.Errorf("%s: %q", sort, got)
		}
	}
	p, other := testprofile.Parse(t, grouped+testprofile.Calls("1:0 1")+"}"), stacksOf(t, "a;b 5")
	for _, c := range []struct {
		p         *iprof.Profile
		m         convert.Metric
		unit      string
		perSample int64
	}{
		{p, convert.Samples, "samples", 1}, {p, convert.Calls, "method entries", 0}, {other, convert.Samples, convert.UnknownUnit, 1}, {other, convert.Branches, "executions of conditionals", 0},
	} {
		if unit, per := c.m.UnitIn(c.p), c.m.PerSample(c.p); unit != c.unit || per != c.perSample {
			t.Errorf("%s: %q, %d a sample", c.m, unit, per)
		}
	}
	for _, c := range []struct {
		unit string
		per  int64
		want string
	}{{"ticks", 1, "ticks"}, {"ms", 10, "samples"}, {"ms", 0, "samples"}, {convert.UnknownUnit, 1, "samples"}} {
		if got := convert.Samples.SampleNoun(c.unit, c.per); got != c.want {
			t.Errorf("%d %s a sample: %s, want %s", c.per, c.unit, got, c.want)
		}
	}
	if convert.DefaultMetric.Resolve(other) != convert.Samples || convert.DefaultMetric.Resolve(p, other) != convert.Samples || convert.DefaultMetric.Resolve(p) != convert.Calls {
		t.Error("the default metric of stacks of other tools are samples")
	}
}

// Each kind and each reason has a word of its own.
func TestKindsAndReasonsInWords(t *testing.T) {
	seen := map[string]bool{}
	for i := range convert.NumKinds {
		seen[convert.Kind(i).String()] = true
	}
	for i := range len(convert.Tally{}.ByReason) {
		seen[convert.DropReason(i).String()] = true
	}
	if seen[""] || len(seen) != convert.NumKinds+len(convert.Tally{}.ByReason) || !seen[convert.Library.String()] || !seen[convert.DroppedByShowFrom.String()] {
		t.Error(seen)
	}
	for name := range seen {
		if strings.Contains(name, "(") {
			t.Errorf("%s has no word", name)
		}
	}
}

// Values in one unit may be compared with the same, with one that nobody knows, and samples with ticks.
func TestCheckUnits(t *testing.T) {
	for _, c := range []struct {
		unit, base, want string
	}{
		{"samples", "samples", ""}, {"samples", "ticks", ""}, {"ticks", "samples", ""}, {"counts", "bytes", ""}, {"bytes", "counts", ""}, {"bytes", "bytes", ""},
		{"bytes", "samples", "bytes cannot be compared with samples"}, {"ticks", "nanoseconds", "ticks cannot be compared with nanoseconds"},
	} {
		got := ""
		if err := convert.CheckUnits(c.unit, c.base); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s, %s: %q", c.unit, c.base, got)
		}
	}
}

// Styles, views, groupings and kinds have the names that users type or read.
func TestNamesOfOptions(t *testing.T) {
	var got []string
	for _, x := range []fmt.Stringer{
		convert.FullNames, convert.ShortNames, convert.SignatureNames, convert.MachineView, convert.ExpertView, convert.UserView, convert.AppView,
		convert.UnknownKind, convert.Application, convert.JDK, convert.NativeImage, convert.Profiler, convert.Library,
	} {
		got = append(got, x.String())
	}
	if want := "full short signature machine expert user app unknown application JDK native image profiler library"; strings.Join(got, " ") != want {
		t.Error(got)
	}
	got = nil
	for _, g := range convert.GroupBys {
		got = append(got, fmt.Sprint(g, "/", g.Column(), "/", g.Plural(), "/", g.IsPlace()))
	}
	if want := "method/method/methods/false class/class/classes/false package/package/packages/false module-kind/kind/kinds of code/false root/root/roots/false " +
		"site/site/sites/true line/line/lines/true regexp/match/matches/false"; strings.Join(got, " ") != want {
		t.Error(got)
	}
}

// Names in slots, also of frames that stand for others, and their order: by name, then as in the file.
func TestNamesOfSlots(t *testing.T) {
	p := testprofile.Parse(t, grouped+testprofile.Calls("1:0 1", "2:0 1", "3:0 1", "4:0 1")+"}")
	names := convert.NewNames(p, convert.NameOptions{})
	slot := func(id iprof.MethodID) int32 { return int32(p.MethodSlot(id)) }
	for s, want := range map[int32]string{convert.VMSlot: "<VM>", convert.NoFrame: "(hidden)", slot(3): "java.lang.String.c"} {
		if got := convert.SlotName(names, s); got != want {
			t.Errorf("%d: %q", s, got)
		}
	}
	order := []int32{convert.NoFrame, convert.VMSlot, slot(2), slot(3), slot(1), slot(4)} // "(hidden)" < "<VM>" < "B.b" < "java…" < "p.q.A.a" < "p.q.A.d"
	for i, s := range order {
		for k, u := range order {
			if got := convert.CompareSlotNames(names, s, u); (got < 0) != (i < k) || (got == 0) != (i == k) {
				t.Errorf("%s and %s: %d", convert.SlotName(names, s), convert.SlotName(names, u), got)
			}
			if names.OrByName(-1, s, u) != -1 || names.OrByName(1, s, u) != 1 || names.OrByName(0, s, u) != convert.CompareSlotNames(names, s, u) {
				t.Errorf("%s and %s: the name decides between unequal ones", convert.SlotName(names, s), convert.SlotName(names, u))
			}
		}
	}
	if n := testing.AllocsPerRun(10, func() { convert.CompareSignatures(names, slot(1), slot(4)) }); n > 0 {
		t.Errorf("an order of overloads makes %v objects each time", n)
	}
	matches := convert.SlotMatcher(names, regexp.MustCompile(`^p\.|VM|hidden`))
	for range 2 { // the second time from memory
		for s, want := range map[int32]bool{slot(1): true, slot(4): true, slot(2): false, convert.VMSlot: true, convert.NoFrame: false, convert.NoSlot: false} {
			if matches(s) != want {
				t.Errorf("%s matches: %t", convert.SlotName(names, s), !want)
			}
		}
	}
	if convert.SlotMatcher(names, regexp.MustCompile(`A`))(convert.VMSlot) {
		t.Error("<VM> matches A")
	}
	deep := testprofile.Parse(t, grouped+testprofile.Calls("2:0<1:3 1", "3:0 1")+"}")
	names = convert.NewNames(deep, convert.NameOptions{})
	for _, c := range []struct {
		pattern string
		among   []bool
		want    bool
	}{{`\.b$`, nil, true}, {`\.d$`, nil, false}, {`\.b$`, []bool{true, false, false}, false}, {`\.a$`, []bool{true, false, false}, true}, {`\.c$`, []bool{false, false, true}, true}} {
		if got := convert.AnyMethodMatches(names, deep.Contexts, c.among, regexp.MustCompile(c.pattern)); got != c.want {
			t.Errorf("%s among %v: %t", c.pattern, c.among, got)
		}
	}
}

// A pattern without a match is named with its filter, and quoted as it was typed, if it can be.
func TestNoMatchErrors(t *testing.T) {
	for _, c := range []struct {
		err  convert.NoMatchError
		want string
		need bool
	}{
		{convert.NoMatchError{Pattern: `a\.b`}, `no method matches "a\.b"`, false},
		{convert.NoMatchError{Pattern: "a`\n"}, `no method matches "a` + "`" + `\n"`, false},
		{convert.NoMatchError{Pattern: "a", Filter: "focus"}, `no method matches --focus "a"`, true},
		{convert.NoMatchError{Pattern: "a", Filter: "show-from"}, `no method matches --show-from "a"`, true},
		{convert.NoMatchError{Pattern: "a", Filter: "hide"}, `no method matches --hide "a"`, false},
		{convert.NoMatchError{Pattern: "a", Hidden: true}, `no visible method matches "a": the view or the filters hide all that match`, false},
		{convert.NoMatchError{Pattern: "a", Called: true}, `no method with entries matches "a": those that match are only called`, false},
		{convert.NoMatchError{Pattern: "a", Sampled: true}, `no method with entries matches "a": those that match are only on sampled stacks`, false},
	} {
		if got := c.err.Error(); got != c.want || c.err.IsNeeded() != c.need {
			t.Errorf("%q, needed: %t; want %q", got, c.err.IsNeeded(), c.want)
		}
	}
	re := regexp.MustCompile("Foo.baz")
	shown := []string{"x.Foo.bar", "x.Foo.bat", "x.Foo.baa", "x.Foo.bab", "x.Foo.bac", "x.Foo.bad", "x.Foo.bae"}
	if err := convert.NewNoMatchError(re, shown, false); err.Pattern != "Foo.baz" || err.Hidden || len(err.Nearest) != 5 {
		t.Errorf("%+v", err)
	}
	if err := convert.NewNoMatchError(re, shown, false); err.OrCalled(false) != err || !err.OrCalled(true).Called || err.OrCalled(true).Pattern != "Foo.baz" {
		t.Errorf("%+v, %+v", err.OrCalled(false), err.OrCalled(true))
	}
	if err := convert.NewNoMatchError(re, shown, true); err.OrCalled(true).Called {
		t.Error("a hidden method is called")
	}
	if err := convert.NewNoMatchError(re, shown, true); err.Pattern != "Foo.baz" || !err.Hidden || err.Nearest != nil {
		t.Errorf("%+v", err)
	}
}

// Keys of places come back as they were, negative ones as well, and keys are numbered as they come.
func TestKeys(t *testing.T) {
	for _, of := range []int32{0, 1, 1<<31 - 1, -1, convert.VMSlot} {
		for _, bci := range []iprof.BCI{0, 1, 65535, -1, -5} {
			if o, b := convert.SplitPlaceKey(convert.PlaceKey(of, bci)); o != of || b != bci {
				t.Errorf("%d, %d: %d, %d", of, bci, o, b)
			}
		}
	}
	var keys convert.Keys
	if keys.LookUp(7) != -1 {
		t.Error("a key of none")
	}
	for i, key := range []uint64{7, 1 << 40, 0} {
		if n, fresh := keys.Add(key); int(n) != i || !fresh {
			t.Errorf("key %d: %d, %t", key, n, fresh)
		}
	}
	if n, fresh := keys.Add(1 << 40); n != 1 || fresh || keys.Number(0) != 2 || keys.Number(9) != 3 || keys.LookUp(7) != 0 || keys.LookUp(8) != -1 {
		t.Errorf("%d, %t, %v", n, fresh, keys.List)
	}
	if !slices.Equal(keys.List, []uint64{7, 1 << 40, 0, 9}) {
		t.Error(keys.List)
	}
	for _, room := range []int{0, 1, 4, 12, 13, 1000, 5000} { // also too little, and in the middle
		var many convert.Keys
		for i := range 3000 {
			if i%1500 == 0 {
				many.Reserve(room)
			}
			if n, fresh := many.Add(uint64(i) * 3); int(n) != i || !fresh {
				t.Fatalf("room for %d: key %d has number %d", room, i, n)
			}
		}
		if many.LookUp(3*2999) != 2999 || many.LookUp(1) != -1 {
			t.Errorf("room for %d: keys are lost", room)
		}
	}
}

// Counts of one context are by BCI, metric and part, each once, without zeros, whatever was in the slice before.
func TestCountsOfContexts(t *testing.T) {
	p := testprofile.Parse(t, grouped+testprofile.Calls("1:0 3", "1:0 4", "2:0<1:5 1")+
		testprofile.Section("conditionalProfiles", []string{"1:9 20 0 5 12 1 0", "1:3 4 0 1", "1:9 20 0 2"})+
		testprofile.Section("virtualInvokeProfiles", []string{"1:9 3 6 1 2"})+testprofile.Section("instanceofProfiles", []string{"1:3 2 8"})+
		testprofile.Samples("1:7 5", "1:2 6", "1:7 1")+"}")
	c := convert.NewContextCounts(p, p.Contexts, convert.Calls, convert.Branches, convert.Receivers, convert.InstanceOf)
	before := convert.SiteCount{BCI: 99, Count: 99}
	got := c.Append([]convert.SiteCount{before}, c.First(0))
	want := []convert.SiteCount{before, {0, convert.Calls, 0, 7}, {3, convert.Branches, 4, 1}, {3, convert.InstanceOf, 2, 8},
		{9, convert.Branches, 20, 7}, {9, convert.Receivers, 1, 2}, {9, convert.Receivers, 3, 6}}
	if !slices.Equal(got, want) {
		t.Errorf("%v\nwant %v", got, want)
	}
	if got := c.Append(nil, c.First(1)); !slices.Equal(got, []convert.SiteCount{{0, convert.Calls, 0, 1}}) {
		t.Error(got)
	}
	s := convert.NewContextCounts(p, p.Stacks, convert.Samples)
	if got := s.Append(nil, s.First(0)); !slices.Equal(got, []convert.SiteCount{{2, convert.Samples, 0, 6}, {7, convert.Samples, 0, 6}}) {
		t.Error(got)
	}
	if c.Append(nil, 0) != nil {
		t.Error("counts of no record")
	}
}

// Nodes and leaves of a metric are those of its records, in the order of the file, and may be left early. Leaves that are cached are
// the same each time; stacks of calls show those of sites, too.
func TestRecordsOfMetrics(t *testing.T) {
	p := testprofile.Parse(t, grouped+testprofile.Calls("1:0 3", "2:0<1:5 1")+testprofile.Section("conditionalProfiles", []string{"2:9<1:5 20 0 5 12 1 1", "1:3 4 0 1"})+
		testprofile.Section("virtualInvokeProfiles", []string{"1:9 3 6 1 2"})+testprofile.Section("instanceofProfiles", []string{"2:3<1:5 2 8", "1:1 2 9"})+testprofile.Samples("3:7 5", "1:2 6")+"}")
	for m, want := range map[convert.Metric]string{
		convert.Samples: "0:7 5, 1:2 6", convert.Calls: "0:0 3, 1:0 1", convert.Branches: "1:9 6, 0:3 1", convert.Receivers: "0:9 8", convert.InstanceOf: "1:3 8, 0:1 9", convert.Monitors: "",
	} {
		var nodes, leaves, cached []string
		for n := range m.Nodes(p) {
			nodes = append(nodes, fmt.Sprint(n))
		}
		for at, v := range m.Leaves(p) {
			leaves = append(leaves, fmt.Sprintf("%d:%d %d", at.Node, at.BCI, v))
		}
		all := m.CachedLeaves(p)
		for range 2 {
			for at, v := range all {
				cached = append(cached, fmt.Sprintf("%d:%d %d", at.Node, at.BCI, v))
			}
		}
		if got := strings.Join(leaves, ", "); got != want {
			t.Errorf("%s: %s, want %s", m, got, want)
		}
		if !slices.Equal(cached, append(slices.Clone(leaves), leaves...)) {
			t.Errorf("%s: cached %s", m, cached)
		}
		for i, leaf := range leaves {
			if node, _, _ := strings.Cut(leaf, ":"); nodes[i] != node {
				t.Errorf("%s: node %d is %s", m, i, nodes[i])
			}
		}
		if len(nodes) != len(leaves) {
			t.Errorf("%s: %d nodes", m, len(nodes))
		}
		first := 0
		for range m.Nodes(p) {
			first++
			break
		}
		for range m.Leaves(p) {
			first++
			break
		}
		for range all {
			first++
			break
		}
		for range m.StackLeaves(p) {
			first++
			break
		}
		for range m.Records(p) {
			first++
			break
		}
		if first != 5*min(1, len(leaves)) {
			t.Errorf("%s: %d of 5 loops were left", m, first)
		}
	}
	var stacks []string
	for at, v := range convert.Calls.StackLeaves(p) {
		stacks = append(stacks, fmt.Sprintf("%d:%d %d", at.Node, at.BCI, v))
	}
	if got := strings.Join(stacks, ", "); got != "0:0 3, 1:0 1, 1:9 6, 0:3 1, 0:9 8, 1:3 8, 0:1 9" {
		t.Error(got)
	}
}

// Methods of other tools have no signature: what is known is their name, and the class in it.
func TestNamesWithoutSignature(t *testing.T) {
	p := stacksOf(t, "p.q.A.run 1\nstart_thread 1\njava.lang.Thread.run 1\np.q.L$$Lambda$14/0x00000007c109f400.run 1\n")
	slots := map[string]int{}
	for i := range p.Methods.Len() {
		m := p.Methods.At(i)
		slots[m.Name] = p.MethodSlot(m.ID)
	}
	a, lambda := slots["p.q.A.run"], slots["p.q.L$$Lambda$14/0x00000007c109f400.run"]
	for _, c := range []struct {
		opts                         convert.NameOptions
		slot                         int
		method, plain, sig, detailed string
	}{
		{convert.NameOptions{}, a, "p.q.A.run", "p.q.A.run", "p.q.A.run", "p.q.A.run"},
		{convert.NameOptions{Style: convert.ShortNames}, a, "A.run", "p.q.A.run", "p.q.A.run", "p.q.A.run"},
		{convert.NameOptions{Style: convert.SignatureNames}, a, "p.q.A.run", "p.q.A.run", "p.q.A.run", "p.q.A.run"},
		{convert.NameOptions{Normalize: true}, lambda, "p.q.L$$Lambda$*.run", "p.q.L$$Lambda$*.run", "p.q.L$$Lambda$*.run", "p.q.L$$Lambda$*.run"},
	} {
		n := convert.NewNames(p, c.opts)
		got := []string{n.Method(c.slot), n.PlainName(c.slot), n.Signature(c.slot), n.MethodWith(c.slot, convert.WithReturn)}
		if want := []string{c.method, c.plain, c.sig, c.detailed}; !slices.Equal(got, want) {
			t.Errorf("%+v: %q, want %q", c.opts, got, want)
		}
	}
	for _, c := range []struct {
		by   convert.GroupBy
		want string
	}{
		{convert.ByClass, "p.q.A, <unknown class> outside, java.lang.Thread"},
		{convert.ByPackage, "p.q, <unknown package> outside, java.lang"},
		{convert.ByKind, "application, application, JDK"},
	} {
		g := convert.NewGrouper(p, nil, c.by, nil)
		var got []string
		for _, name := range []string{"p.q.A.run", "start_thread", "java.lang.Thread.run"} {
			of := g.Groups[g.NumberOfFrame(int32(slots[name]), 0)]
			text := g.Name(of)
			if of.Outside {
				text += " outside"
			}
			got = append(got, text)
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("by %s: %s, want %s", c.by, strings.Join(got, ", "), c.want)
		}
	}
	top := stacksOf(t, "A.run 1")
	g := convert.NewGrouper(top, nil, convert.ByPackage, nil)
	if of := g.Groups[g.NumberOfFrame(0, 0)]; of.Name != "<default package>" || of.Outside {
		t.Errorf("%+v", of)
	}
}

// With a pattern for the application, other code without a package of the JDK or VM is a library's.
func TestKindsWithApplication(t *testing.T) {
	p := testprofile.Parse(t, grouped+testprofile.Calls("1:0 1", "2:0 1", "3:0 1", "5:0 1", "9:0 1")+"}")
	for _, c := range []struct{ pattern, methods, classes string }{
		{"", "application, application, JDK, unknown, unknown", "application, application, JDK, unknown"},
		{`^p\.q\.`, "application, library, JDK, unknown, unknown", "application, library, JDK, unknown"},
		{`String\.`, "library, library, application, unknown, unknown", "library, library, application, unknown"},
		{`\.A$`, "library, library, JDK, unknown, unknown", "library, library, JDK, unknown"},
	} {
		opts := convert.NameOptions{}
		if c.pattern != "" {
			opts.Application = regexp.MustCompile(c.pattern)
		}
		for _, style := range []convert.NameStyle{convert.FullNames, convert.ShortNames} {
			opts.Style = style
			n := convert.NewNames(p, opts)
			var methods, classes []string
			for _, id := range []iprof.MethodID{1, 2, 3, 5, 9} {
				methods = append(methods, n.Kind(p.MethodSlot(id)).String())
			}
			for _, id := range []iprof.TypeID{1, 2, 3, 7} {
				classes = append(classes, n.ClassKind(id).String())
			}
			if got := strings.Join(methods, ", "); got != c.methods {
				t.Errorf("%q: methods %s, want %s", c.pattern, got, c.methods)
			}
			if got := strings.Join(classes, ", "); got != c.classes {
				t.Errorf("%q: classes %s, want %s", c.pattern, got, c.classes)
			}
		}
	}
}

// Beside stacks of other tools, overloads are told apart only if those have names of that kind.
func TestNamesBesideOtherTools(t *testing.T) {
	overloads := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":9,"name":"int"},{"id":1,"name":"A"}],
		"methods":[{"id":1,"name":"a","signature":[1,8]},{"id":2,"name":"a","signature":[1,8,9]}]`+testprofile.Calls("1:0 1", "2:0 1")+"}")
	opts := convert.NameOptions{Disambiguate: true}
	for text, want := range map[string]string{"A.a 1": "A.a", "A.a() 1\nA.a(int) 1": "A.a(int)", "B.b 1": "A.a(int)", "A.a 1\nA.a(int) 1": "A.a(int)"} {
		all := convert.NewSharedNames(opts, overloads, stacksOf(t, text))
		if got := all[0].Method(overloads.MethodSlot(2)); got != want {
			t.Errorf("beside %q: %s, want %s", text, got, want)
		}
		if got := all[1].Method(0); !strings.HasPrefix(text, got+" ") {
			t.Errorf("%q is named %s", text, got)
		}
	}
	if got := convert.NewNames(overloads, opts).Method(overloads.MethodSlot(2)); got != "A.a(int)" {
		t.Errorf("alone: %s", got)
	}
}

// Groups of frames that stand for others are outside, whatever the grouping, and each is one group.
func TestSummaryGroups(t *testing.T) {
	p := testprofile.Parse(t, grouped+testprofile.Calls("1:0 1")+"}")
	for _, by := range convert.GroupBys {
		g := convert.NewGrouper(p, nil, by, regexp.MustCompile("x"))
		g.LineOf = func(int32, iprof.BCI) int { return 0 }
		g.NumberOfFrame(0, 0)
		vm, outside := g.NumberOfFrame(convert.VMSlot, 5), g.NumberOfOutside()
		if vm != 1 || outside != 2 || g.NumberOfFrame(convert.VMSlot, 6) != vm || g.NumberOfOutside() != outside || len(g.Groups) != 3 {
			t.Errorf("by %s: groups %d and %d of %d", by, vm, outside, len(g.Groups))
			continue
		}
		for n, name := range map[int32]string{vm: "<VM>", outside: "<outside the application>"} {
			if of := g.Groups[n]; !of.IsSummary() || !of.Outside || g.Name(of) != name || g.StyleName(of) != name {
				t.Errorf("by %s: %+v is %s", by, of, g.Name(of))
			}
		}
		if g.Groups[0].IsSummary() {
			t.Errorf("by %s: a frame is a summary", by)
		}
	}
}

// Sites and lines are groups within methods; a BCI that is not in the bytecode has its meaning, and an unknown line only its method.
func TestNamesOfPlaces(t *testing.T) {
	p := testprofile.Parse(t, grouped+testprofile.Calls("1:0 1", "9:0 1")+"}")
	a, gone := int32(p.MethodSlot(1)), int32(p.MethodSlot(9))
	sites := convert.NewGrouper(p, nil, convert.BySite, nil)
	lines := convert.NewGrouper(p, nil, convert.ByLine, nil)
	lines.LineOf = func(slot int32, bci iprof.BCI) int { return map[iprof.BCI]int{3: 30, 4: 30, 5: 31}[bci] }
	for _, c := range []struct {
		slot       int32
		bci        iprof.BCI
		site, line string
	}{
		{a, 3, "p.q.A.a@3", "p.q.A.a:30"}, {a, 4, "p.q.A.a@4", "p.q.A.a:30"}, {a, 5, "p.q.A.a@5", "p.q.A.a:31"}, {a, 0, "p.q.A.a@0", "p.q.A.a"},
		{a, -1, "p.q.A.a (" + iprof.BCI(-1).String() + ")", "p.q.A.a"}, {gone, 3, "<unknown method 9>@3", "<unknown method 9>:30"},
	} {
		site, line := sites.Groups[sites.NumberOfFrame(c.slot, c.bci)], lines.Groups[lines.NumberOfFrame(c.slot, c.bci)]
		if sites.Name(site) != c.site || lines.Name(line) != c.line || site.Outside != (c.slot == gone) || line.Outside != (c.slot == gone) {
			t.Errorf("BCI %d: %s, %s", c.bci, sites.Name(site), lines.Name(line))
		}
	}
	if len(sites.Groups) != 6 || len(lines.Groups) != 4 {
		t.Errorf("%d sites, %d lines", len(sites.Groups), len(lines.Groups))
	}
}

// A pattern matches a group by its own full name or by that of one of its methods.
func TestPatternsMatchGroups(t *testing.T) {
	p := testprofile.Parse(t, grouped+testprofile.Calls("1:0 1", "2:0 1", "3:0 1", "4:0 1")+"}")
	for _, c := range []struct {
		by            convert.GroupBy
		pattern, want string
	}{
		{convert.ByClass, `\.d$`, "A true, B false, String false"},
		{convert.ByClass, `^p\.q`, "A true, B false, String false"},
		{convert.ByPackage, `^java\.lang$`, "p.q false, <default package> false, java.lang true"},
		{convert.ByPackage, `B`, "p.q false, <default package> true, java.lang false"},
		{convert.ByMethod, `String`, "A.a false, B.b false, String.c true, A.d false"},
		{convert.ByKind, `JDK|\.b$`, "application true, JDK true"},
	} {
		re := regexp.MustCompile(c.pattern)
		g := convert.NewGrouper(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames}), c.by, nil)
		for id := range iprof.MethodID(4) {
			g.NumberOfFrame(int32(p.MethodSlot(id+1)), 0)
		}
		var got []string
		for i, matched := range g.Matches(re) {
			got = append(got, fmt.Sprint(g.Name(g.Groups[i]), " ", matched))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("by %s, %s: %s\nwant %s", c.by, c.pattern, strings.Join(got, ", "), c.want)
		}
		for _, of := range g.Groups {
			want := of.Name
			if want == "" {
				want = g.Names.PlainName(int(of.Slot))
			}
			if got := g.MatchedName(re, of); got != want || want == "" {
				t.Errorf("by %s: %q is matched, want %q", c.by, got, want)
			}
		}
	}
}

// Classes that a short name does not tell apart have their full names, if names are to differ.
func TestNamesakesOfGroups(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":1,"name":"a.X"},{"id":2,"name":"b.X"},{"id":3,"name":"b.Y"}],
		"methods":[{"id":1,"name":"m","signature":[1,8]},{"id":2,"name":"m","signature":[2,8]},{"id":3,"name":"m","signature":[3,8]}]`+testprofile.Calls("1:0 1", "2:0 1", "3:0 1")+"}")
	for disambiguate, want := range map[bool]string{false: "X X Y", true: "a.X b.X Y"} {
		g := convert.NewGrouper(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames, Disambiguate: disambiguate}), convert.ByClass, nil)
		var got, early []string
		for id := range iprof.MethodID(3) {
			n := g.NumberOfFrame(int32(p.MethodSlot(id+1)), 0)
			early = append(early, g.Name(g.Groups[n]))
		}
		for _, of := range g.Groups {
			got = append(got, g.Name(of))
		}
		if strings.Join(got, " ") != want || early[0] != "X" {
			t.Errorf("told apart %t: %s, early %s", disambiguate, got, early)
		}
	}
}

// A frame of the VM that VM code calls joins its <VM>, even through the profiler's; one that is hidden does not.
func TestJoinsVM(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":1,"name":"com.oracle.svm.core.V"},{"id":2,"name":"com.oracle.svm.enterprise.profiling.P"},{"id":3,"name":"A"}],
		"methods":[{"id":1,"name":"v","signature":[1,8]},{"id":2,"name":"p","signature":[2,8]},{"id":3,"name":"a","signature":[3,8]}]`+
		testprofile.Calls("1:0 1", "1:0<1:3 1", "2:0<1:3 1", "1:0<2:3<1:3 1", "3:0<1:4 1", "1:0<3:3<1:4 1")+"}")
	pr := convert.Project(p, p.Contexts, nil, convert.FilterOptions{View: convert.UserView})
	var got []string
	for i := range p.Contexts.All() {
		id := iprof.NodeID(i)
		got = append(got, fmt.Sprint(p.Contexts.Context(id, 0), " ", pr.JoinsVM(id), " ", pr.Hides(id), " ", pr.IsOutside(id)))
	}
	want := []string{"1:0 false false false", "1:0<1:3 true false false", "2:0<1:3 false true false", "1:0<2:3<1:3 true false false", "3:0<1:4 false false false", "1:0<3:3<1:4 false false false"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	var none *convert.Projection
	if none.JoinsVM(0) || none.Hides(0) || none.IsOutside(0) || none.HasOutside() {
		t.Error("no projection hides nothing")
	}
}

// In the view of the application, samples without one of its frames are outside, and all others are not.
func TestOutsideOfTheApplication(t *testing.T) {
	p := testprofile.Parse(t, grouped+testprofile.Samples("3:0 1", "3:1<1:5 1", "1:7<3:9 1", "3:2<3:1<1:5 1")+"}")
	app := convert.FilterOptions{View: convert.AppView}
	pr := convert.Project(p, p.Stacks, nil, app)
	for i := range p.Stacks.All() {
		id := iprof.NodeID(i)
		text := p.Stacks.Context(id, 0).String()
		if want := !strings.Contains("<"+text, "<1:"); pr.IsOutside(id) != want {
			t.Errorf("%s: outside: %t", text, !want)
		}
	}
	if !pr.HasOutside() {
		t.Error("nothing is outside")
	}
	inside := testprofile.Parse(t, grouped+testprofile.Samples("3:1<1:5 1")+"}")
	if pr := convert.Project(inside, inside.Stacks, nil, app); pr.HasOutside() {
		t.Error("a sample of the application is outside")
	}
	calls := testprofile.Parse(t, grouped+testprofile.Calls("3:0 1")+"}")
	if tally := convert.Project(calls, calls.Contexts, nil, app).Tally(convert.Calls.Records(calls)); !tally.IsOutside() {
		t.Errorf("%+v", tally)
	}
	both := testprofile.Parse(t, grouped+testprofile.Calls("3:0 1", "1:0 1")+"}")
	if tally := convert.Project(both, both.Contexts, nil, app).Tally(convert.Calls.Records(both)); tally.IsOutside() {
		t.Errorf("%+v", tally)
	}
}

// A share of all samples has exactly 1 as its upper bound, of none 0 as its lower one.
func TestWilsonAtTheEnds(t *testing.T) {
	for _, n := range []int64{1, 2, 20, 1e6} {
		if _, high := convert.WilsonInterval(n, n); high != 1 {
			t.Errorf("%d of %d: %v", n, n, high)
		}
		if low, _ := convert.WilsonInterval(0, n); low != 0 {
			t.Errorf("0 of %d: %v", n, low)
		}
	}
}

// VM code is native-image's, unless the recorder tells states of a VM.
func TestNamesOfKinds(t *testing.T) {
	for _, c := range []struct {
		kind   convert.Kind
		states map[string]bool
		want   string
	}{
		{convert.NativeImage, nil, "native image"}, {convert.NativeImage, map[string]bool{}, "native image"}, {convert.NativeImage, map[string]bool{"Blocked": true}, "VM"},
		{convert.JDK, map[string]bool{"Blocked": true}, "JDK"}, {convert.Library, nil, "library"},
	} {
		if got := c.kind.NameIn(iprof.Origin{States: c.states}); got != c.want {
			t.Errorf("%v with %v: %s", c.kind, c.states, got)
		}
	}
}

// The kind of a method is that of its class or, without one, of its name; states of a VM are VM code, unless the user says otherwise.
func TestKindsOfFrames(t *testing.T) {
	var b iprof.Builder
	b.SetOrigin(iprof.Origin{Format: "HotSpot -Xprof", States: map[string]bool{"Blocked": true}})
	b.AddType(iprof.Type{ID: 1, Name: "java.util.List"})
	for i, name := range []string{"Blocked", "app.Main.run", "java.util.List.add", "get"} {
		of := iprof.NoType
		if name == "get" {
			of = 1
		}
		b.AddMethod(iprof.Method{ID: iprof.MethodID(i), Name: name, Declaring: of, Return: iprof.NoType})
	}
	p := b.Profile()
	for app, want := range map[string][]convert.Kind{
		"": {convert.NativeImage, convert.Application, convert.JDK, convert.JDK}, "Blocked|List": {convert.Application, convert.Library, convert.Application, convert.Application},
	} {
		opts := convert.NameOptions{}
		if app != "" {
			opts.Application = regexp.MustCompile(app)
		}
		names := convert.NewNames(p, opts)
		for slot, kind := range want {
			for range 2 { // the second time from memory
				if got := names.Kind(slot); got != kind {
					t.Errorf("application %q, %s: %v, want %v", app, names.Method(slot), got, kind)
				}
			}
		}
	}
}
