package rank

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestFewerEntriesThanCalls has 43 calls of a method by receiver types, but 6 entries: calls says so at the method, and keeps both counts.
func TestFewerEntriesThanCalls(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.1.0","types":[{"id":1,"name":"void"},{"id":2,"name":"app.Main"},{"id":5,"name":"app.C"}],
		"methods":[{"id":1,"name":"run","signature":[2,1]},{"id":4,"name":"get","signature":[5,1]}],
		"callCountProfiles":[{"ctx":"1:0","records":[10]},{"ctx":"4:0","records":[6]},{"ctx":"4:0<1:9","records":[0]},{"ctx":"4:0<1:12","records":[0]}],
		"virtualInvokeProfiles":[{"ctx":"1:9","records":[5,40]},{"ctx":"1:12","records":[5,3]}]}`)
	tbl, err := Calls(p, nil, CallOptions{Sort: "name"})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := cells(tbl, "bci", "stayed"), "9 | 40\n12 | 3\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if facts := cells(tbl, "facts"); strings.Count(facts, "at least 43 calls that stayed calls, but 6 entries as compilation root") != 2 {
		t.Error(facts)
	}
}

// TestDamagedReceivers has a receiver count that is two numbers read as one, which calls are counted by: a caveat says so, and none is
// made of counts that are sound.
func TestDamagedReceivers(t *testing.T) {
	for count, damaged := range map[int64]bool{7987<<32 | 7983: true, 7983: false} {
		p := testprofile.Parse(t, "{"+testprofile.Methods("run")+testprofile.Calls("1:0 10")+
			testprofile.Section("virtualInvokeProfiles", []string{fmt.Sprint("1:9 1 ", count)})+"}")
		tbl, err := Calls(p, nil, CallOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if told := strings.Contains(strings.Join(tbl.Caveats, "\n"), "1 count of receivers is damaged"); told != damaged {
			t.Errorf("%d: %q", count, tbl.Caveats)
		}
	}
}
