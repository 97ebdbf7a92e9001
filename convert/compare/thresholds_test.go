package compare

import (
	"fmt"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// renamerOf prepares a search for renamed methods.
func renamerOf(t *testing.T, old, new string) *renamer {
	t.Helper()
	return pairByName([]*convert.Names{namesOf(testprofile.Parse(t, "{"+old+"}")), namesOf(testprofile.Parse(t, "{"+new+"}"))}).newRenamer()
}

// A method is renamed from the stated minimum of evidence on, and not for a little less.
func TestThresholdsOfMethods(t *testing.T) {
	callers := func(w float64) evidence { return evidence{callers: w} }
	code := func(w float64) evidence { return evidence{code: w} }
	for _, c := range []struct {
		shared, old, new evidence
		called           int // sides that have a caller, which may be one that the other side cannot have
		want             bool
	}{
		// With callers in both: evidence of 2, half of the known facts, and a common caller.
		{callers(2), callers(2), callers(2), 2, true},
		{evidence{callers: 1.5, counts: 0.5}, callers(1.5), callers(1.5), 2, true},
		{evidence{callers: 1.5, counts: 0.4}, callers(1.5), callers(1.5), 2, false},
		{evidence{callers: 0.1, code: 1.9}, evidence{callers: 1, code: 2}, evidence{callers: 1, code: 2}, 2, true},
		{evidence{code: 9}, evidence{callers: 1, code: 9}, evidence{callers: 1, code: 9}, 2, false},
		{callers(2), callers(4), callers(4), 2, true},
		{callers(2), callers(4), callers(4.1), 2, false},
		{evidence{callers: 2, code: 2}, evidence{callers: 4, code: 4}, evidence{callers: 4, code: 4}, 2, true},
		{evidence{callers: 2, code: 1.9}, evidence{callers: 4, code: 4}, evidence{callers: 4, code: 4}, 2, false},
		// With callers in one, or with such as the other profile does not have: code of 4, of which three quarters are equal.
		{code(4), code(4), evidence{callers: 2, code: 4}, 1, true},
		{code(4), evidence{callers: 2, code: 4}, code(4), 1, true},
		{code(3.9), code(3.9), evidence{callers: 2, code: 3.9}, 1, false},
		{code(4.5), code(6), evidence{callers: 2, code: 6}, 1, true},
		{code(4.5), code(6), evidence{callers: 2, code: 6.1}, 1, false},
		{evidence{code: 3.9, counts: 2}, code(3.9), code(3.9), 1, false},
		{code(3.9), code(3.9), code(3.9), 2, false},
		// Without callers: evidence of 2, of which counts may be a part, and three quarters of the code.
		{code(2), code(2), code(2), 0, true},
		{evidence{counts: 2}, evidence{}, evidence{}, 0, true},
		{evidence{code: 1, counts: 1}, code(1), code(1), 0, true},
		{evidence{code: 1, counts: 0.9}, code(1), code(1), 0, false},
		{evidence{code: 1.5, counts: 1}, code(2), code(2), 0, true},
		{evidence{code: 1.5, counts: 1}, code(2), code(2.1), 0, false},
		{evidence{code: 2, counts: 1.9}, code(2), code(2), 1, false},
	} {
		r := renamerOf(t, testprofile.Methods("main", "tax")+testprofile.Calls("1:0 1", "2:0 1"), testprofile.Methods("main", "vat")+testprofile.Calls("1:0 1", "2:0 1"))
		for side := range c.called {
			r.left[side][0].facts = []fact{{kind: calledBy}}
		}
		found := &candidates{known: [2][]evidence{{c.old}, {c.new}}, list: []candidate{{shared: c.shared}}}
		if got := r.pairMethods(found); (got == 1) != c.want {
			t.Errorf("%+v of %+v and %+v, %d called: %d pairs", c.shared, c.old, c.new, c.called, got)
		}
	}
}

// A class is renamed if half of the methods of the smaller one, and half of their facts, are shared, with evidence of 3, one of which is a
// fact.
func TestThresholdsOfClasses(t *testing.T) {
	program := func(class string, methods int) string {
		text := `"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"app.Main"},{"id":3,"name":"` + class + `"}],"methods":[{"id":1,"name":"main","signature":[2,1]}`
		records := []string{"1:0 1"}
		for i := range methods {
			text += fmt.Sprintf(`,{"id":%d,"name":"m%d","signature":[3,1]}`, i+2, i)
			records = append(records, fmt.Sprintf("%d:0 1", i+2))
		}
		return text + `]` + testprofile.Calls(records...)
	}
	for _, c := range []struct {
		class            string     // of the new profile; app.Circle in the old one
		shared, old, new []evidence // by method
		want             bool
	}{
		{"app.Square", []evidence{{callers: 3}}, []evidence{{callers: 3}}, []evidence{{callers: 3}}, true},
		{"app.Square", []evidence{{callers: 2.9}}, []evidence{{callers: 3}}, []evidence{{callers: 3}}, false},
		{"app.Square", []evidence{{callers: 1, counts: 2}}, []evidence{{callers: 1}}, []evidence{{callers: 1}}, true},
		{"app.Square", []evidence{{callers: 0.9, counts: 2.1}}, []evidence{{callers: 1}}, []evidence{{callers: 1}}, false},
		{"geo.Circle", []evidence{{callers: 1}}, []evidence{{callers: 1}}, []evidence{{callers: 1}}, true}, // the name is evidence of 2
		{"geo.Circle", []evidence{{callers: 0.9, counts: 1}}, []evidence{{callers: 1}}, []evidence{{callers: 1}}, false},
		{"app.Square", []evidence{{callers: 3}}, []evidence{{callers: 6}}, []evidence{{callers: 6}}, true},
		{"app.Square", []evidence{{callers: 3}}, []evidence{{callers: 6}}, []evidence{{callers: 6.1}}, false},
		{"app.Square", []evidence{{callers: 3, code: 1}}, []evidence{{callers: 3, code: 2}}, []evidence{{callers: 3, code: 2}}, true},
		{"app.Square", []evidence{{callers: 3, code: 1}}, []evidence{{callers: 3, code: 2}}, []evidence{{callers: 3, code: 2.1}}, false},
		{"app.Square", []evidence{{callers: 2}, {callers: 1}}, []evidence{{callers: 2}, {callers: 1}}, []evidence{{callers: 2}, {callers: 1}}, true},
		{"app.Square", []evidence{{callers: 3}}, []evidence{{callers: 3}, {}}, []evidence{{callers: 3}, {}}, true}, // one of two
		{"app.Square", []evidence{{callers: 3}}, []evidence{{callers: 3}, {}, {}}, []evidence{{callers: 3}, {}, {}}, false},
		{"app.Square", []evidence{{callers: 3}}, []evidence{{callers: 3}, {}, {}}, []evidence{{callers: 3}, {}}, true},
		{"app.Square", []evidence{{callers: 3}}, []evidence{{callers: 3}, {}}, []evidence{{callers: 3}, {}, {}}, true},
		{"app.Square", []evidence{{callers: 3}}, []evidence{{callers: 2}, {callers: 4}}, []evidence{{callers: 2}, {callers: 4}}, true},
		{"app.Square", []evidence{{callers: 3}}, []evidence{{callers: 2}, {callers: 4.1}}, []evidence{{callers: 2}, {callers: 4}}, false},
	} {
		r := renamerOf(t, program("app.Circle", len(c.old)), program(c.class, len(c.new)))
		found := &candidates{known: [2][]evidence{c.old, c.new}, unknown: [2][]bool{make([]bool, len(c.old)), make([]bool, len(c.new))}}
		for i, shared := range c.shared {
			found.list = append(found.list, candidate{old: int32(i), new: int32(i), shared: shared})
		}
		if got := len(r.renamedClasses(found)); (got == 1) != c.want {
			t.Errorf("%s: %+v of %+v and %+v: %d pairs", c.class, c.shared, c.old, c.new, got)
		}
	}
}

// A link is clear if it has one and a half times the evidence of any other of its ends.
func TestClearest(t *testing.T) {
	for _, c := range []struct {
		links []link
		want  string
	}{
		{[]link{{old: 1, new: 1, sum: 1}}, "1-1 only"},
		{[]link{{old: 1, new: 1, sum: 3}, {old: 1, new: 2, sum: 2}}, "1-1"},
		{[]link{{old: 1, new: 2, sum: 2}, {old: 1, new: 1, sum: 3}}, "1-1"},
		{[]link{{old: 1, new: 1, sum: 2.9}, {old: 1, new: 2, sum: 2}}, ""},
		{[]link{{old: 1, new: 1, sum: 3}, {old: 2, new: 1, sum: 2}}, "1-1"},
		{[]link{{old: 2, new: 1, sum: 2.1}, {old: 1, new: 1, sum: 3}}, ""},
		{[]link{{old: 1, new: 1, sum: 3}, {old: 1, new: 2, sum: 1}, {old: 1, new: 3, sum: 2.5}}, ""},
		{[]link{{old: 1, new: 1, sum: 2}, {old: 1, new: 2, sum: 2}}, ""},
		{[]link{{old: 1, new: 1, sum: 0}, {old: 1, new: 2, sum: 0}}, ""},
		{[]link{{old: 1, new: 1, sum: 0}}, ""},
		{[]link{{old: 1, new: 1, sum: 3}, {old: 2, new: 2, sum: 1}, {old: 1, new: 2, sum: 0.5}}, "1-1, 2-2"},
		{[]link{{old: 1, new: 1, sum: 3}, {old: 2, new: 2, sum: 1}, {old: 1, new: 2, sum: 0.9}, {old: 3, new: 3, sum: 1}}, "1-1, 3-3 only"},
	} {
		got := ""
		for i, l := range clearest(c.links) {
			if i > 0 {
				got += ", "
			}
			if got += fmt.Sprintf("%d-%d", l.old, l.new); l.only {
				got += " only"
			}
		}
		if got != c.want {
			t.Errorf("%+v: %s, want %s", c.links, got, c.want)
		}
	}
}

// Facts are shared if they are of the same kind: a call of a method is not one by it. Whether a site has receivers makes no difference, and
// conditionals at the same places have the same targets.
func TestSharedFacts(t *testing.T) {
	receivers := testprofile.Section("virtualInvokeProfiles", []string{"1:4 9 5"})
	conditional := func(record string) string { return testprofile.Section("conditionalProfiles", []string{record}) }
	for _, c := range []struct {
		old, new string
		want     evidence // without counts
	}{
		{testprofile.Calls("1:0 1", "2:0<1:4 1"), testprofile.Calls("1:0 1", "2:0<1:4 1"), evidence{callers: 2}},
		{testprofile.Calls("1:0 1", "2:0<1:4 1"), testprofile.Calls("2:0 1", "1:0<2:4 1"), evidence{}},
		{testprofile.Calls("1:0 1", "2:0<1:4 1") + receivers, testprofile.Calls("1:0 1", "2:0<1:4 1"), evidence{callers: 2}},
		{testprofile.Calls("1:0 1", "2:0<1:4 1") + receivers, testprofile.Calls("1:0 1", "2:0<1:4 1") + receivers, evidence{callers: 2}},
		{testprofile.Calls("2:0 1", "1:0<2:4 1"), testprofile.Calls("2:0 1", "1:0<2:4 1"), evidence{code: 1}},
		{testprofile.Calls("2:0 1", "1:0<2:4 1"), testprofile.Calls("2:0 1", "1:0<2:5 1"), evidence{}},
		{testprofile.Samples("2:0<1:7 1"), testprofile.Samples("2:0<1:7 1"), evidence{callers: 2}},
		{testprofile.Samples("1:0 1", "2:0<1:0 1"), testprofile.Samples("1:0 1", "2:0<1:0 1"), evidence{callers: 1}}, // no places
		{testprofile.Samples("2:0 1", "1:0<2:0 1"), testprofile.Samples("2:0 1", "1:0<2:0 1"), evidence{code: 0.5}},
		{conditional("2:3 9 0 4 6 1 5"), conditional("2:3 6 0 0 9 1 7"), evidence{code: 1}},
		{conditional("2:3 9 0 4 6 1 5"), conditional("2:3 9 0 4 7 1 5"), evidence{}},
		{conditional("2:3 9 0 4 6 1 5"), conditional("2:4 9 0 4 6 1 5"), evidence{}},
		{testprofile.Section("instanceofProfiles", []string{"2:3 9 5"}), testprofile.Section("virtualInvokeProfiles", []string{"2:3 8 5"}), evidence{code: 0.5}},
	} {
		for by := range 2 {
			side := func(name, text string) string {
				rotated := testprofile.Rotated(t, "{"+testprofile.Methods("main", name)+text+testprofile.Section("monitorProfiles", nil)+"}", by, "methods", "types")
				return rotated[1 : len(rotated)-1]
			}
			r := renamerOf(t, side("tax", c.old), side("vat", c.new))
			got := evidence{}
			for _, pair := range r.candidates().list {
				got.add(pair.shared)
			}
			if got.counts = 0; got != c.want {
				t.Errorf("%s and %s: %+v, want %+v", c.old, c.new, got, c.want)
			}
		}
	}
}

// Frames of other tools may have no class: these are paired by name only.
func TestFramesWithoutClass(t *testing.T) {
	stacks := func(names ...string) *iprof.Profile {
		var b iprof.Builder
		b.SetOrigin(iprof.Origin{Format: "folded stacks", Unit: "samples", PerSample: 1})
		node := iprof.NoNode
		for i, name := range names {
			b.AddMethod(iprof.Method{ID: iprof.MethodID(i), Name: name, Declaring: iprof.NoType, Return: iprof.NoType})
			node = b.Stacks().Child(node, 0, iprof.MethodID(i))
		}
		if err := b.AddCount(iprof.Samples, iprof.Count{Node: node, Value: 1000}); err != nil {
			t.Fatal(err)
		}
		return b.Profile()
	}
	c := New(namesOf(stacks("main", "a.B.run", "leaf")), namesOf(stacks("start", "a.B.run", "leaf")), Options{})
	if c.Renamed != 0 || c.Methods[OldSide][0] == c.Methods[NewSide][0] || c.Methods[OldSide][1] != c.Methods[NewSide][1] || c.Methods[OldSide][2] != c.Methods[NewSide][2] {
		t.Errorf("%v, %d renamed", c.Methods, c.Renamed)
	}
}
