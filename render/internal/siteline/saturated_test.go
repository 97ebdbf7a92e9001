package siteline

import (
	"strconv"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestSaturatedTypes: executions with a ninth type are not recorded, so those of a site with eight are a minimum, and shares of them a
// maximum; seven types are all there are, and so are eight in two records of four.
func TestSaturatedTypes(t *testing.T) {
	p := testprofile.Parse(t, "{"+testprofile.Methods("run")+testprofile.Section("virtualInvokeProfiles",
		[]string{"1:5 9 10 12 10 13 10 14 10 15 10 16 10 17 10 18 10", "1:7<1:1 9 4 12 3 13 2 14 1", "1:7<1:2 15 1 16 1 17 1 18 1", "1:9 9 3 12 1"})+"}")
	want := map[iprof.BCI][3]string{5: {"@5 megamorphic (8+): ", "≤12.5%", " (≥80)"}, 7: {"@7 megamorphic (8): ", "28.6%", " (14)"}, 9: {"@9 bimorphic: ", "75.0%", " (4)"}}
	all := sites.New(p, sites.Options{}).Types(convert.Receivers).All
	for i := range all {
		line := OfTypes(convert.NewNames(p, convert.NameOptions{}), &all[i], func(n int64) string { return strconv.FormatInt(n, 10) })
		if got := [3]string{line.Head, line.Parts[0].Share, line.Tail}; got != want[all[i].BCI] {
			t.Errorf("%q, want %q", got, want[all[i].BCI])
		}
	}
}
