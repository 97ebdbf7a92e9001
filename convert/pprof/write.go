// Package pprof reads and writes profiles for go tool pprof: gzipped messages of profile.proto.
package pprof

import (
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/exchange"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Options choose the content of a pprof profile.
type Options struct {
	// Metrics are the sample types, in this order; none: convert.DefaultMetric or, with a Period, samples if there are any. Each
	// is written even if the profile has no records of it.
	Metrics []convert.Metric

	// Period is the sampling period. It adds cpu/nanoseconds to the samples. 0: unknown.
	Period time.Duration

	// Time is when the profile was taken. The zero Time is written as unknown.
	Time time.Time

	// Filter chooses stacks and frames. Its effect is noted in the profile's comments.
	Filter convert.FilterOptions

	// Lines are the source files and lines of the profile's methods; nil: unknown, and the files are those that the names of
	// classes imply.
	Lines *sourceline.Lines

	// Complete are the callers of entries as compilation root, by slot, see [calls.Graph.RootCalls]: these entries become samples of two
	// locations, the method and its caller. Nil: none.
	Complete [][]calls.RootCall

	// Tags are the threads of samples, and their states: labels thread and state. Nil: none.
	Tags *stacks.Tags

	// OnFiltered is called before the first write with the effect of the filters on each metric that has stacks, unless that
	// metric is missing. Its error ends the conversion. It may be nil.
	OnFiltered func([]exchange.FilterEffect) error

	// OnSameNames is called last with the number of methods that go tool pprof, which shows no signatures, adds up with others by their
	// name: see [stacks.SameNames]. It may be nil.
	OnSameNames func(methods int)
}

// Write writes the profile in pprof's format, gzipped.
//
// A sampled stack becomes a sample with one location per frame. An inlining context becomes a sample with a single location that
// has one line per frame, so that pprof marks the inlined frames. Each count is one sample: outcomes of conditionals have the label
// branch, such as "@11 →20", receiver types the label receiver, and types of instanceof and monitors the label type. Zeros make no
// samples, and records of the same place are added up.
//
// Nil names mean full names. An error comes from w or OnFiltered, or reports a time out of range.
func Write(w io.Writer, p *iprof.Profile, names *convert.Names, opts Options) error {
	zw, err := gzip.NewWriterLevel(w, compression)
	if err != nil {
		return err
	}
	if err := write(zw, p, names, opts); err != nil {
		return err
	}
	return zw.Close()
}

// compression is gzip's level: with the default level a file is 6% to 10% smaller, but the whole conversion takes 10% more CPU
// time.
const compression = 2

// addressNote begins with # so that only `pprof -comments` prints it.
const addressNote = "# Location.Address is method id << 16 | uint16(BCI) of the innermost frame"

// oldInliningNotes are what older versions wrote instead of [exchange.InliningNote].
var oldInliningNotes = []string{
	"Inlining is that of the instrumented image, not of the optimized one",
	"Inlining is that of the instrumented image, not of the optimised one",
}

// isInliningNote recognizes the comment in profiles of this version and of older ones.
func isInliningNote(comment string) bool {
	return comment == exchange.InliningNote || slices.Contains(oldInliningNotes, comment)
}

func write(out io.Writer, p *iprof.Profile, names *convert.Names, opts Options) error {
	names = names.OrDefault(p)
	metrics, err := columns(p, opts)
	if err != nil {
		return err
	}
	w := newWriter(out, p, names)
	w.opts = opts
	if w.tags = opts.Tags.ByStack(); w.tags != nil {
		w.order = make([]iprof.NodeID, p.Stacks.Len())
	}
	w.sampleTypes(metrics)

	var stacks, contexts *convert.Projection
	if w.has(convert.Samples) {
		stacks = convert.Project(p, p.Stacks, names, opts.Filter)
	}
	inlining := exchange.InContexts(metrics)
	if inlining {
		contexts = convert.Project(p, p.Contexts, names, opts.Filter)
	}
	if err := w.comments(metrics, stacks, contexts); err != nil {
		return err
	}

	if w.has(convert.Samples) {
		w.tree(p.Stacks, stacks, false)
	}
	if inlining {
		w.tree(p.Contexts, contexts, true)
	}
	if w.has(convert.Monitors) {
		w.monitors()
	}

	w.mapping()
	w.stackLocations()
	if !opts.Time.IsZero() {
		w.intField(profileTimeNanos, uint64(opts.Time.UnixNano()))
	}
	if opts.OnSameNames != nil {
		opts.OnSameNames(w.sameNames())
	}
	return w.close()
}

// columns returns the metrics to write, without duplicates.
func columns(p *iprof.Profile, opts Options) ([]convert.Metric, error) {
	metrics := exchange.Resolved(p, opts.Metrics)
	if opts.Metrics == nil {
		metrics = []convert.Metric{defaultMetric(p, opts.Period)}
	}
	switch {
	case !opts.Time.IsZero() && !time.Unix(0, opts.Time.UnixNano()).Equal(opts.Time):
		return nil, fmt.Errorf("the time %v is not within 292 years of 1970", opts.Time)
	case opts.Period < 0:
		return nil, fmt.Errorf("the period %v is negative", opts.Period)
	case opts.Period > 0 && slices.Contains(metrics, convert.Samples) &&
		p.Total(iprof.Samples) > math.MaxInt64/int64(opts.Period):
		return nil, fmt.Errorf("%d samples of %v are too many nanoseconds for 63 bits", p.Total(iprof.Samples), opts.Period)
	}
	return metrics, nil
}

// defaultMetric returns the metric that pprof shows first. A period applies to samples.
func defaultMetric(p *iprof.Profile, period time.Duration) convert.Metric {
	if period > 0 && p.Total(iprof.Samples) > 0 {
		return convert.Samples
	}
	return convert.DefaultMetric.Resolve(p)
}

// sampleTypes writes the types of the values of a sample.
func (w *writer) sampleTypes(metrics []convert.Metric) {
	initial := metrics[0].String()
	if m := defaultMetric(w.profile, w.opts.Period); slices.Contains(metrics, m) {
		initial = m.String()
	}
	for _, m := range metrics {
		w.column[m] = w.columns
		w.columns++
		typ, unit := m.String(), countUnit
		if m == convert.Samples && w.foreign() {
			typ, unit = valueTypeOf(w.profile.Origin().Unit)
			initial = typ
			if per := w.profile.Origin().PerSample; per > 0 && unit != countUnit {
				w.valueType(profilePeriodType, typ, unit)
				w.intField(profilePeriod, uint64(per))
			}
		}
		w.valueType(profileSampleType, typ, unit)
		if m == convert.Samples && w.opts.Period > 0 {
			w.columns++
			w.valueType(profileSampleType, "cpu", "nanoseconds")
			w.valueType(profilePeriodType, "cpu", "nanoseconds")
			w.intField(profilePeriod, uint64(w.opts.Period))
			if initial == typ {
				initial = "cpu" // with a period, users want time
			}
		}
	}
	w.intField(profileDefaultSampleType, w.str(initial))
}

// foreign reports whether the profile has stacks of another tool.
func (w *writer) foreign() bool { return !w.profile.Origin().IsIprof() }

// comments writes notes on the meaning of the numbers, and on the filters. They are comments of the profile, which pprof prints above
// every table and beside every graph.
func (w *writer) comments(metrics []convert.Metric, stacks, contexts *convert.Projection) error {
	var notes []string
	for _, m := range metrics {
		note := exchange.Meaning(w.profile, m)
		if m == convert.Samples && w.opts.Period > 0 && !(w.foreign() && m.UnitIn(w.profile) != convert.Samples.Unit()) {
			note = fmt.Sprintf("Samples: stacks that the sampler saw, each taken for %v", w.opts.Period)
		}
		notes = append(notes, note)
	}
	filtered := exchange.Filtered(w.profile, metrics, stacks, contexts)
	if w.opts.OnFiltered != nil && len(filtered) > 0 {
		if err := w.opts.OnFiltered(filtered); err != nil {
			return err
		}
	}
	if exchange.InContexts(metrics) {
		notes = append(notes, exchange.InliningNote)
		if w.opts.Complete != nil && w.has(convert.Calls) {
			notes = append(notes, completeNote)
		}
	}
	for _, f := range filtered {
		notes = append(notes, f.Notes()...)
	}
	if !w.foreign() {
		notes = append(notes, addressNote)
	}
	for _, n := range append(notes, "# "+exchange.Converted(w.profile)) {
		w.intField(profileComment, w.str(n))
	}
	return nil
}
