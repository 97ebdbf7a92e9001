package info_test

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestSharesAreThoseOfTables compares the application's part, and the bases of the shares of lists, with the tables of their commands.
// Samples of the application are those in its frames as recorded: the default view adds those in code of the profiler to its callers.
func TestSharesAreThoseOfTables(t *testing.T) {
	for name, data := range testprofile.Varied(t) {
		p := testprofile.Parse(t, string(data))
		in := info.New(p, nil, info.Options{})
		for _, m := range in.Application.Metrics {
			view := convert.FilterOptions{View: convert.ExpertView}
			if m.Metric == convert.Samples {
				view.View = convert.MachineView
			}
			top, err := rank.Top(p, nil, rank.TopOptions{Metric: m.Metric, Filter: view})
			if err != nil {
				t.Fatal(err)
			}
			part := top.Application
			if m.Base != part.Base || m.Value != part.Own+part.Charged || m.Own != part.Own {
				t.Errorf("%s, %s: %d of %d, %d own; top has %+v", name, m.Metric, m.Value, m.Base, m.Own, part)
			}
		}
		for _, list := range in.Top {
			if list.Chosen == nil {
				continue
			}
			top, err := rank.Top(p, nil, rank.TopOptions{Metric: list.Metric, Filter: convert.FilterOptions{View: convert.ExpertView}})
			if err != nil {
				t.Fatal(err)
			}
			if list.Chosen.Base != top.Base {
				t.Errorf("%s: %s by %s have the base %d, top %d", name, list.Metric, list.By, list.Chosen.Base, top.Base)
			}
		}
	}
}
