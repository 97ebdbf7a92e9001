// Package convert says what the records of a profile mean: it turns them into stacks and models that can be drawn, and
// into other tools' formats.
package convert

import (
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Metric is what values count. Calls are not time, and samples are not seconds.
type Metric int

// The metrics, in the order in which they are listed everywhere.
const (
	DefaultMetric Metric = iota // samples where the profile has any, else calls
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
	if p.Total(iprof.Samples) > 0 {
		return Samples
	}
	return Calls
}
