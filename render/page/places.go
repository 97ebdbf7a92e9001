package page

import (
	"encoding/json"
	"io"
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

// Places are what a report says about places in methods. All and App are the hotspots of methods, by slot: of self samples, and
// of those with the library code that they call. The others are of methods without code in the report.
type Places struct {
	Limit    int // of places in Methods; 0: all
	Methods  []code.SampledMethod
	Beyond   []code.BranchBeyondEntries
	All, App map[int32]code.Hotspot
	Lines    *sourceline.Lines // nil: there are none
}

// pagePlaces are places in methods without code. records.ts has the meaning of each field.
type pagePlaces struct {
	Limit   int           `json:"limit"`
	Methods []pageSampled `json:"methods"`
	All     []pageHotspot `json:"all"`
	App     []pageHotspot `json:"app"`
	Beyond  *pageBeyond   `json:"beyond,omitempty"`
}

type pageSampled struct {
	ID      iprof.MethodID `json:"id"`
	LeftOut int            `json:"left_out"`
	Places  []pagePlace    `json:"places"`
}

type pagePlace struct {
	BCI   iprof.BCI `json:"bci"`
	Line  int       `json:"line,omitempty"`
	Self  int64     `json:"self"`
	Total int64     `json:"total"`
}

type pageHotspot struct {
	ID   iprof.MethodID `json:"id"`
	BCI  iprof.BCI      `json:"bci"`
	Line int            `json:"line,omitempty"`
}

type pageBeyond struct {
	Note   string            `json:"note"`
	One    string            `json:"one"`
	Places []pageBeyondPlace `json:"places"`
}

type pageBeyondPlace struct {
	ID  iprof.MethodID `json:"id"`
	BCI iprof.BCI      `json:"bci"`
}

// SampledPlaces writes places for a part of [Report].
func SampledPlaces(w io.Writer, names *convert.Names, places Places) error {
	p := names.Profile
	part := pagePlaces{Limit: places.Limit, Methods: []pageSampled{}, All: hotspotsOf(p, places.All), App: hotspotsOf(p, places.App)}
	for _, m := range places.Methods {
		of := pageSampled{ID: p.MethodIDAt(int(m.Slot)), LeftOut: m.LeftOut}
		for _, x := range m.Places {
			of.Places = append(of.Places, pagePlace{x.BCI, places.Lines.Line(m.Slot, x.BCI), x.Self, x.Total})
		}
		part.Methods = append(part.Methods, of)
	}
	if len(places.Beyond) > 0 {
		part.Beyond = &pageBeyond{Note: fitname.Bound(plaintext.Visible(listing.BeyondNote(names, places.Beyond))), One: strings.TrimSpace(listing.BeyondOne)}
		for _, b := range places.Beyond {
			part.Beyond.Places = append(part.Beyond.Places, pageBeyondPlace{p.MethodIDAt(int(b.Slot)), b.BCI})
		}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false) // as in the other parts, which have the same names
	return e.Encode(part)
}

// hotspotsOf returns hotspots by slot.
func hotspotsOf(p *iprof.Profile, spots map[int32]code.Hotspot) []pageHotspot {
	all := []pageHotspot{}
	for _, slot := range slices.Sorted(maps.Keys(spots)) {
		s := spots[slot]
		all = append(all, pageHotspot{p.MethodIDAt(int(slot)), s.BCI, s.Line})
	}
	return all
}
