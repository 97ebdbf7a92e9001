package main

import (
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/pprof"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// pprofOptions are those of pprof.
type pprofOptions struct {
	ioOptions
	sources sourceOptions
	names   convert.NameOptions
	pprof   pprof.Options
	metrics metricChoice
	classes classOptions
}

func newPprof(e *env, o *pprofOptions) *cobra.Command {
	c := &cobra.Command{
		Use:   "pprof [flags] PROFILE...",
		Short: "Write a profile for go tool pprof",
		Long: `pprof writes a gzipped profile.proto, which go tool pprof, Pyroscope, speedscope
and others read. With --classpath, locations have source lines, for
"go tool pprof -list" and -lines: paths are those below --source-path, or
com/acme/Parser.java, for pprof's own -source_path. Addresses are
method id << 16 | BCI, so that "go tool pprof -addresses" tells call sites
apart. Branches and receivers are labels: -tagleaf=receiver -peek METHOD shows
the types at the calls of a method.`,
		Example: `  iprof-viz pprof -o app.pb.gz app.iprof
  go tool pprof -top app.pb.gz
  iprof-viz pprof --classpath app.jar --source-path src -o app.pb.gz app.iprof
  go tool pprof -list 'Parser\.next$' app.pb.gz
  iprof-viz pprof -m all -o all.pb.gz app.iprof
  go tool pprof -sample_index=receivers -tagleaf=receiver -peek hash all.pb.gz`,
		Args: someProfiles,
		RunE: running(e, o, runPprof),
	}
	outputFlag(c, &o.ioOptions)
	choiceFlag(c, &o.metrics, "metric", "m", metricUsage, metricPicks()...)
	c.Flags().DurationVar(&o.pprof.Period, "period", 0, "the `TIME` that a sample stands for, such as 10ms; adds cpu/nanoseconds")
	c.Flags().TimeVar(&o.pprof.Time, "time", time.Time{}, []string{time.RFC3339, time.DateTime, time.DateOnly}, "the `TIME` when the profile was taken, such as 2026-01-31T12:00:00Z")
	classFlags(c, &o.classes)
	filterFlags(c, &o.pprof.Filter)
	nameFlags(c, &o.names)
	o.names.Disambiguate = false // the system name tells overloads apart
	sourceFlags(c, &o.sources)
	inputFlags(c, &o.ioOptions)
	return c
}

func runPprof(e *env, o pprofOptions, files []string) error {
	if err := e.out.notForTerminal("a pprof profile", "app.pb.gz"); err != nil {
		return err
	}
	found, err := o.classes.openForLines()
	if err != nil {
		return err
	}
	defer found.close()
	reading := loadOptions{maxInput: o.maxInput, sources: o.sources}
	if !o.metrics.all {
		reading = reading.of(o.metrics.metric)
	}
	l, err := load(e, files, reading)
	if err != nil {
		return err
	}
	p := l.Profile
	e.console.tell(l.name, warnings(l)...)
	opts, notes, err := o.metrics.settle(p, o.pprof)
	if err != nil {
		return inFile(l.name, err)
	}
	e.console.tell(l.name, notes...)
	opts.OnFiltered = func(all []pprof.FilterEffect) error {
		notes, err := allFilterNotes(all)
		e.console.tell(l.name, notes...)
		return inFile(l.name, err)
	}
	names, err := e.newNames(l.name, o.names, opts.Filter, p)
	if err != nil {
		return err
	}
	opts.Lines = found.lines(p)
	defer e.tellLines(l.name, found, opts.Lines)
	return e.out.write(func(w io.Writer) error {
		return pprof.Write(w, p, names[0], opts)
	})
}

// settle decides on the metrics to write of a profile.
func (c metricChoice) settle(p *iprof.Profile, opts pprof.Options) (pprof.Options, []note, error) {
	var notes []note
	if c.all {
		opts.Metrics = pprof.Metrics(p)
		if !slices.ContainsFunc(opts.Metrics, func(m convert.Metric) bool { return p.Total(m.Section()) > 0 }) {
			return opts, nil, nothingCounted(p, "nothing that was counted at a stack", convert.Monitors)
		}
	} else {
		metric := c.metric
		if metric == convert.DefaultMetric && opts.Period > 0 && p.Total(iprof.Samples) > 0 {
			metric = convert.Samples // a period is one of samples
		}
		if err := checkMetric(p, metric, convert.Metrics...); err != nil {
			return opts, nil, err
		}
		notes = metricNotes(p, metric)
		opts.Metrics = []convert.Metric{metric.Resolve(p)}
	}
	if opts.Period > 0 && (p.Total(iprof.Samples) == 0 || !slices.Contains(opts.Metrics, convert.Samples) || convert.Samples.PerSample(p) != 1) {
		notes = append(notes, noteOf("--period has no effect without samples"))
		opts.Period = 0
	}
	return opts, notes, nil
}

// A metricChoice is the value of -m: a metric, or all.
type metricChoice struct {
	metric convert.Metric
	all    bool
}

func metricPicks() []pick[metricChoice] {
	var picks []pick[metricChoice]
	for _, m := range convert.Metrics {
		picks = append(picks, pick[metricChoice]{m.String(), metricChoice{metric: m}})
	}
	return append(picks, pick[metricChoice]{"all", metricChoice{all: true}})
}
