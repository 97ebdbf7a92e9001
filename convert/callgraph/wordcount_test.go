package callgraph

import (
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testmodel"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtable"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestWordCount compares graphs and units of the example, with its classes and the log of its optimized build, with
// testdata/wordcount.txt, whichever method is first in the profile. That the counts are those of a run is what
// convert/code's TestWordCountMatchesRun checks.
func TestWordCount(t *testing.T) {
	check := testprofile.Expected(t, "testdata/wordcount.txt")
	testmodel.BuiltWordCounts(t, func(b *testmodel.Built) {
		p, code, lines := b.Profile, b.Code, b.Lines
		graph := func(name string, o Options) {
			check(name, testprofile.Fields(graphOf(t, p, o), "Slot", "Frame", "Context", "Lines"))
		}
		for name, o := range map[string]Options{"calls": {Code: code, Lines: lines}, "samples": {Metric: convert.Samples, Lines: lines}, "classes": {Code: code, By: convert.ByClass, Lines: lines}} {
			check("table of "+name, testtable.Whole(graphOf(t, p, o).Table(0)))
		}
		graph("calls", Options{Code: code, Lines: lines, Nodes: 6})
		graph("packages", Options{Code: code, By: convert.ByPackage})
		graph("ways", Options{Code: code, Ways: true, Nodes: 8})
		graph("ways of samples", Options{Metric: convert.Samples, Ways: true, Nodes: 5})
		graph("samples", Options{Metric: convert.Samples, Nodes: 5, Filter: convert.FilterOptions{View: convert.UserView}})
		graph("focus", Options{Code: code, Filter: convert.FilterOptions{View: convert.ExpertView, Focus: regexp.MustCompile("WordCount.find")}, Callers: 1, Callees: 1})
		units := func(name string, p *iprof.Profile, o UnitOptions) {
			check(name, testprofile.Fields(unitsOf(t, p, o), "Slot", "Frame", "Context", "Lines"))
		}
		units("units", p, UnitOptions{Calls: &code, Lines: lines, Units: 4})
		image := b.Units(t)
		units("image", image.Profile, UnitOptions{Image: image, Units: 3})
	})
}
