package sites_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// counted has counts by site and part, in words: "if 5:11 →20", "virtual 5:3 17", "call 5:3 6", "self 5:3".
type counted map[string]int64

func (c counted) add(n int64, format string, args ...any) { c[fmt.Sprintf(format, args...)] += n }

// recount counts the records of a text again, by method and BCI of the leaf or by context. Samples are counted by method alone,
// without zeros. Unit is a method id ("": all): only contexts with that root count, without samples.
func recount(d *testprofile.Document, byContext bool, unit string) counted {
	c := counted{}
	section := func(s iprof.Section) []testprofile.Record {
		if unit == "" {
			return d.Section(s)
		}
		return slices.DeleteFunc(slices.Clone(d.Section(s)), func(r testprofile.Record) bool {
			frames := r.Frames()
			return !strings.HasPrefix(frames[len(frames)-1], unit+":")
		})
	}
	at := func(frames []string) string {
		if byContext {
			return strings.Join(frames, "<")
		}
		return frames[0]
	}
	method := func(frame string) string {
		id, _, _ := strings.Cut(frame, ":")
		return id
	}
	for _, r := range section(iprof.Conditionals) {
		totals := map[int64]int64{} // before 1.0.0 each successor has its target's
		c.add(0, "if %s", at(r.Frames()))
		for v := r.Records; len(v) > 0; v = v[3:] {
			if strings.HasPrefix(d.Version, "0.") {
				totals[v[0]] = max(totals[v[0]], v[2])
			} else {
				totals[v[0]] += v[2]
				c.add(v[2], "if %s →%d [%d]", at(r.Frames()), v[0], v[1])
			}
		}
		for target, n := range totals {
			c.add(n, "if %s", at(r.Frames()))
			c.add(n, "if %s →%d", at(r.Frames()), target)
		}
	}
	for kind, s := range map[string]iprof.Section{"virtual": iprof.Receivers, "instanceof": iprof.InstanceOf} {
		for _, r := range section(s) {
			c.add(0, "%s %s", kind, at(r.Frames()))
			for v := r.Records; len(v) > 0; v = v[2:] {
				c.add(v[1], "%s %s", kind, at(r.Frames()))
				c.add(v[1], "%s %s %d", kind, at(r.Frames()), v[0])
			}
		}
	}
	for _, r := range section(iprof.Calls) {
		if frames := r.Frames(); len(frames) > 1 {
			c.add(r.Records[0], "call %s %s", at(frames[1:]), method(frames[0]))
		}
	}
	if byContext || unit != "" {
		return c
	}
	for _, r := range section(iprof.Samples) {
		c.add(r.Records[0], "self %s", r.Frames()[0])
		type call struct{ at, callee string }
		once := map[call]bool{}
		callee := "" // none, and then the total is meant
		for i, frame := range r.Frames() {
			if once[call{frame, ""}] = true; i > 0 {
				once[call{frame, callee}] = true
			}
			callee = method(frame)
		}
		for x := range once {
			if x.callee == "" {
				c["total "+x.at] += r.Records[0]
			} else {
				c["sampled call "+x.at+" "+x.callee] += r.Records[0]
			}
		}
	}
	maps.DeleteFunc(c, func(key string, n int64) bool {
		return n == 0 && (strings.HasPrefix(key, "s") || strings.HasPrefix(key, "total"))
	})
	return c
}

