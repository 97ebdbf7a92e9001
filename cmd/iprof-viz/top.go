package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/pattern"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/tablejob"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// topOptions are the options of top.
type topOptions struct {
	cli.IOOptions
	sources load.SourceOptions
	names   convert.NameOptions
	top     rank.TopOptions
	by      grouping
	table   tablejob.Options
	classes load.ClassOptions
}

func newTop(e *cli.Env, o *topOptions) *cobra.Command {
	o.top.Filter.View = convert.ExpertView
	c := &cobra.Command{
		Use:   "top [flags] PROFILE...",
		Short: "Rank methods, classes, packages or call sites",
		Long: `top ranks methods by samples or another metric.

samples     self: taken in the method itself; total: with it on the stack, once
            per stack. The range is the 95% confidence interval of the share.
calls       entries, which are not time: as compilation root, and inlined into
            others, in how many contexts. --sort inclusive adds the entries of
            all inlined callees.
branches, receivers, instanceof
            executions of the method's conditionals, virtual calls or type
            checks.
monitors    lock acquisitions, by type.`,
		Example: `  iprof-viz top app.iprof
  iprof-viz top -m calls --sort inclusive -n 50 app.iprof
  iprof-viz top --by package --view user app.iprof
  iprof-viz top --by 'regexp=^com\.example\.(\w+)' --format csv app.iprof`,
		Args: cli.SomeProfiles,
		RunE: running(e, o, runTop),
	}
	load.MetricFlag(c, &o.top.Metric, convert.Metrics...)
	by := groupingValue(&o.by)
	cli.Bind(c, by, "by", "", strings.TrimSuffix(cli.OneOf(by.Choices), "=")+"=REGEXP: the unit of a row; with a REGEXP, the matching part of names, or its groups")
	c.Flags().StringVar(&o.top.Sort, "sort", "", "sort by name or by this `COLUMN`: of samples self, total; of calls entries, inclusive, root, inlined, contexts; "+
		"of branches, receivers and instanceof executions, sites, contexts; of monitors count (default: the first)")
	cli.Complete(c, "sort", topOrders()...)
	tablejob.Flags(c, &o.table, &o.IOOptions)
	load.ClassFlags(c, &o.classes)
	load.FilterFlags(c, &o.top.Filter)
	load.NameFlags(c, &o.names)
	load.SourceFlags(c, &o.sources)
	cli.InputFlags(c, &o.IOOptions)
	return c
}

// settle sets what follows from other options, and fails if they contradict each other.
func (o topOptions) settle(out *cli.Output) (topOptions, error) {
	var err error
	if o.table, err = o.table.Settle(out); err != nil {
		return o, err
	}
	o.top.By, o.top.Pattern, o.top.Limit = o.by.by, o.by.pattern, o.table.Limit
	return o, nil
}

func runTop(e *cli.Env, o topOptions, files []string) error {
	o, err := o.settle(e.Out)
	if err != nil {
		return err
	}
	opts := o.top
	reading := load.Options{MaxInput: o.MaxInput, Sources: o.sources}.Of(opts.Metric).Matching(opts.Filter)
	if reading.Needs == "" && opts.By.IsPlace() {
		reading.Needs = load.CallSites
	}
	reading.LinesDo, reading.AnyCode = opts.By == convert.ByLine, !opts.By.IsPlace()
	if len(files) > 1 && opts.By == convert.BySite && reading.Sections != nil { // conditionals show whether a place is the same in all of them
		reading.Sections, reading.SamplesFirst = append(slices.Clone(reading.Sections), iprof.Conditionals), false
	}
	if opts.Metric == convert.Calls || opts.Metric == convert.DefaultMetric {
		reading.Sections = nil // any record may show that code ran whose entries are unknown
	}
	var unmatched error // --focus or --show-from matches nothing in the metric
	return tablejob.Job{
		Load: reading, Names: o.names, Filter: opts.Filter, Metric: opts.Metric, Table: o.table, Lines: o.classes,
		Choose: func(p *iprof.Profile, names *convert.Names) []cli.Note {
			asked := opts.Metric
			var notes []cli.Note
			if opts.Metric, notes, unmatched = load.FocusMetric([]*convert.Names{names}, asked, opts.Filter); opts.Metric == asked {
				return load.MetricNotes(p, asked)
			}
			return notes
		},
		Make: func(p *iprof.Profile, names *convert.Names, lines *sourceline.Lines) (*table.Table, error) {
			if opts.Lines = lines; lines == nil && opts.By == convert.ByLine {
				return nil, load.NoLines("--by line")
			}
			if unmatched != nil {
				return nil, unmatched
			}
			return makeTop(p, names, opts)
		},
	}.Run(e, files)
}

// makeTop ranks methods, or other units.
func makeTop(p *iprof.Profile, names *convert.Names, opts rank.TopOptions) (*table.Table, error) {
	if err := load.HintAtCommand(p, load.CheckMetric(p, opts.Metric, convert.Metrics...)); err != nil {
		return nil, err
	}
	m := opts.Metric.Resolve(p)
	if orders := rank.TopOrders(m); opts.Sort != "" && !slices.Contains(orders, opts.Sort) {
		return nil, cli.Usage(cli.WishHint("sort", opts.Sort, orders), "--sort: %s are sorted by %s, not by %q", m, cli.OneOf(orders), opts.Sort)
	}
	t, err := rank.Top(p, names, opts)
	if err != nil {
		return nil, cli.Usage("", "%w", err)
	}
	return tablejob.RowsLeft(t, nil)
}

// topOrders are the possible values of --sort, for any metric.
func topOrders() []string {
	var all []string
	for _, m := range convert.Metrics {
		for _, order := range rank.TopOrders(m) {
			if !slices.Contains(all, order) {
				all = append(all, order)
			}
		}
	}
	return all
}

// A grouping is the unit of a row of top.
type grouping struct {
	by      convert.GroupBy
	pattern *regexp.Regexp // for convert.ByPattern
}

func groupingValue(to *grouping) *cli.Value[grouping] {
	words := cli.WordsOf(cli.ByName(convert.GroupBys...))
	words[len(words)-1] += "=" // convert.ByPattern
	return &cli.Value[grouping]{To: to, Noun: "GROUP",
		Parse: func(s string) (grouping, error) {
			word, expr, hasExpr := strings.Cut(s, "=")
			by, ok := cli.Exactly(cli.ByName(convert.GroupBys...), word)
			switch {
			case by == convert.ByPattern && hasExpr:
				re, err := cli.CompilePattern(expr, pattern.CompileGroups)
				return grouping{by, re}, err
			case by == convert.ByPattern && ok:
				return grouping{}, fmt.Errorf(`%q is not regexp=REGEXP, such as 'regexp=^com\.example\.(\w+)'`, s)
			case !ok || hasExpr:
				return grouping{}, cli.UnknownWord(s, words)
			}
			return grouping{by: by}, nil
		},
		Format: func(g grouping) string {
			if g.by == convert.ByPattern {
				return "regexp=" + g.pattern.String()
			}
			return g.by.String()
		}, Choices: words}
}
