package calls_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestFacts compares what is said about calls of Dispatch.java with the source, where done is synchronized, an expression calls the same
// method of its parts, even and odd call each other, and go has 11 implementations.
func TestFacts(t *testing.T) {
	p, _ := readTruth(t, "calls/profile.iprof", "calls/jvmti.tsv")
	g := calls.New(p, withClasses(t, filepath.Join(shared, "calls/classes")))
	for _, c := range []struct {
		caller, callee string
		bci            int
		want           []calls.FactKind
		text           string
	}{
		{"calls.Dispatch.risky(I)I", "calls.Dispatch.done()V", 32, []calls.FactKind{calls.Synchronized, calls.Size}, "synchronized"},
		{"calls.Dispatch$Sum.value()J", "calls.Dispatch$Sum.value()J", 4, []calls.FactKind{calls.Recursive, calls.Megamorphic, calls.Size, calls.OwnUnit}, "recursive here"},
		{"calls.Dispatch.run(I)J", "calls.Dispatch.risky(I)I", 582, []calls.FactKind{calls.Size, calls.OwnUnit}, "37 bytes"},
	} {
		slot := slotOf(p, c.caller)
		target := targetOf(g, slot, edge{c.caller, c.bci, c.callee})
		if target == nil {
			t.Errorf("%s@%d: no target", c.caller, c.bci)
			continue
		}
		var kinds []calls.FactKind
		facts := g.Facts(g.At(slot, iprof.BCI(c.bci)), target)
		for _, f := range facts {
			kinds = append(kinds, f.Kind)
		}
		if !slices.Equal(kinds, c.want) || len(facts) == 0 || !strings.HasPrefix(facts[0].Text, c.text) {
			t.Errorf("%s@%d: %+v, want %v", c.caller, c.bci, facts, c.want)
		}
	}
	for s, target := range g.All() {
		if target.Part() == calls.AllInlined && g.Facts(s, target) != nil {
			t.Errorf("%d@%d: all calls were inlined, but there are facts", s.Slot, s.BCI)
		}
	}
}

// Of two units in which the caller has the same entries, the one with more of them is the one around it, whatever the order of the file.
func TestFactsOfTheLargerUnit(t *testing.T) {
	for _, records := range [][]string{
		{"2:0 100000", "3:0 10", "4:0<2:5 10", "4:0<3:5 10"},
		{"3:0 10", "4:0<3:5 10", "2:0 100000", "4:0<2:5 10"},
	} {
		p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"app.Main"},{"id":2,"name":"app.A"},{"id":9,"name":"void"}],"methods":[{"id":2,"name":"hot","signature":[1,9]},
			{"id":3,"name":"cold","signature":[1,9]},{"id":4,"name":"run","signature":[1,9]}]`+testprofile.Calls(records...)+testprofile.Section("virtualInvokeProfiles", []string{"4:7<2:5 2 1"})+"}")
		g := calls.New(p, calls.Options{})
		s := g.At(int32(p.MethodSlot(4)), 7)
		if s == nil || len(s.Targets) != 1 {
			t.Fatalf("%v: %+v", records, s)
		}
		var cold []string
		for _, f := range g.Facts(s, &s.Targets[0]) {
			if f.Kind == calls.Cold {
				cold = append(cold, f.Text)
			}
		}
		if want := "1 call beside 100,010 method entries in the unit"; len(cold) != 1 || cold[0] != want {
			t.Errorf("%v: %q, want %q", records, cold, want)
		}
	}
}
