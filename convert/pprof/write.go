// Package pprof reads and writes profiles for go tool pprof: gzipped messages of profile.proto.
package pprof

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
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

	// OnFiltered is called before the first write with the effect of the filters on each metric that has stacks, unless that
	// metric is missing. Its error ends the conversion. It may be nil.
	OnFiltered func([]FilterEffect) error
}

// FilterEffect is the effect of filters on a metric.
type FilterEffect struct {
	Metric convert.Metric
	Unit   string // the unit of the metric's values, in the plural
	Tally  convert.Tally
}

// Metrics returns the metrics of p that have stacks, for a profile with all of them: samples, calls, branches and receivers, and
// instanceof where the file has that section. Monitors have no stacks and must be requested.
func Metrics(p *iprof.Profile) []convert.Metric {
	if !p.Origin().IsIprof() {
		return []convert.Metric{convert.Samples}
	}
	metrics := []convert.Metric{convert.Samples, convert.Calls, convert.Branches, convert.Receivers}
	if p.Has(iprof.InstanceOf) {
		metrics = append(metrics, convert.InstanceOf)
	}
	return metrics
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

// comments explain the metrics. They are comments of the profile, which pprof prints above every table and beside every graph.
var comments = map[convert.Metric]string{
	convert.Samples:    "Samples: stacks that the sampler saw, a number and not a time",
	convert.Calls:      "Calls: method entries, not time",
	convert.Branches:   "Branches: outcomes of conditionals, not time",
	convert.Receivers:  "Receivers: virtual calls by the type called on, not time",
	convert.InstanceOf: "Instanceof: type checks by the type checked, not time",
	convert.Monitors:   "Monitors: lock acquisitions by type, not time",
}

const (
	inliningNote = "Inlining is shown as in the instrumented image, not the optimized one"

	// addressNote begins with # so that only `pprof -comments` prints it.
	addressNote = "# Location.Address is method id << 16 | uint16(BCI) of the innermost frame"
)

// oldInliningNotes are what older versions wrote instead of inliningNote.
var oldInliningNotes = []string{
	"Inlining is that of the instrumented image, not of the optimized one",
	"Inlining is that of the instrumented image, not of the optimised one",
}

// isInliningNote recognizes the comment in profiles of this version and of older ones.
func isInliningNote(comment string) bool {
	return comment == inliningNote || slices.Contains(oldInliningNotes, comment)
}

func write(out io.Writer, p *iprof.Profile, names *convert.Names, opts Options) error {
	names = names.OrDefault(p)
	metrics, err := columns(p, opts)
	if err != nil {
		return err
	}
	w := newWriter(out, p, names)
	w.opts = opts
	w.sampleTypes(metrics)

	var stacks, contexts *convert.Projection
	if w.has(convert.Samples) {
		stacks = convert.Project(p, p.Stacks, names, opts.Filter)
	}
	inlining := w.has(convert.Calls) || w.has(convert.Branches) || w.has(convert.Receivers) || w.has(convert.InstanceOf)
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
	return w.close()
}

// columns returns the metrics to write, without duplicates.
func columns(p *iprof.Profile, opts Options) ([]convert.Metric, error) {
	var metrics []convert.Metric
	for _, m := range opts.Metrics {
		if m = m.Resolve(p); !slices.Contains(metrics, m) {
			metrics = append(metrics, m)
		}
	}
	if metrics == nil {
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

// comments writes notes on the meaning of the numbers, and on the filters.
func (w *writer) comments(metrics []convert.Metric, stacks, contexts *convert.Projection) error {
	var notes, filtered []string
	var all []FilterEffect
	inlining := false
	for _, m := range metrics {
		note, unit, proj, records := comments[m], m.String(), stacks, "stacks"
		if m == convert.Samples {
			unit = m.UnitIn(w.profile)
		}
		switch m {
		case convert.Samples:
			if w.foreign() && unit != convert.Samples.Unit() {
				note = "Values: " + unit
			} else if w.opts.Period > 0 {
				note = fmt.Sprintf("Samples: stacks that the sampler saw, each taken for %v", w.opts.Period)
			}
		case convert.Calls:
			inlining, proj, records = true, contexts, "contexts"
		case convert.Branches, convert.Receivers, convert.InstanceOf:
			inlining, proj, records = true, contexts, "sites"
		case convert.Monitors:
			proj = nil
		}
		notes = append(notes, note)
		if proj == nil {
			continue
		}
		tally := proj.Tally(m.Records(w.profile))
		for _, note := range tally.Notes(unit, records) {
			filtered = append(filtered, strings.ToUpper(note[:1])+note[1:])
		}
		all = append(all, FilterEffect{m, unit, tally})
	}
	if w.opts.OnFiltered != nil && len(all) > 0 {
		if err := w.opts.OnFiltered(all); err != nil {
			return err
		}
	}
	if inlining {
		notes = append(notes, inliningNote)
		if w.opts.Complete != nil && w.has(convert.Calls) {
			notes = append(notes, completeNote)
		}
	}
	notes = append(notes, filtered...)
	if w.foreign() {
		notes = append(notes, "# Converted from "+w.profile.Origin().Format)
	} else {
		notes = append(notes, addressNote, "# Converted from an iprof of version "+w.profile.Version.String())
	}
	for _, n := range notes {
		w.intField(profileComment, w.str(n))
	}
	return nil
}
