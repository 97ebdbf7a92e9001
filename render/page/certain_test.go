package page

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// A page knows of how many executions a method is hot, also if a limit leaves out the sites with damaged counts, which are last.
func TestDamagedSitesBeyondTheLimit(t *testing.T) {
	for record, want := range map[string]int64{"5 0 300647710750": 120, "5 0 50": 0} {
		p := testprofile.Parse(t, `{`+testprofile.Methods("run")+testprofile.Calls("1:0 10")+
			testprofile.Section("conditionalProfiles", []string{"1:1 " + record, "1:11 15 0 60 20 1 40", "1:21 25 0 20 30 1 0"})+`}`)
		branches, err := rank.Branches(p, convert.NewNames(p, convert.NameOptions{}), rank.BranchOptions{SiteOptions: rank.SiteOptions{Limit: 2}})
		if err != nil {
			t.Fatal(err)
		}
		if of := NewTable[BranchRow](branches); len(of.Rows) != 2 || of.Rows[0].BCI != 11 || of.Certain != want || of.Base <= of.Certain {
			t.Errorf("%s: %d rows, base %d, certain %d, want %d", record, len(of.Rows), of.Base, of.Certain, want)
		}
	}
}
