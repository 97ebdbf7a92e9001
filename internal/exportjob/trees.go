package exportjob

import (
	"io"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
)

// TreeMetrics are the metrics of trees.
var TreeMetrics = []convert.Metric{convert.Samples, convert.Calls}

// Trees reads profiles, and writes the trees of their stacks, one per metric, with the function. Lines are those of methods, or with
// ByLine of frames; with needsLines, class files are of no use without it.
func Trees(e *cli.Env, o Options, files []string, needsLines bool, write func(io.Writer, []*stacks.Tree) error) error {
	if err := e.Out.Target.CheckExport(o.Extension); err != nil {
		return err
	}
	found, err := o.Classes.OpenForSources()
	if err != nil {
		return err
	}
	defer found.Close()
	if needsLines && found != nil && !o.ByLine {
		return cli.Usage("", "--classpath needs --lines")
	}
	reading := load.Options{MaxInput: o.MaxInput, Sources: o.Sources}
	if !o.Metrics.All {
		reading = reading.Of(o.Metrics.Metric).Matching(o.Filter)
	}
	l, err := load.Load(e, files, reading.WithCode(found))
	if err != nil {
		return err
	}
	if err := o.Classes.TellSources(e, l); err != nil {
		return err
	}
	names, err := load.NewNames(e, l.Name, o.Names, o.Filter, l.Profile)
	if err != nil {
		return err
	}
	e.Console.Tell(l.Name, load.SourceNotes(l)...)
	metrics := []convert.Metric{o.Metrics.Metric}
	if o.Metrics.All {
		if metrics, _, err = o.Metrics.settle(l.Profile, TreeMetrics); err != nil {
			return cli.InFile(l.Name, err)
		}
		e.Console.Tell(l.Name, load.Warnings(l)...)
	} else {
		m, notes, err := load.FocusMetric(names, metrics[0], o.Filter)
		if err != nil {
			return cli.InFile(l.Name, err)
		}
		e.Console.Tell(l.Name, notes...)
		metrics[0] = m
		e.Console.Tell(l.Name, load.WarningsOf(l, metrics[0].Resolve(l.Profile))...)
	}
	lines := found.Lines(l.Profile)
	if o.ByLine && lines == nil {
		return load.NoLines("--lines")
	}
	defer load.TellLines(e, l.Name, found, lines)
	var trees []*stacks.Tree
	alike := 0
	for _, m := range metrics {
		if len(metrics) > 1 && l.Profile.Total(m.Section()) == 0 {
			continue
		}
		e.Console.Tell(l.Name, load.ProfilerNotes(l.Profile, names[0], m.Resolve(l.Profile), o.Filter.View)...)
		t, notes, err := load.MakeTree(l.Source, names[0], stacks.Options{Metric: m, Filter: o.Filter, ByLine: o.ByLine, Lines: lines, SameNames: true})
		e.Console.Tell(l.Name, notes...)
		if err != nil {
			return cli.InFile(l.Name, err)
		}
		trees, alike = append(trees, t), max(alike, t.SameNames)
	}
	e.Console.Tell(l.Name, o.sameNameNotes(alike)...)
	l.Collect() // only the trees are needed from here on
	return e.Out.WriteResult(func(w io.Writer) error { return write(w, trees) })
}
