// Package callgrind writes profiles in the format of Callgrind, which KCachegrind and callgrind_annotate read.
//
// The format has self costs of functions by source line, and calls with inclusive costs. Both readers take the sum of the calls to a
// function as its inclusive cost. So each method has calls for all that it is entered by, those of unknown callers from [convert.UnknownCallers], and a
// stack with recursion counts once: for the call that entered the method first. The inclusive costs are then those of package rank.
package callgrind

import (
	"io"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/exchange"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Options choose the content of a file.
type Options struct {
	// Metrics are the events, in this order, without [convert.Monitors], which have no stacks; none: convert.DefaultMetric.
	Metrics []convert.Metric

	// Filter chooses stacks and frames. Its effect is noted in the file's descriptions.
	Filter convert.FilterOptions

	// Lines are the source files and lines of the profile's methods; nil: all lines are 0, and the files are those that the names of
	// classes imply.
	Lines *sourceline.Lines

	// Complete are the callers of entries as compilation root, by slot, see [calls.Graph.RootCalls]. The inclusive costs of the root are
	// divided among them by their calls. Nil: the callers are unknown.
	Complete [][]calls.RootCall

	// OnFiltered is called before the first write with the effect of the filters on each metric, unless they have none. Its error ends
	// the conversion. It may be nil.
	OnFiltered func([]exchange.FilterEffect) error
}

// Write writes a profile in the format of Callgrind, version 1: https://valgrind.org/docs/manual/cl-format.html.
//
// Costs are at the line where something was counted and, of calls, where the call is. A line that is unknown is 0. The number of a call
// is that of the entries counted at the call, inlined or not; 1 if no entries are known, as samples do not count calls. The object of a
// function is the category of its code. Conditionals have jumps with how often each successor was taken, if branches are among the
// metrics.
//
// Readers identify a function by its name and file, so names should have [convert.NameOptions.Disambiguate]; nil names are full names with
// it. An error comes from w or OnFiltered.
func Write(w io.Writer, p *iprof.Profile, names *convert.Names, opts Options) error {
	if names == nil {
		names = convert.NewNames(p, convert.NameOptions{Disambiguate: true})
	}
	metrics := exchange.Resolved(p, opts.Metrics)
	m := newModel(p, opts, metrics)
	stacks := convert.Project(p, p.Stacks, names, opts.Filter)
	contexts := convert.Project(p, p.Contexts, names, opts.Filter)
	filtered := exchange.Filtered(p, metrics, stacks, contexts)
	if opts.OnFiltered != nil && len(filtered) > 0 {
		if err := opts.OnFiltered(filtered); err != nil {
			return err
		}
	}
	if m.has(convert.Samples) {
		m.addStacks(stacks)
	}
	m.addContexts(contexts)
	var notes []string
	for _, metric := range metrics {
		notes = append(notes, exchange.Meaning(p, metric))
	}
	if exchange.InContexts(metrics) {
		notes = append(notes, exchange.InliningNote)
	}
	for _, f := range filtered {
		notes = append(notes, f.Notes()...)
	}
	return m.write(w, names, append(notes, exchange.Converted(p)))
}
