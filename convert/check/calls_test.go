package check_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/check"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestConflicts has methods of the program, and of the JDK, with too many calls: the program's come first, and make it a warning.
func TestConflicts(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"java.lang.String"},{"id":2,"name":"app.Shop"}],
		"methods":[{"id":1,"name":"trim","signature":[1,0]},{"id":2,"name":"a","signature":[2,0]},{"id":3,"name":"b","signature":[2,0]},
		{"id":4,"name":"c","signature":[2,0]},{"id":5,"name":"d","signature":[2,0]}],"callCountProfiles":[{"ctx":"1:0","records":[1]}]}`)
	names := convert.NewNames(p, convert.NameOptions{})
	method := func(called, root int64, early bool) calls.Entered {
		return calls.Entered{Known: true, Root: root, Called: calls.Count{Range: code.Range{Low: called, High: called + 1}}, Early: early, Contradicts: !early}
	}
	site := func(slot int32, recorded, executed int64, bound code.Bound) *calls.Site {
		return &calls.Site{Slot: slot, BCI: 7, Contradicts: true, Made: calls.Count{Range: code.Range{Low: recorded, High: code.Unlimited}},
			Executions: code.Execution{Count: executed, Bound: bound}}
	}
	for _, test := range []struct {
		name    string
		entered []calls.Entered
		sites   []*calls.Site
		want    string
	}{
		{"none", make([]calls.Entered, 5), []*calls.Site{{Slot: 1}}, ""},
		{"of the program and the JDK", []calls.Entered{method(900, 1, false), method(1, 0, false), method(5, 2, false), {}, {}}, nil,
			"caution calls-exceed-entries 3: 3 methods have more certain calls that were not inlined than entries as compilation root: app.Shop.b() (5 calls, 2 entries), app.Shop.a() (1 call, 0 entries) and java.lang.String.trim() (900 calls, 1 entry)"},
		{"of the JDK alone", []calls.Entered{method(900, 1, false)}, nil,
			"note calls-exceed-entries 1: 1 method has more certain calls that were not inlined than entries as compilation root: java.lang.String.trim() (900 calls, 1 entry)"},
		{"early", []calls.Entered{{}, method(9, 1, true), method(9, 2, true), method(9, 3, true), method(9, 4, true)}, nil,
			"note inlined-early 4: 4 small methods have more certain calls than entries, as native-image may inline such methods before it adds counters: app.Shop.a() (9 calls, 1 entry), app.Shop.b() (9 calls, 2 entries), app.Shop.c() (9 calls, 3 entries) and app.Shop.d() (9 calls, 4 entries)"},
		{"sites", nil, []*calls.Site{site(0, 99, 0, code.Exact), site(1, 9, 8, code.Exact), site(2, 9, 7, code.UnlessThrown), site(3, 9, 6, code.Exact), site(4, 9, 1, code.AtMost)},
			"caution calls-exceed-executions 5: 5 call sites have more recorded calls than executions: app.Shop.d() @7 (9 calls, at most 1 execution), app.Shop.c() @7 (9 calls, 6 executions), app.Shop.b() @7 (9 calls, at most 7 executions) and 2 more"},
	} {
		all := check.NewConflicts(test.entered, slices.Values(test.sites), names).Findings(names)
		if got := words(all); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		for _, f := range all {
			if f.Kind != "inlined-early" && strings.Contains(f.Hint, "--jdk") != (f.Severity == caveats.Note) {
				t.Errorf("%s: %+v", test.name, f)
			}
		}
	}
}
