package testmodel

import (
	"path/filepath"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// A Built is the example profile with its classes and the log of its optimized build.
type Built struct {
	Profile *iprof.Profile
	Code    calls.Options
	Lines   *sourceline.Lines
	Image   *optimized.Image
}

// BuiltWordCounts calls a function with the example, and with the same whose methods, types and contexts come in other orders.
func BuiltWordCounts(t *testing.T, check func(b *Built)) {
	t.Helper()
	text, code := WordCountCode(t)
	log, err := optlog.Read(filepath.Join(testprofile.Root(t), "testdata/wordcount.optlog.jsonl"), optlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, by := range []int{0, 1, 7} {
		p := testprofile.Parse(t, testprofile.Rotated(t, text, by))
		check(&Built{p, code, sourceline.New(p, code.Class, nil), optimized.New(p, log)})
	}
}

// WordCountCode returns the text of the example profile, and its classes.
func WordCountCode(t *testing.T) (profile string, code calls.Options) {
	t.Helper()
	dir := filepath.Join(testprofile.Root(t), "testdata")
	text := testfile.Read(t, filepath.Join(dir, "wordcount.iprof"))
	path := testpath.Open(t, filepath.Join(dir, "wordcount.jar"))
	return string(text), calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers)}
}

// Units returns the units of the optimized image.
func (b *Built) Units(t *testing.T) *optimized.Units {
	t.Helper()
	u, err := b.Image.NewUnits(calls.New(b.Profile, b.Code), b.Code.Class)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
