package rank

import (
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// A note says how many calls have the name of the receiver's class, which may inherit the method: here those of two types of which stacks
// have a method of their superclass. If there is one type alone, its method is known.
func TestInheritedCallsAreCounted(t *testing.T) {
	const head = `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"app.Main"},{"id":3,"name":"app.A"},{"id":4,"name":"app.B"},{"id":5,"name":"app.Base"}],
		"methods":[{"id":1,"name":"run","signature":[2,1]},{"id":2,"name":"get","signature":[5,1]}]`
	for receivers, want := range map[string]bool{"1:5 3 30 4 20": true, "1:5 3 30": false} {
		p := testprofile.Parse(t, head+testprofile.Calls("1:0 50", "2:0 50")+testprofile.Section("virtualInvokeProfiles", []string{receivers})+testprofile.Samples("2:0<1:5 3")+"}")
		tbl, err := Calls(p, nil, CallOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.ContainsFunc(tbl.Notes, func(n string) bool {
			return strings.HasPrefix(n, "50 calls that stayed calls have the name of the receiver's class")
		}); got != want {
			t.Errorf("%s: %q", receivers, tbl.Notes)
		}
	}
}
