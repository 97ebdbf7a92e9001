package calls_test

import (
	"reflect"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestEachSiteIsOneOfSites compares the sites that share their memory with those that do not, also of a caller with few sites after one with
// many, and of callers that have code.
func TestEachSiteIsOneOfSites(t *testing.T) {
	compare := func(name string, g *calls.Graph) {
		var want []calls.Site
		for s := range g.Sites() {
			want = append(want, *s)
		}
		i := 0
		for s := range g.EachSite() {
			switch {
			case i == len(want):
				t.Fatalf("%s: more than %d sites", name, i)
			case !reflect.DeepEqual(*s, want[i]):
				t.Fatalf("%s: site %d is %+v, want %+v", name, i, *s, want[i])
			}
			i++
		}
		if i != len(want) {
			t.Errorf("%s: %d sites, want %d", name, i, len(want))
		}
		for range g.EachSite() {
			break // it may end early
		}
	}
	for name, data := range testprofile.Varied(t) {
		compare(name, calls.New(testprofile.Parse(t, string(data)), calls.Options{}))
	}
	for _, c := range wholeCases {
		opts := calls.Options{}
		if !c.withoutClasses {
			opts = classesOf(t, c.classes)
		}
		compare(c.name, calls.New(testprofile.Parse(t, c.profile()), opts))
	}
}
