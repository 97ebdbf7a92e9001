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
	tree    stacks.Options // without Lines
	classes classOptions
}

func newFolded(e *env, o *foldedOptions) *cobra.Command {
	c := &cobra.Command{
		Use:   "folded [flags] PROFILE...",
		Short: "Write folded stacks, for flamegraph.pl and others",
		Long: `folded writes a line for each distinct stack, "frame;frame;frame count", the
root first, sorted. flamegraph.pl, inferno, speedscope and others read it, and
so does "iprof-viz flame". With --lines, frames are lines of the source,
Parser.next:118, as async-profiler writes them: of callers the lines of the calls.`,
		Example: `  iprof-viz folded app.iprof | grep 'Json' | sort -rnk2 | head
  iprof-viz folded app.iprof | flamegraph.pl > app.svg`,
		Args: someProfiles,
		RunE: running(e, o, runFolded),
	}
	outputFlag(c, &o.ioOptions)
	c.Flags().BoolVar(&o.tree.ByLine, "lines", false, "append source lines to the names of frames; needs --classpath")
	classFlags(c, &o.classes)
	metricFlag(c, &o.tree.Metric, convert.Samples, convert.Calls)
	filterFlags(c, &o.tree.Filter)
	nameFlags(c, &o.names)
	o.names.Disambiguate = false // names are the same in every profile, and other tools know them
	sourceFlags(c, &o.sources)
	inputFlags(c, &o.ioOptions)
	return c
}

func runFolded(e *env, o foldedOptions, files []string) error {
	found, err := o.classes.openForLines()
	if err != nil {
		return err
	}
	if hasClasses := found != nil; hasClasses != o.tree.ByLine {
		return usage("", "--lines and --classpath need each other")
	}
	defer found.close()
	l, err := load(e, files, loadOptions{maxInput: o.maxInput, sources: o.sources}.of(o.tree.Metric).matching(o.tree.Filter))
	if err != nil {
		return err
	}
	names, err := e.newNames(l.name, o.names, o.tree.Filter, l.Profile)
	if err != nil {
		return err
	}
	if m, notes, other := focusMetric(names, o.tree.Metric, o.tree.Filter); other {
		e.console.tell(l.name, notes...)
		o.tree.Metric = m
	}
	e.console.tell(l.name, warningsOf(l, o.tree.Metric.Resolve(l.Profile))...)
	o.tree.Lines = found.lines(l.Profile)
	defer e.tellLines(l.name, found, o.tree.Lines)
	t, notes, err := makeTree(l.File.Source, names[0], o.tree)
	l.collect() // the tree is all that is needed from here on
	e.console.tell(l.name, notes...)
	if err != nil {
		return inFile(l.name, err)
	}
	return e.out.write(func(w io.Writer) error { return folded.Write(w, t) })
}
