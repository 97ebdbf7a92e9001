package calls_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// manyCallers returns a profile of 4,000 callers with receiver types: enough to be shared by several processors. The types select their own
// methods, inherited methods and, at calls of which nothing else is known, an unknown method of the type.
func manyCallers() string {
	const callers, classes = 4000, 50
	var types, methods, counts, receivers []string
	for i := range classes {
		types = append(types, fmt.Sprintf(`{"id":%d,"name":"app.C%d"}`, i+1, i))
		methods = append(methods, fmt.Sprintf(`{"id":%d,"name":"get","signature":[%d,90]}`, i+1, i+1))
	}
	for i := range callers {
		id := classes + 1 + i
		methods = append(methods, fmt.Sprintf(`{"id":%d,"name":"run%d","signature":[%d,90]}`, id, i, i%classes+1))
		of := func(k int) int { return (i*7+k)%classes + 1 }
		counts = append(counts, fmt.Sprintf("%d:0 %d", id, i+10), fmt.Sprintf("%d:0<%d:3 %d", of(0), id, i%9))
		receivers = append(receivers, fmt.Sprintf("%d:3 %d %d %d 5 95 2", id, of(0), i%9+1, of(3)), fmt.Sprintf("%d:8 %d 4 95 %d", id, of(5), i%5+1))
	}
	return `{"version":"1.0.0","types":[{"id":90,"name":"void"},{"id":95,"name":"app.Without"},` + strings.Join(types, ",") + `],"methods":[` + strings.Join(methods, ",") + `]` +
		testprofile.Calls(counts...) + testprofile.Section("virtualInvokeProfiles", receivers) + "}"
}

// The graph does not depend on the number of processors.
func TestSideBySide(t *testing.T) {
	text := manyCallers()
	graphWith := func(processors int) string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		p := testprofile.Parse(t, text)
		g := calls.New(p, calls.Options{})
		var b strings.Builder
		callees := map[int32]*calls.Callee{}
		for site, target := range g.Known(nil) {
			fmt.Fprintln(&b, site.Slot, site.BCI, site.Made, site.Types, site.Saturated, target.Evidence, target.Calls, target.Inlined, target.Stayed, target.Types)
			c := target.Callee
			fmt.Fprintln(&b, c.Slot, c.Ref(), c.Inherited, c.OtherTypes)
			if known := callees[c.Slot]; c.Slot >= 0 && known != nil && known != c {
				t.Fatalf("%d processors: method %d is two callees", processors, c.Slot)
			}
			callees[c.Slot] = c
		}
		for site, target := range g.All() {
			fmt.Fprintln(&b, site.Slot, site.BCI, target.Callee.Slot, target.Callee.Ref(), target.Calls)
		}
		for slot := range g.Entered {
			fmt.Fprintln(&b, g.Entered[slot])
		}
		return b.String()
	}
	want := graphWith(1)
	if n := strings.Count(want, "app.Without"); n < 4000 {
		t.Fatalf("%d targets of a type without methods", n)
	}
	for _, processors := range []int{2, 4} {
		if graphWith(processors) != want {
			t.Errorf("%d processors make another graph than one", processors)
		}
	}
}
