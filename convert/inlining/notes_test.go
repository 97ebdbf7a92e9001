package inlining

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

func TestNoteOnRootsOutside(t *testing.T) {
	testprofile.NotesOnOutsideRoots(t, func(p *iprof.Profile, application bool) ([]string, error) {
		in, err := New(p, nil, Options{Filter: convert.FilterOptions{View: map[bool]convert.View{true: convert.AppView, false: convert.UserView}[application]}})
		return in.Notes, err
	})
}
