package callgraph

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

func TestNoteOnUnitsOutside(t *testing.T) {
	testprofile.NotesOnOutsideRoots(t, func(p *iprof.Profile, application bool) ([]string, error) {
		u, err := NewUnits(p, nil, UnitOptions{Filter: convert.FilterOptions{View: map[bool]convert.View{true: convert.AppView, false: convert.UserView}[application]}})
		return u.Notes, err
	})
}
