package callgrind_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgrind"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// hiding returns a filter that hides methods.
func hiding(t *testing.T, pattern string) convert.FilterOptions {
	t.Helper()
	re, err := regexp.Compile(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return convert.FilterOptions{Hide: re}
}

// newStacks returns stacks of another tool: one frame for each name, counted once.
func newStacks(t *testing.T, names ...string) *iprof.Profile {
	t.Helper()
	b := stacks.NewBuilder(0)
	for _, name := range names {
		if _, err := b.Add(iprof.Context{{Method: b.Method(name)}}, 1); err != nil {
			t.Fatal(err)
		}
	}
	return b.Profile(iprof.Origin{Format: "folded stacks", Unit: convert.UnknownUnit})
}

// A place without costs has no line of its own, only its calls.
func TestNoCosts(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b")+testprofile.Calls("2:0<1:5 3")+`}`)
	var b strings.Builder
	if err := callgrind.Write(&b, p, nil, callgrind.Options{Metrics: []convert.Metric{convert.Calls}}); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); strings.Contains(text, "\n0 0\n") || !strings.Contains(text, "\ncalls=3 0\n0 3\n") {
		t.Error(text)
	}
}
