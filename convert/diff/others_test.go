package diff_test

import (
	"bytes"
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/pprof"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A profile, its folded stacks and its pprof profile have the same samples, with any filters.
func TestStacksOfOtherToolsAreTheSame(t *testing.T) {
	for file, data := range testprofile.Varied(t) {
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
		if err != nil {
			t.Fatal(file, err)
		}
		if p.Total(iprof.Samples) == 0 {
			continue
		}
		names := convert.NewNames(p, convert.NameOptions{})
		tree, err := stacks.NewTree(p, names, stacks.Options{Metric: convert.Samples})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := pprof.Write(&b, p, names, pprof.Options{Metrics: []convert.Metric{convert.Samples}}); err != nil {
			t.Fatal(err)
		}
		other, err := pprof.Read(&b, pprof.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for format, other := range map[string]*iprof.Profile{"folded": testtree.ReadFolded(t, testtree.Folded(t, tree)), "pprof": other.Profile} {
			for _, filter := range []convert.FilterOptions{
				{}, {View: convert.ExpertView}, {View: convert.UserView}, {View: convert.UserView, Hide: regexp.MustCompile(`^java\.lang`)},
			} {
				all := []*iprof.Profile{p, other}
				names := convert.NewSharedNames(convert.NameOptions{Disambiguate: true}, all...)
				d := diff.New(compare.New(names[0], names[1], compare.Options{}), diff.Options{Filter: filter, Exact: true})
				if len(d.Tables) != 1 || d.Changes != 0 {
					t.Errorf("%s and its %s: %d tables, %d changes", file, format, len(d.Tables), d.Changes)
				}
				v := diff.Variance([]string{"a", "b"}, all, names, diff.VarianceOptions{Filter: filter})
				if v.Agreement != 1 || v.Tables[0].Metric != convert.Samples {
					t.Errorf("%s and its %s agree to %v in %v", file, format, v.Agreement, v.Tables[0].Metric)
				}
			}
		}
	}
}
