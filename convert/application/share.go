// Package application computes the application's share of a profile and its hottest methods. [convert.Kind] classifies methods.
package application

import (
	"fmt"
	"iter"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Share is the application's part of the values that a view and filters keep: samples, calls, executions of sites, locks. The
// zero value means that no split was computed.
type Share struct {
	Metric  convert.Metric
	Unit    string // unit of the values, in the plural
	Base    int64  // everything that the view and the filters keep
	Own     int64  // in frames of the application, see [convert.Application]
	Charged int64  // samples in code that frames of the application call, see [convert.AppView]
	Unknown int64  // in frames of methods that the file does not list

	// Hottest is the method of the application with the largest value, see [Breakdown], and HottestValue is that value. Only
	// [Share.AddHottest] sets them.
	Hottest      string
	HottestValue int64

	// Selected is the number of rows whose values these are, if the user selected them among others; 0: all.
	Selected int

	ofRows bool // Unit describes rows that the user selected: the application may have others
}

// NewShareOf sums the values of rows by kind of code, for example the executions of sites by the kind of their methods. The unit of
// values is in the plural. It returns the zero value if opts already choose whose code is shown.
func NewShareOf(m convert.Metric, unit string, opts convert.FilterOptions, values iter.Seq2[convert.Kind, int64]) Share {
	if opts.View == convert.AppView || opts.Focus != nil || opts.ShowFrom != nil {
		return Share{}
	}
	part := Share{Metric: m, Unit: unit, ofRows: true}
	for kind, value := range values {
		part.Base += value
		switch kind {
		case convert.Application:
			part.Own += value
		case convert.UnknownKind:
			part.Unknown += value
		}
	}
	return part
}

// AddHottest finds the hottest method of the application among the samples or calls that a projection keeps, if Note has something
// to say about them.
func (a *Share) AddHottest(p *iprof.Profile, names *convert.Names, pr *convert.Projection) {
	if a.Note() == "" || a.Own+a.Charged == 0 {
		return
	}
	names = names.OrDefault(p)
	methods := make([]int64, p.MethodSlots())
	tree := a.Metric.Tree(p)
	owner := make([]int32, tree.Len()) // by node: the slot of the method that its value is charged to; NoFrame: none
	for i, n := range tree.All() {
		owner[i] = convert.NoFrame
		if slot := p.MethodSlot(n.Method); names.Kind(slot) == convert.Application {
			owner[i] = int32(slot)
		} else if n.Parent != iprof.NoNode && a.Metric == convert.Samples {
			owner[i] = owner[n.Parent]
		}
	}
	for node, value := range a.Metric.Records(p) {
		if slot := owner[node]; slot != convert.NoFrame && (pr == nil || pr.Keep[node]) {
			methods[slot] += value
		}
	}
	hottest := convert.NoFrame
	for slot, value := range methods {
		if hottest == convert.NoFrame || value > methods[hottest] ||
			value == methods[hottest] && convert.CompareSlotNames(names, int32(slot), hottest) < 0 {
			hottest = int32(slot)
		}
	}
	a.Hottest, a.HottestValue = names.Method(int(hottest)), methods[hottest]
}

// NewShare divides the samples or calls of a profile, as a projection of opts keeps them. It returns the zero value if opts
// already restrict the code, with AppView, Focus or ShowFrom.
func NewShare(p *iprof.Profile, names *convert.Names, m convert.Metric, pr *convert.Projection, opts convert.FilterOptions) Share {
	m = m.Resolve(p)
	if opts.View == convert.AppView || opts.Focus != nil || opts.ShowFrom != nil || m != convert.Samples && m != convert.Calls {
		return Share{}
	}
	names = names.OrDefault(p)
	part := Share{Metric: m, Unit: m.UnitIn(p)}
	tree := m.Tree(p)
	inside := make([]bool, tree.Len()) // by node: this frame or one of its callers is application code
	shown := make([]int32, tree.Len()) // by node: the slot of the frame that shows its samples
	for i, n := range tree.All() {
		slot := int32(p.MethodSlot(n.Method))
		inside[i] = names.Kind(int(slot)) == convert.Application
		if n.Parent != iprof.NoNode {
			inside[i] = inside[i] || inside[n.Parent]
		}
		shown[i] = slot
		if pr != nil && m == convert.Samples {
			shown[i] = pr.Frame[i]
			if shown[i] == convert.NoFrame && n.Parent != iprof.NoNode {
				shown[i] = shown[n.Parent]
			}
		}
	}
	for node, value := range m.Records(p) {
		if pr != nil && !pr.Keep[node] {
			continue
		}
		part.Base += value
		kind := convert.NativeImage // of <VM>
		if slot := shown[node]; slot >= 0 {
			kind = names.Kind(int(slot))
		}
		switch {
		case kind == convert.Application:
			part.Own += value
		case m == convert.Samples && inside[node]:
			part.Charged += value
		case kind == convert.UnknownKind:
			part.Unknown += value
		}
	}
	return part
}

// Note returns the application's share and, if there is one, how to show only that: "14% of these entries are in application code". It
// returns "" if the share is at least half, or if most methods have no name.
func (a Share) Note() string {
	unit := a.Unit
	if a.Metric == convert.Calls && !a.ofRows {
		unit = "entries"
	}
	these, only := "these "+unit, "--view app shows only those"
	switch {
	case a.Selected == 1:
		these, only = "the "+unit+" of the one selected", "--view app"
	case a.Selected > 1: // the line above is about all
		these, only = "the "+unit+" of the "+words.Thousands(int64(a.Selected))+" selected", "--view app"
	}
	switch all := a.Own + a.Charged; {
	case a.Base == 0 || 2*a.Own >= a.Base || 2*a.Unknown >= a.Base:
		return ""
	case a.Metric == convert.Monitors && all == 0: // their type is all that is recorded
		return fmt.Sprintf("none of %s are of application types; places are not recorded", these)
	case a.Metric == convert.Monitors:
		return fmt.Sprintf("%s of %s are of application types: %s", a.percent(a.Own), these, only)
	case all == 0 && a.ofRows:
		return fmt.Sprintf("none of %s are in application code", these)
	case all == 0:
		return fmt.Sprintf("no application method has %s; --app REGEXP defines the application", unit)
	case a.Charged > 0:
		own := "none"
		if a.Own > 0 {
			own = a.percent(a.Own)
		}
		return fmt.Sprintf("%s of %s are in application code, %s with callees: --view app", own, these, a.percent(all))
	}
	return fmt.Sprintf("%s of %s are in application code: %s", a.percent(a.Own), these, only)
}

// Notes returns Note and a line about the hottest or most entered method; nil without a Note.
func (a Share) Notes() []string {
	note := a.Note()
	switch {
	case note == "":
		return nil
	case a.Hottest == "":
		return []string{note}
	}
	first := fmt.Sprintf("%s, %s", a.Hottest, a.percent(a.HottestValue))
	if a.Metric == convert.Samples {
		return []string{note, "hottest app method: " + first + " incl. library code"}
	}
	return []string{note, "most called app method: " + first} // entries are not time
}

func (a Share) percent(value int64) string {
	return words.Percent(float64(value) / float64(a.Base))
}
