// Package exchange has the parts that exchange formats with several metrics share: their metrics, the effect of filters, notes on the
// numbers, and the source files of methods.
package exchange

import (
	"cmp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Metrics returns the metrics of p that have stacks, for a file with all of them: samples, calls, branches and receivers, and
// instanceof where the file has that section. Monitors have no stacks and must be requested.
func Metrics(p *iprof.Profile) []convert.Metric {
	if !p.Origin().IsIprof() {
		return []convert.Metric{convert.Samples}
	}
	metrics := []convert.Metric{convert.Samples, convert.Calls, convert.Branches, convert.Receivers}
	if p.Has(iprof.InstanceOf) {
		metrics = append(metrics, convert.InstanceOf)
	}
	return metrics
}

// Resolved returns metrics without duplicates and without [convert.DefaultMetric]; none: the default metric of p.
func Resolved(p *iprof.Profile, metrics []convert.Metric) []convert.Metric {
	var all []convert.Metric
	for _, m := range metrics {
		if m = m.Resolve(p); !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	if all == nil {
		return []convert.Metric{convert.DefaultMetric.Resolve(p)}
	}
	return all
}

// InContexts reports whether any of the metrics is counted in inlining contexts.
func InContexts(metrics []convert.Metric) bool {
	return slices.ContainsFunc(metrics, func(m convert.Metric) bool { return m != convert.Samples && m != convert.Monitors })
}

// A FilterEffect is the effect of filters on a metric.
type FilterEffect struct {
	Metric convert.Metric
	Unit   string // the unit of the metric's values, in the plural
	Tally  convert.Tally
}

// Filtered returns the effect of the projections of a profile's stacks and contexts on each of the metrics with stacks; nil
// projections have none, and neither have metrics whose projection is nil.
func Filtered(p *iprof.Profile, metrics []convert.Metric, stacks, contexts *convert.Projection) []FilterEffect {
	var all []FilterEffect
	for _, m := range metrics {
		pr, unit := contexts, m.String()
		switch m {
		case convert.Samples:
			pr, unit = stacks, m.UnitIn(p)
		case convert.Monitors:
			pr = nil
		}
		if pr != nil {
			all = append(all, FilterEffect{m, unit, pr.Tally(m.Records(p))})
		}
	}
	return all
}

// Notes describe the effect, one sentence each.
func (f FilterEffect) Notes() []string {
	records := "sites"
	switch f.Metric {
	case convert.Samples:
		records = "stacks"
	case convert.Calls:
		records = "contexts"
	}
	notes := f.Tally.Notes(f.Unit, records)
	for i, note := range notes {
		notes[i] = strings.ToUpper(note[:1]) + note[1:]
	}
	return notes
}

// Meaning says in one sentence what the values of a metric are.
func Meaning(p *iprof.Profile, m convert.Metric) string {
	if unit := m.UnitIn(p); m == convert.Samples && !p.Origin().IsIprof() && unit != convert.Samples.Unit() {
		return "Values: " + unit
	}
	return meanings[m]
}

var meanings = map[convert.Metric]string{
	convert.Samples:    "Samples: stacks that the sampler saw, a number and not a time",
	convert.Calls:      "Calls: method entries, not time",
	convert.Branches:   "Branches: outcomes of conditionals, not time",
	convert.Receivers:  "Receivers: virtual calls by the type called on, not time",
	convert.InstanceOf: "Instanceof: type checks by the type checked, not time",
	convert.Monitors:   "Monitors: lock acquisitions by type, not time",
}

// InliningNote is a note on the contexts of an iprof.
const InliningNote = "Inlining is shown as in the instrumented image, not the optimized one"

// Converted names the input of a conversion.
func Converted(p *iprof.Profile) string {
	if origin := p.Origin(); !origin.IsIprof() {
		return "Converted from " + origin.Format
	}
	return "Converted from an iprof of version " + p.Version.String()
}

// File returns the source file of a method, by its slot: the one that class files have or, without them, the one that the name of the
// class implies; "" if there is none, and for negative slots.
func File(p *iprof.Profile, lines *sourceline.Lines, slot int32) string {
	if slot < 0 {
		return ""
	}
	if file := lines.File(slot); file != "" {
		return file
	}
	m, listed := p.MethodHeadAt(int(slot))
	if !listed {
		return ""
	}
	if m.Declaring == iprof.NoType {
		return javaname.FrameFile(m.Name)
	}
	t, _ := p.Type(m.Declaring)
	return javaname.SourceFile(t.Name)
}

// Printable returns a name that is one line of text and not empty: line breaks would begin another line, and many readers strip spaces
// at the beginning and at the end. These and control characters are escaped byte by byte, as in folded text.
func Printable(name string) string {
	name = javaname.EscapeControls(name, "")
	rest := strings.TrimLeft(name, " ")
	name = strings.Repeat(`\x20`, len(name)-len(rest)) + rest
	rest = strings.TrimRight(name, " ")
	return cmp.Or(rest+strings.Repeat(`\x20`, len(name)-len(rest)), javaname.Unnamed)
}

// Frames returns how the projection of the inlining contexts shows each method, by slot: as a method, as [convert.VMSlot] or, where it
// keeps no context of the method, not at all; nil if everything is shown as it is.
func Frames(p *iprof.Profile, contexts *convert.Projection) []int32 {
	if contexts == nil {
		return nil
	}
	frames := make([]int32, p.MethodSlots())
	for slot := range frames {
		frames[slot] = convert.NoFrame
	}
	for i, n := range p.Contexts.All() {
		if slot := p.MethodSlot(n.Method); frames[slot] == convert.NoFrame && contexts.Keep[i] {
			frames[slot] = contexts.Frame[i]
		}
	}
	return frames
}
