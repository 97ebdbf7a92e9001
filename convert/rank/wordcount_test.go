package rank_test

import (
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testmodel"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtable"
)

// TestWordCount compares tables of the example, with its lines and the log of its optimized build, with testdata/wordcount.txt, whichever
// method is first in the profile. That the counts are those of a run is what convert/code's TestWordCountMatchesRun checks.
func TestWordCount(t *testing.T) {
	check := testprofile.Expected(t, "testdata/wordcount.txt")
	testmodel.BuiltWordCounts(t, func(b *testmodel.Built) {
		p, code, lines := b.Profile, b.Code, b.Lines
		image := b.Image
		show := func(name string, tbl *table.Table, err error) {
			if err != nil {
				t.Fatal(name, err)
			}
			check(name, testtable.Whole(tbl))
		}
		for name, o := range map[string]rank.CallOptions{
			"log": {Code: code, Lines: lines, Optimized: image}, "missed": {Code: code, Optimized: image, Missed: true, Sort: "name"},
			"made": {Code: code, Made: true, Sort: "calls", Limit: 2, Kinds: []calls.Kind{calls.Virtual}, Inlined: []calls.Part{calls.NotInlined}},
			"to":   {Code: code, Lines: lines, To: regexp.MustCompile("String"), Sort: "samples"},
		} {
			tbl, err := rank.Calls(p, nil, o)
			show("calls "+name, tbl, err)
		}
		for name, o := range map[string]rank.TopOptions{
			"lines": {Metric: convert.Samples, By: convert.ByLine, Lines: lines, Limit: 4}, "entries": {Metric: convert.Calls, By: convert.ByLine, Lines: lines, Sort: "name"},
			"branches": {Metric: convert.Branches, By: convert.BySite, Lines: lines, Limit: 2},
		} {
			tbl, err := rank.Top(p, nil, o)
			show("top "+name, tbl, err)
		}
		for name, o := range map[string]rank.PeekOptions{"samples": {Metric: convert.Samples, Lines: lines}, "calls": {Metric: convert.Calls, Lines: lines, Code: code, Limit: 2}} {
			tbl, err := rank.Peek(p, nil, regexp.MustCompile("addLine|substring|find"), o)
			show("peek "+name, tbl, err)
		}
		for name, o := range map[string]rank.BranchOptions{
			"lines": {SiteOptions: rank.SiteOptions{Lines: lines, Sort: "samples"}}, "few": {SiteOptions: rank.SiteOptions{Lines: lines, Limit: 3, Parts: 1, Sort: "executions"}},
		} {
			tbl, err := rank.Branches(p, nil, o)
			show("branches "+name, tbl, err)
		}
	})
}
