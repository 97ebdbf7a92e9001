package calls_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A view that hides a method which is never called leaves the sites of all others as they are, whichever method is first.
func TestHiddenMethodChangesNoOther(t *testing.T) {
	sitesOf := func(p *iprof.Profile, g *calls.Graph) string {
		var b strings.Builder
		for slot, m := range p.Methods.All() {
			if m.Name == "late" {
				continue
			}
			for _, s := range g.Of(int32(slot)) {
				fmt.Fprintf(&b, "%s@%d %s %+v %d", m.Name, s.BCI, s.Kind, s.Made, s.Types)
				for _, x := range s.Targets {
					fmt.Fprintf(&b, " %s: %+v %d", x.Callee.Method, x.Stayed, x.Inlined)
				}
				b.WriteString("\n")
			}
		}
		return b.String()
	}
	c := wholeCases[0]
	for by := range c.methods {
		p := testprofile.Parse(t, testprofile.Rotated(t, c.profile(), by, "types", "methods"))
		pr := convert.Project(p, p.Contexts, nil, convert.FilterOptions{Hide: regexp.MustCompile(`\.late$`)})
		for _, opts := range []calls.Options{{}, classesOf(t, c.classes)} {
			whole := calls.New(p, opts)
			opts.Contexts = pr
			if got, want := sitesOf(p, calls.New(p, opts)), sitesOf(p, whole); got != want || got == "" {
				t.Errorf("rotated by %d: got\n%s\nwant\n%s", by, got, want)
			}
		}
	}
}

// Contexts of methods with too many sites have none, and are counted; others have theirs.
func TestTooManySitesInContexts(t *testing.T) {
	records := []string{"1:0 1", "1:0<4:1 1", "2:0 1", "2:0<4:2 1", "3:0 5", "3:0<4:3 1", "4:0<3:1 1"}
	for bci := range 100 {
		records = append(records, fmt.Sprintf("4:0<1:%d 1", bci), fmt.Sprintf("4:0<2:%d 1", bci))
	}
	p := testprofile.Parse(t, "{"+testprofile.Methods("a", "b", "c", "x")+testprofile.Calls(records...)+"}")
	of := map[string]iprof.NodeID{}
	for node, n := range p.Contexts.All() {
		m, _ := p.Method(n.Method)
		if n.Parent == iprof.NoNode {
			of[m.Name] = iprof.NodeID(node)
		}
	}
	sites, leftOut := calls.New(p, calls.Options{}).InContexts(slices.Concat(slices.Repeat([]iprof.NodeID{of["a"]}, 10_001), slices.Repeat([]iprof.NodeID{of["b"]}, 10_002), []iprof.NodeID{of["c"]}))
	if leftOut != 20_003 || sites[of["a"]] != nil || sites[of["b"]] != nil || len(sites[of["c"]]) != 1 {
		t.Errorf("%d contexts left out, sites in %d", leftOut, len(sites))
	}
}

// Names of callees say as much as is known.
func TestNamesOfCallees(t *testing.T) {
	names := convert.NewNames(testprofile.Parse(t, recorded), convert.NameOptions{})
	for _, c := range []struct {
		callee calls.Callee
		want   string
	}{
		{calls.Callee{Slot: 0, Class: "app.Other", Method: "other"}, "app.Main.run"},
		{calls.Callee{Slot: -1, Class: "app.C", Method: "get", Descriptor: "()V"}, "app.C.get"},
		{calls.Callee{Slot: -1, Class: "app.C"}, "app.C.?"},
		{calls.Callee{Slot: -1, OtherTypes: true}, "<other types>"},
		{calls.Callee{Slot: -1}, "<unknown>"},
	} {
		if got := c.callee.Name(names); got != c.want {
			t.Errorf("%+v: %s, want %s", c.callee, got, c.want)
		}
	}
}

// Receiver types that account for a part of the calls were lost for the rest, even if it is one type.
func TestTypesThatWereLost(t *testing.T) {
	opts := classesOf(t, "class app/A\nget()V: big\nclass app/B extends app/A\nget()V: big\nclass app/Main\nstatic run()V: virtual app/A.get()V, big\n")
	for records, want := range map[string]calls.Reason{"1:0 2 10": calls.NoReason, "1:0 2 4": calls.TypesLost, "1:0 2 4 3 4": calls.TypesLost, "": calls.SeveralMethods} {
		text := `{"version":"1.0.0","types":[{"id":1,"name":"app.Main"},{"id":2,"name":"app.A"},{"id":3,"name":"app.B"},{"id":9,"name":"void"}],"methods":[{"id":1,"name":"run","signature":[1,9]}]` + testprofile.Calls("1:0 10")
		if records != "" {
			text += testprofile.Section("virtualInvokeProfiles", []string{records})
		}
		if s := calls.New(testprofile.Parse(t, text+"}"), opts).At(0, 0); s == nil || s.Reason != want {
			t.Errorf("%s: %+v, want %v", records, s, want)
		}
	}
}

