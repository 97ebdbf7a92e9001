package calls_test

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// TestMissingAndWrongClasses leaves out some classes, gives others in their place, and damages some: less is known, and nothing is wrong.
func TestMissingAndWrongClasses(t *testing.T) {
	seeds := uint64(3)
	if testtier.More(t, "the call graph with classes missing at random, 100 times") {
		seeds = 100
	}
	for _, x := range programs[:2] {
		p, text := readTruth(t, x.profile, x.edges)
		path := testpath.Open(t, filepath.Join(shared, x.classes))
		var names []string
		for name := range path.Classes() {
			names = append(names, name)
		}
		for seed := range seeds {
			r := rand.New(rand.NewPCG(seed, 0))
			fate := map[string]int{}
			for _, name := range names {
				fate[name] = r.IntN(8)
			}
			find := func(name string) (*classfile.Class, error) {
				switch fate[name] {
				case 0:
					return nil, classpath.ErrNotFound
				case 1:
					return nil, &classfile.FormatError{File: name, Err: classfile.ErrTruncated}
				}
				return path.Class(name)
			}
			g := calls.New(p, calls.Options{Class: find, Classes: hierarchy.New(find, nil)})
			checkIdentities(t, p, g)
			checkEdges(t, p, g, text)
		}
	}
}
