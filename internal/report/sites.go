package report

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/page"
)

// holdSites adds up the sites for the summary and, if they come next, for the parts that addSites adds.
func (r *report) holdSites() {
	if r.base == nil && r.Code.Classes == nil && r.Log == nil {
		r.whole = sites.NewWhole(r.profile)
	}
}

// addSites adds the tables of branches, types and monitors.
func (r *report) addSites() error {
	r.beyond = code.BranchesBeyondEntries(r.profile, r.names, r.Filter)
	defer func() { r.whole = nil }()
	opts := rank.SiteOptions{Filter: r.Filter, Limit: rowLimit, Lines: r.Code.Lines}
	if r.profile.Total(iprof.Conditionals) > 0 {
		t, err := rank.Branches(r.profile, r.names, rank.BranchOptions{SiteOptions: opts})
		if err != nil {
			return err
		}
		r.parts.Branches = page.NewTable[page.BranchRow](t)
		r.parts.Pack(&r.parts.Branches)
	}
	r.whole = r.whole.WithoutConditionals()
	for _, of := range []struct {
		metric convert.Metric
		part   **page.TypeTable
	}{{convert.Receivers, &r.parts.Receivers}, {convert.InstanceOf, &r.parts.InstanceOf}} {
		if r.profile.Total(of.metric.Section()) == 0 {
			continue
		}
		t, err := rank.Types(r.profile, r.names, of.metric, rank.TypeOptions{SiteOptions: opts})
		if err != nil {
			return err
		}
		*of.part = page.NewTypeTable(t)
		r.parts.Pack(of.part)
	}
	if r.profile.Total(convert.Monitors.Section()) == 0 {
		return nil
	}
	t, err := rank.Top(r.profile, r.names, rank.TopOptions{Metric: convert.Monitors, Filter: r.Filter, Limit: rowLimit})
	if err == nil {
		r.parts.Monitors = page.NewTable[page.MonitorRow](t)
	}
	return err
}
