package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A peekCommand has the flags of peek.
type peekCommand struct {
	names convert.NameOptions
	peek  rank.PeekOptions
	table tableOutput
}

// peekMetrics are those with callers.
var peekMetrics = []convert.Metric{convert.Samples, convert.Calls}

func (a *app) newPeek(cmd *peekCommand) *cobra.Command {
	cmd.peek.Filter.View = convert.ExpertView
	c := &cobra.Command{
		Use:   "peek [flags] REGEXP PROFILE...",
		Short: "Show callers and callees of methods",
		Long: `peek shows, for each method whose name matches, its callers above it and its
callees below.

samples     in how many stacks the one calls the other, once per stack
calls       entries through each call site that was inlined; per call: how
            often an invocation of the caller calls, over the contexts that
            have both counts; coverage: the part of the caller's entries in
            these`,
		Example: `  iprof-viz peek 'HashMap\.get$' app.iprof
  iprof-viz peek -m calls -n 5 'Json.*parse' app.iprof`,
		Args: regexpAndProfiles,
		RunE: func(c *cobra.Command, args []string) error { return a.peek(cmd, args[0], args[1:]) },
	}
	metricFlag(c, &cmd.peek.Metric, peekMetrics...)
	a.tableFlags(c, &cmd.table)
	filterFlags(c, &cmd.peek.Filter)
	nameFlags(c, &cmd.names)
	a.readFlags(c)
	return c
}

// regexpAndProfiles are the arguments of a command that is about some methods.
func regexpAndProfiles(c *cobra.Command, args []string) error {
	if len(args) < 2 {
		return usage("", "%s needs a REGEXP, for the methods, and a PROFILE", c.Name())
	}
	return onlyOneStdin(args[1:])
}

func (a *app) peek(cmd *peekCommand, expr string, files []string) error {
	re, err := parsePattern(expr)
	if err != nil {
		return usage("", "%w", err)
	}
	if a.samplesFirst = cmd.peek.Metric == convert.DefaultMetric; cmd.peek.Metric == convert.Samples {
		a.keepOnly(convert.Samples) // of calls, every section tells who was inlined where
	}
	return a.table(&cmd.table, files, cmd.names, cmd.peek.Metric, peekMetrics, func(p *iprof.Profile, names *convert.Names) (*table.Table, error) {
		cmd.peek.Limit = cmd.table.limit
		t, err := rank.Peek(p, names, re, cmd.peek)
		if err != nil {
			return nil, noMatch(nameOf(files), err, cmd.names.Style)
		}
		return t, nil
	})
}

// noMatch is the failure of a REGEXP that no method matches, with names in a style.
func noMatch(file string, err error, style convert.NameStyle) error {
	var none *convert.NoMatchError
	if !errors.As(err, &none) {
		return err
	}
	hint := suggestNames(none.Nearest)
	if style != convert.SignatureNames && strings.Contains(none.Pattern, parameters) {
		hint = needsSignatures
	}
	return &failure{status: statusCheck, file: file, err: err, hint: hint}
}

// suggestNames is a hint at names that are much like what nothing matches.
func suggestNames(names []string) string {
	if len(names) == 0 {
		return ""
	}
	var quoted []string
	for _, n := range names {
		quoted = append(quoted, printable(n))
	}
	return "nearest: " + strings.Join(quoted, ", ")
}
