package main

import (
	"io"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render"
)

// A reportCode is the code of a report's program. The zero value is none.
type reportCode struct {
	class  code.Finder // nil: none
	source code.Source
	lines  *sourceline.Lines // of the report's profile
}

// parts returns the listings of the hottest methods that classes have.
func (c reportCode) parts(p *iprof.Profile, names *convert.Names, filter convert.FilterOptions) []render.PagePart {
	if c.class == nil {
		return nil
	}
	opts := code.ListOptions{Filter: filter, Limit: reportListings, Hottest: reportInstructions, Class: c.class, Source: c.source}
	l, err := code.List(p, names, nil, opts)
	if err != nil || len(l.Methods) == 0 { // no method has records, or code
		return nil
	}
	return []render.PagePart{{Name: "code", JSON: func(w io.Writer) error { return render.PageCode(w, l) }}}
}

// Limits of the code in a report, for its size: about 150 bytes for each instruction before compression.
const (
	reportListings     = 400
	reportInstructions = 40_000
)

// reportChecks compares a report's profile with classes and with samples of production, nil for none.
func reportChecks(now *loaded, production *convert.Names, o reportOptions, found *classFinder) (*render.CheckedFile, error) {
	checks := checkOptions{limit: reportList, application: o.names.Application}
	c := &render.CheckedFile{Name: now.name, Readable: true}
	if found != nil && found.path != nil {
		if err := newCodeCheck(found).check(c, now.Profile, checks); err != nil {
			return nil, err
		}
	}
	checkProduction(c, now.Profile, checks, production)
	return c, nil
}
