package load

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// MetricHaving returns the metric to show for the matching methods, and why it was chosen. The default is replaced by the other one
// of samples and calls if only that one has any of them.
func MetricHaving(p *iprof.Profile, asked convert.Metric, has func(convert.Metric) bool) (convert.Metric, []cli.Note) {
	if asked != convert.DefaultMetric || has(asked) {
		return asked, MetricNotes(p, asked)
	}
	switch other := OtherMetric(p, asked); {
	case !has(other):
		return asked, MetricNotes(p, asked)
	case other == convert.Calls:
		return other, []cli.Note{cli.Notef("matching methods have no samples; showing calls")}
	default:
		return other, []cli.Note{cli.Notef("matching methods have no call counts; showing samples")}
	}
}

// FocusMetric is like MetricHaving, for the methods that --focus and --show-from match, in profiles that are shown together. It
// returns false if the metric is the default: whoever shows that has its own notes.
func FocusMetric(all []*convert.Names, asked convert.Metric, filter convert.FilterOptions) (convert.Metric, []cli.Note, bool) {
	if !needsMatch(filter) || slices.ContainsFunc(all, func(n *convert.Names) bool { return !n.Profile.Origin().IsIprof() }) {
		return asked, nil, false
	}
	filter.Ignore, filter.Hide = nil, nil // which keep nothing because the user requested it
	var profiles []*iprof.Profile
	for _, names := range all {
		profiles = append(profiles, names.Profile)
	}
	has := func(m convert.Metric) bool {
		m = m.Resolve(profiles...)
		return slices.ContainsFunc(all, func(names *convert.Names) bool {
			from := names.Profile.Contexts
			if m == convert.Samples {
				from = names.Profile.Stacks
			}
			return convert.Project(names.Profile, from, names, filter).TallyOf(names.Profile, m).Kept().Value > 0
		})
	}
	m, notes := MetricHaving(profiles[0], asked, has)
	return m, notes, m != asked
}

// needsMatch reports whether a filter keeps nothing unless a method matches.
func needsMatch(filter convert.FilterOptions) bool {
	return filter.Focus != nil || filter.ShowFrom != nil
}

// Matching returns the options for methods that a filter must match, possibly with another metric than the default.
func (o Options) Matching(filter convert.FilterOptions) Options {
	o.SamplesFirst = o.SamplesFirst && !needsMatch(filter)
	return o
}

// OtherMetric returns calls for samples, and samples for calls.
func OtherMetric(p *iprof.Profile, m convert.Metric) convert.Metric {
	if m.Resolve(p) == convert.Samples {
		return convert.Calls
	}
	return convert.Samples
}
