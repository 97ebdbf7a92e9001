package testmodel

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

func GraphOf(t *testing.T, p *iprof.Profile, opts callgraph.Options) *callgraph.Graph {
	t.Helper()
	g, err := callgraph.New(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames}), opts)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func UnitsOf(t *testing.T, p *iprof.Profile, opts callgraph.UnitOptions) *callgraph.Units {
	t.Helper()
	u, err := callgraph.NewUnits(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames}), opts)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func GraphSince(t *testing.T, base, p *iprof.Profile, opts callgraph.Options) *callgraph.Graph {
	t.Helper()
	names := convert.NewSharedNames(convert.NameOptions{Style: convert.ShortNames}, base, p)
	g, err := callgraph.NewComparison(compare.New(names[0], names[1], compare.Options{}), opts)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func shortNamed(p *iprof.Profile) *convert.Names {
	return convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames, Disambiguate: true})
}

func NewInlining(t *testing.T, p *iprof.Profile, opts inlining.Options) *inlining.Trees {
	t.Helper()
	in, err := inlining.New(p, shortNamed(p), opts)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func NewInto(t *testing.T, p *iprof.Profile, match string) *inlining.Into {
	t.Helper()
	in, err := inlining.NewInto(p, shortNamed(p), inlining.IntoOptions{Match: regexp.MustCompile(match)})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// WordCount returns the example profile and its lines, with sources.
func WordCount(t *testing.T) (*iprof.Profile, *sourceline.Lines) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(testprofile.Root(t), "testdata/wordcount.iprof"))
	if err != nil {
		t.Fatal(err)
	}
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

// NoClasses finds no class.
func NoClasses(string) (*classfile.Class, error) { return nil, classpath.ErrNotFound }
