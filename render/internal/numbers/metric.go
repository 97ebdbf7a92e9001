package numbers

import "github.com/iprof-viz/iprof-viz/convert"

// MetricUnits are the units of the totals of metrics.
var MetricUnits = map[convert.Metric]string{
	convert.Samples:    "samples",
	convert.Calls:      "method entries",
	convert.Branches:   "executions of conditionals",
	convert.Receivers:  "virtual calls",
	convert.InstanceOf: "type checks",
	convert.Monitors:   "lock acquisitions",
}

// ShortMetricUnits are the units in one word.
var ShortMetricUnits = map[convert.Metric]string{
	convert.Samples:    "samples",
	convert.Calls:      "entries",
	convert.Branches:   "executions",
	convert.Receivers:  "calls",
	convert.InstanceOf: "checks",
	convert.Monitors:   "taken",
}

// SelfAlone is the word for the self samples of a method.
const SelfAlone = "self"

// SelfWord returns the words for the self samples of a method; in a view that charges third-party code to the application, they say
// so, as in top.
func SelfWord(tally convert.Tally) string {
	if tally.Charged.Value > 0 {
		return "incl. library code"
	}
	return SelfAlone
}

// GroupWords are the nouns for nodes.
var GroupWords = map[convert.GroupBy]string{
	convert.ByMethod: "methods", convert.ByClass: "classes", convert.ByPackage: "packages",
}
