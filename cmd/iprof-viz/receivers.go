package main

import (
	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/tablejob"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// typesOptions are the options of receivers and instanceof.
type typesOptions struct {
	cli.IOOptions
	names   convert.NameOptions
	types   rank.TypeOptions
	table   tablejob.Options
	classes load.ClassOptions
	optlog  string // the log of the optimized image's compiler; "": none
}

const kindsOfSites = ` A site
is monomorphic with one type, bimorphic with two, polymorphic with up to seven,
and megamorphic with eight, the profiler's limit. It is unknown if none of its
types are listed, as in a stripped profile.

Sites that are both executed often and hard to predict come first: bits are the
entropy of the types, and two to the power of these their effective number. With
--normalize, types with the same name share a row.`

func newReceivers(e *cli.Env, o *typesOptions) *cobra.Command {
	c := &cobra.Command{
		Use:   "receivers [flags] PROFILE...",
		Short: "Rank virtual calls and their receiver types",
		Long: "receivers ranks virtual call sites and their receiver types." + kindsOfSites + `

The callee is shown if an inlining context or a sampled stack contains it.
--optlog adds what became of each call in the optimized image: a virtual call, a
switch of types, …`,
		Example: `  iprof-viz receivers app.iprof
  iprof-viz receivers --kind polymorphic,megamorphic app.iprof
  iprof-viz receivers --min-share 1% app.iprof`,
	}
	load.OptlogFlag(c, &o.optlog)
	return typesCommand(e, c, o, convert.Receivers)
}

func newInstanceOf(e *cli.Env, o *typesOptions) *cobra.Command {
	c := &cobra.Command{
		Use:     "instanceof [flags] PROFILE...",
		Short:   "Rank type checks and the types they saw",
		Long:    "instanceof ranks type checks by the types of the objects that were checked." + kindsOfSites,
		Example: "  iprof-viz instanceof --kind polymorphic,megamorphic app.iprof",
	}
	return typesCommand(e, c, o, convert.InstanceOf)
}

// typesCommand completes a command that shows the types at the sites of a metric.
func typesCommand(e *cli.Env, c *cobra.Command, o *typesOptions, metric convert.Metric) *cobra.Command {
	o.types.Filter.View = convert.ExpertView
	c.Args = cli.SomeProfiles
	c.RunE = running(e, o, func(e *cli.Env, o typesOptions, files []string) error { return runTypes(e, o, metric, files) })
	cli.Bind(c, cli.ListValue(&o.types.Kinds, "KINDS", kinds(), cli.ByPrefix), "kind", "", "only sites of these kinds, comma-separated: monomorphic, bimorphic, polymorphic, megamorphic, unknown")
	cli.Bind(c, cli.ShareValue(&o.types.MinShare), "min-share", "", "combine types below this share of their call site, such as 1%")
	load.SiteFlags(c, &o.types.SiteOptions, metric)
	tablejob.Flags(c, &o.table, &o.IOOptions)
	load.ClassFlags(c, &o.classes)
	load.FilterFlags(c, &o.types.Filter)
	load.NameFlags(c, &o.names)
	cli.InputFlags(c, &o.IOOptions)
	return c
}

// settle sets what follows from other options.
func (o typesOptions) settle(out *cli.Output) (typesOptions, error) {
	var err error
	o.table, err = o.table.Settle(out)
	o.types.Limit, o.types.Parts = o.table.Limit, o.table.Parts()
	return o, err
}

func runTypes(e *cli.Env, o typesOptions, metric convert.Metric, files []string) error {
	o, err := o.settle(e.Out)
	if err != nil {
		return err
	}
	opts := o.types
	log, err := load.OptimizationLog(e, o.optlog, o.MaxInput)
	if err != nil {
		return err
	}
	return tablejob.Job{
		Load:  load.Options{MaxInput: o.MaxInput, Needs: load.MetricNeeds(metric)}, // all contexts and stacks show called methods
		Names: o.names, Filter: opts.Filter, Metric: metric, Table: o.table, Lines: o.classes,
		Make: func(p *iprof.Profile, names *convert.Names, lines *sourceline.Lines) (*table.Table, error) {
			opts.Lines = lines
			if log != nil {
				opts.Optimized = optimized.New(p, log)
			}
			return makeTypes(p, names, metric, opts)
		},
	}.Run(e, files)
}

// makeTypes ranks the sites of a metric, which is convert.Receivers or convert.InstanceOf.
func makeTypes(p *iprof.Profile, names *convert.Names, metric convert.Metric, opts rank.TypeOptions) (*table.Table, error) {
	if err := load.HintAtCommand(p, load.CheckMetric(p, metric)); err != nil {
		return nil, err
	}
	return tablejob.RowsLeft(rank.Types(p, names, metric, opts))
}

func kinds() []cli.Pick[sites.TypeKind] {
	return cli.ByName(sites.Monomorphic, sites.Bimorphic, sites.Polymorphic, sites.Megamorphic, sites.UnknownTypes)
}
