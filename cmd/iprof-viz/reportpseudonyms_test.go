package main

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rewrite"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/report"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// TestReportOfPseudonyms: a page that compares names with pseudonyms says so first, and of which profile, like diff.
func TestReportOfPseudonyms(t *testing.T) {
	p := testprofile.Example("tally.iprof")
	anonymous, err := rewrite.NewPseudonyms(make([]byte, 32), nil).Anonymize(p, p)
	if err != nil {
		t.Fatal(err)
	}
	const warning = ": its names are pseudonyms; iprof-viz strip --reveal KEYFILE restores them"
	for _, c := range []struct {
		name, want string
		now, base  *iprof.Profile
	}{
		{"the base", "old.iprof" + warning, p, anonymous}, {"the profile", "this profile" + warning, anonymous, p}, {"both", "", anonymous, anonymous}, {"none", "", p, p},
	} {
		now, base := &load.Loaded{File: &source.File{Source: stacks.Source{Profile: c.now}}}, &load.Loaded{File: &source.File{Source: stacks.Source{Profile: c.base}}}
		parts, err := report.Make(now, base, convert.NewSharedNames(convert.NameOptions{}, c.now, c.base), report.Options{
			Filter: convert.FilterOptions{View: convert.ExpertView}, Checked: &summary.CheckedFile{Readable: true}, BaseName: "old.iprof", Working: func(string) error { return nil },
		})
		if err != nil {
			t.Fatal(err)
		}
		if all := parts.Diff.Caveats; (len(all) > 0 && all[0] == c.want) != (c.want != "") {
			t.Errorf("%s: %q, want %q first", c.name, all, c.want)
		}
	}
}
