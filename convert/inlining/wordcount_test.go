package inlining_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// TestWordCount compares units, and where methods are inlined, with testdata/wordcount.txt: in the instrumented image with the classes, and in
// the optimized one by its log, whichever method is first in the profile.
func TestWordCount(t *testing.T) {
	check := testprofile.Expected(t, "testdata/wordcount.txt")
	text, err := os.ReadFile("../../testdata/wordcount.iprof")
	if err != nil {
		t.Fatal(err)
	}
	path, err := classpath.Open("../../testdata/wordcount.jar", classpath.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer path.Close()
	log, err := optlog.Read("../../testdata/wordcount.optlog.jsonl", optlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	code := calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers)}
	left := []string{"Profile", "Names", "Lines", "Slot", "Frame", "Context"}
	for _, by := range []int{0, 1, 7} {
		p := testprofile.Parse(t, testprofile.Rotated(t, string(text), by))
		lines := sourceline.New(p, path.Class, nil)
		image, err := optimized.New(p, log).NewUnits(calls.New(p, code), path.Class)
		if err != nil {
			t.Fatal(err)
		}
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
	}
}
