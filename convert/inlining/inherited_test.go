package inlining

import (
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Calls of inherited methods stayed calls: entries, of a class that is unknown, do not lack, so native-image did not inline them before it
// added counters.
func TestInheritedCallsStayed(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"app.Main"},{"id":3,"name":"app.A"},{"id":4,"name":"app.B"},{"id":5,"name":"app.Base"}],
		"methods":[{"id":1,"name":"run","signature":[2,1]},{"id":2,"name":"get","signature":[5,1]}]`+
		testprofile.Calls("1:0 50", "2:0 50")+testprofile.Section("virtualInvokeProfiles", []string{"1:5 3 30 4 20"})+testprofile.Samples("2:0<1:5 3")+"}")
	in, err := NewInto(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames}), IntoOptions{Match: regexp.MustCompile(`\.get$`), Target: regexp.MustCompile(`run$`)})
	if err != nil {
		t.Fatal(err)
	}
	if want := "no: Base.get is not inlined into Main.run; at least 50 calls stayed calls"; in.Answer != want {
		t.Errorf("%s, want %s", in.Answer, want)
	}
}
