package load

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// MakeTree merges stacks: for an iprof those of a metric, for another tool's file all. The notes are for a reader of the result,
// and are valid even with an error.
func MakeTree(s stacks.Source, names *convert.Names, opts stacks.Options) (*stacks.Tree, []cli.Note, error) {
	p, isIprof := s.Profile, s.Profile.Origin().IsIprof()
	if !isIprof {
		opts.Metric = convert.Samples
	}
	if err := HintAtCommand(p, CheckMetric(p, opts.Metric, convert.Samples, convert.Calls)); err != nil {
		return nil, nil, err
	}
	notes := MetricNotes(p, opts.Metric)
	t, err := s.NewTree(names, opts)
	if err != nil {
		return nil, notes, &cli.Failure{Status: cli.StatusInput, Err: err}
	}
	unit := t.Metric.String()
	if !isIprof {
		unit = t.Unit
	}
	more, err := FilterNotes(unit, t.Metric, t.Tally)
	return t, append(notes, more...), err
}
