// Package exportjob runs a command that converts a profile for another program: flags, the choice of metrics, reading, filters, lines.
//
// Formats with one value per stack are written from trees, see [Trees], those with records of several metrics from the profile, see
// [Records].
package exportjob

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/exchange"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Options are the options of a conversion.
type Options struct {
	cli.IOOptions
	Sources load.SourceOptions
	Names   convert.NameOptions
	Filter  convert.FilterOptions
	Classes load.ClassOptions
	Metrics Choice

	Extension string // of files in the format: others that have a meaning are refused; "": none
	ByLine    bool   // frames are lines of the source; of trees
	Tags      bool   // samples have their threads, where a file has them; of records
	Complete  bool   // calls that were not inlined have their callers; of records
}

// A Choice is the value of -m: a metric, or all that have stacks.
type Choice struct {
	Metric convert.Metric
	All    bool

	SamplesFirst bool // DefaultMetric is samples if there are any, however few
}

// Flags adds the flags of a conversion: those that all have and, after the choice among metrics, those that own adds.
func Flags(c *cobra.Command, o *Options, picks []cli.Pick[Choice], own func()) {
	cli.OutputFlag(c, &o.IOOptions)
	cli.ChoiceFlag(c, &o.Metrics, "metric", "m", load.MetricUsage, picks...)
	own()
	load.ClassFlags(c, &o.Classes)
	load.FilterFlags(c, &o.Filter)
	load.NameFlags(c, &o.Names)
	load.SourceFlags(c, &o.Sources)
	cli.InputFlags(c, &o.IOOptions)
}

// Picks are the words for metrics.
func Picks(metrics ...convert.Metric) []cli.Pick[Choice] {
	var picks []cli.Pick[Choice]
	for _, m := range metrics {
		picks = append(picks, cli.Pick[Choice]{Word: m.String(), Value: Choice{Metric: m}})
	}
	return picks
}

// PicksWithAll are the words for metrics, and the one for all of them.
func PicksWithAll(metrics ...convert.Metric) []cli.Pick[Choice] {
	return append(Picks(metrics...), cli.Pick[Choice]{Word: "all", Value: Choice{All: true}})
}

// settle returns the metrics of a profile to write, among some, and notes on why.
func (c Choice) settle(p *iprof.Profile, among []convert.Metric) ([]convert.Metric, []cli.Note, error) {
	if c.All {
		all := slices.DeleteFunc(exchange.Metrics(p), func(m convert.Metric) bool { return !slices.Contains(among, m) })
		if !slices.ContainsFunc(all, func(m convert.Metric) bool { return p.Total(m.Section()) > 0 }) {
			return nil, nil, load.NothingCounted(p, "no records with a stack", slices.DeleteFunc(slices.Clone(among), func(m convert.Metric) bool { return m != convert.Monitors })...)
		}
		return all, nil, nil
	}
	metric := c.Metric
	if metric == convert.DefaultMetric && c.SamplesFirst && p.Total(iprof.Samples) > 0 {
		metric = convert.Samples
	}
	if err := load.HintAtCommand(p, load.CheckMetric(p, metric, among...)); err != nil {
		return nil, nil, err
	}
	return []convert.Metric{metric.Resolve(p)}, load.MetricNotes(p, metric), nil
}

// sameNameNotes say that methods are summed by name, and how to distinguish them. Those of which signatures are the same cannot be.
func (o Options) sameNameNotes(methods int) []cli.Note {
	if methods == 0 || o.Names.Style == convert.SignatureNames {
		return nil
	}
	return []cli.Note{cli.Notef("%s have the name of another one, and are summed with it: --names signature keeps them apart", words.Count(int64(methods), "method"))}
}
