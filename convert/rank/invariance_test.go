package rank_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtable"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// tablesOf makes tables of all kinds, by name.
func tablesOf(t *testing.T, p *iprof.Profile) map[string]*table.Table {
	t.Helper()
	all := map[string]*table.Table{}
	names := convert.NewNames(p, convert.NameOptions{Disambiguate: true})
	add := func(name string, tbl *table.Table, err error) {
		if err != nil {
			t.Fatal(name, err)
		}
		all[name] = tbl
	}
	for i, filter := range []convert.FilterOptions{{}, {View: convert.UserView}, {View: convert.AppView}, {View: convert.ExpertView, Focus: regexp.MustCompile("B"), Hide: regexp.MustCompile("m3")}} {
		for k, m := range convert.Metrics {
			if m == convert.Monitors { // these have no stacks
				continue
			}
			for _, sort := range rank.TopOrders(m) {
				k++
				by := []convert.GroupBy{convert.ByMethod, convert.ByClass, convert.ByRoot, convert.BySite}[(i+k)%4]
				tbl, err := rank.Top(p, names, rank.TopOptions{Metric: m, By: by, Sort: sort, Filter: filter, Limit: 4 * i})
				add(fmt.Sprint("top ", m, by, sort, i), tbl, err)
			}
		}
		for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
			tbl, err := rank.Peek(p, names, regexp.MustCompile("m[0-5]"), rank.PeekOptions{Metric: m, Filter: filter, Limit: 2 * i})
			add(fmt.Sprint("peek ", m, i), tbl, err)
		}
		for _, sort := range rank.CallOrders {
			tbl, err := rank.Calls(p, names, rank.CallOptions{Filter: filter, Sort: sort, Limit: 3 * i})
			add(fmt.Sprint("calls ", sort, i), tbl, err)
		}
		for _, m := range []convert.Metric{convert.Branches, convert.Receivers, convert.InstanceOf} {
			for k, sort := range rank.SiteOrders(m) {
				o := rank.SiteOptions{Filter: filter, Sort: sort, Contexts: k%2 == 1, Limit: 3 * i, Parts: i}
				tbl, err := rank.Types(p, names, m, rank.TypeOptions{SiteOptions: o})
				if m == convert.Branches {
					tbl, err = rank.Branches(p, names, rank.BranchOptions{SiteOptions: o, ByTarget: k%2 == 0})
				}
				add(fmt.Sprint(m, sort, i), tbl, err)
			}
		}
	}
	return all
}

// Tables do not depend on the order of methods and types in the file.
func TestTablesOfRotatedProfiles(t *testing.T) {
	text := string(testprofile.Random(1, "1.1.0"))
	want := tablesOf(t, testprofile.Parse(t, text))
	for name, got := range tablesOf(t, testprofile.Parse(t, testprofile.Rotated(t, text, 4, "types", "methods"))) {
		if got, want := testtable.Whole(got), testtable.Whole(want[name]); got != want {
			t.Fatalf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// A run three times as long has three times the counts, in the same rows with the same shares.
func TestTablesOfScaledProfiles(t *testing.T) {
	const factor = 3
	text := string(testprofile.Random(2, "0.4.0"))
	want := tablesOf(t, testprofile.Parse(t, text))
	for name, got := range tablesOf(t, testprofile.Parse(t, testprofile.Scaled(t, text, factor))) {
		rows, wanted := got.AllRows(), want[name].AllRows()
		if len(rows) != len(wanted) || got.Base != factor*want[name].Base || got.Whole != factor*want[name].Whole {
			t.Fatalf("%s: %d rows, %d of %d; want %d, %d times %d of %d", name, len(rows), got.Base, got.Whole, len(wanted), factor, want[name].Base, want[name].Whole)
		}
		for i, r := range rows {
			for _, c := range got.Columns {
				w := wanted[i].Cell(c)
				switch {
				case c.Kind == table.IntervalColumn || c.Key == "facts": // more is known; words with counts
					continue
				case c.Kind == table.CountColumn && c.Key != "contexts" && c.Key != "uncounted" && c.Key != "sites" && c.Key != "recorded_types":
					w.Int *= factor
				}
				if got := r.Cell(c); got.Kind != w.Kind || got.Int != w.Int || got.Low != w.Low || got.Text != w.Text {
					t.Fatalf("%s, row %d: %s is %+v, want %+v", name, i, c.Key, got, w)
				}
			}
		}
	}
}
