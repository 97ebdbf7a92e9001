package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert/speedscope"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/exportjob"
)

func newSpeedscope(e *cli.Env, o *exportjob.Options) *cobra.Command {
	c := &cobra.Command{
		Use:   "speedscope [flags] PROFILE...",
		Short: "Write stacks for speedscope",
		Long: `speedscope writes JSON in the file format of https://www.speedscope.app, which
also runs offline. Each distinct stack is a sample with its count as weight, so
"Left Heavy" and "Sandwich" show its sums; "Time Order" is not an order in time.
With -m all, samples and calls are two profiles of one file.

With --classpath, frames have the source file and the first line of the method;
with --lines, frames are lines of the source: Parser.next:118.`,
		Example: `  iprof-viz speedscope -o app.speedscope.json app.iprof
  speedscope app.speedscope.json
  iprof-viz speedscope -m all --classpath app.jar -o app.json app.iprof`,
		Args: cli.SomeProfiles,
	}
	c.RunE = running(e, o, func(e *cli.Env, o exportjob.Options, files []string) error {
		if err := e.Out.NotForTerminal("a speedscope profile", "app.speedscope.json"); err != nil {
			return err
		}
		o.Extension = ".json"
		return exportjob.Trees(e, o, files, false, func(w io.Writer, trees []*stacks.Tree) error { return speedscope.Write(w, trees...) })
	})
	exportjob.Flags(c, o, exportjob.PicksWithAll(exportjob.TreeMetrics...), func() {
		c.Flags().BoolVar(&o.ByLine, "lines", false, "append source lines to the names of frames; an iprof needs --classpath")
	})
	o.Names.Disambiguate = false // as in folded stacks
	return c
}
