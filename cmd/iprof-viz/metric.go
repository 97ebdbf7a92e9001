package main

import (
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// metricWords name the records of a metric, and the command that shows it. The default metric is that of other tools'
// stacks.
var metricWords = map[convert.Metric]struct{ records, command string }{
	convert.DefaultMetric: {"stacks", ""},
	convert.Samples:       {"stacks", "top -m samples"},
	convert.Calls:         {"contexts", "top -m calls"},
	convert.Branches:      {"contexts", "branches"},
	convert.Receivers:     {"contexts", "receivers"},
	convert.InstanceOf:    {"contexts", "instanceof"},
	convert.Monitors:      {"contexts", "monitors"},
}

// checkMetric fails where a profile has nothing of a metric, with a hint at the first of the choices of -m that it has.
func checkMetric(p *iprof.Profile, asked convert.Metric, choices ...convert.Metric) error {
	m := asked.Resolve(p)
	if p.Total(m.Section()) > 0 {
		return nil
	}
	lacks := "no " + m.String()
	if asked == convert.DefaultMetric {
		lacks = "neither samples nor calls"
	}
	return nothingCounted(p, lacks, choices...)
}

func nothingCounted(p *iprof.Profile, lacks string, choices ...convert.Metric) error {
	f := &failure{status: statusInput, err: fmt.Errorf("it has %s", lacks)}
	if m, ok := firstCounted(p, choices); ok {
		f.hint = fmt.Sprintf("-m %s has %s", m, count(p.Records(m.Section()), "record"))
	}
	return f
}

// hintAtCommand adds to an error of checkMetric, where it has no hint, one at a command for the first metric that the
// profile has.
func hintAtCommand(p *iprof.Profile, err error) error {
	f, ok := err.(*failure)
	m, any := firstCounted(p, convert.Metrics)
	if !ok || f.hint != "" || !any {
		return err
	}
	hinted := *f
	hinted.hint = fmt.Sprintf("it has %s, which iprof-viz %s shows", m, metricWords[m].command)
	return &hinted
}

func firstCounted(p *iprof.Profile, metrics []convert.Metric) (convert.Metric, bool) {
	i := slices.IndexFunc(metrics, func(m convert.Metric) bool { return p.Total(m.Section()) > 0 })
	if i < 0 {
		return convert.DefaultMetric, false
	}
	return metrics[i], true
}

// metricNotes name the metric and the reason for it where the user has not, and say that samples are few. There are none where
// checkMetric fails.
func metricNotes(p *iprof.Profile, asked convert.Metric) []note {
	m := asked.Resolve(p)
	total := p.Total(m.Section())
	if total == 0 || !p.Origin().IsIprof() { // other tools' stacks have one kind of values
		return nil
	}
	samples := words.CountOf(p.Total(iprof.Samples), "samples")
	switch {
	case asked == convert.DefaultMetric && m == convert.Calls && p.Total(iprof.Samples) == 0:
		return []note{noteOf("showing calls: the profile has no samples")}
	case asked == convert.DefaultMetric && m == convert.Calls:
		return []note{noteOf("showing calls: the profile has only %s, which -m samples shows", samples)}
	case m == convert.Samples && total < convert.EnoughSamples && p.Total(iprof.Calls) > 0:
		few := noteOf("%s %s few; -m calls has %s", samples, words.IsOrAre(total), count(p.Records(iprof.Calls), "record"))
		few.hint = true
		return []note{few}
	case asked == convert.DefaultMetric && total < convert.EnoughSamples:
		return []note{noteOf("showing samples, of which the profile has only %d: it has no calls", total)}
	case asked == convert.DefaultMetric:
		return []note{noteOf("showing samples: the profile has %s", words.Thousands(total))}
	}
	return nil
}
