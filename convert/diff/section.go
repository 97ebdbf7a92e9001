package diff

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A Section is a part of the comparison that [New] makes.
type Section int

// The sections, in output order.
const (
	Samples Section = iota
	Calls
	Branches
	Receivers
	InstanceOf
	Inlining
	Decisions
)

// Sections are all sections, in order.
var Sections = []Section{Samples, Calls, Branches, Receivers, InstanceOf, Inlining, Decisions}

// String returns the name of the section and of its table.
func (s Section) String() string {
	return words.Enum(s, "Section", "samples", "calls", "branches", "receivers", "instanceof", "inlining", "decisions")
}

// HasGroups reports whether the rows of the section are methods, which can be grouped.
func (s Section) HasGroups() bool { return s == Samples || s == Calls }

// comparesShares reports whether the counts of a table are of runs that differ in length, so that only their shares can be the same.
// Decisions are of two images, whatever the runs.
func (s Section) comparesShares(t *table.Table) bool {
	return s != Decisions && t.FactOf("old_base") != t.Base
}

// WhyNoGroups says why the rows of the section cannot be grouped; "" if they can.
func (s Section) WhyNoGroups() string {
	switch s {
	case Branches:
		return "probabilities of different conditionals do not add up"
	case Receivers, InstanceOf:
		return "shares of types at different sites do not add up"
	case Inlining:
		return "a row is a compilation unit"
	case Decisions:
		return "a row is a call"
	}
	return ""
}

// Metric returns the metric of the section's counts.
func (s Section) Metric() convert.Metric {
	switch s {
	case Samples:
		return convert.Samples
	case Branches:
		return convert.Branches
	case Receivers:
		return convert.Receivers
	case InstanceOf:
		return convert.InstanceOf
	default:
		return convert.Calls
	}
}
