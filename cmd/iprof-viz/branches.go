package main

import (
	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A branchesCommand has the flags of branches.
type branchesCommand struct {
	names    convert.NameOptions
	branches rank.BranchOptions
	table    tableOutput
}

func (a *app) newBranches(cmd *branchesCommand) *cobra.Command {
	cmd.branches.Filter.View = convert.ExpertView
	c := &cobra.Command{
		Use:   "branches [flags] PROFILE...",
		Short: "Rank conditionals, with where they went and how often",
		Long: `branches ranks the conditionals of a program: ifs, switches, the ends of loops. First come those that are both
executed often and hard to foretell: executions times entropy.

A row is a way out: the bytecode index it goes to, how often, and with which probability. A way that goes back, ↺, is a
loop, and its trips are how often it went round for each time it was left. Counts are added up over all inlining contexts
before they are divided.`,
		Example: `  iprof-viz branches app.iprof
  iprof-viz branches --near-even 0.05 app.iprof
  iprof-viz branches --never --focus '^com\.example\.' app.iprof
  iprof-viz branches --format csv app.iprof`,
		Args: someProfiles,
		RunE: func(c *cobra.Command, args []string) error { return a.branches(cmd, args) },
	}
	bind(c, optionalShareValue(&cmd.branches.NearEven), "near-even", "", "only those whose two likeliest ways are no further from a half than this, such as 0.05")
	c.Flags().BoolVar(&cmd.branches.OneSided, "one-sided", false, "only those that always went the same way")
	c.Flags().BoolVar(&cmd.branches.Never, "never", false, "only those with a way that was never taken, in hot methods")
	siteFlags(c, &cmd.branches.SiteOptions)
	a.tableFlags(c, &cmd.table)
	filterFlags(c, &cmd.branches.Filter)
	nameFlags(c, &cmd.names)
	a.readFlags(c)
	return c
}

// siteFlags are those of every command that ranks places in the code.
func siteFlags(c *cobra.Command, to *rank.SiteOptions) {
	to.Sort = rank.SiteOrders[0]
	var orders []pick[string]
	for _, order := range rank.SiteOrders {
		orders = append(orders, pick[string]{order, order})
	}
	choiceFlag(c, &to.Sort, "sort", "", "uncertainty: executions times entropy", orders...)
	c.Flags().BoolVar(&to.Contexts, "contexts", false, "each inlining context by itself, not the sum of them")
}

func (a *app) branches(cmd *branchesCommand, files []string) error {
	if even := cmd.branches.NearEven; even != nil && *even > 0.5 {
		return usage("0.05: probabilities of 45 to 55 %", "--near-even: %g is more than a half", *even)
	}
	if b := cmd.branches; b.NearEven != nil && (b.OneSided || b.Never) || b.OneSided && b.Never {
		return usage("", "only one of --near-even, --one-sided and --never is possible")
	}
	a.reading.iprof.Sections = []iprof.Section{iprof.Conditionals, iprof.Calls} // calls: what is executed per entry
	return a.table(&cmd.table, files, cmd.names, convert.Branches, nil, func(p *iprof.Profile, names *convert.Names) (*table.Table, error) {
		cmd.branches.Limit, cmd.branches.Parts = cmd.table.limit, cmd.table.parts()
		return rank.Branches(p, names, cmd.branches)
	})
}
