package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/exportjob"
)

func newFolded(e *cli.Env, o *exportjob.Options) *cobra.Command {
	c := &cobra.Command{
		Use:   "folded [flags] PROFILE...",
		Short: "Write folded stacks, for flamegraph.pl and others",
		Long: `folded writes one sorted line per distinct stack, root first: "frame;frame;frame
count". flamegraph.pl, inferno, speedscope and others read it, and so does
"iprof-viz flame". With --lines, frames are lines of the source,
Parser.next:118, in the format of async-profiler; for callers, the line of the
call.`,
		Example: `  iprof-viz folded app.iprof | grep 'Json' | sort -rnk2 | head
  iprof-viz folded app.iprof | flamegraph.pl > app.svg`,
		Args: cli.SomeProfiles,
	}
	c.RunE = running(e, o, func(e *cli.Env, o exportjob.Options, files []string) error {
		o.Extension = ".folded"
		return exportjob.Trees(e, o, files, true, func(w io.Writer, trees []*stacks.Tree) error { return folded.Write(w, trees[0]) })
	})
	exportjob.Flags(c, o, exportjob.Picks(exportjob.TreeMetrics...), func() {
		c.Flags().BoolVar(&o.ByLine, "lines", false, "append source lines to the names of frames; an iprof needs --classpath")
	})
	o.Names.Disambiguate = false // these names are the same in every profile, and other tools know them
	return c
}
