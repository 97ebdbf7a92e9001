package callgrind_test

import (
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
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
