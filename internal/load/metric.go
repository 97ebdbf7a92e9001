package load

import (
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// CheckMetric fails if a profile has no records of a metric, and says why, as far as the file tells, with a hint at the first of the choices
// of -m that it has.
func CheckMetric(p *iprof.Profile, asked convert.Metric, choices ...convert.Metric) error {
	m := asked.Resolve(p)
	if p.Total(m.Section()) > 0 {
		return nil
	}
	lacks := "no " + m.String()
	if _, any := FirstCounted(p, convert.Metrics); any && p.Origin().IsIprof() && !p.Has(m.Section()) && m != convert.Samples { // which are optional
		if v := p.Version; m == convert.InstanceOf && (v.Major < 1 || v.Major == 1 && v.Minor < 1) {
			lacks += fmt.Sprintf(": format 1.1.0 added %s, and this file has %s: only a profile of a newer GraalVM may have them", m.Section(), v)
		} else {
			lacks += fmt.Sprintf(": the file has no section %s; an image built with --pgo-instrument writes it where it counts any", m.Section())
		}
	}
	if asked == convert.DefaultMetric {
		lacks = "neither samples nor calls"
	}
	return NothingCounted(p, lacks, choices...)
}

// NothingCounted is the failure for a profile without records of a kind, with a hint at the first of some metrics that it has.
func NothingCounted(p *iprof.Profile, lacks string, choices ...convert.Metric) error {
	f := &cli.Failure{Status: cli.StatusInput, Err: fmt.Errorf("it has %s", lacks)}
	if m, ok := FirstCounted(p, choices); ok {
		f.Hint = fmt.Sprintf("-m %s has %s", m, cli.Count(p.Records(m.Section()), "record"))
	} else if !slices.ContainsFunc(convert.Metrics, func(m convert.Metric) bool { return p.Records(m.Section()) > 0 }) {
		f.Hint = caveats.EmptyHint
	}
	return f
}

// HintAtCommand adds a hint to an error of CheckMetric that has none: a command for the first metric that the profile has.
func HintAtCommand(p *iprof.Profile, err error) error {
	f, ok := err.(*cli.Failure)
	m, any := FirstCounted(p, convert.Metrics)
	if !ok || f.Hint != "" || !any {
		return err
	}
	hinted := *f
	hinted.Hint, hinted.Shows = fmt.Sprintf("it has %s", m), cli.MetricWords[m].Command
	return &hinted
}

// FirstCounted returns the first of some metrics that a profile has values for; false: none.
func FirstCounted(p *iprof.Profile, metrics []convert.Metric) (convert.Metric, bool) {
	i := slices.IndexFunc(metrics, func(m convert.Metric) bool { return p.Total(m.Section()) > 0 })
	if i < 0 {
		return convert.DefaultMetric, false
	}
	return metrics[i], true
}

// MetricNotes name the metric and why it was chosen, unless the user has chosen it, and say that samples are few, and names stripped.
// There are none if CheckMetric fails.
func MetricNotes(p *iprof.Profile, asked convert.Metric) []cli.Note {
	m := asked.Resolve(p)
	total := p.Total(m.Section())
	if total == 0 || !p.Origin().IsIprof() { // other tools' stacks have only one kind of values
		return nil
	}
	return append(chosenNotes(p, asked, m, total), strippedNotes(p)...)
}

// strippedNotes say why no method has a name; nil if one may have.
func strippedNotes(p *iprof.Profile) []cli.Note {
	if p.Methods.Len() > 0 {
		return nil
	}
	return []cli.Note{cli.Notef("no method has a name: the tables are stripped; the original, unstripped file has them")}
}

// chosenNotes name a metric with a total, and why it was chosen.
func chosenNotes(p *iprof.Profile, asked, m convert.Metric, total int64) []cli.Note {
	samples := words.CountOf(p.Total(iprof.Samples), "samples")
	switch {
	case asked == convert.DefaultMetric && m == convert.Calls && p.Total(iprof.Samples) == 0:
		return []cli.Note{cli.Notef("showing calls: the profile has no samples")}
	case asked == convert.DefaultMetric && m == convert.Calls:
		return []cli.Note{cli.Notef("showing calls: only %s in the profile (-m samples shows them)", samples)}
	case m == convert.Samples && total < convert.EnoughSamples && p.Total(iprof.Calls) > 0:
		few := cli.Notef("%s %s few; -m calls has %s", samples, words.IsOrAre(total), cli.Count(p.Records(iprof.Calls), "record"))
		few.Hint = true
		return []cli.Note{few}
	case asked == convert.DefaultMetric && total < convert.EnoughSamples:
		return []cli.Note{cli.Notef("showing samples: only %d, but the profile has no call counts", total)}
	case asked == convert.DefaultMetric:
		return []cli.Note{cli.Notef("showing samples (%s in the profile)", words.Thousands(total))}
	}
	return nil
}
