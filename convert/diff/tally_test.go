package diff_test

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// TestTally compares all tables of the tutorial's program before and after its change with testdata/tally.txt: by method, line, class and
// package, with a limit, with one of the sides as several runs, and its variance; and the decisions of both logs of the other example.
// Whichever method is first in either profile makes no difference.
func TestTally(t *testing.T) {
	check := testprofile.Expected(t, "testdata/tally.txt")
	open := func(jar string) *classpath.Path {
		path := testpath.Open(t, "../../testdata/"+jar)
		return path
	}
	text := func(file string) string {
		data := testfile.Read(t, "../../testdata/"+file)
		return string(data)
	}
	paths := [2]*classpath.Path{open("tally.jar"), open("tally-after.jar")}
	texts := [2]string{text("tally.iprof"), text("tally-after.iprof")}
	for by := range 3 {
		var p [2]*iprof.Profile
		var lines [2]*sourceline.Lines
		for side := range p {
			p[side] = testprofile.Parse(t, testprofile.Rotated(t, texts[side], by*(side+1), "types", "methods"))
			lines[side] = sourceline.New(p[side], paths[side].Class, nil)
		}
		names := convert.NewSharedNames(convert.NameOptions{}, p[0], p[1])
		of := compare.New(names[0], names[1], compare.Options{})
		for name, o := range map[string]diff.Options{
			"all": {}, "few": {Limit: 2, Threshold: 0.2, Filter: convert.FilterOptions{View: convert.UserView}}, "lines": {By: convert.ByLine, Lines: lines}, "exact": {Exact: true, Totals: true, Limit: 6},
			"classes": {By: convert.ByClass, Exact: true, Sections: []diff.Section{diff.Samples, diff.Calls}}, "packages": {By: convert.ByPackage, Threshold: -1, Sections: []diff.Section{diff.Samples, diff.Calls}},
		} {
			check(name, whole(&diff.New(of, o).Set))
		}
		long := testprofile.Parse(t, testprofile.Scaled(t, texts[1], 3))
		shared := convert.NewSharedNames(convert.NameOptions{}, p[0], p[1], long)
		check("runs", whole(&diff.New(compare.New(shared[0], shared[1], compare.Options{}), diff.Options{Runs: [2][]*convert.Names{{shared[0]}, {shared[1], shared[2]}}, Limit: 8}).Set))
		for name, m := range map[string]convert.Metric{"samples": convert.Samples, "calls": convert.Calls} {
			check("variance of "+name, whole(&diff.Variance([]string{"before", "after", "longer"}, []*iprof.Profile{p[0], p[1], long}, shared, diff.VarianceOptions{Metric: m, Limit: 8}).Set))
		}

		wordcount, path := testprofile.Parse(t, testprofile.Rotated(t, text("wordcount.iprof"), by)), open("wordcount.jar")
		graph := calls.New(wordcount, calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers)})
		var images [2]*diff.Image
		for side, file := range []string{"wordcount.optlog.jsonl", "wordcount-forced.optlog.jsonl"} {
			log, err := optlog.Read("../../testdata/"+file, optlog.Options{})
			if err != nil {
				t.Fatal(err)
			}
			images[side] = &diff.Image{Image: optimized.New(wordcount, log), Graph: graph}
		}
		names = convert.NewSharedNames(convert.NameOptions{}, wordcount, wordcount)
		check("decisions", whole(&diff.New(compare.New(names[0], names[1], compare.Options{}), diff.Options{Images: images, Sections: []diff.Section{diff.Decisions}}).Set))
	}
}
