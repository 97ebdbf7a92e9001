package findings

import (
	"slices"
	"testing"
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
