package flame

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testsvg"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
)

// The legend explains the marks of frames that only one profile has, even if all such frames are gray because their samples may be chance.
func TestMarksOfFewSamplesAreExplained(t *testing.T) {
	same := testtree.Stack{Frames: "a.A.a;b.B.b", Value: 3, Base: 3}
	added, gone := testtree.Stack{Frames: "a.A.a;c.C.c", Value: 2}, testtree.Stack{Frames: "a.A.a;d.D.d", Base: 2}
	for want, piles := range map[string][]testtree.Stack{
		"+ only in this profile; − only in the base": {same, added, gone},
		"+ only in this profile":                     {same, added},
		"− only in the base":                         {same, gone},
		"":                                           {same},
	} {
		var keys []string
		for _, e := range testsvg.Find(testsvg.Elements(t, draw(t, testtree.From(convert.Samples, piles...), Options{})), "text") {
			if e.Attr["class"] == "key" && strings.Contains(e.Text, "only in") {
				keys = append(keys, e.Text)
			}
		}
		if got := strings.Join(keys, "; "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
