package findings

import (
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
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
