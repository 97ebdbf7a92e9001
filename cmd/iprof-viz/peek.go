package main

import (
	"fmt"
	"regexp"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// peekOptions are those of peek.
type peekOptions struct {
	ioOptions
	sources sourceOptions
	names   convert.NameOptions
	peek    rank.PeekOptions // without Limit
	table   tableOptions
	classes classOptions
}

// peekMetrics are those with callers.
var peekMetrics = []convert.Metric{convert.Samples, convert.Calls}

func newPeek(e *env, o *peekOptions) *cobra.Command {
	o.peek.Filter.View = convert.ExpertView
	c := &cobra.Command{
		Use:   "peek [flags] REGEXP PROFILE...",
		Short: "Show callers and callees of methods",
		Long: `peek shows, for each method whose name matches, its callers above it and its
callees below.

samples     the number of stacks in which one calls the other, once per stack
calls       entries through each inlined call site; per call: how often an
            invocation of the caller calls, over the contexts that have both
            counts; coverage: the part of the caller's entries in these`,
		Example: `  iprof-viz peek 'HashMap\.get$' app.iprof
  iprof-viz peek -m calls -n 5 'Json.*parse' app.iprof`,
		Args: regexpAndProfiles,
		RunE: running(e, o, runPeek),
	}
	metricFlag(c, &o.peek.Metric, peekMetrics...)
	tableFlags(c, &o.table, &o.ioOptions)
	classFlags(c, &o.classes)
	filterFlags(c, &o.peek.Filter)
	nameFlags(c, &o.names)
	sourceFlags(c, &o.sources)
	inputFlags(c, &o.ioOptions)
	return c
}

func runPeek(e *env, o peekOptions, args []string) error {
	re, err := parsePattern(args[0])
	if err != nil {
		return usage("", "%w", err)
	}
	out, err := o.table.settle(e.out.target)
	if err != nil {
		return err
	}
	opts := o.peek
	opts.Limit = out.limit
	reading := loadOptions{maxInput: o.maxInput, sources: o.sources}.of(opts.Metric)
	reading.sections, reading.samplesFirst = nil, false // every section tells who was inlined where; a method may have no samples
	return tableJob{
		load: reading, names: o.names, filter: opts.Filter, metric: opts.Metric, table: out, lines: o.classes,
		choose: func(p *iprof.Profile, names *convert.Names) []note {
			var notes []note
			opts.Metric, notes = matchingMetric(p, names, re, opts)
			return notes
		},
		make: func(p *iprof.Profile, names *convert.Names, lines *sourceline.Lines) (*table.Table, error) {
			opts.Lines = lines
			t, err := makePeek(p, names, re, opts)
			return t, asTyped(err, args[0])
		},
	}.run(e, args[1:])
}

// makePeek lists the callers and callees of the methods that match a pattern.
func makePeek(p *iprof.Profile, names *convert.Names, pattern *regexp.Regexp, opts rank.PeekOptions) (*table.Table, error) {
	if err := hintAtCommand(p, checkMetric(p, opts.Metric, peekMetrics...)); err != nil {
		return nil, err
	}
	t, err := rank.Peek(p, names, pattern, opts)
	if err != nil {
		return nil, hintAtOther(p, names, pattern, opts, noMatch(err))
	}
	t.OutsideOnly = false // its REGEXP matches nothing of the application
	return rowsLeft(t, nil)
}

// matchingMetric returns the metric of peek for a pattern, and why it is that.
func matchingMetric(p *iprof.Profile, names *convert.Names, pattern *regexp.Regexp, opts rank.PeekOptions) (convert.Metric, []note) {
	return metricHaving(p, opts.Metric, func(m convert.Metric) bool {
		of := opts
		of.Metric = m
		return rank.Matching(p, names, pattern, of).Methods > 0
	})
}

// hintAtOther adds to the failure of a pattern that matches nothing in a metric how much the other one has.
func hintAtOther(p *iprof.Profile, names *convert.Names, pattern *regexp.Regexp, opts rank.PeekOptions, err error) error {
	f, ok := err.(*failure)
	opts.Metric = otherMetric(p, opts.Metric)
	if !ok {
		return err
	}
	found := rank.Matching(p, names, pattern, opts)
	if found.Methods == 0 {
		return err
	}
	hinted := *f
	hinted.hint = fmt.Sprintf("-m %s has %s that %s, with %s", opts.Metric, count(found.Methods, "method"),
		map[bool]string{true: "matches", false: "match"}[found.Methods == 1], words.CountOf(found.Value, opts.Metric.UnitIn(p)))
	return &hinted
}
