package report

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// addSites adds the tables of branches, types and monitors.
func (r *report) addSites() error {
	sites := rank.SiteOptions{Filter: r.Filter, Limit: rowLimit, Lines: r.Code.Lines}
	if r.profile.Total(iprof.Conditionals) > 0 {
		t, err := rank.Branches(r.profile, r.names, rank.BranchOptions{SiteOptions: sites})
		if err != nil {
			return err
		}
		if err := r.addTable("branches", t); err != nil {
			return err
		}
	}
	for _, m := range []convert.Metric{convert.Receivers, convert.InstanceOf} {
		if r.profile.Total(m.Section()) == 0 {
			continue
		}
		t, err := rank.Types(r.profile, r.names, m, rank.TypeOptions{SiteOptions: sites})
		if err != nil {
			return err
		}
		if err := r.addTable(m.String(), t); err != nil {
			return err
		}
	}
	if r.profile.Total(convert.Monitors.Section()) == 0 {
		return nil
	}
	t, err := rank.Top(r.profile, r.names, rank.TopOptions{Metric: convert.Monitors, Filter: r.Filter, Limit: rowLimit})
	if err != nil {
		return err
	}
	t.Name = "monitors"
	return r.addTable("monitors", t)
}
