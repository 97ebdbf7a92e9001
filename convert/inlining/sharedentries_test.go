package inlining

import (
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestEntriesOfOthersStayAsTheyAre makes trees of a view, which merges contexts, while others hold the entries of the profile.
func TestEntriesOfOthersStayAsTheyAre(t *testing.T) {
	for name, data := range testprofile.Varied(t) {
		p := testprofile.Parse(t, string(data))
		held := convert.NewEntries(p)
		count, known := slices.Clone(held.Count), slices.Clone(held.Known)
		for _, view := range convert.Views {
			New(p, nil, Options{Filter: convert.FilterOptions{View: view}}) // an error means that there is none
		}
		if !slices.Equal(held.Count, count) || !slices.Equal(held.Known, known) {
			t.Errorf("%s: trees have changed the entries", name)
		}
	}
}
