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

// addTrees adds the flame graphs.
func (r *report) addTrees() error {
	for _, of := range []struct {
		metric convert.Metric
		tree   **stacks.Tree
	}{{convert.Samples, &r.parts.Samples}, {convert.Calls, &r.parts.Calls}} {
		if r.profile.Total(of.metric.Section()) == 0 {
			continue
		}
		t, err := r.newTree(of.metric)
		if err != nil {
			return err
		}
		*of.tree = t
	}
	return nil
}

// addSamples adds the methods ranked by samples.
func (r *report) addSamples() error {
	const m = convert.Samples
	if r.profile.Total(m.Section()) == 0 {
		return nil
	}
	top, err := r.top(m, r.Filter)
	if err != nil {
		return err
	}
	r.parts.TopSamples = page.NewTable[page.SampleRow](top)
	r.parts.Pack(&r.parts.TopSamples)
	r.hottest, r.hottestOfApp = slotsOf(r.profile, top), slotsOfApplication(r.profile, r.info, m)
	if len(r.hottestOfApp) == 0 {
		return nil
	}
	ofApp := r.Filter
	ofApp.View = convert.AppView
	if top, err = r.top(m, ofApp); err == nil {
		r.parts.AppSamples = page.NewTable[page.SampleRow](top)
		r.parts.Pack(&r.parts.AppSamples)
	}
	return err
}

// addCalls adds the methods ranked by calls.
func (r *report) addCalls() error {
	const m = convert.Calls
	if r.profile.Total(m.Section()) == 0 {
		return nil
	}
	top, err := r.top(m, r.Filter)
	if err == nil {
		r.parts.TopCalls = page.NewTable[page.CallRow](top)
		r.parts.Pack(&r.parts.TopCalls)
	}
	return err
}

// newTree makes the tree of a metric's stacks, with the base's if that has values for the metric.
func (r *report) newTree(m convert.Metric) (*stacks.Tree, error) {
	compared := r.base.has(m)
	opts := stacks.Options{Metric: m, Filter: r.Filter, PatternNames: true, Roles: true, Compared: compared}
	if r.Log != nil {
		opts.Optimized = r.image().Roles
	}
	t, err := r.now.NewTree(r.names, opts)
	if err == nil && compared {
		t, err = r.base.compare(t, opts)
	}
	return t, err
}

func (r *report) top(m convert.Metric, filter convert.FilterOptions) (*table.Table, error) {
	return rank.Top(r.profile, r.names, rank.TopOptions{Metric: m, Filter: filter, Limit: rowLimit})
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

// slotsOfApplication returns the application methods in the summary's list of a metric; none if there are none.
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
