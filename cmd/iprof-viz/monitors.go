package main

import (
	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A monitorsCommand has the flags of monitors.
type monitorsCommand struct {
	names convert.NameOptions
	table tableOutput
}

func (a *app) newMonitors(cmd *monitorsCommand) *cobra.Command {
	c := &cobra.Command{
		Use:   "monitors [flags] PROFILE...",
		Short: "Rank the types of objects that were locked",
		Long: `monitors ranks the types of the objects that threads locked, by how often. The profile does not say where, nor whether
anybody had to wait.`,
		Example: "  iprof-viz monitors app.iprof",
		Args:    someProfiles,
		RunE: func(c *cobra.Command, args []string) error {
			a.keepOnly(convert.Monitors)
			return a.table(&cmd.table, args, cmd.names, convert.Monitors, nil, func(p *iprof.Profile, names *convert.Names) (*convert.Table, error) {
				t, err := convert.Top(p, names, convert.TopOptions{Metric: convert.Monitors, Limit: cmd.table.limit})
				if err == nil {
					t.Name = "monitors"
				}
				return t, err
			})
		},
	}
	a.tableFlags(c, &cmd.table)
	nameFlags(c, &cmd.names)
	a.readFlags(c)
	return c
}
