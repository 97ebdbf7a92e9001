package main

import (
	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A typesCommand has the flags of receivers or of instanceof.
type typesCommand struct {
	names convert.NameOptions
	types rank.TypeOptions
	table tableOutput
}

const typesLong = `

A site is monomorphic with one type, bimorphic with two, polymorphic with up to seven; one with eight is megamorphic, as
the profiler keeps no more than eight. First come sites that are both executed often and hard to foretell. With --normalize,
types that read alike are one row.`

func (a *app) newReceivers(cmd *typesCommand) *cobra.Command {
	c := &cobra.Command{
		Use:   "receivers [flags] PROFILE...",
		Short: "Rank virtual calls, with the types they were made on",
		Long: `receivers ranks virtual calls by the types of the objects that they were made on. What a site calls is shown where
an inlining context or a sampled stack has it.` + typesLong,
		Example: `  iprof-viz receivers app.iprof
  iprof-viz receivers --kind polymorphic,megamorphic app.iprof
  iprof-viz receivers --min-share 1% app.iprof`,
	}
	return a.typesCommand(c, cmd, convert.Receivers)
}

func (a *app) newInstanceOf(cmd *typesCommand) *cobra.Command {
	c := &cobra.Command{
		Use:     "instanceof [flags] PROFILE...",
		Short:   "Rank type checks, with the types they met",
		Long:    "instanceof ranks type checks by the types of the objects that were checked." + typesLong,
		Example: "  iprof-viz instanceof --kind polymorphic,megamorphic app.iprof",
	}
	return a.typesCommand(c, cmd, convert.InstanceOf)
}

func (a *app) typesCommand(c *cobra.Command, cmd *typesCommand, metric convert.Metric) *cobra.Command {
	cmd.types.Filter.View = convert.ExpertView
	c.Args = someProfiles
	c.RunE = func(c *cobra.Command, args []string) error {
		a.reading.iprof.Sections = nil // all contexts and stacks show what is called
		return a.table(&cmd.table, args, cmd.names, metric, nil, func(p *iprof.Profile, names *convert.Names) (*table.Table, error) {
			cmd.types.Limit, cmd.types.Parts = cmd.table.limit, cmd.table.parts()
			return rank.Types(p, names, metric, cmd.types)
		})
	}
	bind(c, listValue(&cmd.types.Kinds, "KINDS", kinds(), byPrefix), "kind", "", "only sites of these kinds, parted by commas: monomorphic, bimorphic, polymorphic, megamorphic")
	bind(c, shareValue(&cmd.types.MinShare), "min-share", "", "show types with less of their site as one, such as 1%")
	siteFlags(c, &cmd.types.SiteOptions)
	a.tableFlags(c, &cmd.table)
	filterFlags(c, &cmd.types.Filter)
	nameFlags(c, &cmd.names)
	a.readFlags(c)
	return c
}

func kinds() []pick[convert.TypeKind] {
	return byName(convert.Monomorphic, convert.Bimorphic, convert.Polymorphic, convert.Megamorphic)
}
