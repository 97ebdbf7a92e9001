package report

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/page"
)

// Code is the code of a report's program. The zero value is none.
type Code struct {
	Classes code.Finder // nil: none
	Sources code.SourceFinder
	Calls   calls.Options                          // how the call graph reads the classes
	Lines   *sourceline.Lines                      // of the report's profile
	LinesOf func(*iprof.Profile) *sourceline.Lines // of the same classes and another profile; nil: none

	Arguments []string // that select the classes, for commands that the summary names
}

// Limits of the code in a report, for its size: about 150 bytes for each instruction before compression, and 3 for each further
// place.
const (
	listingLimit     = 400
	instructionLimit = 40_000
	placeLimit       = 3_000
)

// addCode adds the listings of the hottest methods that have classes, and the places of all others.
func (r *report) addCode() error {
	listed := make([]bool, r.profile.MethodSlots())
	if r.Code.Classes != nil {
		opts := code.ListOptions{Filter: r.Filter, Limit: listingLimit, Hottest: instructionLimit, Class: r.Code.Classes, Source: r.Code.Sources}
		opts.Hints = r.callGraph().Hints
		r.addListing(listed, opts)
	}
	r.addPlaces(listed, slices.DeleteFunc(r.beyond, func(b code.BranchBeyondEntries) bool { return listed[b.Slot] }))
	return nil
}

// addRecorded adds the source lines of a recording, with their texts if there are sources.
func (r *report) addRecorded() error {
	listed := make([]bool, r.profile.MethodSlots())
	if r.Code.Sources != nil {
		r.addListing(listed, code.ListOptions{Filter: r.Filter, Limit: listingLimit, Hottest: instructionLimit, Class: r.Code.Classes, Source: r.Code.Sources})
	}
	r.addPlaces(listed, nil)
	return nil
}

// addListing adds the listings of methods, and marks these by slot.
func (r *report) addListing(listed []bool, opts code.ListOptions) {
	l, err := code.List(r.profile, r.names, nil, opts)
	if err != nil || len(l.Methods) == 0 { // the error means that no method has records
		return
	}
	for i := range l.Methods {
		listed[l.Methods[i].Slot] = true
	}
	r.parts.Code = page.NewCode(l, r.ownLines())
}

// addPlaces adds the sampled places of methods that are not listed, by slot.
func (r *report) addPlaces(listed []bool, beyond []code.BranchBeyondEntries) {
	all := code.SampleSites(r.profile, r.names, r.Filter)
	places := page.Places{
		Limit:   placeLimit,
		Methods: code.SampledPlaces(all, placeLimit, listed),
		Beyond:  beyond,
		All:     code.Hotspots(all, r.hottest, r.Code.Lines.Line),
		Lines:   r.Code.Lines,
	}
	if len(r.hottestOfApp) > 0 {
		ofApp := r.Filter
		ofApp.View = convert.AppView
		places.App = code.Hotspots(code.SampleSites(r.profile, r.names, ofApp), r.hottestOfApp, r.Code.Lines.Line)
	}
	r.parts.Places = page.NewPlaces(r.names, places)
}

// ownLines returns the samples of source lines, by slot, if there are sources: self samples and, of methods of the application, those in
// the library code that they call.
func (r *report) ownLines() map[int32][]code.LineSamples {
	if r.Code.Sources == nil {
		return nil
	}
	filter := r.Filter
	own := code.SelfByLine(r.profile, r.names, filter, r.Code.Lines.LineOfClass) // the page marks lines of other code
	filter.View = convert.AppView
	for slot, lines := range code.SelfByLine(r.profile, r.names, filter, r.Code.Lines.LineOfClass) {
		if slot >= 0 && r.names.Kind(int(slot)) == convert.Application {
			own[slot] = lines
		}
	}
	return own
}
