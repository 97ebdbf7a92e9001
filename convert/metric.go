// Package convert says what the records of a profile mean: it turns them into stacks and models that can be drawn, and
// into other tools' formats.
package convert

import (
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// FewSamples is the number of samples from which shares of a whole profile are worth reading: half of 300 samples is
// known to within 6 percentage points, a tenth to within 3.5.
const FewSamples = 300

// A Metric is what values count. Calls are not time, and samples are not seconds.
type Metric int

// The metrics, in the order in which they are listed everywhere.
const (
	DefaultMetric Metric = iota // samples where the profile has any or is no iprof, else calls
	Samples
	Calls
	Branches
	Receivers
	InstanceOf
	Monitors
)

// Metrics are all metrics that a profile may hold.
var Metrics = []Metric{Samples, Calls, Branches, Receivers, InstanceOf, Monitors}

// String returns the name that users know the metric by.
func (m Metric) String() string {
	return [...]string{"default", "samples", "calls", "branches", "receivers", "instanceof", "monitors"}[m]
}

// ParseMetric is the inverse of [Metric.String].
func ParseMetric(s string) (Metric, error) {
	for _, m := range Metrics {
		if m.String() == s {
			return m, nil
		}
	}
	names := make([]string, len(Metrics))
	for i, m := range Metrics {
		names[i] = m.String()
	}
	return 0, fmt.Errorf("%q is not a metric: %s", s, strings.Join(names, ", "))
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

// Resolve returns the metric that stands for m in p: m itself, or what DefaultMetric means there.
func (m Metric) Resolve(p *iprof.Profile) Metric {
	if m != DefaultMetric {
		return m
	}
	if p.Total(iprof.Samples) > 0 || !p.Origin().IsIprof() {
		return Samples
	}
	return Calls
}

// Unit is what the metric's values count, in the plural.
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
		return "locks taken"
	}
	return "samples"
}

// UnitIn is what the metric's values count in a profile, in the plural: of samples, what its origin says.
func (m Metric) UnitIn(p *iprof.Profile) string {
	if m == Samples {
		return p.Origin().Unit
	}
	return m.Unit()
}

// PerSample is how much one sample adds to the metric's values in a profile, see [iprof.Origin.PerSample]; 0 for other
// metrics, which are not drawn at random.
func (m Metric) PerSample(p *iprof.Profile) int64 {
	if m == Samples {
		return p.Origin().PerSample
	}
	return 0
}

// RecordsNoun is what the metric's records are, in the plural.
func (m Metric) RecordsNoun() string {
	switch m {
	case Samples:
		return "stacks"
	case Calls:
		return "contexts"
	case Monitors:
		return "types"
	}
	return "sites in contexts"
}

// TopTitle words what rows are sorted by, whose values count a unit.
func TopTitle(sort, unit string) string {
	switch sort {
	case "self":
		return unit + " of their own"
	case "total":
		return unit + " with what they call"
	}
	return topTitles[sort]
}

var topTitles = map[string]string{
	"entries":   "entries",
	"inclusive": "inclusive entries", "root": "entries as compilation root", "inlined": "inlined entries",
	"executions": "executions", "sites": "number of sites", "contexts": "number of contexts", "count": "locks taken", "name": "name",
}

// EntriesUnit is the unit of calls.
const EntriesUnit = "method entries"

// UnknownUnit is the unit of values where the input does not say what it counts.
const UnknownUnit = "counts"

// InstrumentedInlining says whose inlining the contexts of an iprof show.
const InstrumentedInlining = "inlining is that of the instrumented image, not of the optimised one"

// ComparableUnits reports whether shares of values in one unit can be compared with shares of values in another: they are of
// the same, or one of them is not known. Samples and the ticks of a timer are the same.
func ComparableUnits(a, b string) bool {
	canonical := func(unit string) string {
		if unit == "ticks" {
			return Samples.Unit()
		}
		return unit
	}
	return a == UnknownUnit || b == UnknownUnit || canonical(a) == canonical(b)
}
