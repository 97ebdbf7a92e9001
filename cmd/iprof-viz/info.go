package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/health"
	"github.com/iprof-viz/iprof-viz/render"
)

// An infoCommand has the flags of info.
type infoCommand struct {
	names  convert.NameOptions
	info   health.InfoOptions
	format string // "": by the extension of --output
}

func (a *app) newInfo(cmd *infoCommand) *cobra.Command {
	cmd.info.Limit = 5
	c := &cobra.Command{
		Use:   "info [flags] PROFILE...",
		Short: "Tell what a profile holds, what it lacks, what to doubt",
		Long: `info tells how many records of each kind a profile holds, whose code they are
about, which methods count most, and what keeps the numbers from being taken at
face value. "iprof-viz PROFILE" does the same.`,
		Example: `  iprof-viz info app.iprof
  iprof-viz info --format json app.iprof | jq .doubts`,
		Args: someProfiles,
		RunE: func(c *cobra.Command, args []string) error { return a.info(cmd, args) },
	}
	a.infoFlags(c, cmd)
	return c
}

func (a *app) infoFlags(c *cobra.Command, cmd *infoCommand) {
	a.outputFlags(c)
	choiceFlag(c, &cmd.format, "format", "", "by the extension of --output unless told",
		pick[string]{"text", "text"}, pick[string]{"json", "json"})
	bind(c, numberValue(&cmd.info.Limit, "ROWS"), "limit", "n", "rows of each list; 0: all")
	nameFlags(c, &cmd.names)
	a.readFlags(c)
}

func (a *app) info(cmd *infoCommand, files []string) error {
	in, p, err := a.profile(files)
	if err != nil {
		return err
	}
	info := health.NewInfo(p, convert.NewNames(cmd.names, p)[0], cmd.info)
	return a.write(func(w io.Writer) error {
		if cmd.format == "json" || cmd.format == "" && a.target.extension() == ".json" {
			return render.InfoJSON(w, info)
		}
		return render.InfoText(w, info, render.InfoOptions{Title: in.name, Width: a.columns()})
	})
}
