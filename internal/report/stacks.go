package report

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/page"
)

// addStacks adds the flame graphs of samples and of calls, and the methods ranked by each.
func (r *report) addStacks() error {
	for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
		if r.profile.Total(m.Section()) == 0 {
			continue
		}
		t, err := r.newTree(m)
		if err != nil {
			return err
		}
		r.parts = append(r.parts, page.Part{Name: "flame." + m.String(), Tree: t})
		top, err := r.addTop("top."+m.String(), m, r.Filter)
		if err != nil {
			return err
		}
		if m != convert.Samples {
			continue
		}
		r.hottest, r.hottestOfApp = slotsOf(r.profile, top), slotsOfApplication(r.profile, r.info, m)
		if len(r.hottestOfApp) == 0 {
			continue
		}
		ofApp := r.Filter
		ofApp.View = convert.AppView
		if _, err := r.addTop("app."+m.String(), m, ofApp); err != nil {
			return err
		}
	}
	return nil
}

// newTree makes the tree of a metric's stacks, with those of the base if that has values of the metric.
func (r *report) newTree(m convert.Metric) (*stacks.Tree, error) {
	compared := r.base.has(m)
	opts := stacks.Options{Metric: m, Filter: r.Filter, PatternNames: true, Roles: true, Compared: compared}
	t, err := r.now.NewTree(r.names, opts)
	if err == nil && compared {
		t, err = r.base.compare(t, opts)
	}
	return t, err
}

func (r *report) addTop(name string, m convert.Metric, filter convert.FilterOptions) (*table.Table, error) {
	top, err := rank.Top(r.profile, r.names, rank.TopOptions{Metric: m, Filter: filter, Limit: rowLimit})
	if err != nil {
		return nil, err
	}
	return top, r.addTable(name, top)
}

// slotsOf returns the methods of the first rows of a table, those without names last.
func slotsOf(p *iprof.Profile, t *table.Table) []int32 {
	var slots []int32
	for _, row := range slices.Concat(t.Rows, t.Outside) {
		if id := t.Cell(row, "id"); id.Kind == table.Int && len(slots) < listLimit {
			slots = append(slots, int32(p.MethodSlot(iprof.MethodID(id.Int))))
		}
	}
	return slots
}

// slotsOfApplication returns the methods of the application in the summary's list of a metric; none if it has nothing of the application.
func slotsOfApplication(p *iprof.Profile, info *info.Info, m convert.Metric) []int32 {
	var slots []int32
	for _, of := range info.Application.Metrics {
		if of.Metric != m {
			continue
		}
		for _, row := range of.Top.Rows {
			slots = append(slots, int32(p.MethodSlot(iprof.MethodID(row.ID))))
		}
	}
	return slots
}
