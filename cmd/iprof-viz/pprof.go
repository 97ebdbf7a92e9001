package main

import (
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/pprof"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/exportjob"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// pprofOptions are the options of pprof.
type pprofOptions struct {
	exportjob.Options
	period time.Duration // 0: unknown
	time   time.Time     // zero: unknown
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
calls of a method. In recordings, threads and their states are labels, too:
-tagroot=thread.

Method entries are stacks of the instrumented image: from a compilation root to
the method inlined into it. With --complete, the stack of a root also has its
caller if "iprof-viz calls" knows it; it knows most with --classpath. The sums
stay the same.`,
		Example: `  iprof-viz pprof -o app.pb.gz app.iprof
  go tool pprof -top app.pb.gz
  iprof-viz pprof --classpath app.jar --source-path src -o app.pb.gz app.iprof
  go tool pprof -list 'Parser\.next$' app.pb.gz
  iprof-viz pprof -m calls --complete --classpath app.jar -o c.pb.gz app.iprof
  iprof-viz pprof -m all -o all.pb.gz app.iprof
  iprof-viz pprof -o threads.pb.gz app.jfr
  go tool pprof -tagroot=thread -http=: threads.pb.gz
  go tool pprof -sample_index=receivers -tagleaf=receiver -peek hash all.pb.gz`,
		Args: cli.SomeProfiles,
		RunE: running(e, o, runPprof),
	}
	exportjob.Flags(c, &o.Options, exportjob.PicksWithAll(convert.Metrics...), func() {
		c.Flags().DurationVar(&o.period, "period", 0, "sampling period as a `TIME`, such as 10ms; adds cpu/nanoseconds")
		c.Flags().TimeVar(&o.time, "time", time.Time{}, []string{time.RFC3339, time.DateTime, time.DateOnly}, "collection `TIME` of the profile, such as 2026-01-31T12:00:00Z")
		c.Flags().BoolVar(&o.Complete, "complete", false, "method entries: add the callers of calls that were not inlined")
	})
	o.Names.Disambiguate = false // the system name distinguishes overloads
	return c
}

func runPprof(e *cli.Env, o pprofOptions, files []string) error {
	if err := e.Out.NotForTerminal("a pprof profile", "app.pb.gz"); err != nil {
		return err
	}
	o.Tags, o.Extension = true, ".pb"
	o.Metrics.SamplesFirst = o.period > 0 // a period applies to samples
	return exportjob.Records(e, o.Options, files, convert.Metrics, func(w io.Writer, c *exportjob.Conversion) error {
		opts := pprof.Options{Metrics: c.Metrics, Period: o.period, Time: o.time, Filter: o.Filter, Lines: c.Lines, Tags: c.Tags, OnFiltered: c.OnFiltered, OnSameNames: c.OnSameNames}
		if o.period > 0 && (c.Profile.Total(iprof.Samples) == 0 || !slices.Contains(c.Metrics, convert.Samples) || convert.Samples.PerSample(c.Profile) != 1) {
			c.Tell(cli.Notef("--period has no effect without samples"))
			opts.Period = 0
		}
		if o.Complete && !slices.Contains(c.Metrics, convert.Calls) {
			c.Tell(cli.Notef("--complete has no effect without -m calls"))
		} else if o.Complete {
			opts.Complete = c.RootCalls()
		}
		return pprof.Write(w, c.Profile, c.Names, opts)
	})
}
