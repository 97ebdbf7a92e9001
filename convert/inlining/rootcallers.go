package inlining

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
)

// RootCallers are the callers of a method as compilation root: their calls were not inlined.
type RootCallers struct {
	Calls   []RootCaller // most calls first
	Omitted int          // calls that are not in Calls

	Outside calls.Count // entries that no known call accounts for
	From    string      // see [calls.Graph.OutsideName]

	Contradiction string // see [calls.Entered.Contradiction]
}

// A RootCaller is a call that stayed a call, Target.Stayed times.
type RootCaller struct {
	Site   calls.Site // without Targets
	Target calls.Target
}

// addRootCallers finds the callers of the methods shown, as compilation roots.
func (b *builder) addRootCallers(in *Into, opts IntoOptions) {
	of := map[int32]*RootCallers{}
	graph := b.callGraph(opts.Calls)
	for i := range in.Methods {
		m := &in.Methods[i]
		if m.Slot < 0 || !m.Known || m.Root == 0 {
			continue
		}
		e := &graph.Entered[m.Slot]
		m.Callers = &RootCallers{Outside: e.Left(m.Root), From: graph.OutsideName(e, b.names), Contradiction: e.Contradiction()}
		of[m.Slot] = m.Callers
	}
	for site, target := range graph.Known(nil) {
		mayStay := target.Stayed.Figure() > 0 || target.Contexts == 0 // inlined calls of which nobody knows that others stayed are among the places
		if c := of[target.Callee.Slot]; c != nil && target.Stayed.High > 0 && mayStay {
			at := *site // Known reuses its memory
			at.Targets = nil
			c.Calls = append(c.Calls, RootCaller{at, *target})
		}
	}
	for _, c := range of {
		slices.SortStableFunc(c.Calls, func(x, y RootCaller) int {
			return cmp.Or(cmp.Compare(y.Target.Stayed.Rank(), x.Target.Stayed.Rank()), b.names.OrByName(cmp.Compare(y.Target.Stayed.Figure(), x.Target.Stayed.Figure()), x.Site.Slot, y.Site.Slot), cmp.Compare(x.Site.BCI, y.Site.BCI))
		})
		if opts.Methods > 0 && len(c.Calls) > opts.Methods {
			c.Omitted = len(c.Calls) - opts.Methods
			c.Calls = c.Calls[:opts.Methods]
		}
	}
	for i := range in.Methods {
		if c := in.Methods[i].Callers; c != nil && len(c.Calls) == 0 && c.From == convert.UnknownCallers {
			in.Methods[i].Callers = nil
		}
	}
	in.Notes = append(in.Notes, graph.Notes("other callers")...)
}
