package main

import (
	"strings"

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

// monitorsOptions are the options of monitors.
type monitorsOptions struct {
	cli.IOOptions
	names convert.NameOptions
	top   rank.TopOptions
	table tablejob.Options
}

func newMonitors(e *cli.Env, o *monitorsOptions) *cobra.Command {
	o.top.Filter.View = convert.ExpertView
	c := &cobra.Command{
		Use:   "monitors [flags] PROFILE...",
		Short: "Rank lock types by number of acquisitions",
		Long: `monitors ranks the types of locked objects by number of lock acquisitions. The
profile records neither call sites nor contention. Without stacks, --view
filters types.`,
		Example: "  iprof-viz monitors app.iprof",
		Args:    cli.SomeProfiles,
		RunE:    running(e, o, runMonitors),
	}
	tablejob.Flags(c, &o.table, &o.IOOptions)
	load.FilterFlags(c, &o.top.Filter)
	for _, of := range []string{"focus", "ignore", "hide", "show-from"} {
		c.Flags().MarkHidden(of) // they exist only to explain why not
	}
	load.NameFlags(c, &o.names)
	for name, usage := range map[string]string{
		"view":  "all types; without the profiler's; also with the VM's as one; the application's, with the others as one",
		"names": "how much of a type's name to show; signature is full",
	} { // no frames, no methods and nothing for a REGEXP to match
		flag := c.Flag(name)
		values, _, _ := strings.Cut(flag.Usage, ":")
		flag.Usage = values + ": " + usage
	}
	cli.InputFlags(c, &o.IOOptions)
	return c
}

// settle sets what follows from other options.
func (o monitorsOptions) settle(out *cli.Output) (monitorsOptions, error) {
	var err error
	o.table, err = o.table.Settle(out)
	o.top.Metric, o.top.Limit = convert.Monitors, o.table.Limit
	return o, err
}

func runMonitors(e *cli.Env, o monitorsOptions, files []string) error {
	o, err := o.settle(e.Out)
	if err != nil {
		return err
	}
	opts := o.top
	return tablejob.Job{
		Load: load.Options{MaxInput: o.MaxInput}.Of(convert.Monitors), Names: o.names, Filter: opts.Filter, Metric: convert.Monitors, Table: o.table,
		Make: func(p *iprof.Profile, names *convert.Names, _ *sourceline.Lines) (*table.Table, error) {
			return makeMonitors(p, names, opts)
		},
	}.Run(e, files)
}

// makeMonitors ranks types of objects.
func makeMonitors(p *iprof.Profile, names *convert.Names, opts rank.TopOptions) (*table.Table, error) {
	if err := load.HintAtCommand(p, load.CheckMetric(p, convert.Monitors)); err != nil {
		return nil, err
	}
	t, err := rank.Top(p, names, opts)
	if err != nil {
		return nil, cli.Usage("", "%w", err)
	}
	t.Name = "monitors"
	return tablejob.RowsLeft(t, nil)
}