// Of a call that never ran nothing else is told.
func TestFactsOfNoCalls(t *testing.T) {
	const text = `{"version":"1.0.0","types":[{"id":1,"name":"app.Main"},{"id":9,"name":"void"}],"methods":[{"id":1,"name":"run","signature":[1,9]},{"id":2,"name":"m","signature":[1,9]}]`
	opts := classesOf(t, "class app/Main\nstatic run()V: static app/Main.m()V, big\nsynchronized static m()V: big\n")
	for records, want := range map[string]bool{"1:0 0": true, "1:0 1": false} {
		g := calls.New(testprofile.Parse(t, text+testprofile.Calls(records, "2:0 1")+"}"), opts)
		s := g.At(0, 0)
		if s == nil || len(s.Targets) != 1 {
			t.Fatalf("%s: %+v", records, s)
		}
		facts := g.Facts(s, &s.Targets[0])
		if got := len(facts) == 1 && facts[0].Kind == calls.NotCalled; got != want {
			t.Errorf("%s: %+v", records, facts)
		}
	}
}

// One of three calls runs in each of 10 entries: together they are certain, less those that were inlined. If an inlined copy has no count, they
// are not.
func TestOneOfThreeCalls(t *testing.T) {
	opts := classesOf(t, "class app/Main\nstatic run()V: ifeq 9, static app/Main.done()V, goto 15, ifeq 9, static app/Main.done()V, goto 6, static app/Main.done()V, big\nstatic done()V: big\nstatic leaf()V: big\n")
	for _, c := range []struct {
		records   []string
		low, high int64
	}{
		{[]string{"1:0 10", "2:0 12"}, 10, 10}, {[]string{"1:0 10", "2:0<1:3 3", "2:0 12"}, 7, 7}, {[]string{"1:0 10", "2:0<1:3 3", "2:0<1:18 4", "2:0 12"}, 3, 3},
		{[]string{"1:0 10", "2:0<1:12 0", "2:0 12"}, 10, 10}, {[]string{"1:0 10", "3:0<2:5<1:3 1", "2:0 12"}, 0, 30},
	} {
		p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"app.Main"},{"id":9,"name":"void"}],"methods":[{"id":1,"name":"run","signature":[1,9]},{"id":2,"name":"done","signature":[1,9]},
			{"id":3,"name":"leaf","signature":[1,9]}]`+testprofile.Calls(c.records...)+"}")
		if got := calls.New(p, opts).Entered[1].Called; got.Low != c.low || got.High != c.high {
			t.Errorf("%v: %+v, want %d to %d", c.records, got, c.low, c.high)
		}
	}
}

// Of 5 inlined calls of an inherited method, any of the receiver types that may inherit it may have made all: each has at least what is left
// without them, in whatever order the file lists them.
func TestTypesThatMayHaveBeenInlined(t *testing.T) {
	for records, want := range map[string]string{
		"1:5 2 200 3 10": "app.A 195-, app.B 5-", "1:5 3 10 2 200": "app.A 195-, app.B 5-",
		"1:5 2 200 3 3": "app.A 195-, app.B 0-", // which of B's calls were inlined is unknown
		"1:5 2 3 3 2":   "",                     // all
	} {
		p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"app.Main"},{"id":2,"name":"app.A"},{"id":3,"name":"app.B"},{"id":4,"name":"app.Base"},{"id":9,"name":"void"}],
			"methods":[{"id":1,"name":"main","signature":[1,9]},{"id":2,"name":"m","signature":[4,9]}]`+testprofile.Calls("1:0 1", "2:0<1:5 5")+testprofile.Section("virtualInvokeProfiles", []string{records})+"}")
		var got []string
		for _, target := range calls.New(p, calls.Options{}).At(0, 5).Targets {
			if target.Inlined > 0 {
				continue
			}
			if target.Stayed.High != unlimited {
				t.Errorf("%s: %s: %+v", records, target.Callee.Class, target.Stayed)
			}
			got = append(got, fmt.Sprintf("%s %d-", target.Callee.Class, target.Stayed.Low))
		}
		slices.Sort(got)
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%s: %s, want %s", records, got, want)
		}
	}
}
