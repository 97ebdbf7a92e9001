package testprofile

import (
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// NotesOnOutsideRoots checks the note on compilation units whose roots are outside the application, two of three in a profile. It is given
// the notes of a model in the view of the application, and in one of all code, which has no such note.
func NotesOnOutsideRoots(t *testing.T, notes func(p *iprof.Profile, application bool) ([]string, error)) {
	t.Helper()
	const note = "2 units have their roots outside the application, which is inlined there"
	text := `{"version":"1.0.0","types":[{"id":1,"name":"java.util.L"},{"id":2,"name":"app.A"},{"id":3,"name":"void"}],
		"methods":[{"id":1,"name":"l","signature":[1,3]},{"id":2,"name":"a","signature":[2,3]},{"id":3,"name":"k","signature":[1,3]}]` +
		Calls("1:0 3", "2:0<1:4 5", "2:0 7", "3:0 1", "2:0<3:4 1") + `}`
	for by := range 3 {
		for _, application := range []bool{true, false} {
			all, err := notes(Parse(t, Rotated(t, text, by)), application)
			if err != nil || slices.Contains(all, note) != application || !application && strings.Contains(strings.Join(all, " "), "outside") {
				t.Errorf("application %t: %q %v", application, all, err)
			}
		}
	}
}
