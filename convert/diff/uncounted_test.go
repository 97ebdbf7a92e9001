package diff

import (
	"regexp"
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
	if d = diff(old, old, Options{Sections: []Section{Calls}}); slices.Contains(d.Tables[0].Caveats, caveat) {
		t.Errorf("of one profile: %q", d.Tables[0].Caveats)
	}
}

// What a filter leaves out is a count: b has entries of its own in the new profile, so in a, which alone is compared, it has none.
func TestCountedElsewhere(t *testing.T) {
	head := `{` + testprofile.Methods("a", "b", "c")
	old := testprofile.Parse(t, head+testprofile.Calls("1:0 90000", "2:0 70000", "2:0<1:3 80000", "3:0 760000")+`}`)
	new := testprofile.Parse(t, head+testprofile.Calls("1:0 90000", "2:0 70000", "3:0 760000")+`}`)
	opts := Options{Sections: []Section{Calls}}
	opts.Filter.Focus = regexp.MustCompile(`T\.a$`)
	testprofile.WantText(t, "found", found(diff(old, new, opts)), "calls gone T.b 80000 - -0.471") // of 170,000 in a
}
