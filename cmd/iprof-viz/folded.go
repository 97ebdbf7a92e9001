package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
)

// foldedOptions are the options of folded.
type foldedOptions struct {
	cli.IOOptions
	sources load.SourceOptions
	names   convert.NameOptions
	tree    stacks.Options
	classes load.ClassOptions
}

func newFolded(e *cli.Env, o *foldedOptions) *cobra.Command {
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
		RunE: running(e, o, runFolded),
	}
	cli.OutputFlag(c, &o.IOOptions)
	c.Flags().BoolVar(&o.tree.ByLine, "lines", false, "append source lines to the names of frames; an iprof needs --classpath")
	load.ClassFlags(c, &o.classes)
	load.MetricFlag(c, &o.tree.Metric, convert.Samples, convert.Calls)
	load.FilterFlags(c, &o.tree.Filter)
	load.NameFlags(c, &o.names)
	o.names.Disambiguate = false // these names are the same in every profile, and other tools know them
	load.SourceFlags(c, &o.sources)
	cli.InputFlags(c, &o.IOOptions)
	return c
}

func runFolded(e *cli.Env, o foldedOptions, files []string) error {
	found, err := o.classes.OpenForLines()
	if err != nil {
		return err
	}
	defer found.Close()
	if found != nil && !o.tree.ByLine {
		return cli.Usage("", "--classpath needs --lines")
	}
	l, err := load.Load(e, files, load.Options{MaxInput: o.MaxInput, Sources: o.sources}.Of(o.tree.Metric).Matching(o.tree.Filter))
	if err != nil {
		return err
	}
	names, err := load.NewNames(e, l.Name, o.names, o.tree.Filter, l.Profile)
	if err != nil {
		return err
	}
	if m, notes, other := load.FocusMetric(names, o.tree.Metric, o.tree.Filter); other {
		e.Console.Tell(l.Name, notes...)
		o.tree.Metric = m
	}
	e.Console.Tell(l.Name, load.SourceNotes(l)...)
	e.Console.Tell(l.Name, load.WarningsOf(l, o.tree.Metric.Resolve(l.Profile))...)
	if o.tree.Lines = found.Lines(l.Profile); o.tree.ByLine && o.tree.Lines == nil {
		return load.NoLines("--lines")
	}
	defer load.TellLines(e, l.Name, found, o.tree.Lines)
	t, notes, err := load.MakeTree(l.Source, names[0], o.tree)
	l.Collect() // only the tree is needed from here on
	e.Console.Tell(l.Name, notes...)
	if err != nil {
		return cli.InFile(l.Name, err)
	}
	return e.Out.WriteResult(func(w io.Writer) error { return folded.Write(w, t) })
}
