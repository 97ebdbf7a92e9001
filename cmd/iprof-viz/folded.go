package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
)

// foldedOptions are those of folded.
type foldedOptions struct {
	ioOptions
	sources sourceOptions
	names   convert.NameOptions
	tree    stacks.Options
}

func newFolded(e *env, o *foldedOptions) *cobra.Command {
	c := &cobra.Command{
		Use:   "folded [flags] PROFILE...",
		Short: "Write folded stacks, for flamegraph.pl and others",
		Long: `folded writes a line for each distinct stack, "frame;frame;frame count", the
root first, sorted. flamegraph.pl, inferno, speedscope and others read it, and
so does "iprof-viz flame".`,
		Example: `  iprof-viz folded app.iprof | grep 'Json' | sort -rnk2 | head
  iprof-viz folded app.iprof | flamegraph.pl > app.svg`,
		Args: someProfiles,
		RunE: running(e, o, runFolded),
	}
	outputFlag(c, &o.ioOptions)
	metricFlag(c, &o.tree.Metric, convert.Samples, convert.Calls)
	filterFlags(c, &o.tree.Filter)
	nameFlags(c, &o.names)
	o.names.Disambiguate = false // names are the same in every profile, and other tools know them
	sourceFlags(c, &o.sources)
	inputFlags(c, &o.ioOptions)
	return c
}

func runFolded(e *env, o foldedOptions, files []string) error {
	l, err := load(e, files, loadOptions{maxInput: o.maxInput, sources: o.sources}.of(o.tree.Metric))
	if err != nil {
		return err
	}
	e.console.tell(l.name, warnings(l)...)
	names, err := e.newNames(l.name, o.names, o.tree.Filter, l.Profile)
	if err != nil {
		return err
	}
	t, notes, err := makeTree(l.Source.Source, names[0], o.tree)
	l.collect() // the tree is all that is needed from here on
	e.console.tell(l.name, notes...)
	if err != nil {
		return inFile(l.name, err)
	}
	return e.out.write(func(w io.Writer) error { return folded.Write(w, t) })
}
