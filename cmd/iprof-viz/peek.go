package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/tablejob"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// peekOptions are the options of peek.
type peekOptions struct {
	cli.IOOptions
	sources load.SourceOptions
	names   convert.NameOptions
	peek    rank.PeekOptions
	table   tablejob.Options
	classes load.ClassOptions
}

// peekMetrics are the metrics with callers.
var peekMetrics = []convert.Metric{convert.Samples, convert.Calls}

func newPeek(e *cli.Env, o *peekOptions) *cobra.Command {
	o.peek.Filter.View = convert.ExpertView
	c := &cobra.Command{
		Use:   "peek [flags] REGEXP PROFILE...",
		Short: "Show callers and callees of methods",
		Long: `peek shows the callers (above) and callees (below) of each matching method.

samples     number of sampled stacks with the call; each stack counts once
calls       entries through each call site, inlined or not, as in calls;
            --classpath adds the calls that were not inlined. per entry: calls
            per entry of the caller; measured: the share of its entries for
            which this is known. A terminal without room for measured has per
            entry over all entries of the caller. Entries that no call
            accounts for came from outside: the VM, threads, reflection, native
            code, code without class files`,
		Example: `  iprof-viz peek 'HashMap\.get$' app.iprof
  iprof-viz peek -m calls -n 5 'Json.*parse' app.iprof`,
		Args: cli.RegexpAndProfiles,
		RunE: running(e, o, runPeek),
	}
	load.MetricFlag(c, &o.peek.Metric, peekMetrics...)
	tablejob.Flags(c, &o.table, &o.IOOptions)
	load.ClassFlags(c, &o.classes)
	load.FilterFlags(c, &o.peek.Filter)
	load.NameFlags(c, &o.names)
	load.SourceFlags(c, &o.sources)
	cli.InputFlags(c, &o.IOOptions)
	return c
}

// settle sets what follows from other options.
func (o peekOptions) settle(out *cli.Output) (peekOptions, error) {
	var err error
	o.table, err = o.table.Settle(out)
	o.peek.Limit = o.table.Limit
	return o, err
}

func runPeek(e *cli.Env, o peekOptions, args []string) error {
	re, err := cli.ParsePattern(args[0])
	if err != nil {
		return cli.Usage("", "%w", err)
	}
	if o, err = o.settle(e.Out); err != nil {
		return err
	}
	opts := o.peek
	reading := load.Options{MaxInput: o.MaxInput, Sources: o.sources}.Of(opts.Metric)
	reading.Sections, reading.SamplesFirst = nil, false // every section shows inlining; a method may have no samples
	return tablejob.Job{
		Load: reading, Names: o.names, Filter: opts.Filter, AtLine: []**regexp.Regexp{&re}, Metric: opts.Metric, Table: o.table, Lines: o.classes, Code: &opts.Code,
		Choose: func(p *iprof.Profile, names *convert.Names) []cli.Note {
			var notes []cli.Note
			opts.Metric, notes = matchingMetric(p, names, re, opts)
			return notes
		},
		Make: func(p *iprof.Profile, names *convert.Names, lines *sourceline.Lines) (*table.Table, error) {
			opts.Lines = lines
			t, err := makePeek(p, names, re, opts, append(o.classes.Arguments(), sameInput(o.names, o.sources, args[1:])...))
			return t, load.AsTyped(err, args[0])
		},
	}.Run(e, args[1:])
}

// makePeek lists callers and callees of matching methods. Input are the arguments that select the profile and the class files.
func makePeek(p *iprof.Profile, names *convert.Names, pattern *regexp.Regexp, opts rank.PeekOptions, input []string) (*table.Table, error) {
	if err := load.HintAtCommand(p, load.CheckMetric(p, opts.Metric, peekMetrics...)); err != nil {
		return nil, err
	}
	t, err := rank.Peek(p, names, pattern, opts)
	if err != nil {
		return nil, hintAtOther(p, names, pattern, opts, input, load.NoMatch(err))
	}
	t.OutsideOnly = false // its REGEXP matches no application method
	return tablejob.RowsLeft(t, nil)
}

// matchingMetric returns the metric of peek for a pattern, and why it was chosen.
func matchingMetric(p *iprof.Profile, names *convert.Names, pattern *regexp.Regexp, opts rank.PeekOptions) (convert.Metric, []cli.Note) {
	return load.MetricHaving(p, opts.Metric, func(m convert.Metric) bool {
		of := opts
		of.Metric = m
		return rank.Matching(p, names, pattern, of).Methods > 0
	})
}

// hintAtOther adds a hint to the error for a pattern without matches in a metric: how much the other one has.
func hintAtOther(p *iprof.Profile, names *convert.Names, pattern *regexp.Regexp, opts rank.PeekOptions, input []string, err error) error {
	f, ok := err.(*cli.Failure)
	asked := opts.Metric
	opts.Metric = load.OtherMetric(p, opts.Metric)
	if !ok {
		return err
	}
	if strings.HasPrefix(pattern.String(), "<outside") || strings.HasPrefix(pattern.String(), "<callers unknown") {
		hinted := *f
		hinted.Shows = ""
		hinted.Hint = "not a method, but entries that no known call accounts for; by method: " + words.ShellLine(append([]string{"iprof-viz", "peek", "-m", "calls", "-n", "0", "."}, input...))
		return &hinted
	}
	found := rank.Matching(p, names, pattern, opts)
	if found.Methods == 0 {
		_, other := rank.Peek(p, names, pattern, opts)
		none := (*convert.NoMatchError)(nil)
		if called := errors.As(other, &none) && none.Called; asked == convert.DefaultMetric && other != nil && (called || f.Shows != "") {
			return load.NoMatch(other) // its names would have been shown
		}
		return err
	}
	hinted, before := *f, ""
	if none := (*convert.NoMatchError)(nil); errors.As(err, &none) && none.Called {
		before = f.Hint + "; "
	} else if none != nil {
		hinted.Err = none.OrOther(opts.Metric)
	}
	hinted.Shows = ""
	hinted.Hint = before + fmt.Sprintf("-m %s has %s that %s, with %s", opts.Metric, cli.Count(found.Methods, "method"),
		map[bool]string{true: "matches", false: "match"}[found.Methods == 1], words.CountOf(found.Value, opts.Metric.UnitIn(p)))
	return &hinted
}
