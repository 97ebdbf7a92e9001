package exportjob

import (
	"io"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/exchange"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Conversion is a profile to write, with the settled choices of the user.
type Conversion struct {
	Profile *iprof.Profile
	Names   *convert.Names
	Metrics []convert.Metric
	Lines   *sourceline.Lines // nil: unknown
	Tags    *stacks.Tags      // nil: unknown, or not wanted

	// OnFiltered tells the user about filters, and fails if they leave nothing.
	OnFiltered func([]exchange.FilterEffect) error

	// OnSameNames tells the user how many methods are summed by name.
	OnSameNames func(methods int)

	// Tell tells the user something about the profile.
	Tell func(...cli.Note)

	found *load.ClassFinder
}

// RootCalls returns the callers of entries as compilation root, see [calls.Graph.RootCalls].
func (c *Conversion) RootCalls() [][]calls.RootCall {
	return calls.New(c.Profile, c.found.CallOptions()).RootCalls()
}

// Records reads profiles, and writes one or more of some metrics with the function.
func Records(e *cli.Env, o Options, files []string, among []convert.Metric, write func(io.Writer, *Conversion) error) error {
	if err := e.Out.Target.CheckExport(o.Extension); err != nil {
		return err
	}
	found, err := o.Classes.OpenForSources()
	if err != nil {
		return err
	}
	defer found.Close()
	reading := load.Options{MaxInput: o.MaxInput, Sources: o.Sources, Tags: o.Tags}
	if !o.Metrics.All && !o.Complete {
		reading = reading.Of(o.Metrics.Metric).Matching(o.Filter)
	}
	l, err := load.Load(e, files, reading.WithCode(found))
	if err != nil {
		return err
	}
	if err := o.Classes.TellSources(e, l); err != nil {
		return err
	}
	tell := func(notes ...cli.Note) { e.Console.Tell(l.Name, notes...) }
	tell(load.SourceNotes(l)...)
	metrics, notes, err := o.Metrics.settle(l.Profile, among)
	if err != nil {
		return cli.InFile(l.Name, err)
	}
	names, err := load.NewNames(e, l.Name, o.Names, o.Filter, l.Profile)
	if err != nil {
		return err
	}
	if !o.Metrics.All {
		m, chosen, err := load.FocusMetric(names, o.Metrics.Metric, o.Filter)
		if err != nil {
			return cli.InFile(l.Name, err)
		}
		if m != o.Metrics.Metric {
			metrics, notes = []convert.Metric{m}, chosen
		}
	}
	about := convert.DefaultMetric // all of them
	if !o.Metrics.All && !o.Complete {
		about = metrics[0]
	}
	tell(load.WarningsOf(l, about)...)
	tell(notes...)
	for _, m := range metrics {
		tell(load.ProfilerNotes(l.Profile, names[0], m, o.Filter.View)...)
	}
	c := &Conversion{Profile: l.Profile, Names: names[0], Metrics: metrics, Lines: found.Lines(l.Profile), Tags: l.Tags, Tell: tell, found: found}
	c.OnFiltered = func(all []exchange.FilterEffect) error {
		notes, err := load.AllFilterNotes(all)
		tell(notes...)
		return cli.InFile(l.Name, err)
	}
	c.OnSameNames = func(methods int) { tell(o.sameNameNotes(methods)...) }
	defer load.TellLines(e, l.Name, found, c.Lines)
	return e.Out.WriteResult(func(w io.Writer) error { return write(w, c) })
}
