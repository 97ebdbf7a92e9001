package info

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/application"
)

// An ApplicationInfo describes the application's part of the profile, and its hottest methods.
type ApplicationInfo struct {
	Methods int                 // application methods that contexts and stacks refer to
	Metrics []ApplicationMetric // samples and calls, if the profile has any; the default metric first
}

// An ApplicationMetric is the application's part of a metric.
type ApplicationMetric struct {
	*application.Breakdown
	Top TopList // shares are relative to the application's calls, or to all samples, as in [convert.AppView]
}

func (s *summing) applicationInfo() ApplicationInfo {
	p, names, limit := s.profile, s.names, s.opts.Limit
	var in ApplicationInfo
	for slot, used := range convert.ReferencedMethods(p) {
		if used && names.Kind(slot) == convert.Application {
			in.Methods++
		}
	}
	metrics := []convert.Metric{convert.Samples, convert.Calls}
	if convert.DefaultMetric.Resolve(p) == convert.Calls { // samples are few
		slices.Reverse(metrics)
	}
	for _, m := range metrics {
		if p.Total(m.Section()) == 0 {
			continue
		}
		var c *application.Breakdown
		if m == convert.Calls {
			c = s.ofCalls()
		} else {
			c = application.NewBreakdown(p, names, m)
		}
		list := TopList{Metric: m, By: TopApplication, Total: c.Value, Listed: len(c.Methods)}
		if m == convert.Samples { // stacks outside have a row as well
			list.Total = c.Base
		}
		for _, of := range c.Hottest(names, limit) {
			row := s.name(TopRow{ID: int32(p.MethodIDAt(int(of.Slot))), Value: of.Value}, int(of.Slot))
			if m == convert.Samples {
				row.Own = &of.Own
			}
			list.Rows = append(list.Rows, row)
		}
		in.Metrics = append(in.Metrics, ApplicationMetric{c, list})
	}
	return in
}
