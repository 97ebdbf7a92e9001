package main

import (
	"errors"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
)

// makeTree merges stacks: of an iprof those of a metric, of another tool's file all. The notes are for a reader of the
// result, and hold with an error, too.
func makeTree(s stacks.Source, names *convert.Names, opts stacks.Options) (*stacks.Tree, []note, error) {
	p, isIprof := s.Profile, s.Profile.Origin().IsIprof()
	if !isIprof {
		opts.Metric = convert.Samples
	}
	if err := checkMetric(p, opts.Metric, convert.Samples, convert.Calls); err != nil {
		return nil, nil, err
	}
	notes := metricNotes(p, opts.Metric)
	t, err := s.NewTree(names, opts)
	if err != nil {
		return nil, notes, &failure{status: statusInput, err: err}
	}
	unit := t.Metric.String()
	if !isIprof {
		unit = t.Unit
	}
	more, err := filterNotes(unit, t.Metric, t.Tally)
	var f *failure
	if errors.As(err, &f) {
		f.empty = isIprof // of others, nobody knows how names were written
	}
	return t, append(notes, more...), err
}
