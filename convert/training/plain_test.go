package training

import "testing"

// Names of other tools become an iprof's: without perf's mark, with dots, and in no package where they have none.
func TestPlainNames(t *testing.T) {
	for text, want := range map[string]string{
		"java/lang/Thread.run_[j]": "java.lang.Thread.run", "java.lang.Thread.run": "java.lang.Thread.run", "Main.run_[j]": "Main.run", "Main.run": "Main.run",
	} {
		if got, ok := plain(text); got != want || !ok {
			t.Errorf("%s: %s, %t", text, got, ok)
		}
	}
	for _, text := range []string{"[kernel]", "_[j]", ""} {
		if got, ok := plain(text); ok {
			t.Errorf("%s: %s is a method", text, got)
		}
	}
}

// A share of nothing is none.
func TestRatio(t *testing.T) {
	for parts, want := range map[[2]int64]float64{{0, 0}: 0, {0, 4}: 0, {1, 4}: 0.25, {4, 4}: 1} {
		if got := ratio(parts[0], parts[1]); got != want {
			t.Errorf("%d: %g, want %g", parts, got, want)
		}
	}
}
