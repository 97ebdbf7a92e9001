package inlining_test

import (
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/internal/testmodel"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestWordCount compares units, and where methods are inlined, with testdata/wordcount.txt: in the instrumented image with the classes, and in
// the optimized one by its log, whichever method is first in the profile.
func TestWordCount(t *testing.T) {
	check := testprofile.Expected(t, "testdata/wordcount.txt")
	left := []string{"Profile", "Names", "Lines", "Slot", "Frame", "Context"}
	testmodel.BuiltWordCounts(t, func(b *testmodel.Built) {
		p, code, lines := b.Profile, b.Code, b.Lines
		image := b.Units(t)
		for name, o := range map[string]inlining.Options{
			"all": {Calls: &code, Lines: lines}, "share": {Calls: &code, MinShare: 0.17, ByBCI: true}, "depth": {Calls: &code, Depth: 1, Units: 1}, "roots": {Calls: &code, Depth: 1, MinShare: 0.5, AppFirst: true},
			"match": {Match: regexp.MustCompile("find$"), Depth: 1, MinShare: 0.5}, "user": {Filter: convert.FilterOptions{View: convert.UserView, Hide: regexp.MustCompile("addLine")}},
			"image": {Image: image}, "share of image": {Image: image, MinShare: 0.18, Units: 1}, "depth of image": {Image: image, Depth: 1},
		} {
			from := p
			if o.Image != nil {
				from = image.Profile
			}
			trees, err := inlining.New(from, nil, o)
			if err != nil {
				t.Fatal(name, err)
			}
			check("units, "+name, testprofile.Fields(trees, left...))
		}
		for name, o := range map[string]inlining.IntoOptions{
			"all": {Calls: code, Lines: lines}, "few": {Calls: code, Methods: 2, MinShare: 0.5, Depth: 1}, "records": {}, "image": {Image: image}, "hidden": {Filter: convert.FilterOptions{Hide: regexp.MustCompile("addLine")}},
			"target": {Calls: code, Match: regexp.MustCompile("find$"), Target: regexp.MustCompile("main$")}, "no target": {Calls: code, Match: regexp.MustCompile("addLine$"), Target: regexp.MustCompile("main$")},
			"target in image": {Match: regexp.MustCompile("equals$|find$|substring$"), Target: regexp.MustCompile("WordCount"), Image: image}, "chain": {Calls: code, Match: regexp.MustCompile("isLetter$"), Target: regexp.MustCompile("main$")},
		} {
			from := p
			if o.Image != nil {
				from = image.Profile
			}
			into, err := inlining.NewInto(from, nil, o)
			if err != nil {
				t.Fatal(name, err)
			}
			check("into, "+name, testprofile.Fields(into, left...))
		}
	})
}
