package main

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgrind"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/exportjob"
)

func newCallgrind(e *cli.Env, o *exportjob.Options) *cobra.Command {
	metrics := slices.DeleteFunc(slices.Clone(convert.Metrics), func(m convert.Metric) bool { return m == convert.Monitors })
	c := &cobra.Command{
		Use:   "callgrind [flags] PROFILE...",
		Short: "Write a profile for KCachegrind and callgrind_annotate",
		Long: `callgrind writes a profile in the format of Callgrind, which KCachegrind,
QCachegrind and callgrind_annotate read. Self and inclusive costs are those of
"iprof-viz top"; a stack with recursion counts once. With --classpath, costs,
calls and jumps have source lines.

The number of calls is the number of entries counted at the call, inlined or
not; best with --classpath, as for "iprof-viz calls". Samples do not count
calls: without entries, the number is 1. The inclusive cost of a method that was
not inlined is divided among its callers by their calls. ` + convert.UnknownCallers + `
stands for the callers of threads, and of methods whose callers the profile does
not tell; --complete=false leaves the callers of all compilation roots unknown.

With -m branches, conditionals are jumps (jcnd=) to each of their successors.
With -m all, a file has several events. Objects are the categories of code:
application, library, JDK, native image.`,
		Example: `  iprof-viz callgrind -o callgrind.out.app app.iprof
  kcachegrind callgrind.out.app
  callgrind_annotate --inclusive=yes --tree=both callgrind.out.app
  iprof-viz callgrind -m all --classpath app.jar -o callgrind.out.app app.iprof`,
		Args: cli.SomeProfiles,
	}
	c.RunE = running(e, o, func(e *cli.Env, o exportjob.Options, files []string) error {
		if err := e.Out.NotForTerminal("a callgrind profile", "callgrind.out.app"); err != nil {
			return err
		}
		return exportjob.Records(e, o, files, metrics, func(w io.Writer, c *exportjob.Conversion) error {
			opts := callgrind.Options{Metrics: c.Metrics, Filter: o.Filter, Lines: c.Lines, OnFiltered: c.OnFiltered}
			if o.Complete {
				opts.Complete = c.RootCalls()
			}
			return callgrind.Write(w, c.Profile, c.Names, opts)
		})
	})
	exportjob.Flags(c, o, exportjob.PicksWithAll(metrics...), func() {
		c.Flags().BoolVar(&o.Complete, "complete", true, "add the callers of calls that were not inlined")
	})
	return c
}
