package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
)

// commandWishes are names that users of other tools try, with our commands for the same question.
var commandWishes = map[string][]string{
	"callgraph":  {"graph"},
	"compare":    {"diff"},
	"convert":    {"pprof", "folded"},
	"dot":        {"graph --format dot"},
	"export":     {"pprof", "folded", "top --format csv"},
	"flamegraph": {"flame"},
	"hot":        {"top"},
	"lint":       {"check"},
	"png":        {"graph -o app.png"},
	"report":     {"info"},
	"show":       {"info", "flame"},
	"stat":       {"info"},
	"stats":      {"info"},
	"summary":    {"info"},
	"svg":        {"flame -o app.svg", "graph -o app.svg"},
	"tree":       {"inline"},
	"validate":   {"check"},
	"view":       {"info", "flame"},
}

// commandHint is the hint for a name that is none of the commands: ours for the same question, or names spelled alike; or "".
func commandHint(name string, commands []string) string {
	wish, ok := commandWishes[strings.ToLower(name)]
	if !ok {
		return suggest("", near(name, commands))
	}
	var full []string
	for _, command := range wish {
		full = append(full, "iprof-viz "+command)
	}
	return "try " + oneOf(full)
}

// metricWishes are names that users of other tools try for a metric.
var metricWishes = map[convert.Metric][]string{
	convert.Samples:    {"sample", "self", "total", "stacks"},
	convert.Calls:      {"call", "entries", "count", "counts", "invocations", "hits"},
	convert.Branches:   {"branch", "conditionals", "ifs"},
	convert.Receivers:  {"receiver", "types", "virtual"},
	convert.InstanceOf: {"casts", "typechecks"},
	convert.Monitors:   {"monitor", "lock", "locks", "contention"},
}

// Names of metrics that other tools have and a GraalVM profile has not.
var (
	timeWishes       = []string{"time", "cpu", "wall", "seconds", "milliseconds", "nanoseconds", "cycles"}
	allocationWishes = []string{"alloc", "allocs", "allocation", "allocations", "bytes", "heap", "memory", "objects"}
)

// metricHint is the hint for a value that a command's -m does not take; choices are those that it takes.
func metricHint(name string, choices []string) string {
	name = strings.ToLower(name)
	switch {
	case slices.Contains(timeWishes, name) && slices.Contains(choices, convert.Samples.String()):
		return "a profile has no times: -m samples is closest to them"
	case slices.Contains(timeWishes, name):
		return "a profile has no times"
	case slices.Contains(allocationWishes, name):
		return "a profile has no allocations"
	}
	for _, m := range convert.Metrics {
		switch {
		case m.String() != name && !slices.Contains(metricWishes[m], name):
		case slices.Contains(choices, m.String()):
			return suggest("-m ", []string{m.String()})
		default:
			return fmt.Sprintf("iprof-viz %s shows %s", metricWords[m].command, m)
		}
	}
	return suggest("-m ", near(name, choices))
}
