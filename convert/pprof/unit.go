package pprof

import (
	"cmp"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Format names the format in messages.
const Format = "a pprof profile"

// A unit is the unit of values, in words and as in pprof.
type unit struct {
	words     string
	typ, unit string
}

// units are the units whose words are not derived from pprof's type and unit.
var units = []unit{
	{convert.Samples.Unit(), convert.Samples.String(), countUnit},
	{convert.EntriesUnit, convert.Calls.String(), countUnit},
	{"ms", "time", "milliseconds"},
}

const countUnit = "count"

// measures are pprof's units other than counts.
var measures = []string{"bytes", "kilobytes", "megabytes", "gigabytes", "nanoseconds", "microseconds", "milliseconds", "seconds", "minutes", "hours"}

// unitOf returns the unit of a type of values in words: "samples", "cpu nanoseconds".
func unitOf(v *profile.ValueType) string {
	typ, of := v.Type, cmp.Or(v.Unit, countUnit)
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

// valueTypeOf returns pprof's type and unit for the words of a unit. It is the inverse of unitOf.
func valueTypeOf(words string) (typ, of string) {
	if i := slices.IndexFunc(units, func(u unit) bool { return u.words == words }); i >= 0 {
		return units[i].typ, units[i].unit
	}
	typ, of, ok := cutLast(words)
	switch {
	case !slices.Contains(measures, of):
		return words, countUnit
	case !ok:
		return of, of
	}
	return typ, of
}

// cutLast splits a text before its last word; false: it has only one word.
func cutLast(text string) (before, last string, ok bool) {
	space := strings.LastIndexByte(text, ' ')
	return text[:max(space, 0)], text[space+1:], space > 0
}

// originOf returns the origin of a profile with values of a type.
func originOf(prof *profile.Profile, v *profile.ValueType) iprof.Origin {
	return iprof.Origin{Format: Format, Unit: unitOf(v), PerSample: perSample(prof, v)}
}

// perSample returns the value of one sample for a type of values, see [iprof.Origin.PerSample]. Counts of other tools are assumed
// to count single events, except in a profile of bytes, where they are estimates.
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
