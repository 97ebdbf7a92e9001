package siteline

import (
	"strconv"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestSaturatedTypes: executions with a ninth type are not recorded, so those of a site with eight are a minimum, and shares of them a
// maximum; seven types are all there are.
func TestSaturatedTypes(t *testing.T) {
	p := testprofile.Parse(t, "{"+testprofile.Methods("run")+testprofile.Section("virtualInvokeProfiles",
		[]string{"1:5 11 10 12 10 13 10 14 10 15 10 16 10 17 10 18 10", "1:9 11 3 12 1"})+"}")
	want := map[bool][2]string{true: {"≤12.5%", " (≥80)"}, false: {"75.0%", " (4)"}}
	all := sites.New(p, sites.Options{}).Types(convert.Receivers).All
	for i := range all {
		line := OfTypes(convert.NewNames(p, convert.NameOptions{}), &all[i], func(n int64) string { return strconv.FormatInt(n, 10) })
		if got := [2]string{line.Parts[0].Share, line.Tail}; got != want[all[i].Saturated] {
			t.Errorf("%v, want %v", got, want[all[i].Saturated])
		}
	}
}
