package page

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestSitesWithoutChanges: a list of sites of which none has changed has no column of changes, which would be empty.
func TestSitesWithoutChanges(t *testing.T) {
	run := func(jumps string) *iprof.Profile {
		return testprofile.Parse(t, `{`+testprofile.Methods("a", "b")+testprofile.Calls("1:0 50000", "2:0 70000")+`,"conditionalProfiles":[{"ctx":"1:3","records":[5,0,50000,8,1,`+jumps+`]}]}`)
	}
	for jumps, want := range map[string]string{"50000": "false", "5000000": "true"} {
		r := reportOf(t, run(jumps))
		r.addBase(t, run("50000"), run(jumps))
		browsertest.Expect(t, browsertest.Visit(t, r.page, "#/sites/branches", inReport+`
			for (let i = 0; i < 3; i++) await settled();
			log(all(".grid .head [role=columnheader]").map(text).includes("Change"));`), want)
	}
}
