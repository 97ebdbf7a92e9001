package convert_test

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// A call enters the compilation root of a method, which a view may show by another frame than its inlined copies; without a root, the first
// copy; and nothing without a context.
func TestCalledFrames(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":1,"name":"app.A"},{"id":2,"name":"java.util.C"}],
		"methods":[{"id":1,"name":"a","signature":[1,8]},{"id":2,"name":"c","signature":[2,8]},{"id":3,"name":"d","signature":[2,8]},{"id":4,"name":"e","signature":[2,8]}]`+
		testprofile.Calls("1:0 3", "2:0 5", "2:0<1:4 7", "3:0<1:9 7")+"}")
	pr := convert.Project(p, p.Contexts, convert.NewNames(p, convert.NameOptions{}), convert.FilterOptions{View: convert.AppView})
	frames := convert.CalledFrames(p, pr)
	for id, n := range map[string]int{"a": 0, "c": 1, "d": 2, "e": 3} {
		node := map[string]int{"a": 0, "c": 1, "d": -1, "e": -1}[id]
		switch got := frames[n]; {
		case id == "e" && got != convert.NotEntered:
			t.Errorf("e has no context, but the frame %d", got)
		case node >= 0 && got != pr.Frame[node]:
			t.Errorf("%s: %d, and its root is shown as %d", id, got, pr.Frame[node])
		}
	}
	whole := convert.CalledFrames(p, nil)
	for slot, want := range []int32{0, 1, 2, convert.NotEntered} {
		if whole[slot] != want {
			t.Errorf("without a projection: %d: %d", slot, whole[slot])
		}
	}
}
