package rank

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestRareConditionals sums up conditionals below a share of the executions: of 100,010, a hundredth of a percent is 10.
func TestRareConditionals(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("m")+testprofile.Section("conditionalProfiles",
		[]string{"1:1 4 0 50000 9 1 49990", "1:20 24 0 6 29 1 6", "1:40 44 0 4 49 1 4"})+`}`)
	even := 0.05
	for share, want := range map[float64]int{0: 3, 0.0001: 2, 0.5: 1, 1: 1} {
		tbl, err := Branches(p, nil, BranchOptions{NearEven: &even, MinShare: share})
		if err != nil {
			t.Fatal(err)
		}
		sites := 0
		for _, r := range tbl.Rows {
			if r.BeginsSite {
				sites++
			}
		}
		if sites != want || (tbl.Rest != nil) != (want < 3) {
			t.Errorf("%g: %d sites, rest %v", share, sites, tbl.Rest)
		}
	}
}