// countedAt returns the counts of sites as recount does, and checks each site by itself.
func countedAt(t *testing.T, p *iprof.Profile, s *sites.Sites) counted {
	t.Helper()
	c := counted{}
	at := func(s sites.Site) string {
		if s.Context != iprof.NoNode {
			return p.Contexts.Context(s.Context, s.BCI).String()
		}
		return iprof.Context{{Method: p.MethodIDAt(int(s.Slot)), BCI: s.BCI}}.String()
	}
	seen := map[string]bool{}
	again := func(list string, x sites.Site) bool { // whether a list has a site twice
		key := list + at(x)
		defer func() { seen[key] = true }()
		return seen[key]
	}
	for i := range s.Conditionals.All {
		x := &s.Conditionals.All[i]
		sum := int64(0)
		c.add(x.Executions, "if %s", at(x.Site))
		for _, way := range x.Successors {
			sum += way.Count
			c.add(way.Count, "if %s →%d", at(x.Site), int32(way.Target))
			if !p.SharedTargetTotals() {
				c.add(way.Count, "if %s →%d [%d]", at(x.Site), int32(way.Target), way.Index)
			}
		}
		targets := x.Targets()
		for _, target := range targets {
			sum -= target.Count
		}
		oneSided := len(targets) == 0 || targets[0].Count == x.Executions
		if sum != 0 || x.OneSided() != oneSided || oneSided != (x.Entropy() == 0) || again("if ", x.Site) {
			t.Fatalf("%s: %+v", at(x.Site), x)
		}
	}
	for kind, list := range map[string]*sites.List[sites.TypeSite]{"virtual": &s.Receivers, "instanceof": s.Types(convert.InstanceOf)} {
		for i := range list.All {
			x := &list.All[i]
			c.add(x.Executions, "%s %s", kind, at(x.Site))
			sum := int64(0)
			ranked := x.Ranked()
			for k, of := range ranked {
				sum += of.Count
				c.add(of.Count, "%s %s %d", kind, at(x.Site), of.Type)
				if k > 0 && ranked[k-1].Count < of.Count {
					t.Errorf("%s: %v", at(x.Site), ranked)
				}
			}
			if sum != x.Executions || len(ranked) != len(x.Types) || x.InstanceOf != (kind == "instanceof") || again(kind+" ", x.Site) {
				t.Fatalf("%s: %+v", at(x.Site), x)
			}
		}
	}
	for i := range s.Calls.All {
		x := &s.Calls.All[i]
		for _, callee := range x.Callees {
			id := p.MethodIDAt(int(callee.Slot))
			if callee.Inlined.Known {
				c.add(callee.Inlined.Count, "call %s %d", at(x.Site), id)
			}
			if callee.Samples > 0 {
				c.add(callee.Samples, "sampled call %s %d", at(x.Site), id)
			}
		}
		if again("call ", x.Site) {
			t.Fatalf("%s: %+v", at(x.Site), x)
		}
	}
	for i := range s.Samples.All {
		x := &s.Samples.All[i]
		if x.Self > 0 {
			c.add(x.Self, "self %s", at(x.Site))
		}
		if x.Total > 0 {
			c.add(x.Total, "total %s", at(x.Site))
		}
		if x.Self > x.Total || again("sample ", x.Site) {
			t.Fatalf("%s: %+v", at(x.Site), x)
		}
	}
	return c
}

// wantCounted compares counts, and names some that differ.
func wantCounted(t *testing.T, what string, got, want counted) {
	t.Helper()
	if maps.Equal(got, want) {
		return
	}
	shown := 0
	for _, key := range slices.Sorted(maps.Keys(merged(got, want))) {
		g, inGot := got[key]
		w, inWant := want[key]
		if g != w || inGot != inWant {
			t.Errorf("%s: %s: got %d (%v), want %d (%v)", what, key, g, inGot, w, inWant)
			if shown++; shown == 5 {
				return
			}
		}
	}
}

