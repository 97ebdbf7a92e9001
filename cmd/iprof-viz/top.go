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
	by := groupBy{&cmd.top.By, &cmd.top.Pattern}
	c.Flags().Var(by, "by", strings.TrimSuffix(oneOf(by.words()), "=")+"=REGEXP: what a row stands for; a REGEXP: what it finds in names, or its groups")
	c.RegisterFlagCompletionFunc("by", cobra.FixedCompletions(by.words(), cobra.ShellCompDirectiveNoFileComp))
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

// groupBy is a pflag.Value: the name of a grouping, or regexp=REGEXP.
type groupBy struct {
	to      *convert.GroupBy
	pattern **regexp.Regexp
}

func (v groupBy) Set(s string) error {
	word, expr, hasExpr := strings.Cut(s, "=")
	for _, g := range convert.GroupBys {
		if g.String() != word || hasExpr != (g == convert.ByPattern) {
			continue
		}
		if hasExpr {
			if err := (pattern{v.pattern}).Set(expr); err != nil {
				return err
			}
		}
		*v.to = g
		return nil
	}
	if word == convert.ByPattern.String() {
		return fmt.Errorf(`%q is not regexp=REGEXP, such as 'regexp=^com\.example\.(\w+)'`, s)
	}
	return fmt.Errorf("%q is not %s", s, oneOf(v.words()))
}

func (v groupBy) String() string {
	switch {
	case v.to == nil:
		return ""
	case *v.to == convert.ByPattern:
		return "regexp=" + (*v.pattern).String()
	}
	return v.to.String()
}

func (v groupBy) Type() string { return "GROUP" }

func (v groupBy) words() []string {
	var words []string
	for _, g := range convert.GroupBys {
		words = append(words, g.String())
	}
	words[len(words)-1] += "="
	return words
}
