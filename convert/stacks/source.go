package stacks

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Source holds the stacks of a file: an iprof, or a file of another tool, see [iprof.Profile.Origin].
type Source struct {
	Profile *iprof.Profile

	// Roles are the roles of frames as the file states them, by node of Profile.Stacks. It is nil if the file does not state them.
	// An iprof does not: its inlining contexts imply them.
	Roles []Role

	// Quantity names the values if their unit is not enough, such as "Total CPU" in a file with several columns in ms. It may be
	// empty.
	Quantity string

	Tags *Tags // threads and their states; nil: the file does not have them, or they were not wanted

	Notes []string // facts that a reader of the values must know, one sentence each
}

// metricOf returns the metric with a unit; DefaultMetric for the units of other tools.
func metricOf(unit string) convert.Metric {
	switch unit {
	case convert.Samples.Unit():
		return convert.Samples
	case convert.EntriesUnit:
		return convert.Calls
	}
	return convert.DefaultMetric
}
