package main

import (
	"io"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/judge"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/page"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// A reportCode is the code of a report's program. The zero value is none.
type reportCode struct {
	class  code.Finder // nil: none
	source code.SourceFinder
	lines  *sourceline.Lines // of the report's profile
}

// parts returns the listings of the hottest methods that classes have, and the places with samples of all others. All and app are
// the methods that the summary lists, by their own samples and with library code.
func (c reportCode) parts(p *iprof.Profile, names *convert.Names, filter convert.FilterOptions, all, app []int32) []page.Part {
	var parts []page.Part
	listed := make([]bool, p.MethodSlots())
	if c.class != nil {
		opts := code.ListOptions{Filter: filter, Limit: reportListings, Hottest: reportInstructions, Class: c.class, Source: c.source}
		// The error is that no method has records.
		if l, err := code.List(p, names, nil, opts); err == nil && len(l.Methods) > 0 {
			for i := range l.Methods {
				listed[l.Methods[i].Slot] = true
			}
			parts = append(parts, page.Part{Name: "code", JSON: func(w io.Writer) error { return page.Code(w, l) }})
		}
	}
	places := page.Places{
		Limit: reportPlaces, Methods: code.SampledPlaces(p, names, filter, reportPlaces, listed), Beyond: code.BranchesBeyondEntries(p, names, filter, listed),
		All: code.Hotspots(p, names, filter, all, c.lines.Line), Lines: c.lines,
	}
	filter.View = convert.AppView
	places.App = code.Hotspots(p, names, filter, app, c.lines.Line)
	return append(parts, page.Part{Name: "places", JSON: func(w io.Writer) error { return page.SampledPlaces(w, names, places) }})
}

// Limits of the code in a report, for its size: about 150 bytes for each instruction before compression, and 3 for each place after it.
const (
	reportListings     = 400
	reportInstructions = 40_000
	reportPlaces       = 3_000
)

// reportChecks compares a report's profile with classes and with samples of production, nil for none.
func reportChecks(now *load.Loaded, production *convert.Names, o reportOptions, found *load.ClassFinder) (*summary.CheckedFile, error) {
	checks := judge.Options{Limit: reportList, Application: o.names.Application, Distinct: true}
	c := &summary.CheckedFile{Name: now.Name, Readable: true}
	if found != nil && found.Path != nil {
		if err := judge.NewCode(found).Check(c, now.Profile, checks); err != nil {
			return nil, err
		}
	}
	judge.Production(c, now.Profile, checks, production)
	return c, nil
}
