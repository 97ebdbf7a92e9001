package rank

import (
	"fmt"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestBoundsOfSaturatedSites: the profiler does not count executions with a ninth type, so the executions of a site with eight are a
// minimum, and shares of them a maximum. Those of other sites are exact.
func TestBoundsOfSaturatedSites(t *testing.T) {
	p := testprofile.Parse(t, "{"+testprofile.Methods("run")+testprofile.Section("virtualInvokeProfiles",
		[]string{"1:5 11 10 12 10 13 10 14 10 15 10 16 10 17 10 18 10", "1:9 11 3 12 1"})+"}")
	tbl, err := Types(p, nil, convert.Receivers, TypeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, r := range tbl.Rows {
		executions, share := tbl.Cell(r, "executions"), tbl.Cell(r, "share")
		got[fmt.Sprintf("%s%d %s%.3f", executions.Mark, executions.Int, share.Mark, share.Low)]++
	}
	if want := map[string]int{"≥80 ≤0.125": 8, "4 0.750": 1, "4 0.250": 1}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
}
