package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A topCommand has the flags of top.
type topCommand struct {
	names convert.NameOptions
	top   rank.TopOptions
	by    grouping
	table tableOutput
}

func (a *app) newTop(cmd *topCommand) *cobra.Command {
	cmd.top.Filter.View = convert.ExpertView
	c := &cobra.Command{
		Use:   "top [flags] PROFILE...",
		Short: "Rank methods, classes, packages or call sites",
		Long: `top ranks methods by samples or by any other metric.

samples     self: seen in the method itself; total: on a stack with it, once
            per stack. The range is where the share lies with 95 % confidence.
calls       entries, which are not time: as compilation root, and inlined into
            others, in how many contexts. --sort inclusive adds the entries of
            all that is inlined below.
branches, receivers, instanceof
            executions of the method's conditionals, virtual calls or type
            checks.
monitors    locks taken, by type.`,
		Example: `  iprof-viz top app.iprof
  iprof-viz top -m calls --sort inclusive -n 50 app.iprof
  iprof-viz top --by package --view user app.iprof
  iprof-viz top --by 'regexp=^com\.example\.(\w+)' --format csv app.iprof`,
		Args: someProfiles,
		RunE: func(c *cobra.Command, args []string) error { return a.top(cmd, args) },
	}
	metricFlag(c, &cmd.top.Metric, convert.Metrics...)
	by := groupingValue(&cmd.by)
	bind(c, by, "by", "", strings.TrimSuffix(oneOf(by.choices), "=")+"=REGEXP: what a row stands for; a REGEXP: what it finds in names, or its groups")
	c.Flags().StringVar(&cmd.top.Sort, "sort", "", "by this `COLUMN` or by name; by the first unless told")
	c.RegisterFlagCompletionFunc("sort", cobra.FixedCompletions(topOrders(), cobra.ShellCompDirectiveNoFileComp))
	a.tableFlags(c, &cmd.table)
	filterFlags(c, &cmd.top.Filter)
	nameFlags(c, &cmd.names)
	a.readFlags(c)
	return c
}

func (a *app) top(cmd *topCommand, files []string) error {
	a.keepOnly(cmd.top.Metric)
	return a.table(&cmd.table, files, cmd.names, cmd.top.Metric, convert.Metrics, func(p *iprof.Profile, names *convert.Names) (*table.Table, error) {
		cmd.top.Limit = cmd.table.limit
		cmd.top.By, cmd.top.Pattern = cmd.by.by, cmd.by.pattern
		if orders := rank.TopOrders(cmd.top.Metric.Resolve(p)); cmd.top.Sort != "" && !slices.Contains(orders, cmd.top.Sort) {
			return nil, usage("", "--sort: %s are sorted by %s, not by %q", cmd.top.Metric.Resolve(p), oneOf(orders), cmd.top.Sort)
		}
		t, err := rank.Top(p, names, cmd.top)
		if err != nil {
			return nil, usage("", "%w", err)
		}
		return t, nil
	})
}

// topOrders are the values of --sort for any metric.
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

// A grouping is what a row of top stands for.
type grouping struct {
	by      convert.GroupBy
	pattern *regexp.Regexp // of convert.ByPattern
}

func groupingValue(to *grouping) *value[grouping] {
	words := wordsOf(byName(convert.GroupBys...))
	words[len(words)-1] += "=" // convert.ByPattern
	return &value[grouping]{to, "GROUP",
		func(s string) (grouping, error) {
			word, expr, hasExpr := strings.Cut(s, "=")
			by, ok := exactly(byName(convert.GroupBys...), word)
			switch {
			case by == convert.ByPattern && hasExpr:
				re, err := parsePattern(expr)
				return grouping{by, re}, err
			case by == convert.ByPattern && ok:
				return grouping{}, fmt.Errorf(`%q is not regexp=REGEXP, such as 'regexp=^com\.example\.(\w+)'`, s)
			case !ok || hasExpr:
				return grouping{}, unknownWord(s, words)
			}
			return grouping{by: by}, nil
		},
		func(g grouping) string {
			if g.by == convert.ByPattern {
				return "regexp=" + g.pattern.String()
			}
			return g.by.String()
		}, words}
}
