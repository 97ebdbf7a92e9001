package main

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// makeTree merges the stacks of a profile. The notes are for a reader of the result, and hold with an error, too.
func makeTree(p *iprof.Profile, names *convert.Names, opts stacks.Options) (*stacks.Tree, []note, error) {
	if err := checkMetric(p, opts.Metric, convert.Samples, convert.Calls); err != nil {
		return nil, nil, err
	}
	notes := metricNotes(p, opts.Metric)
	t, err := stacks.NewTree(p, names, opts)
	if err != nil {
		return nil, notes, &failure{status: statusInput, err: err}
	}
	more, err := filterNotes(t.Metric.String(), t.Metric, t.Tally, t.Unused)
	return t, append(notes, more...), err
}
