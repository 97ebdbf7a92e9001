package report_test

import (
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/report"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/render/page"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// TestBeyondEntriesOfListedMethods: a conditional that ran a little more often than its method was entered is told of a method that has
// no listing in the page: a listing shows the loop. In the profile, the first conditional of find runs 3% more often.
func TestBeyondEntriesOfListedMethods(t *testing.T) {
	class := func(jar string) code.Finder {
		path, err := classpath.Open("../../testdata/"+jar, classpath.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { path.Close() })
		return path.Class
	}
	for _, c := range []struct {
		name string
		code report.Code
		want []page.BeyondPlace
	}{
		{"no classes", report.Code{}, []page.BeyondPlace{{ID: 26, BCI: 19}}},
		{"the class", report.Code{Classes: class("tally.jar")}, nil},
		{"other classes", report.Code{Classes: class("wordcount.jar")}, []page.BeyondPlace{{ID: 26, BCI: 19}}},
	} {
		p := testprofile.Example("tally.iprof")
		parts, err := report.Make(&load.Loaded{File: &source.File{Format: source.Iprof, Source: stacks.Source{Profile: p}}}, nil, convert.NewSharedNames(convert.NameOptions{}, p),
			report.Options{Filter: convert.FilterOptions{View: convert.ExpertView}, Checked: &summary.CheckedFile{Readable: true}, Code: c.code})
		if err != nil {
			t.Fatal(err)
		}
		var got []page.BeyondPlace
		if parts.Places.Beyond != nil {
			got = parts.Places.Beyond.Places
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
