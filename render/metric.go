package render

import "github.com/iprof-viz/iprof-viz/convert"

// metricUnits are the units of the totals of metrics.
var metricUnits = map[convert.Metric]string{
	convert.Samples:    "samples",
	convert.Calls:      "method entries",
	convert.Branches:   "executions of conditionals",
	convert.Receivers:  "virtual calls",
	convert.InstanceOf: "type checks",
	convert.Monitors:   "locks taken",
}

// shortMetricUnits are the units in one word.
var shortMetricUnits = map[convert.Metric]string{
	convert.Samples:    "samples",
	convert.Calls:      "entries",
	convert.Branches:   "executions",
	convert.Receivers:  "calls",
	convert.InstanceOf: "checks",
	convert.Monitors:   "taken",
}
