package load

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/pattern"
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

// FocusMetric is like MetricHaving, for the methods that --focus and --show-from match, in profiles that are shown together, which were read
// with [Options.Matching]. It returns no notes for the metric asked for: whoever shows that has its own. It fails if the methods have no
// value in the metric that the user chose, but samples or calls.
func FocusMetric(all []*convert.Names, asked convert.Metric, filter convert.FilterOptions) (convert.Metric, []cli.Note, error) {
	if !needsMatch(filter) || slices.ContainsFunc(all, func(n *convert.Names) bool { return !n.Profile.Origin().IsIprof() }) {
		return asked, nil, nil
	}
	filter.Ignore, filter.Hide = nil, nil // which keep nothing because the user requested it
	var profiles []*iprof.Profile
	for _, names := range all {
		profiles = append(profiles, names.Profile)
	}
	hasWith := func(m convert.Metric, filter convert.FilterOptions) bool {
		m = m.Resolve(profiles...)
		return slices.ContainsFunc(all, func(names *convert.Names) bool {
			from := names.Profile.Contexts
			if m == convert.Samples {
				from = names.Profile.Stacks
			}
			return convert.Project(names.Profile, from, names, filter).TallyOf(names.Profile, m).Kept().Value > 0
		})
	}
	has := func(m convert.Metric) bool { return hasWith(m, filter) }
	counted := func(p *iprof.Profile) bool { return p.Total(asked.Section()) > 0 }
	hasStacks := asked != convert.DefaultMetric && asked != convert.Monitors
	if hasStacks && slices.ContainsFunc(profiles, counted) && !has(asked) && (has(convert.Samples) || has(convert.Calls)) {
		none := &convert.NoMatchError{Filter: "focus", Sampled: has(convert.Samples)}
		none.Counted = !none.Sampled
		if asked != convert.Samples && asked != convert.Calls {
			none.Without = asked
		}
		focus, showFrom := filter, filter
		focus.ShowFrom, showFrom.Focus = nil, nil
		switch {
		case focus.Focus != nil && !hasWith(asked, focus):
			none.Pattern = pattern.Text(focus.Focus)
		case showFrom.ShowFrom != nil && !hasWith(asked, showFrom):
			none.Filter, none.Pattern = "show-from", pattern.Text(showFrom.ShowFrom)
		default: // both match, but not together
			return asked, nil, nil
		}
		return asked, nil, NoMatch(none)
	}
	m, notes := MetricHaving(profiles[0], asked, has)
	if m == asked {
		notes = nil
	}
	return m, notes, nil
}

// needsMatch reports whether a filter keeps nothing unless a method matches.
func needsMatch(filter convert.FilterOptions) bool {
	return filter.Focus != nil || filter.ShowFrom != nil
}

// Matching returns the options for methods that a filter must match, possibly with another metric than the default or the chosen one.
func (o Options) Matching(filter convert.FilterOptions) Options {
	if !needsMatch(filter) {
		return o
	}
	o.SamplesFirst = false
	for _, section := range []iprof.Section{iprof.Samples, iprof.Calls} { // the methods may be in these alone
		if o.Sections != nil && !slices.Contains(o.Sections, section) {
			o.Sections = append(slices.Clip(o.Sections), section)
		}
	}
	return o
}

// OtherMetric returns calls for samples, and samples for calls.
func OtherMetric(p *iprof.Profile, m convert.Metric) convert.Metric {
	if m.Resolve(p) == convert.Samples {
		return convert.Calls
	}
	return convert.Samples
}
