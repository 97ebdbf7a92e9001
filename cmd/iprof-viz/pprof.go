package main

import (
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/pprof"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// pprofOptions are the options of pprof.
type pprofOptions struct {
	cli.IOOptions
	sources load.SourceOptions
	names   convert.NameOptions
	pprof   pprof.Options
	metrics metricChoice
	classes load.ClassOptions

	complete bool // calls have the callers of compilation roots
}

func newPprof(e *cli.Env, o *pprofOptions) *cobra.Command {
	c := &cobra.Command{
		Use:   "pprof [flags] PROFILE...",
		Short: "Write a profile for go tool pprof",
		Long: `pprof writes a gzipped profile.proto, which go tool pprof, Pyroscope, speedscope
and others read. With --classpath, locations have source lines, for "go tool
pprof -list" and -lines: paths are the files found in --source-path, or
com/acme/Parser.java, for pprof's own -source_path. Addresses are method id <<
16 | BCI, so that "go tool pprof -addresses" distinguishes call sites. Branches
and receivers are labels: -tagleaf=receiver -peek METHOD shows the types at the
calls of a method.

Method entries are stacks of the instrumented image: from a compilation root to
the method inlined into it. With --complete, an entry of a root has its caller
as well, as far as "iprof-viz calls" knows it, best with --classpath. The sums
stay the same.`,
		Example: `  iprof-viz pprof -o app.pb.gz app.iprof
  go tool pprof -top app.pb.gz
  iprof-viz pprof --classpath app.jar --source-path src -o app.pb.gz app.iprof
  go tool pprof -list 'Parser\.next$' app.pb.gz
  iprof-viz pprof -m calls --complete --classpath app.jar -o c.pb.gz app.iprof
  iprof-viz pprof -m all -o all.pb.gz app.iprof
  go tool pprof -sample_index=receivers -tagleaf=receiver -peek hash all.pb.gz`,
		Args: cli.SomeProfiles,
		RunE: running(e, o, runPprof),
	}
	cli.OutputFlag(c, &o.IOOptions)
	cli.ChoiceFlag(c, &o.metrics, "metric", "m", load.MetricUsage, metricPicks()...)
	c.Flags().DurationVar(&o.pprof.Period, "period", 0, "sampling period as a `TIME`, such as 10ms; adds cpu/nanoseconds")
	c.Flags().TimeVar(&o.pprof.Time, "time", time.Time{}, []string{time.RFC3339, time.DateTime, time.DateOnly}, "collection `TIME` of the profile, such as 2026-01-31T12:00:00Z")
	c.Flags().BoolVar(&o.complete, "complete", false, "method entries: add the callers of calls that were not inlined")
	load.ClassFlags(c, &o.classes)
	load.FilterFlags(c, &o.pprof.Filter)
	load.NameFlags(c, &o.names)
	o.names.Disambiguate = false // the system name distinguishes overloads
	load.SourceFlags(c, &o.sources)
	cli.InputFlags(c, &o.IOOptions)
	return c
}

func runPprof(e *cli.Env, o pprofOptions, files []string) error {
	if err := e.Out.NotForTerminal("a pprof profile", "app.pb.gz"); err != nil {
		return err
	}
	found, err := o.classes.OpenForLines()
	if err != nil {
		return err
	}
	defer found.Close()
	reading := load.Options{MaxInput: o.MaxInput, Sources: o.sources}
	if !o.metrics.all && !o.complete {
		reading = reading.Of(o.metrics.metric)
	}
	l, err := load.Load(e, files, reading)
	if err != nil {
		return err
	}
	p := l.Profile
	e.Console.Tell(l.Name, load.SourceNotes(l)...)
	e.Console.Tell(l.Name, load.Warnings(l)...)
	opts, notes, err := o.metrics.settle(p, o.pprof)
	if err != nil {
		return cli.InFile(l.Name, err)
	}
	e.Console.Tell(l.Name, notes...)
	opts.OnFiltered = func(all []pprof.FilterEffect) error {
		notes, err := load.AllFilterNotes(all)
		e.Console.Tell(l.Name, notes...)
		return cli.InFile(l.Name, err)
	}
	names, err := load.NewNames(e, l.Name, o.names, opts.Filter, p)
	if err != nil {
		return err
	}
	opts.Lines = found.Lines(p)
	if o.complete {
		if slices.Contains(opts.Metrics, convert.Calls) {
			opts.Complete = calls.New(p, found.CallOptions()).RootCalls()
		} else {
			e.Console.Tell(l.Name, cli.Notef("--complete has no effect without -m calls"))
		}
	}
	defer load.TellLines(e, l.Name, found, opts.Lines)
	return e.Out.WriteResult(func(w io.Writer) error {
		return pprof.Write(w, p, names[0], opts)
	})
}

// settle chooses the metrics of a profile to write.
func (c metricChoice) settle(p *iprof.Profile, opts pprof.Options) (pprof.Options, []cli.Note, error) {
	var notes []cli.Note
	if c.all {
		opts.Metrics = pprof.Metrics(p)
		if !slices.ContainsFunc(opts.Metrics, func(m convert.Metric) bool { return p.Total(m.Section()) > 0 }) {
			return opts, nil, load.NothingCounted(p, "no records with a stack", convert.Monitors)
		}
	} else {
		metric := c.metric
		if metric == convert.DefaultMetric && opts.Period > 0 && p.Total(iprof.Samples) > 0 {
			metric = convert.Samples // a period applies to samples
		}
		if err := load.CheckMetric(p, metric, convert.Metrics...); err != nil {
			return opts, nil, err
		}
		notes = load.MetricNotes(p, metric)
		opts.Metrics = []convert.Metric{metric.Resolve(p)}
	}
	if opts.Period > 0 && (p.Total(iprof.Samples) == 0 || !slices.Contains(opts.Metrics, convert.Samples) || convert.Samples.PerSample(p) != 1) {
		notes = append(notes, cli.Notef("--period has no effect without samples"))
		opts.Period = 0
	}
	return opts, notes, nil
}

// A metricChoice is the value of -m: a metric, or all.
type metricChoice struct {
	metric convert.Metric
	all    bool
}

func metricPicks() []cli.Pick[metricChoice] {
	var picks []cli.Pick[metricChoice]
	for _, m := range convert.Metrics {
		picks = append(picks, cli.Pick[metricChoice]{Word: m.String(), Value: metricChoice{metric: m}})
	}
	return append(picks, cli.Pick[metricChoice]{Word: "all", Value: metricChoice{all: true}})
}
