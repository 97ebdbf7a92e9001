package main

import (
	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/tablejob"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// branchesOptions are the options of branches.
type branchesOptions struct {
	cli.IOOptions
	names    convert.NameOptions
	branches rank.BranchOptions
	table    tablejob.Options
	minShare float64 // share of the executions; -1: the default
	classes  load.ClassOptions
}

// defaultSiteShare is the share of the executions below which branches combines sites in text.
const defaultSiteShare = 0.001

func newBranches(e *cli.Env, o *branchesOptions) *cobra.Command {
	o.branches.Filter.View, o.minShare = convert.ExpertView, -1
	c := &cobra.Command{
		Use:   "branches [flags] PROFILE...",
		Short: "Rank conditionals by count and entropy",
		Long: `branches ranks the conditionals of a program: ifs, switches, loop conditions.
Default order: executions × entropy, so hot, hard-to-predict branches come
first.

Each row is a successor: its bytecode index, how often it was taken, and its
probability. ↺ marks a backward branch, usually a loop. Trips are jumps
back each time the loop is entered, on average, as in list; a do-while loop runs
its body once more. They are n/a unless the counts account for all of its
entries and exits; --classpath adds those of loops that are tested at their top. Per entry is executions per entry of the method,
which may run a loop many times, or stay in it. Probabilities are computed from
counts summed over all inlining contexts.`,
		Example: `  iprof-viz branches app.iprof
  iprof-viz branches --near-even 0.05 app.iprof
  iprof-viz branches --never --focus '^com\.example\.' app.iprof
  iprof-viz branches --format csv app.iprof`,
		Args: cli.SomeProfiles,
		RunE: running(e, o, runBranches),
	}
	cli.Bind(c, cli.OptionalShareValue(&o.branches.NearEven, 1), "near-even", "", "only conditionals whose two most likely successors are within this SHARE of 50%, such as 0.05")
	c.Flags().BoolVar(&o.branches.OneSided, "one-sided", false, "only conditionals that always took the same successor")
	c.Flags().BoolVar(&o.branches.Never, "never", false, "only conditionals in hot methods with a never-taken successor")
	cli.Bind(c, cli.ShareValue(&o.minShare), "min-share", "", "combine conditionals with fewer executions than this (default: 0.1% in text; 0 otherwise, and with --sort trips)")
	load.SiteFlags(c, &o.branches.SiteOptions, convert.Branches)
	tablejob.Flags(c, &o.table, &o.IOOptions)
	load.ClassFlags(c, &o.classes)
	load.FilterFlags(c, &o.branches.Filter)
	load.NameFlags(c, &o.names)
	cli.InputFlags(c, &o.IOOptions)
	return c
}

// settle sets what follows from other options, and fails if they contradict each other.
func (o branchesOptions) settle(out *cli.Output) (branchesOptions, error) {
	if even := o.branches.NearEven; even != nil && *even > 0.5 {
		return o, cli.Usage("0.05 stands for probabilities of 45% to 55%", "--near-even: %g is greater than 0.5", *even)
	}
	if b := o.branches; b.NearEven != nil && (b.OneSided || b.Never) || b.OneSided && b.Never {
		return o, cli.Usage("", "--near-even, --one-sided and --never are mutually exclusive")
	}
	limited := o.table.Limit >= 0
	var err error
	if o.table, err = o.table.Settle(out); err != nil {
		return o, err
	}
	opts := &o.branches
	opts.Limit, opts.Parts, opts.ByTarget = o.table.Limit, o.table.Parts(), o.table.ForPeople()
	selects := opts.NearEven != nil || opts.OneSided || opts.Never
	opts.KnownTrips = opts.Sort == "trips" && o.table.ForPeople() && !selects
	switch {
	case o.minShare >= 0:
		opts.MinShare = o.minShare
	case limited || !o.table.ForPeople() || opts.OneSided || opts.Never || opts.Sort == "trips": // the longest loops may be rare
	case opts.NearEven != nil:
		opts.MinShare = rank.Often
	default:
		opts.MinShare = defaultSiteShare
	}
	return o, nil
}

func runBranches(e *cli.Env, o branchesOptions, files []string) error {
	o, err := o.settle(e.Out)
	if err != nil {
		return err
	}
	opts := o.branches
	return tablejob.Job{
		Load:  load.Options{MaxInput: o.MaxInput, Needs: load.MetricNeeds(convert.Branches)}, // any record may show that code ran without a count
		Names: o.names, Filter: opts.Filter, Metric: convert.Branches, Table: o.table, Lines: o.classes,
		Make: func(p *iprof.Profile, names *convert.Names, lines *sourceline.Lines) (*table.Table, error) {
			opts.Lines = lines
			return makeBranches(p, names, opts)
		},
	}.Run(e, files)
}

// makeBranches ranks conditionals.
func makeBranches(p *iprof.Profile, names *convert.Names, opts rank.BranchOptions) (*table.Table, error) {
	if err := load.HintAtCommand(p, load.CheckMetric(p, convert.Branches)); err != nil {
		return nil, err
	}
	return tablejob.RowsLeft(rank.Branches(p, names, opts))
}
