package inlining

import (
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// In the view of the application, a note says how many units have their roots outside of it.
func TestNoteOnRootsOutside(t *testing.T) {
	text := `{"version":"1.0.0","types":[{"id":1,"name":"java.util.L"},{"id":2,"name":"app.A"},{"id":3,"name":"void"}],
		"methods":[{"id":1,"name":"l","signature":[1,3]},{"id":2,"name":"a","signature":[2,3]},{"id":3,"name":"k","signature":[1,3]}]` +
		testprofile.Calls("1:0 3", "2:0<1:4 5", "2:0 7", "3:0 1", "2:0<3:4 1") + `}`
	const note = "2 units have their roots outside the application, which is inlined there"
	for by := range 3 {
		p := testprofile.Parse(t, testprofile.Rotated(t, text, by))
		for view, want := range map[convert.View]bool{convert.AppView: true, convert.UserView: false} {
			in, err := New(p, convert.NewNames(p, convert.NameOptions{}), Options{Filter: convert.FilterOptions{View: view}})
			if err != nil {
				t.Fatal(err)
			}
			if slices.Contains(in.Notes, note) != want || !want && strings.Contains(strings.Join(in.Notes, " "), "outside") {
				t.Errorf("view %s: %q", view, in.Notes)
			}
		}
	}
}
