package main

import (
	"errors"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/pprof"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A pprofCommand has the flags of pprof.
type pprofCommand struct {
	names   convert.NameOptions
	pprof   pprof.Options
	metrics metricChoice
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
	choiceFlag(c, &cmd.metrics, "metric", "m", "what is counted; samples if there are any, else calls, unless told", metricPicks()...)
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
	if !cmd.metrics.all {
		a.keepOnly(cmd.metrics.metric)
	}
	in, p, err := a.profile(files)
	if err != nil {
		return err
	}
	a.warn(in, p)
	if cmd.metrics.all {
		cmd.pprof.Metrics = pprof.Metrics(p)
		if !slices.ContainsFunc(cmd.pprof.Metrics, func(m convert.Metric) bool { return p.Total(m.Section()) > 0 }) {
			return a.nothing(in.name, p, "nothing that was counted at a stack", convert.Monitors)
		}
	} else {
		if err := a.metric(in.name, p, cmd.metrics.metric, convert.Metrics...); err != nil {
			return err
		}
		cmd.pprof.Metrics = []convert.Metric{cmd.metrics.metric.Resolve(p)}
	}
	if cmd.pprof.Period > 0 && (p.Total(iprof.Samples) == 0 || !slices.Contains(cmd.pprof.Metrics, convert.Samples)) {
		a.note(in.name, "there are no samples that --period could be about")
		cmd.pprof.Period = 0
	}
	cmd.pprof.Filtered = func(all []pprof.Filtered) error { return a.allFiltered(in.name, all) }
	return a.write(func(w io.Writer) error {
		return pprof.Write(w, p, convert.NewNames(cmd.names, p)[0], cmd.pprof)
	})
}

// allFiltered says what filters did to some metrics, and fails where they left nothing of any.
func (a *app) allFiltered(file string, all []pprof.Filtered) error {
	if len(all) == 1 {
		return a.filtered(file, all[0].Metric.String(), all[0].Metric, all[0].Tally, all[0].Unmatched)
	}
	var kept, hidden int64
	for i, f := range all {
		kept += min(f.Tally.Kept().Value, 1)
		hidden += min(f.Tally.Hidden().Value, 1)
		if i > 0 { // what matches in one tree of the profile matches
			all[0].Unmatched = slices.DeleteFunc(all[0].Unmatched, func(name string) bool { return !slices.Contains(f.Unmatched, name) })
		}
	}
	for _, name := range all[0].Unmatched {
		a.note(file, "--%s matches no frame", name)
	}
	if hidden > 0 && kept == 0 {
		return &failure{status: statusCheck, file: file, empty: true, err: errors.New("nothing is left to show")}
	}
	for _, f := range all {
		if f.Tally.Hidden().Value > 0 && f.Tally.Kept().Value == 0 {
			a.note(file, "no %s are left to show", f.Metric)
		} else if err := a.filtered(file, f.Metric.String(), f.Metric, f.Tally, nil); err != nil {
			return err
		}
	}
	return nil
}

// A metricChoice is what pprof writes: a metric, or all.
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
