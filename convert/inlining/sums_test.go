package inlining

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Samples of calls are those of stacks on which a target calls one of the methods directly, each stack once.
func TestSampledCalls(t *testing.T) {
	p := testprofile.Parse(t, "{"+testprofile.Methods("target", "method", "other")+testprofile.Samples("2:0<1:1 5", "3:0<2:0<1:1 7", "2:0<1:1<2:0<1:1 2", "2:0<3:1 40", "2:0<3:1<1:1 80", "2:0 90", "1:0 100")+"}")
	q := &question{builder: &builder{profile: p}, targets: map[int32]bool{0: true}}
	if got := q.sampledCalls([]int32{1}); got != 14 {
		t.Errorf("%d samples, want 5 + 7 + 2", got)
	}
	if got := q.sampledCalls([]int32{1, 2}); got != 94 {
		t.Errorf("%d samples of two methods, want 80 more", got)
	}
}

// Code of the VM is one <VM> in each caller, with the entries of all its methods.
func TestEntriesOfFoldedMethods(t *testing.T) {
	text := `{"version":"1.0.0","types":[{"id":1,"name":"app.A"},{"id":2,"name":"com.oracle.svm.core.V"},{"id":3,"name":"void"}],"methods":[{"id":1,"name":"a","signature":[1,3]},{"id":2,"name":"u","signature":[2,3]},
		{"id":3,"name":"v","signature":[2,3]},{"id":4,"name":"w","signature":[2,3]}]` + testprofile.Calls("1:0 10", "2:0<1:4 50", "3:0<2:1<1:4 40", "4:0<3:1<2:1<1:4 30", "4:0<2:5<1:4 20") + "}"
	for by := range 5 {
		in, err := New(testprofile.Parse(t, testprofile.Rotated(t, text, by)), nil, Options{Filter: convert.FilterOptions{View: convert.UserView}})
		if err != nil {
			t.Fatal(err)
		}
		if u := in.Units[0]; len(u.Instances) != 2 || u.Instances[1].Entries != 140 || u.Instances[0].Inclusive != 150 || u.Instances[1].Slot != convert.VMSlot {
			t.Errorf("rotated by %d: %+v", by, u.Instances)
		}
	}
}
