package rank

import (
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestHiddenCallees has a site with the application's method inlined and, by a receiver type, the profiler's method of that name: as in peek,
// view expert hides that, and calls says so.
func TestHiddenCallees(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.1.0","types":[{"id":1,"name":"void"},{"id":2,"name":"app.Main"},{"id":3,"name":"com.oracle.svm.enterprise.profiling.Counter"}],
		"methods":[{"id":1,"name":"run","signature":[2,1]},{"id":2,"name":"add","signature":[2,1]},{"id":3,"name":"add","signature":[3,1]}],
		"callCountProfiles":[{"ctx":"1:0","records":[10]},{"ctx":"2:0<1:5","records":[7]},{"ctx":"3:0","records":[8]}],
		"virtualInvokeProfiles":[{"ctx":"1:5","records":[2,7,3,8]}]}`)
	const note = "1 call not shown: view expert or filters hide the called method"
	for _, test := range []struct {
		view convert.View
		want string
		told bool
	}{
		{convert.ExpertView, "5 | 7 | 7\n", true},
		{convert.MachineView, "5 | 7 | 7\n5 | 0 | 8\n", false},
	} {
		tbl, err := Calls(p, nil, CallOptions{Sort: "name", Filter: convert.FilterOptions{View: test.view}})
		if err != nil {
			t.Fatal(err)
		}
		if got := cells(tbl, "bci", "inlined", "calls"); got != test.want || slices.Contains(tbl.Notes, note) != test.told {
			t.Errorf("view %s: got\n%s%q", test.view, got, tbl.Notes)
		}
	}
}
