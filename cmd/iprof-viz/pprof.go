package main

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
)

// A pprofCommand has the flags of pprof.
type pprofCommand struct {
	names  convert.NameOptions
	pprof  convert.PprofOptions
	metric convert.Metric
	all    bool
}

func (a *app) newPprof(cmd *pprofCommand) *cobra.Command {
	c := &cobra.Command{
		Use:   "pprof [flags] PROFILE...",
		Short: "Write a profile for go tool pprof",
		Long: `pprof writes a gzipped profile.proto, which go tool pprof, Pyroscope, speedscope
and others read. Locations have no lines, as an iprof has none; addresses are
method id << 16 | BCI, so that "go tool pprof -addresses" tells call sites
apart. Branches and receivers are labels: -tagfocus, -tagroot.`,
		Example: `  iprof-viz pprof -o app.pb.gz app.iprof
  go tool pprof -top app.pb.gz
  iprof-viz pprof -m all -o all.pb.gz app.iprof
  go tool pprof -sample_index=branches -tagroot=branch -top all.pb.gz`,
		Args: someProfiles,
		RunE: func(c *cobra.Command, args []string) error { return a.pprof(cmd, args) },
	}
	a.outputFlags(c)
	v := metricOrAll{&cmd.metric, &cmd.all}
	c.Flags().VarP(v, "metric", "m", oneOf(v.words())+": what is counted; samples if there are any, else calls, unless told")
	c.RegisterFlagCompletionFunc("metric", cobra.FixedCompletions(v.words(), cobra.ShellCompDirectiveNoFileComp))
	c.Flags().DurationVar(&cmd.pprof.Period, "period", 0, "the `TIME` that a sample stands for, such as 10ms: adds cpu/nanoseconds")
	c.Flags().TimeVar(&cmd.pprof.Time, "time", time.Time{}, []string{time.RFC3339, time.DateTime, time.DateOnly}, "the `TIME` when the profile was taken, such as 2026-01-31T12:00:00Z")
	filterFlags(c, &cmd.pprof.Filter)
	nameFlags(c, &cmd.names)
	cmd.names.Apart = false // the system name tells overloads apart
	a.readFlags(c)
	return c
}

func (a *app) pprof(cmd *pprofCommand, files []string) error {
	if a.terminal() != nil {
		return usage("write it to a file: -o app.pb.gz", "a pprof profile is no text for a terminal")
	}
	if !cmd.all {
		a.keepOnly(cmd.metric)
	}
	in, p, err := a.profile(files)
	if err != nil {
		return err
	}
	a.warn(in, p)
	cmd.pprof.Filtered = func(m convert.Metric, t convert.Tally, unmatched []string) error {
		if cmd.all { // another tree of the profile may have what this one has not
			unmatched = nil
			if t.Kept().Value == 0 {
				a.note(in.name, "no %s are left to show", m)
				return nil
			}
		}
		return a.filtered(in.name, m.String(), m, t, unmatched)
	}
	if cmd.all {
		cmd.pprof.Metrics = convert.PprofMetrics(p)
	} else {
		if err := a.metric(in.name, p, cmd.metric, convert.Metrics...); err != nil {
			return err
		}
		cmd.pprof.Metrics = []convert.Metric{cmd.metric.Resolve(p)}
	}
	return a.write(func(w io.Writer) error {
		return convert.WritePprof(w, p, convert.NewNames(cmd.names, p)[0], cmd.pprof)
	})
}

// metricOrAll is a pflag.Value: the name of a metric, or "all".
type metricOrAll struct {
	metric *convert.Metric
	all    *bool
}

func (v metricOrAll) Set(s string) error {
	if s == "all" {
		*v.metric, *v.all = convert.DefaultMetric, true
		return nil
	}
	m, err := convert.ParseMetric(s)
	if err != nil {
		return fmt.Errorf("%q is not %s", s, oneOf(v.words()))
	}
	*v.metric, *v.all = m, false
	return nil
}

func (v metricOrAll) String() string {
	switch {
	case v.all == nil || !*v.all && *v.metric == convert.DefaultMetric:
		return ""
	case *v.all:
		return "all"
	}
	return v.metric.String()
}

func (v metricOrAll) Type() string { return "METRIC" }

func (v metricOrAll) words() []string {
	var words []string
	for _, m := range convert.Metrics {
		words = append(words, m.String())
	}
	return append(words, "all")
}
