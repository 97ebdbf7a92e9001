package diff

import (
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Code that a profile ran without a count of its entries did not go: c has code inlined into it, and d is in a stack. Only e is in one profile
// alone. It is the same with the profiles swapped.
func TestUncountedAreNotCompared(t *testing.T) {
	head := `{` + testprofile.Methods("a", "b", "c", "d", "e")
	old := testprofile.Parse(t, head+testprofile.Calls("1:0 1000", "2:0 2000", "3:0 90000", "4:0 80000", "5:0 70000")+testprofile.Samples("1:0 3")+`}`)
	new := testprofile.Parse(t, head+testprofile.Calls("1:0 1000", "2:0 2000", "2:0<3:1 7")+testprofile.Samples("1:0 3", "4:2<1:0 1")+`}`)
	const caveat = "not compared, as one profile ran it without a count of its entries: 2 methods"
	d := diff(old, new, Options{Sections: []Section{Calls}})
	testprofile.WantText(t, "found", found(d), "calls gone T.e 70000 - -0.288")
	if !slices.Contains(d.Tables[0].Caveats, caveat) {
		t.Errorf("%q", d.Tables[0].Caveats)
	}
	d = diff(new, old, Options{Sections: []Section{Calls}})
	testprofile.WantText(t, "found in the opposite direction", found(d), "calls new T.e - 70000 +0.288")
	if d = diff(old, old, Options{Sections: []Section{Calls}}); slices.ContainsFunc(d.Tables[0].Caveats, func(s string) bool { return s == caveat }) {
		t.Errorf("of one profile: %q", d.Tables[0].Caveats)
	}
}
