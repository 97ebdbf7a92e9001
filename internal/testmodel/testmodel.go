// Package testmodel has models of profiles for tests of their output.
package testmodel

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// NewInlining returns inlining trees with short names.
func NewInlining(t *testing.T, p *iprof.Profile, opts inlining.Options) *inlining.Trees {
	t.Helper()
	in, err := inlining.New(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames, Disambiguate: true}), opts)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// WordCount returns the example profile and its lines, with sources.
func WordCount(t *testing.T) (*iprof.Profile, *sourceline.Lines) {
	t.Helper()
	data := testfile.Read(t, filepath.Join(testprofile.Root(t), "testdata/wordcount.iprof"))
	path, err := classpath.Open(filepath.Join(testprofile.Root(t), "testdata/wordcount.jar"), classpath.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sources, err := classpath.OpenSources(filepath.Join(testprofile.Root(t), "testdata/java"), classpath.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		path.Close()
		sources.Close()
	})
	p := testprofile.Read(t, bytes.NewReader(data))
	return p, sourceline.New(p, path.Class, sources.Read)
}
