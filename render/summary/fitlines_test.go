package summary

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/fit"
)

// Methods without any count have no shares: 0% of nothing would read as if none fit. The first line says which counts are meant.
func TestFitOfNoCounts(t *testing.T) {
	c := &CheckedCode{Fit: &fit.Fit{}}
	c.Program.Fits = fit.MethodSum{Methods: 5, Weight: 20}
	c.JDK.Fits, c.JDK.Gone, c.JDK.Unproven = fit.MethodSum{Methods: 23}, fit.MethodSum{Methods: 1}, fit.MethodSum{Methods: 20}
	lines := fitLines(c)
	for i, want := range []string{
		"of 20 counts (entries, branches, types), 100% fit (5 methods)",
		"no counts to compare: 23 methods fit, 1 method gone; of 20 methods nothing but the name could be compared",
	} {
		if got := lines[i][1]; got != want {
			t.Errorf("%s%s, want %s", lines[i][0], got, want)
		}
	}
}
