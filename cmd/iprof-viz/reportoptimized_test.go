package main

import (
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/report"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/optlog"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// TestReportOfAnotherImage: a page with the log of another program says so, as check does; without a log it says nothing of it.
func TestReportOfAnotherImage(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"A"}],"methods":[{"id":1,"name":"a","signature":[1,0]}],"callCountProfiles":[{"ctx":"1:0","records":[1000000]}]}`)
	unit := func(method string) *optlog.Log {
		return &optlog.Log{Units: []optlog.Unit{{ID: "1", Nodes: []optlog.Node{{Method: method, Parent: -1, BCI: -1, Inlined: true}}}}}
	}
	for name, c := range map[string]struct {
		log  *optlog.Log
		want []string
	}{
		"none":    {nil, nil},
		"of it":   {unit("A.a()"), []string{"compiled"}},
		"another": {unit("B.b()"), []string{"absent-from-log", "compiled", "untrained-units"}},
	} {
		checked := &summary.CheckedFile{Readable: true}
		var parts []string
		now := &load.Loaded{File: &source.File{Source: stacks.Source{Profile: p}}}
		if _, err := report.Make(now, nil, convert.NewSharedNames(convert.NameOptions{}, p), report.Options{Filter: convert.FilterOptions{View: convert.ExpertView}, Checked: checked, Log: c.log, Working: func(part string) error { parts = append(parts, part); return nil }}); err != nil {
			t.Fatal(err)
		}
		last := "page: flame graphs"
		if c.log != nil { // which is read as parts ask for it: none is made beside another
			last = "page: methods"
		}
		if len(parts) < 5 || parts[0] != "page: summary" || parts[len(parts)-1] != last {
			t.Errorf("%s: parts %q", name, parts)
		}
		var got []string
		for _, f := range checked.Findings {
			if slices.Contains([]string{"compiled", "absent-from-log", "untrained-units", "never-compiled", "no-entries", "unnamed"}, f.Kind) {
				got = append(got, f.Kind)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: findings %q, want %q", name, got, c.want)
		}
		if worst := checked.Worst(); name == "another" && worst != caveats.Caution {
			t.Errorf("%s: the worst finding is a %v", name, worst)
		}
	}
}
