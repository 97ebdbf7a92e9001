package stacks

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Source has the stacks of a file: an iprof, or one of another tool. Profile.Origin says which.
type Source struct {
	Profile *iprof.Profile

	// Roles has what the file itself says about how frames were compiled, by node of Profile.Stacks. It is nil where the
	// file does not say it, as iprofs do not: their inlining contexts tell.
	Roles []Role

	// Quantity names the values where their unit alone does not, such as "Total CPU" of a file that has several columns in
	// ms. It may be empty.
	Quantity string

	Notes []string // facts that a reader of the values has to know, a sentence each
}

// metricOf returns the metric whose values are called so. Values of other tools may be anything: DefaultMetric.
func metricOf(unit string) convert.Metric {
	switch unit {
	case convert.Samples.Unit():
		return convert.Samples
	case convert.EntriesUnit:
		return convert.Calls
	}
	return convert.DefaultMetric
}
