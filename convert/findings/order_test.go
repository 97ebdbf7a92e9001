package findings

import (
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Factors have three significant digits, and all digits before the point.
func TestTimes(t *testing.T) {
	for x, want := range map[float64]string{0: "×0.00", 1.234: "×1.23", 9.994: "×9.99", 9.995: "×10.0", 12.34: "×12.3", 99.94: "×99.9", 99.95: "×100", 123.4: "×123", 123.5: "×124", 1234.4: "×1,234"} {
		if got := times(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}

// Findings about the application and the whole profile are first, then those without a share, then those of libraries, and packages that
// never ran are last.
func TestOrderOfGroups(t *testing.T) {
	weight := func(share int64) *Weight { return &Weight{Value: share, Of: 100} }
	list := []Finding{
		{Kind: UncountedPackage, Weight: weight(90), Application: true}, {Kind: Loop, Weight: weight(99)}, {Kind: Loop}, {Kind: Loop, Weight: weight(1), Application: true}, {Kind: Loop, Application: true},
	}
	var got []int
	for i := range list {
		got = append(got, list[i].rank())
	}
	if !slices.Equal(got, []int{3, 2, 1, 0, 1}) {
		t.Error(got)
	}
}

// A method is named by class and name where packages are left out.
func TestWithoutPackage(t *testing.T) {
	for full, want := range map[string]string{"a.b.C.run": "C.run", "C.run": "C.run", "run": "run", "a.b.C$D.<init>": "C$D.<init>", "": "", ".x": ".x"} {
		if got := withoutPackage(full); got != want {
			t.Errorf("%s: %s, want %s", full, got, want)
		}
	}
}

// Few samples come with the interval of a share of a half.
func TestIntervalOfFewSamples(t *testing.T) {
	for n, text := range map[int64]string{2: "1:0 2", 10: "1:0 10", 299: "1:0 299"} {
		r := New(testprofile.Parse(t, `{`+testprofile.Methods("a")+testprofile.Samples(text)+`}`), nil, Options{})
		at := slices.IndexFunc(r.List, func(f Finding) bool { return f.Kind == FewSamples })
		if at < 0 {
			t.Errorf("%d samples are enough", n)
			continue
		}
		low, high := convert.WilsonInterval((n+1)/2, n)
		if got := r.List[at].Numbers; got[0].Value.Int != n || got[1].Value.Low != low || got[2].Value.Low != high || low > 0.5 || high < 0.5 {
			t.Errorf("%d samples: %+v", n, got)
		}
	}
}

// A finding repeats an earlier one of the same method with the same bound.
func TestRepeats(t *testing.T) {
	of := func(id iprof.MethodID, role Role, w *Weight) Finding {
		return Finding{Weight: w, Methods: []Method{{Role: role, ID: id}}}
	}
	half, third := Weight{Value: 1, Of: 2}, Weight{Value: 1, Of: 3}
	same := half
	r := &Report{List: []Finding{{Weight: &half}, of(1, About, &half), of(2, About, &half), of(1, About, &third), of(1, About, &same), of(1, CalledBy, &half), of(1, About, nil), of(2, About, &third), {Weight: &half}}}
	for i := range r.List {
		if got := r.Repeats(i); got != (i == 4) {
			t.Errorf("%d: %t", i, got)
		}
	}
}

// Shares of another tool's samples have the interval of their number, not of their values, and an exact share is worth a look from the
// minimum on.
func TestShareOfSamples(t *testing.T) {
	ofSamples := func(perSample, n, of int64) *Weight {
		var b iprof.Builder
		b.SetOrigin(iprof.Origin{Format: "folded stacks", Unit: "ms", PerSample: perSample})
		return newAnalysis(b.Profile(), convert.NewNames(b.Profile(), convert.NameOptions{}), Options{}).ofSomeSamples(n, of)
	}
	low, high := convert.WilsonInterval(30, 100)
	if w := ofSamples(10, 300, 1000); w == nil || w.Low != low || w.High != high || w.Value != 300 || w.Of != 1000 {
		t.Errorf("%+v, want an interval of %g to %g", w, low, high)
	}
	for n, want := range map[int64]bool{99: false, 100: true, 101: true} {
		if w := ofSamples(0, n, 10_000); (w != nil) != want {
			t.Errorf("%d of 10,000 is worth a look: %t", n, !want)
		}
	}
}

// A call is tiny by its code, and worth a look by its share; of other code, by a larger one.
func TestTinyCallsAtTheirBounds(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"app.A"},{"id":2,"name":"java.util.L"},{"id":3,"name":"com.oracle.svm.core.V"}],
		"methods":[{"id":1,"name":"a","signature":[1,1]},{"id":2,"name":"l","signature":[2,1]},{"id":3,"name":"v","signature":[3,1]},{"id":4,"name":"b","signature":[1,1]}]}`)
	known := calls.Entered{Known: true}
	a := newAnalysis(p, convert.NewNames(p, convert.NameOptions{}), Options{Calls: &calls.Graph{Entered: []calls.Entered{known, known, known, known}}})
	a.entriesSum = 1000
	for _, c := range []struct {
		from, to      int32
		stayed, bytes int64
		want          bool
	}{
		{0, 3, 500, 1, true}, {0, 3, 500, 0, false}, {0, 3, 500, TinyCode - 1, true}, {0, 3, 500, TinyCode, false},
		{0, 3, 10, 9, true}, {0, 3, 9, 9, false}, {0, 1, 50, 9, true}, {0, 1, 49, 9, false}, // 1% and 5%
		{0, 0, 500, 9, false}, {0, -1, 500, 9, false}, {0, 2, 500, 9, false}, {2, 3, 500, 9, false}, {1, 0, 500, 9, true},
	} {
		call := tinyCall{&calls.Site{Slot: c.from, Targets: make([]calls.Target, 1)}, &calls.Target{Callee: &calls.Callee{Slot: c.to}}, c.stayed, c.bytes}
		if got := a.isTinyCall(call); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
	for _, e := range []calls.Entered{{}, {Known: true, Early: true}, {Known: true, Contradicts: true}} {
		a.opts.Calls.Entered[3] = e
		if a.isTinyCall(tinyCall{&calls.Site{}, &calls.Target{Callee: &calls.Callee{Slot: 3}}, 500, 9}) {
			t.Errorf("%+v: it may have been inlined after all", e)
		}
	}
}

// The collector, string building and loops are worth a look from their minimum on.
func TestMinimumShares(t *testing.T) {
	for _, c := range []struct {
		kind    Kind
		records string
		want    bool
	}{
		{Collector, testprofile.Calls("1:0 9000000", "2:0 1000000"), true}, {Collector, testprofile.Calls("1:0 9000000", "2:0 999999"), false},
		{StringBuilding, testprofile.Calls("1:0 9500000", "3:0 500000"), true}, {StringBuilding, testprofile.Calls("1:0 9500000", "3:0 499999"), false},
		{Loop, testprofile.Calls("1:0 9000000") + testprofile.Section("conditionalProfiles", []string{"4:5 2 0 1000000 9 1 100000"}), true},
		{Loop, testprofile.Calls("1:0 9000000") + testprofile.Section("conditionalProfiles", []string{"4:5 2 0 999999 9 1 100000"}), false},
		{Loop, testprofile.Calls("1:0 9000000") + testprofile.Section("conditionalProfiles", []string{"4:5 2 0 999999"}), false}, // without end
		{Locks, testprofile.Calls("1:0 1000000") + testprofile.Section("monitorProfiles", []string{"0:0 1 100000"}), true},
		{Locks, testprofile.Calls("1:0 1000000") + testprofile.Section("monitorProfiles", []string{"0:0 1 99999"}), false},
	} {
		p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"app.A"},{"id":2,"name":"com.oracle.svm.core.genscavenge.GC"},{"id":3,"name":"java.lang.StringBuilder"}],
			"methods":[{"id":1,"name":"a","signature":[1,1]},{"id":2,"name":"g","signature":[2,1]},{"id":3,"name":"append","signature":[3,1]},{"id":4,"name":"b","signature":[1,1]}]`+c.records+`}`)
		list := New(p, nil, Options{}).List
		if got := slices.ContainsFunc(list, func(f Finding) bool { return f.Kind == c.kind }); got != c.want {
			t.Errorf("%s: %s: %t", c.kind, c.records, got)
		}
	}
}

// A share of nothing is none.
func TestCountsOfNothing(t *testing.T) {
	for _, c := range []struct {
		n, of int64
		want  bool
	}{{0, 0, false}, {5, 0, false}, {1, 100, true}, {9, 1000, false}} {
		if w := ofCounts(convert.Calls, "entries", c.n, c.of); (w != nil) != c.want {
			t.Errorf("%d of %d: %+v", c.n, c.of, w)
		}
	}
}
