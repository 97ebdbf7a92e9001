package code_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestCountsOfCalls reads how often calls of a method, 1, were made from inlined callees and types.
func TestCountsOfCalls(t *testing.T) {
	for _, c := range []struct {
		name, records string
		want          map[int]code.Made
	}{
		{"an inlined callee", `"callCountProfiles":[{"ctx":"1:0","records":[9]},{"ctx":"2:0<1:4","records":[7]}]`, map[int]code.Made{4: {7, false, 7, false}}},
		{"in one of two contexts", `"callCountProfiles":[{"ctx":"1:0","records":[9]},{"ctx":"1:0<3:5","records":[8]},{"ctx":"2:0<1:4","records":[7]}]`,
			map[int]code.Made{4: {7, true, 7, false}}},
		{"in both", `"callCountProfiles":[{"ctx":"1:0","records":[9]},{"ctx":"1:0<3:5","records":[8]},{"ctx":"2:0<1:4","records":[7]},{"ctx":"2:0<1:4<3:5","records":[1]}]`,
			map[int]code.Made{4: {8, false, 8, false}}},
		{"one of the callees", `"callCountProfiles":[{"ctx":"1:0","records":[9]},{"ctx":"2:0<1:4","records":[7]},{"ctx":"3:0<1:4","records":[1]}]`,
			map[int]code.Made{4: {8, true, 8, false}}},
		{"a callee without a count", `"callCountProfiles":[{"ctx":"1:0","records":[9]},{"ctx":"3:0<2:1<1:4","records":[7]}]`, map[int]code.Made{4: {0, true, 0, true}}},
		{"types", `"callCountProfiles":[{"ctx":"1:0","records":[9]},{"ctx":"2:0<1:4","records":[2]}],
			"virtualInvokeProfiles":[{"ctx":"1:4","records":[1,2,2,4]}]`, map[int]code.Made{4: {6, true, 2, false}}},
		{"types that lost some", `"callCountProfiles":[{"ctx":"1:0","records":[9]},{"ctx":"2:0<1:4","records":[5]},{"ctx":"3:0<1:4","records":[3]}],
			"virtualInvokeProfiles":[{"ctx":"1:4","records":[1,2,2,4]}]`, map[int]code.Made{4: {8, true, 8, false}}},
		{"at the first instruction", `"callCountProfiles":[{"ctx":"1:0","records":[9]},{"ctx":"2:0<1:0","records":[7]}]`, map[int]code.Made{0: {7, false, 7, false}}},
		{"types alone", `"callCountProfiles":[{"ctx":"1:0","records":[9]}],"virtualInvokeProfiles":[{"ctx":"1:0","records":[1,2,2,4]}]`, map[int]code.Made{0: {6, true, 0, false}}},
		{"types and conditionals at no place", `"callCountProfiles":[{"ctx":"1:0","records":[9]}],"virtualInvokeProfiles":[{"ctx":"1:-1","records":[1,2,2,4]}],
			"conditionalProfiles":[{"ctx":"1:-1","records":[4,0,5,9,1,2]}]`, map[int]code.Made{}},
		{"at no place in the bytecode", `"callCountProfiles":[{"ctx":"1:0","records":[9]},{"ctx":"2:0<1:-6","records":[2]}]`, map[int]code.Made{}},
	} {
		p, err := iprof.Parse(strings.NewReader(`{"version":"1.0.0","types":[],"methods":[],`+c.records+`}`), iprof.Options{})
		if err != nil {
			t.Fatal(c.name, err)
		}
		groups := code.NewCounts(p, sites.Options{})[int32(p.MethodSlot(1))]
		if len(groups) != 1 || !maps.Equal(groups[0].Calls, c.want) || len(groups[0].Conditionals) > 0 {
			t.Errorf("%s: %+v, want %v", c.name, groups, c.want)
		}
	}
}

// TestContextsWithoutRecords adds up entries: that some were not counted does not mean that there were none.
func TestContextsWithoutRecords(t *testing.T) {
	p, err := iprof.Parse(strings.NewReader(`{"version":"1.0.0","types":[],"methods":[],"callCountProfiles":[
		{"ctx":"1:0","records":[9]},{"ctx":"2:0<1:4<3:5","records":[7]},{"ctx":"1:0<4:5","records":[1]}]}`), iprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	groups := code.NewCounts(p, sites.Options{})[int32(p.MethodSlot(1))]
	i := slices.IndexFunc(groups, func(c code.Counts) bool { return c.AtLeast })
	if len(groups) != 2 || i < 0 || groups[i].Entries != 0 || groups[1-i].Entries != 10 {
		t.Errorf("%+v", groups)
	}
	l, err := code.List(p, nil, nil, code.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range l.Methods {
		if m.Slot == int32(p.MethodSlot(1)) && m.Entries != (code.Execution{Count: 10, Bound: code.AtLeast}) {
			t.Errorf("%+v", m.Entries)
		}
	}
}

// The counts of contexts add up to those of their methods, whichever methods filters fold into others, and whichever is first.
func TestContextCountsAddUp(t *testing.T) {
	for seed := range uint64(3) {
		text := string(testprofile.Random(seed, "1.1.0"))
		for by := range 3 {
			p := testprofile.Parse(t, testprofile.Rotated(t, text, 2*by))
			names := convert.NewNames(p, convert.NameOptions{})
			for _, pr := range []*convert.Projection{nil, convert.Project(p, p.Contexts, names, convert.FilterOptions{View: convert.UserView, Hide: regexp.MustCompile("m7")})} {
				opts := sites.Options{Contexts: pr}
				type sum struct {
					entries, executions int64
					atLeast             bool
					calls               int64
				}
				add := func(s sum, c code.Counts) sum {
					s.entries += c.Entries
					s.atLeast = s.atLeast || c.AtLeast
					for _, x := range c.Conditionals {
						for _, n := range x {
							s.executions += n.Count
						}
					}
					for _, made := range c.Calls {
						s.calls += made.Inlined
					}
					return s
				}
				want, got := map[int32]sum{}, map[int32]sum{}
				for slot, groups := range code.NewCounts(p, opts) {
					for _, c := range groups {
						want[slot] = add(want[slot], c)
					}
				}
				for node, c := range code.NewContextCounts(p, opts) {
					slot := int32(p.MethodSlot(p.Contexts.Node(node).Method))
					got[slot] = add(got[slot], c)
				}
				entries := map[int32]int64{}
				for _, r := range p.Calls.All() {
					if pr == nil || pr.Keep[r.Node] && pr.Frame[r.Node] >= 0 {
						entries[int32(p.MethodSlot(p.Contexts.Node(r.Node).Method))] += r.Value
					}
				}
				for slot, s := range want {
					if s.entries != entries[slot] || s.entries != got[slot].entries || s.executions != got[slot].executions || s.atLeast != got[slot].atLeast || s.calls != got[slot].calls {
						t.Errorf("seed %d, method %d: %+v, its contexts have %+v, the records %d entries", seed, p.MethodIDAt(int(slot)), s, got[slot], entries[slot])
					}
				}
				for slot, n := range entries {
					if _, ok := want[slot]; !ok {
						t.Errorf("seed %d, method %d lacks its %d entries", seed, p.MethodIDAt(int(slot)), n)
					}
				}
				if len(got) != len(want) || len(want) < 5 {
					t.Errorf("%d methods, %d of contexts", len(want), len(got))
				}
			}
		}
	}
}
