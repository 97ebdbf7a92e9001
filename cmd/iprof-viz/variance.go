package main

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/internal/changes"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/tablejob"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// varianceOptions are the options of variance.
type varianceOptions struct {
	cli.IOOptions
	sources  load.SourceOptions
	names    convert.NameOptions
	variance diff.VarianceOptions
	table    tablejob.Options

	failUnderOverlap *float64 // nil: no limit
}

// varianceMetrics are the metrics with contexts or stacks to compare.
var varianceMetrics = []convert.Metric{convert.Calls, convert.Samples}

func newVariance(e *cli.Env, o *varianceOptions) *cobra.Command {
	o.variance.Filter.View = convert.ExpertView
	c := &cobra.Command{
		Use:   "variance [flags] PROFILE PROFILE...",
		Short: "Show run-to-run variation of a workload",
		Long: `variance compares profiles of several runs of one workload: how many contexts
appear in how many of them, how much call counts and the probabilities of
conditionals vary. Those that are both hot and unstable come first.

The overlap is one number for all runs, from 0% to 100%: the sum, over contexts,
of the lowest share of entries that any run has there. Adding runs never raises
it. It is also given over methods and, of branches, over the successors of
conditionals.

Samples, including those of other tools, are compared by stack. Methods are
paired as in diff: those that only the first run has, with those that only
another run has.

--fail-under-overlap 90% exits with status 1 if the overlap by method, or that
of branches, is lower than 90%, or unknown because not all runs have them.
Without it, variance of some runs of one build shows which limit fits.`,
		Example: `  iprof-viz variance monday.iprof tuesday.iprof wednesday.iprof
  iprof-viz variance --fail-under-overlap 90% runs/*.iprof
  iprof-viz variance --format json runs/*.iprof`,
		Args: cli.SeveralProfiles,
		RunE: running(e, o, runVariance),
	}
	cli.ChoiceFlag(c, &o.variance.Metric, "metric", "m", "the values to compare (default: calls, or samples if a PROFILE is of another tool)", cli.ByName(varianceMetrics...)...)
	changes.OverlapLimit(c, &o.failUnderOverlap)
	tablejob.Flags(c, &o.table, &o.IOOptions)
	load.FilterFlags(c, &o.variance.Filter)
	load.NameFlags(c, &o.names)
	load.SourceFlags(c, &o.sources)
	load.RenamesFlag(c, &o.variance.Pairing)
	cli.InputFlags(c, &o.IOOptions)
	return c
}

// settle sets what follows from other options.
func (o varianceOptions) settle(out *cli.Output) (varianceOptions, error) {
	var err error
	o.table, err = o.table.Settle(out)
	o.variance.Limit, o.names.Disambiguate = o.table.Limit, o.table.Disambiguates()
	return o, err
}

func runVariance(e *cli.Env, o varianceOptions, files []string) error {
	o, err := o.settle(e.Out)
	if err != nil {
		return err
	}
	opts, table := o.variance, o.table
	if opts.Metric == convert.DefaultMetric && o.sources.AnyOther(e, files) {
		opts.Metric = convert.Samples
	}
	reading := load.Options{MaxInput: o.MaxInput, Sources: o.sources, Needs: load.MetricNeeds(convert.Calls)} // any record may show that code ran whose entries are unknown
	if opts.Metric == convert.Samples {
		reading.Sections, reading.Needs = []iprof.Section{iprof.Samples}, ""
	}
	all, err := load.Each(e, files, reading)
	if err != nil {
		return err
	}
	profiles := load.ProfilesOf(all)
	names, err := load.NewNames(e, "", o.names, opts.Filter, profiles...)
	if err != nil {
		return err
	}
	opts.Working = func(part string) error { return e.Working("comparison: " + part) }
	s, err := makeVariance(files, profiles, names, opts)
	if err != nil {
		return err
	}
	if err := tablejob.ChargeCells(all, o.MaxInput, s.Tables...); err != nil {
		return err
	}
	table.AddCaveats(e, &s.Set, load.RepeatedRuns(e, files))
	if table.Is(tables.CSVFormat) {
		e.Console.Tell("", tablejob.OmittedNotes(table.Limit, s.Tables...)...)
	}
	look := table.Look(e.Out)
	err = e.Out.WriteResult(func(w io.Writer) error {
		return tables.WriteSet(w, &s.Set, tables.Format(table.Format), look)
	})
	if err != nil || o.failUnderOverlap == nil {
		return err
	}
	return changes.OverlapUnder(s.Overlaps(), *o.failUnderOverlap)
}

// makeVariance compares profiles of several runs, with the names of their files and of their methods.
func makeVariance(files []string, profiles []*iprof.Profile, names []*convert.Names, opts diff.VarianceOptions) (*diff.VarianceReport, error) {
	metric := diff.VarianceMetric(opts.Metric, profiles...)
	left := map[iprof.Section]int64{metric.Section(): math.MaxInt64, iprof.Conditionals: math.MaxInt64}
	for i, p := range profiles {
		for s := range left {
			if left[s] -= p.Total(s); left[s] < 0 {
				return nil, &cli.Failure{Status: cli.StatusLimit, File: files[i], Err: iprof.ErrOverflow}
			}
		}
		if p.Total(metric.Section()) == 0 {
			f := &cli.Failure{Status: cli.StatusInput, File: files[i], Err: fmt.Errorf("it has no %s", metric)}
			other, ok := load.FirstCounted(p, varianceMetrics)
			without := slices.IndexFunc(profiles, func(q *iprof.Profile) bool { return q.Total(other.Section()) == 0 })
			switch {
			case ok && without >= 0: // the other metric is not in all of them either
				return nil, &cli.Failure{Status: cli.StatusInput, Err: fmt.Errorf("nothing to compare: the profiles share no record types: %s has no %s, %s has no %s",
					cli.Printable(files[i]), metric, cli.Printable(files[without]), other)}
			case ok:
				f.Hint = fmt.Sprintf("-m %s has %s", other, cli.Count(p.Records(other.Section()), "record"))
			}
			return nil, f
		}
		if err := convert.CheckUnits(metric.UnitIn(p), metric.UnitIn(profiles[0])); err != nil {
			return nil, &cli.Failure{Status: cli.StatusInput, File: files[i], Err: err, Hint: load.ChooseValues}
		}
	}
	s, err := changes.Variance(files, profiles, names, opts)
	if err != nil {
		return nil, err
	}
	if s.Tables[0].Base == 0 {
		return nil, &cli.Failure{Status: cli.StatusCheck, Err: fmt.Errorf("nothing left to compare after filtering%s", cli.Because(s.Caveats))}
	}
	return s, nil
}
