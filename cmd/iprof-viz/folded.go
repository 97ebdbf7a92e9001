package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
)

// A foldedCommand has the flags of folded.
type foldedCommand struct {
	names convert.NameOptions
	tree  stacks.Options
}

func (a *app) newFolded(cmd *foldedCommand) *cobra.Command {
	c := &cobra.Command{
		Use:   "folded [flags] PROFILE...",
		Short: "Write folded stacks, for flamegraph.pl and others",
		Long: `folded writes a line for each distinct stack, "frame;frame;frame count", the
root first, sorted. flamegraph.pl, inferno, speedscope and others read it, and
so does "iprof-viz flame".`,
		Example: `  iprof-viz folded app.iprof | grep 'Json' | sort -rnk2 | head
  iprof-viz folded app.iprof | flamegraph.pl > app.svg`,
		Args: someProfiles,
		RunE: func(c *cobra.Command, args []string) error { return a.folded(cmd, args) },
	}
	a.outputFlags(c)
	metricFlag(c, &cmd.tree.Metric, convert.Samples, convert.Calls)
	filterFlags(c, &cmd.tree.Filter)
	nameFlags(c, &cmd.names)
	cmd.names.Apart = false // names are the same in every profile, and other tools know them
	a.readFlags(c)
	return c
}

func (a *app) folded(cmd *foldedCommand, files []string) error {
	a.keepOnly(cmd.tree.Metric)
	t, err := a.tree(files, cmd.names, cmd.tree)
	if err != nil {
		return err
	}
	return a.write(func(w io.Writer) error { return folded.Write(w, t) })
}
