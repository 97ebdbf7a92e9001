package diff

import (
	"github.com/iprof-viz/iprof-viz/convert"
)

// A Section is a part of the comparison that [New] makes.
type Section int

// The sections, in the order in which they are shown.
const (
	Samples Section = iota
	Calls
	Branches
	Receivers
	InstanceOf
	Inlining
)

// Sections are all sections, in order.
var Sections = []Section{Samples, Calls, Branches, Receivers, InstanceOf, Inlining}

// String returns the name of the section and of its table.
func (s Section) String() string {
	return [...]string{"samples", "calls", "branches", "receivers", "instanceof", "inlining"}[s]
}

// Metric returns the metric of the section's counts.
func (s Section) Metric() convert.Metric {
	return [...]convert.Metric{convert.Samples, convert.Calls, convert.Branches, convert.Receivers, convert.InstanceOf, convert.Calls}[s]
}
