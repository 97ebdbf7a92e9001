package page

import (
	"maps"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/listing"
)

// Places are what a report says about places in methods. All and App are the hotspots of methods, by slot: by self samples, and by
// self samples including the library code that they call. The others are for methods without code in the report.
type Places struct {
	Limit    int // maximum number of places in Methods; 0: all
	Methods  []code.SampledMethod
	Beyond   []code.BranchBeyondEntries
	All, App map[int32]code.Hotspot
	Lines    *sourceline.Lines // nil: none
}

// A PlacesPart has places of methods.
type PlacesPart struct {
	// Number of places in methods.
	Limit int `page:"limit"`
	// Indexes of places are source lines, which the recorder has instead; 0: unknown.
	Recorded bool `page:"recorded"`
	// Methods without code in the report.
	Methods []SampledMethod `page:"methods"`
	// Where methods have the most self samples.
	All []Hotspot `page:"all"`
	// Where application methods have the most, including the library code that they call.
	App []Hotspot `page:"app"`
	// null if none.
	Beyond *Beyond `page:"beyond"`
}

// A SampledMethod is a method with its sampled places.
type SampledMethod struct {
	ID iprof.MethodID `page:"id"`
	// Number of places beyond the limit.
	LeftOut int `page:"left_out"`
	// By descending self samples.
	Places []SampledPlace `page:"places"`
}

// A SampledPlace is a place with samples.
type SampledPlace struct {
	BCI   iprof.BCI `page:"bci"`
	Line  int       `page:"line,optional"`
	Self  int64     `page:"self"`
	Total int64     `page:"total"`
}

// A Hotspot is the place of a method with the most samples.
type Hotspot struct {
	ID   iprof.MethodID `page:"id"`
	BCI  iprof.BCI      `page:"bci"`
	Line int            `page:"line,optional"`
	// Samples at the index or, if there is a line, in that.
	Self int64 `page:"self"`
	// The lines around it that have samples, and itself.
	Near []LineSamples `page:"near"`
}

// LineSamples are the samples of a source line.
type LineSamples struct {
	Line int   `page:"line"`
	Self int64 `page:"self"`
}

// A Beyond holds the conditionals that ran a little more often than their methods were entered.
type Beyond struct {
	// Explains all of them.
	Note string `page:"note"`
	// Explains one, after its place.
	One    string        `page:"one"`
	Places []BeyondPlace `page:"places"`
}

// A BeyondPlace is one of these conditionals.
type BeyondPlace struct {
	ID  iprof.MethodID `page:"id"`
	BCI iprof.BCI      `page:"bci"`
}

// NewPlaces returns places for a page.
func NewPlaces(names *convert.Names, places Places) *PlacesPart {
	p := names.Profile
	part := &PlacesPart{Limit: places.Limit, Recorded: p.Origin().Lines, All: hotspotsOf(p, places.All), App: hotspotsOf(p, places.App)}
	for _, m := range places.Methods {
		of := SampledMethod{ID: p.MethodIDAt(int(m.Slot)), LeftOut: m.LeftOut}
		for _, x := range m.Places {
			of.Places = append(of.Places, SampledPlace{x.BCI, places.Lines.Line(m.Slot, x.BCI), x.Self, x.Total})
		}
		part.Methods = append(part.Methods, of)
	}
	if len(places.Beyond) > 0 {
		part.Beyond = &Beyond{Note: fitname.Bound(plaintext.Visible(listing.BeyondNote(names, places.Beyond))), One: strings.TrimSpace(listing.BeyondOne)}
		for _, b := range places.Beyond {
			part.Beyond.Places = append(part.Beyond.Places, BeyondPlace{p.MethodIDAt(int(b.Slot)), b.BCI})
		}
	}
	return part
}

// hotspotsOf returns hotspots by slot. An unknown line of a recording is not a place.
func hotspotsOf(p *iprof.Profile, spots map[int32]code.Hotspot) []Hotspot {
	var all []Hotspot
	for _, slot := range slices.Sorted(maps.Keys(spots)) {
		s := spots[slot]
		if s.Line == 0 && p.Origin().Lines {
			continue
		}
		of := Hotspot{ID: p.MethodIDAt(int(slot)), BCI: s.BCI, Line: s.Line, Self: s.Self}
		for _, n := range s.Near {
			of.Near = append(of.Near, LineSamples(n))
		}
		all = append(all, of)
	}
	return all
}
