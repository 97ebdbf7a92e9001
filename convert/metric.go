// Package convert interprets the records of a profile: which metric they count, whose code a frame is, which frames a
// view shows, how methods are named. The packages below it build models from that, and other tools' formats:
//
//	iprof.Parse ─> Profile ─┬─ stacks.NewTree ─> Tree ──── flame.SVG, folded.Write
//	                        ├─ callgraph.New ──> Graph ─── graph.DOT
//	                        ├─ inlining.New ───> Trees ─── inlinetree.Text, DOT, …
//	                        ├─ rank.Top, … ────> Table ─── tables.Text, CSV, JSON, Markdown
//	                        ├─ diff.New, … ────> Set ───── tables.WriteSet
//	                        ├─ info.New, … ────> Info ──── summary.InfoText, InfoJSON
//	                        ├─ pprof.Write
//	                        └─ rewrite.Strip, … ─> Profile ─ iprof.Write
//
// Package source reads the stacks of other tools' files into the same Profile.
package convert

import (
	"fmt"
	"math"

	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// EnoughSamples is the number of samples at which shares of a whole profile become reliable: with 300, a share of a half is known
// to within 6 percentage points, a tenth to within 3.5.
const EnoughSamples = 300

// A Metric is what values count. Calls are not time, and samples are not seconds.
type Metric int

// The metrics, in the order of every list.
const (
	DefaultMetric Metric = iota // samples if there are EnoughSamples or in other tools' stacks, otherwise calls
	Samples
	Calls
	Branches
	Receivers
	InstanceOf
	Monitors
)

// Metrics are all metrics that a profile may hold.
var Metrics = []Metric{Samples, Calls, Branches, Receivers, InstanceOf, Monitors}

// String returns the user-visible name of the metric.
func (m Metric) String() string {
	return words.Enum(m, "Metric", "default", "samples", "calls", "branches", "receivers", "instanceof", "monitors")
}

// Section returns the section of the file that holds the metric's records.
func (m Metric) Section() iprof.Section {
	switch m {
	case Calls:
		return iprof.Calls
	case Branches:
		return iprof.Conditionals
	case Receivers:
		return iprof.Receivers
	case InstanceOf:
		return iprof.InstanceOf
	case Monitors:
		return iprof.Monitors
	default:
		return iprof.Samples
	}
}

// Resolve returns m itself, or the metric that DefaultMetric stands for in profiles that are shown together.
func (m Metric) Resolve(profiles ...*iprof.Profile) Metric {
	if m != DefaultMetric {
		return m
	}
	samples, calls := int64(math.MaxInt64), int64(math.MaxInt64) // the minimum over all
	for _, p := range profiles {
		if !p.Origin().IsIprof() {
			return Samples
		}
		samples, calls = min(samples, p.Total(iprof.Samples)), min(calls, p.Total(iprof.Calls))
	}
	if samples >= EnoughSamples || samples > 0 && calls == 0 {
		return Samples
	}
	return Calls
}

// Unit returns the things that the metric's values count, in the plural.
func (m Metric) Unit() string {
	switch m {
	case Calls:
		return "method entries"
	case Branches:
		return "executions of conditionals"
	case Receivers:
		return "virtual calls"
	case InstanceOf:
		return "type checks"
	case Monitors:
		return "lock acquisitions"
	}
	return "samples"
}

// UnitIn returns what the metric's values count in a profile, in the plural: for samples, what its origin says.
func (m Metric) UnitIn(p *iprof.Profile) string {
	if m == Samples {
		return p.Origin().Unit
	}
	return m.Unit()
}

// PerSample returns how much one sample adds to the metric's values in a profile, see [iprof.Origin.PerSample]; 0 for other
// metrics, which are not random samples.
func (m Metric) PerSample(p *iprof.Profile) int64 {
	if m == Samples {
		return p.Origin().PerSample
	}
	return 0
}

// SampleNoun returns the word for samples, in the plural, given their unit and the value of one: the unit if a sample is one of it, as a tick is.
func (m Metric) SampleNoun(unit string, perSample int64) string {
	if perSample == 1 && unit != UnknownUnit {
		return unit
	}
	return m.Unit()
}

// RecordsNoun returns the word for the metric's records, in the plural.
func (m Metric) RecordsNoun() string {
	switch m {
	case Samples:
		return "stacks"
	case Calls:
		return "contexts"
	case Monitors:
		return "types"
	}
	return "records"
}

// TopTitle describes what rows are sorted by, given the unit of their values.
func TopTitle(sort, unit string) string {
	switch sort {
	case "self":
		return "self " + unit
	case "total":
		return "total " + unit
	}
	return topTitles[sort]
}

var topTitles = map[string]string{
	"entries":   "entries",
	"inclusive": "inclusive entries", "root": "entries as compilation root", "inlined": "inlined entries",
	"executions": "executions", "sites": "number of sites", "contexts": "number of contexts", "count": "lock acquisitions", "name": "name",
}

// EntriesUnit is the unit of calls.
const EntriesUnit = "method entries"

// UnknownUnit is the unit of values if the input does not say what it counts.
const UnknownUnit = "counts"

// InstrumentedInliningNote is a note on the contexts of an iprof.
const InstrumentedInliningNote = "inlining is shown as in the instrumented image, not the optimized one"

// CheckUnits fails if shares of values in one unit are not comparable with shares of values in another: both units are known and
// different. Samples and timer ticks count as the same.
func CheckUnits(unit, base string) error {
	canonical := func(unit string) string {
		if unit == "ticks" {
			return Samples.Unit()
		}
		return unit
	}
	if unit == UnknownUnit || base == UnknownUnit || canonical(unit) == canonical(base) {
		return nil
	}
	return fmt.Errorf("%s cannot be compared with %s", unit, base)
}
