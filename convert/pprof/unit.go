package pprof

import (
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Format is what messages call the format.
const Format = "a pprof profile"

// A unit is what values count, in a word for people and as pprof has it.
type unit struct {
	words     string
	typ, unit string
}

// units are those that are not put together from a type and a unit of pprof's.
var units = []unit{
	{convert.Samples.Unit(), convert.Samples.String(), countUnit},
	{convert.EntriesUnit, convert.Calls.String(), countUnit},
	{"ms", "time", "milliseconds"},
}

const countUnit = "count"

// measures are the units that pprof knows besides counts.
var measures = []string{"bytes", "kilobytes", "megabytes", "gigabytes", "nanoseconds", "microseconds", "milliseconds", "seconds", "minutes", "hours"}

// unitOf returns what values of a type count, in words: "samples", "cpu nanoseconds".
func unitOf(v *profile.ValueType) string {
	typ, of := v.Type, v.Unit
	if of == "" {
		of = countUnit
	}
	if i := slices.IndexFunc(units, func(u unit) bool { return u.typ == typ && u.unit == of }); i >= 0 {
		return units[i].words
	}
	switch {
	case typ == of:
		return of
	case of != countUnit:
		return strings.TrimSpace(typ + " " + of)
	case typ == "":
		return convert.UnknownUnit
	}
	return typ
}

// valueTypeOf returns pprof's type and unit of values that count something in words of unitOf, which gives the same words of
// them.
func valueTypeOf(words string) (typ, of string) {
	if i := slices.IndexFunc(units, func(u unit) bool { return u.words == words }); i >= 0 {
		return units[i].typ, units[i].unit
	}
	what, of, ok := cutLast(words)
	switch {
	case !slices.Contains(measures, of):
		return words, countUnit
	case !ok:
		return of, of
	}
	return what, of
}

// cutLast cuts text before its last word; false if there is one word only.
func cutLast(text string) (before, last string, ok bool) {
	space := strings.LastIndexByte(text, ' ')
	return text[:max(space, 0)], text[space+1:], space > 0
}

// originOf says where a profile comes from that has values of a type.
func originOf(prof *profile.Profile, v *profile.ValueType) iprof.Origin {
	return iprof.Origin{Format: Format, Unit: unitOf(v), PerSample: perSample(prof, v)}
}

// perSample returns what a sample counts in values of a type: [iprof.Origin.PerSample]. Of other counts than ours nothing
// is known but that they count events, each for itself; in a profile of bytes they are estimates.
func perSample(prof *profile.Profile, v *profile.ValueType) int64 {
	period := prof.PeriodType
	exact := func(m convert.Metric) bool { return m != convert.Samples && m.String() == v.Type }
	switch {
	case period != nil && period.Type == v.Type && period.Unit == v.Unit && prof.Period > 0:
		return prof.Period
	case v.Unit != countUnit && v.Unit != "", period != nil && period.Unit == "bytes", slices.ContainsFunc(convert.Metrics, exact):
		return 0
	}
	return 1
}