func merged(a, b counted) counted {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

// profiles are random ones, and those that are published or measured.
func profiles(t *testing.T) map[string][]byte {
	all := map[string][]byte{}
	for seed := range uint64(20) {
		for _, version := range testprofile.RandomVersions {
			all[fmt.Sprintf("random/%s-%d", version, seed)] = testprofile.Random(seed, version)
		}
	}
	t.Run("published", func(t *testing.T) { maps.Copy(all, testprofile.Varied(t)) })
	return all
}

// parse reads a text twice, once as the project does.
func parse(t *testing.T, data []byte) (*iprof.Profile, *testprofile.Document) {
	t.Helper()
	d := &testprofile.Document{}
	if err := json.Unmarshal(data, d); err != nil {
		t.Fatal(err)
	}
	return testprofile.Parse(t, string(data)), d
}

// TestSitesOfAllContexts: sites are the text's records, added up over contexts or one by one.
func TestSitesOfAllContexts(t *testing.T) {
	for name, data := range profiles(t) {
		t.Run(name, func(t *testing.T) {
			p, d := parse(t, data)
			for _, byContext := range []bool{false, true} {
				sites := sites.New(p, sites.Options{ByContext: byContext})
				wantCounted(t, fmt.Sprintf("by context %v", byContext), countedAt(t, p, sites), recount(d, byContext, ""))
			}
		})
	}
}

// TestSitesOfScopes: the sites of methods, units and contexts are those that the text has of them, and all methods together
// have all. Of large profiles it takes methods in groups, and some of the units and contexts.
func TestSitesOfScopes(t *testing.T) {
	const looks = 20
	for name, data := range profiles(t) {
		t.Run(name, func(t *testing.T) {
			p, d := parse(t, data)
			at := func(scope sites.Scope, byContext bool) counted {
				return countedAt(t, p, sites.New(p, sites.Options{Scope: scope, ByContext: byContext}))
			}
			groups := make([][]int32, looks)
			for slot := range p.MethodSlots() {
				groups[slot%looks] = append(groups[slot%looks], int32(slot))
			}
			ofMethods := counted{}
			for _, slots := range groups {
				for key, n := range at(sites.MethodScope(p, slots...), false) {
					if _, twice := ofMethods[key]; twice {
						t.Errorf("%s is of two methods", key)
					}
					ofMethods[key] = n
				}
			}
			wantCounted(t, "methods", ofMethods, recount(d, false, ""))

			var roots []iprof.NodeID
			for i, n := range p.Contexts.All() {
				if n.Parent == iprof.NoNode {
					roots = append(roots, iprof.NodeID(i))
				}
			}
			for i := 0; i < len(roots); i += 1 + len(roots)/looks {
				id := fmt.Sprint(p.Contexts.Node(roots[i]).Method)
				wantCounted(t, "unit "+id, at(unitScope(p, roots[i]), false), recount(d, false, id))
			}

			byContext := recount(d, true, "")
			for i := 0; i < p.Contexts.Len(); i += 1 + p.Contexts.Len()/looks {
				method, callers, _ := strings.Cut(p.Contexts.Context(iprof.NodeID(i), 0).String(), ":0")
				want := maps.Clone(byContext)
				maps.DeleteFunc(want, func(key string, _ int64) bool {
					m, rest, _ := strings.Cut(strings.Fields(key)[1], ":")
					_, of, inlined := strings.Cut(rest, "<")
					return m != method || inlined != (callers != "") || inlined && "<"+of != callers
				})
				wantCounted(t, fmt.Sprintf("context %d", i), at(contextScope(p, iprof.NodeID(i)), true), want)
			}
		})
	}
}

// TestSitesOfViews: records at sites, in <VM> and dropped by filters add up to all, and the entries of a method are those as
// root and those at call sites.
func TestSitesOfViews(t *testing.T) {
	filters := map[string]convert.FilterOptions{
		"machine": {}, "expert": {View: convert.ExpertView}, "user": {View: convert.UserView},
		"focus":     {Focus: regexp.MustCompile(`m[0-4]$`)},
		"ignore":    {View: convert.UserView, Ignore: regexp.MustCompile(`m2$|main`)},
		"hide":      {View: convert.UserView, Hide: regexp.MustCompile(`app|VM`)},
		"show-from": {View: convert.ExpertView, ShowFrom: regexp.MustCompile(`java`)},
	}
	for name, data := range profiles(t) {
		t.Run(name, func(t *testing.T) {
			p := testprofile.Parse(t, string(data))
			names := convert.NewNames(p, convert.NameOptions{})
			for name, filter := range filters {
				opts := sites.Options{
					Contexts: convert.Project(p, p.Contexts, names, filter), Stacks: convert.Project(p, p.Stacks, names, filter),
				}
				for _, byContext := range []bool{false, true} {
					opts.ByContext = byContext
					s := sites.New(p, opts)
					got := map[convert.Metric]int64{
						convert.Branches: s.Conditionals.VM, convert.Receivers: s.Receivers.VM, convert.InstanceOf: s.InstanceOf.VM, convert.Samples: s.Samples.VM,
					}
					for _, x := range s.Conditionals.All {
						got[convert.Branches] += x.Executions
					}
					for _, x := range s.Receivers.All {
						got[convert.Receivers] += x.Executions
					}
					for _, x := range s.InstanceOf.All {
						got[convert.InstanceOf] += x.Executions
					}
					for _, x := range s.Samples.All {
						got[convert.Samples] += x.Self
					}
					inlined := map[int32]int64{} // by slot
					for _, x := range s.Calls.All {
						for _, c := range x.Callees {
							inlined[c.Slot] += c.Inlined.Count
							got[convert.Calls] += c.Inlined.Count
						}
					}
					for node, n := range convert.Calls.Records(p) {
						if p.Contexts.Node(node).Parent == iprof.NoNode && (opts.Contexts == nil || opts.Contexts.Keep[node]) {
							got[convert.Calls] += n
						}
					}
					if byContext {
						delete(got, convert.Samples)
					}
					for m, n := range got {
						pr := opts.Contexts
						if m == convert.Samples {
							pr = opts.Stacks
						}
						whole := int64(0)
						for _, v := range m.Records(p) {
							whole += v
						}
						if hidden := pr.TallyOf(p, m).Hidden().Value; n+hidden != whole {
							t.Errorf("%s: %s: %d at sites, %d hidden, %d in all", name, m, n, hidden, whole)
						}
					}
					if name == "machine" {
						for slot, m := range convert.NewEntries(p).Methods {
							if m.Total() != m.Root+inlined[int32(slot)] {
								t.Errorf("method %d: %d entries, %d as root and %d inlined", p.MethodIDAt(slot), m.Total(), m.Root, inlined[int32(slot)])
							}
						}
					}
				}
			}
		})
	}
}

// TestSitesOfOneMethod has a method in two contexts, one of them in another unit.
func TestSitesOfOneMethod(t *testing.T) {
	p := testprofile.Parse(t, `{`+strings.Replace(testprofile.Methods("a", "b", "c"), "1.0.0", "1.1.0", 1)+
		testprofile.Calls("1:0 10", "2:0<1:4 20", "3:0<2:7<1:4 40", "2:0 5", "3:0<2:7 5")+
		testprofile.Samples("3:1<2:7<1:4 6", "2:2<1:4 3", "2:2<2:7<2:7<1:4 1")+
		testprofile.Section("conditionalProfiles", []string{"2:3<1:4 9 0 15 5 1 5", "2:3 5 1 4 9 0 1", "1:3 9 0 1"})+
		testprofile.Section("virtualInvokeProfiles", []string{"2:7<1:4 8 30 9 10", "2:7 9 5"})+
		testprofile.Section("instanceofProfiles", []string{"2:9<1:4 8 2"})+`}`)
	b := int32(p.MethodSlot(2))
	unit, inlined := iprof.NodeID(0), iprof.NodeID(1)
	for _, c := range []struct {
		name  string
		scope sites.Scope
		want  counted
	}{
		{"method", sites.MethodScope(p, b), counted{
			"if 2:3": 25, "if 2:3 →9": 16, "if 2:3 →5": 9, "if 2:3 →9 [0]": 16, "if 2:3 →5 [1]": 9,
			"virtual 2:7": 45, "virtual 2:7 8": 30, "virtual 2:7 9": 15, "instanceof 2:9": 2, "instanceof 2:9 8": 2,
			"call 2:7 3": 45, "sampled call 2:7 3": 6, "sampled call 2:7 2": 1, "self 2:2": 4, "total 2:2": 4, "total 2:7": 7,
		}},
		{"unit", unitScope(p, unit), counted{
			"if 2:3": 20, "if 2:3 →9": 15, "if 2:3 →5": 5, "if 2:3 →9 [0]": 15, "if 2:3 →5 [1]": 5, "if 1:3": 1, "if 1:3 →9": 1, "if 1:3 →9 [0]": 1,
			"virtual 2:7": 40, "virtual 2:7 8": 30, "virtual 2:7 9": 10, "instanceof 2:9": 2, "instanceof 2:9 8": 2, "call 1:4 2": 20, "call 2:7 3": 40,
		}},
		{"context", contextScope(p, inlined), counted{
			"if 2:3": 20, "if 2:3 →9": 15, "if 2:3 →5": 5, "if 2:3 →9 [0]": 15, "if 2:3 →5 [1]": 5,
			"virtual 2:7": 40, "virtual 2:7 8": 30, "virtual 2:7 9": 10, "instanceof 2:9": 2, "instanceof 2:9 8": 2, "call 2:7 3": 40,
		}},
	} {
		wantCounted(t, c.name, countedAt(t, p, sites.New(p, sites.Options{Scope: c.scope})), c.want)
	}

	calls := sites.New(p, sites.Options{Metrics: []convert.Metric{convert.Calls}, Scope: sites.MethodScope(p, b)}).Calls.All
	if len(calls) != 1 || calls[0].Site != (sites.Site{Slot: b, Context: iprof.NoNode, BCI: 7}) {
		t.Fatalf("%+v", calls)
	}
	callees := calls[0].Callees
	if len(callees) != 2 || callees[0].Inlined.Contexts != 2 || callees[0].Samples != 0 {
		t.Fatalf("%+v", callees)
	}
	if f, _ := callees[0].Inlined.Frequency(); f != 45./25 {
		t.Errorf("frequency %v", f)
	}
	unit1 := sites.Site{Slot: int32(p.MethodSlot(1)), Context: iprof.NoNode, BCI: 4}
	if only := sites.New(p, sites.Options{CallSites: []sites.Site{unit1, {Slot: b, Context: iprof.NoNode, BCI: 8}}}); len(only.Calls.All) != 1 || only.Calls.All[0].Site != unit1 || len(only.Conditionals.All) != 2 {
		t.Errorf("one of two sites that were asked for has calls: %+v", only.Calls.All)
	}
}

// unitScope is a context and everything that is inlined into it: of a root, a compilation unit. No stack is part of it.
func unitScope(p *iprof.Profile, top iprof.NodeID) sites.Scope {
	scope := contextScope(p, top)
	for i, n := range p.Contexts.All() {
		if n.Parent != iprof.NoNode && scope.Contexts[n.Parent] {
			scope.Contexts[i] = true
		}
	}
	return scope
}

// contextScope is one context. No stack is part of it.
func contextScope(p *iprof.Profile, node iprof.NodeID) sites.Scope {
	scope := sites.Scope{make([]bool, p.Contexts.Len()), make([]bool, p.Stacks.Len())}
	scope.Contexts[node] = true
	return scope
}
