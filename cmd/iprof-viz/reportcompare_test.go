package main

import (
	"fmt"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/report"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// TestSmallerDifferences: a page names the command that shows every difference only if the page lacks some.
func TestSmallerDifferences(t *testing.T) {
	of := func(calls int) *load.Loaded {
		p := testprofile.Parse(t, fmt.Sprintf(`{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"A"}],
			"methods":[{"id":1,"name":"a","signature":[1,0]},{"id":2,"name":"b","signature":[1,0]}],
			"callCountProfiles":[{"ctx":"1:0","records":[1000000]},{"ctx":"2:0","records":[%d]}]}`, calls))
		return &load.Loaded{File: &source.File{Source: stacks.Source{Profile: p}}}
	}
	for _, test := range []struct {
		name  string
		calls int // 500,000 in the base
		want  string
	}{
		{"the same", 500_000, ""},
		{"one change", 1_000_000, ""},
		{"1% less, which is no change", 495_000, `iprof-viz diff --exact --view machine --no-renames 'old one.iprof' new.iprof`},
	} {
		now, base := of(test.calls), of(500_000)
		names := convert.NewSharedNames(convert.NameOptions{}, now.Profile, base.Profile)
		o := reportOptions{base: "old one.iprof", view: convert.MachineView, pairing: compare.Options{NoRenames: true}}
		parts, err := report.Make(now, base, names, report.Options{
			Filter: convert.FilterOptions{View: o.view}, Checked: &summary.CheckedFile{},
			Pairing: o.pairing, DiffCommand: o.diffCommand("new.iprof"),
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := parts.Base.Command; got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	if got := (reportOptions{base: "a", view: convert.ExpertView}).diffCommand("b"); !slices.Equal(got, []string{"iprof-viz", "diff", "--exact", "a", "b"}) {
		t.Errorf("%q", got)
	}
}
