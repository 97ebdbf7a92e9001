package main

import (
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// keepOnly has profiles read without the records that a metric does not need: less time, less memory, and no warnings
// that are beside the point.
func (a *app) keepOnly(m convert.Metric) {
	a.reading.iprof.Sections = []iprof.Section{m.Section()}
	if a.samplesFirst = m == convert.DefaultMetric; a.samplesFirst {
		a.reading.iprof.Sections = []iprof.Section{iprof.Samples, iprof.Calls}
	}
}

// tree reads a profile, or the sum of several, and merges its stacks, and says what a reader of the result has to know.
func (a *app) tree(files []string, names convert.NameOptions, opts stacks.Options) (*stacks.Tree, error) {
	in, p, err := a.profile(files)
	if err != nil {
		return nil, err
	}
	t, err := a.profileTree(in, p, convert.NewNames(names, p)[0], opts)
	in.collect() // the tree is all that is needed from here on
	return t, err
}

func (a *app) profileTree(in *input, p *iprof.Profile, names *convert.Names, opts stacks.Options) (*stacks.Tree, error) {
	a.warn(in, p)
	if err := a.metric(in.name, p, opts.Metric, convert.Samples, convert.Calls); err != nil {
		return nil, err
	}
	t, err := stacks.NewTree(p, names, opts)
	if err != nil {
		return nil, &failure{status: statusInput, file: in.name, err: err}
	}
	return t, a.filtered(in.name, t.Metric.String(), t.Metric, t.Tally, t.Unused)
}

// metric says what is counted where the user has not said it, and fails where there is nothing to count. The command
// can show the metrics of choices.
func (a *app) metric(file string, p *iprof.Profile, asked convert.Metric, choices ...convert.Metric) error {
	m := asked.Resolve(p)
	total := p.Total(m.Section())
	switch {
	case total > 0:
	case asked == convert.DefaultMetric:
		return a.nothing(file, p, "neither samples nor calls", choices...)
	default:
		return a.nothing(file, p, "no "+m.String(), choices...)
	}
	switch {
	case asked != convert.DefaultMetric:
	case m == convert.Samples:
		a.note(file, "values are samples, of which it has %d", total)
	default:
		a.note(file, "values are calls, as it has no samples")
	}
	if m == convert.Samples && total < convert.FewSamples && p.Total(iprof.Calls) > 0 {
		are := "are"
		if total == 1 {
			are = "is"
		}
		a.hint("%s %s few; -m calls has %s", count(int(total), "sample"), are, count(p.Records(iprof.Calls), "record"))
	}
	return nil
}

// nothing is the failure where there is nothing to count, with the first of some metrics that the profile has.
func (a *app) nothing(file string, p *iprof.Profile, what string, choices ...convert.Metric) *failure {
	f := &failure{status: statusInput, file: file, err: fmt.Errorf("it has %s", what)}
	for _, other := range choices {
		if p.Total(other.Section()) > 0 {
			f.hint = fmt.Sprintf("-m %s has %s", other, count(p.Records(other.Section()), "record"))
			break
		}
	}
	return f
}

// filtered says what filters did to the values of a metric, which count a unit, and fails where they left nothing. The
// tally is zero where there were no filters, unused are those that nothing matched.
func (a *app) filtered(file, unit string, m convert.Metric, tally convert.Tally, unused []string) error {
	for _, name := range unused {
		a.note(file, "--%s matches no frame", name)
	}
	records := "contexts"
	if m == convert.Samples || m == convert.DefaultMetric {
		records = "stacks"
	}
	notes := tally.Notes(unit, records)
	if tally.Hidden().Value > 0 && tally.Kept().Value == 0 {
		return &failure{status: statusCheck, file: file, empty: true,
			err: fmt.Errorf("nothing is left to show; %s", strings.Join(notes, "; "))}
	}
	for _, note := range notes {
		a.note(file, "%s", note)
	}
	return nil
}

// count words a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
