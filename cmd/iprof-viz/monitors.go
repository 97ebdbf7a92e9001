package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A monitorsCommand has the flags of monitors.
type monitorsCommand struct {
	names convert.NameOptions
	top   rank.TopOptions
	table tableOutput
}

func (a *app) newMonitors(cmd *monitorsCommand) *cobra.Command {
	cmd.top.Metric, cmd.top.Filter.View = convert.Monitors, convert.ExpertView
	c := &cobra.Command{
		Use:   "monitors [flags] PROFILE...",
		Short: "Rank the types of objects that were locked",
		Long: `monitors ranks the types of the objects that threads locked, by how often. The profile does not say where, nor whether
anybody had to wait. There are no stacks to choose from, so a view is one of types.`,
		Example: "  iprof-viz monitors app.iprof",
		Args:    someProfiles,
		RunE: func(c *cobra.Command, args []string) error {
			a.keepOnly(convert.Monitors)
			return a.table(&cmd.table, args, cmd.names, convert.Monitors, nil, func(p *iprof.Profile, names *convert.Names) (*table.Table, error) {
				cmd.top.Limit = cmd.table.limit
				t, err := rank.Top(p, names, cmd.top)
				if err != nil {
					return nil, usage("", "%w", err)
				}
				t.Name = "monitors"
				return t, nil
			})
		},
	}
	a.tableFlags(c, &cmd.table)
	filterFlags(c, &cmd.top.Filter)
	for _, of := range []string{"focus", "ignore", "hide", "show-from"} {
		c.Flags().MarkHidden(of) // all that they do is to say why not
	}
	nameFlags(c, &cmd.names)
	for name, usage := range map[string]string{
		"view":  "all types; not the profiler's; those of the VM as one, too",
		"names": "how much of a type's name is shown; signature is full",
	} { // there are no frames, no methods and nothing for a REGEXP
		flag := c.Flag(name)
		values, _, _ := strings.Cut(flag.Usage, ":")
		flag.Usage = values + ": " + usage
	}
	a.readFlags(c)
	return c
}
