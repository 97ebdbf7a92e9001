package calls

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Entries from outside are attributed to the caller with the most samples, of equal ones to the first in the file.
func TestSampledCallers(t *testing.T) {
	for by := range 6 {
		p := testprofile.Parse(t, testprofile.Rotated(t, "{"+testprofile.Methods("a", "b", "x", "y", "z")+testprofile.Calls("1:0 1", "2:0 1", "3:0 9", "4:0 9", "5:0 9")+
			testprofile.Samples("3:0<1:1 5", "3:0<2:1 7", "3:2<5:4<1:1 6", "4:0<1:1 3", "4:0<2:2 2", "4:1<2:2 1", "5:0<2:7 2")+"}", by))
		slot := func(name string) int32 {
			for slot := range p.Methods.Len() {
				if m, _ := p.MethodHeadAt(slot); m.Name == name {
					return int32(slot)
				}
			}
			return -1
		}
		first := map[bool]string{true: "a", false: "b"}[slot("a") < slot("b")]
		entered := New(p, Options{}).Entered
		for callee, want := range map[string]string{"x": "b", "y": first, "z": "a"} {
			e := entered[slot(callee)]
			if e.From != FromSampled || e.Caller != slot(want) {
				t.Errorf("rotated by %d: %s is entered by %v %d", by, callee, e.From, e.Caller)
			}
		}
		for _, root := range []string{"a", "b"} {
			if e := entered[slot(root)]; e.From != FromUnknown {
				t.Errorf("%s is entered %v", root, e.From)
			}
		}
	}
}

// A method that ran as compilation root without a count was entered an unknown number of times, and not never, though it is counted elsewhere.
func TestRootWithoutACount(t *testing.T) {
	for records, known := range map[string]bool{
		"": true,
		`,"conditionalProfiles":[{"ctx":"2:4","records":[26,0,100]}]`:     false,
		`,"conditionalProfiles":[{"ctx":"2:4<1:3","records":[26,0,100]}]`: true,
	} {
		p := testprofile.Parse(t, "{"+testprofile.Methods("a", "b")+testprofile.Calls("1:0 5", "2:0<1:3 4")+records+"}")
		g := New(p, Options{})
		if e := g.Entered[1]; e.Known != known || e.Root != 0 || g.CountsEntries(1) && !known {
			t.Errorf("%s: %+v", records, e)
		}
	}
}
