package inlinetree

import (
	"io"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/jsontext"
)

// SchemaVersion is the schema_version of trees in JSON. It is incremented when a key is removed or changes meaning, not when keys
// are added.
const SchemaVersion = 1

// The parts of trees in JSON. Instances and places omit keys with omitempty if they do not apply.
type (
	unitJSON struct {
		Root      string          `json:"root"`
		Inclusive *int64          `json:"inclusive"`
		Share     *jsontext.Float `json:"share"`
		Size      int             `json:"size"`
		Merged    int             `json:"merged,omitempty"`
	}
	instanceJSON struct {
		Parent *int32     `json:"parent"`
		Depth  int32      `json:"depth"`
		BCI    *iprof.BCI `json:"bci"`
		Line   any        `json:"line,omitempty"` // see jsontext.LineOrNull
		jsontext.Method
		File         string                  `json:"file,omitempty"`
		Entries      *int64                  `json:"entries"`
		EntriesBound string                  `json:"entries_bound,omitempty"` // of the optimized image
		Certain      *int64                  `json:"certain,omitempty"`       // the same
		New          bool                    `json:"new,omitempty"`
		Frequency    *jsontext.Float         `json:"frequency"`
		Inclusive    *int64                  `json:"inclusive"`
		Share        *jsontext.Float         `json:"share"`
		HiddenFrames int32                   `json:"hidden_frames,omitempty"`
		AskedFor     *bool                   `json:"asked_for,omitempty"`
		Conditionals []*jsontext.Conditional `json:"conditionals,omitempty"`
		Receivers    []*jsontext.TypeSite    `json:"receivers,omitempty"`
		InstanceOf   []*jsontext.TypeSite    `json:"instanceof,omitempty"`
		Calls        []*leavingJSON          `json:"calls,omitempty"`
		Pruned       *prunedInstancesJSON    `json:"pruned,omitempty"`
	}
	prunedInstancesJSON struct {
		Sites     int    `json:"sites"`
		Instances int    `json:"instances"`
		Inclusive *int64 `json:"inclusive"`
	}
	methodJSON struct {
		jsontext.Method
		Entries      *int64 `json:"entries"`
		RootCalls    *int64 `json:"root_calls"`
		InlinedCalls *int64 `json:"inlined_calls"`
		Unclear      *int64 `json:"unclear_calls,omitempty"`
		Instances    int    `json:"instances"`
		Units        int    `json:"units"`

		RootCallers *rootCallersJSON `json:"root_callers,omitempty"`
	}
	placeJSON struct {
		Parent *int32 `json:"parent"`
		Depth  int32  `json:"depth"`
		End    *bool  `json:"end,omitempty"`
		*callerJSON
		Entries   *int64            `json:"entries"`
		Bound     string            `json:"entries_bound,omitempty"`
		Certain   *int64            `json:"certain,omitempty"`
		Share     *jsontext.Float   `json:"share"`
		Instances int               `json:"instances"`
		Frequency any               `json:"frequency,omitempty"` // a *jsontext.Float
		Pruned    *prunedPlacesJSON `json:"pruned,omitempty"`
	}
	callerJSON struct {
		BCI  *iprof.BCI `json:"bci"`
		Line any        `json:"line,omitempty"` // see jsontext.LineOrNull
		jsontext.Method
		File string `json:"file,omitempty"`
		Root bool   `json:"root"`
	}
	prunedPlacesJSON struct {
		Places  int    `json:"places"`
		Entries *int64 `json:"entries"`
	}
)

// JSON writes inlining trees as one JSON object, with one line for each instance. The instances of a unit are a flat list: trees
// may be nested deeper than JSON parsers allow. Each instance comes after its parent, which it refers to by its index in the list.
// Counts are integers, and may need more than the 53 bits of a JavaScript number; counts that the file lacks are null. Names are
// exact. docs/schema has the schema.
func JSON(w io.Writer, in *inlining.Trees) error {
	j := jsontext.NewWriter(w)
	beginTrees(j, "inline", &in.Head, in.Notes, slices.Concat(in.Application.Notes(), in.SortedNotes())...)
	var shown int64
	for i := range in.Units {
		shown += in.Units[i].Inclusive
	}
	j.Line("unit_count", func() { j.Int(int64(in.UnitCount)) })
	j.Line("matching_units", func() { j.Int(int64(in.Matching)) })
	j.Line("left_out", func() {
		j.Value(struct {
			Units     int   `json:"units"`
			Inclusive int64 `json:"inclusive"`
		}{in.UnitCount - len(in.Units), in.Base - shown})
	})
	j.Line("units", func() {
		j.Lines(len(in.Units), "  ", func(i int) {
			u := &in.Units[i]
			share := jsontext.OrNull(jsontext.Float(float64(u.Inclusive)/float64(in.Base)), u.Known && in.Base > 0)
			unit := unitJSON{in.Name(u.Root().Slot), jsontext.OrNull(u.Inclusive, u.Known), share, u.Size, u.Merged}
			j.Object(unit, "instances", len(u.Instances), func(k int) { j.Value(newInstanceJSON(in, u, k)) })
		})
	})
	return j.End()
}

// IntoJSON writes where methods are inlined as one JSON object, with one line for each place, in the form of [JSON].
func IntoJSON(w io.Writer, in *inlining.Into) error {
	j := jsontext.NewWriter(w)
	beginTrees(j, "into", &in.Head, intoNotes(in))
	if in.Answer != "" {
		j.Line("answer", func() { j.String(in.Answer) })
		j.Line("callers", func() {
			j.Lines(len(in.Callers), "  ", func(i int) { j.Value(newCallerCallsJSON(in, &in.Callers[i])) })
		})
		j.Line("way", func() {
			j.Lines(len(in.Way), "  ", func(i int) { j.Value(newWayJSON(in, &in.Way[i])) })
		})
	}
	j.Line("matching_methods", func() { j.Int(int64(in.Matching)) })
	j.Line("methods", func() {
		j.Lines(len(in.Methods), "  ", func(i int) {
			m := &in.Methods[i]
			method := methodJSON{
				jsontext.NewMethod(in.Profile, in.Name(m.Slot), m.Slot), jsontext.OrNull(m.Total(), m.Known), jsontext.OrNull(m.Root, m.Known),
				jsontext.OrNull(m.Inlined, m.Known), jsontext.OrNull(m.Unclear, in.Optimized && m.Known), m.Instances, m.Units, newRootCallersJSON(in, m),
			}
			j.Object(method, "places", len(m.Places), func(k int) { j.Value(newPlaceJSON(in, m, k)) })
		})
	})
	return j.End()
}

// beginTrees begins the object with the keys that all trees share.
func beginTrees(j *jsontext.Writer, name string, h *inlining.Head, notes []string, first ...string) {
	j.Begin(SchemaVersion)
	j.Line("trees", func() { j.String(name) })
	j.Line("profile_version", func() { j.String(h.Profile.Version.String()) })
	j.Line("metric", func() { j.String(convert.Calls.String()) })
	j.Line("unit", func() { j.String("method entries") })
	j.Line("view", func() { j.String(h.View.String()) })
	j.Line("whole", func() { j.Int(h.Total) })
	j.Line("base", func() { j.Int(h.Base) })
	j.Hidden(table.DroppedBy(h.Tally))
	j.Texts("notes", slices.Concat(first, h.Tally.Notes("method entries", "contexts"), notes))
	if h.Optimized {
		j.Line("image", func() { j.String("optimized") })
	}
}

func newInstanceJSON(in *inlining.Trees, u *inlining.Unit, i int) *instanceJSON {
	n := &u.Instances[i]
	frequency, counted := n.Frequency()
	share := float64(n.Inclusive) / float64(u.Inclusive)
	of := &instanceJSON{
		Parent:       jsontext.OrNull(n.Parent, n.Parent >= 0),
		Depth:        n.Depth,
		BCI:          jsontext.OrNull(n.Site, n.SiteKnown),
		Line:         jsontext.LineOrNull(in.Lines, instanceLine(in, u, i)),
		Method:       jsontext.NewMethod(in.Profile, in.Name(n.Slot), n.Slot),
		File:         in.Lines.File(n.Slot),
		Entries:      jsontext.OrNull(n.Entries, n.Known),
		Frequency:    jsontext.OrNull(jsontext.Float(frequency), counted),
		Inclusive:    jsontext.OrNull(n.Inclusive, n.InclusiveKnown),
		Share:        jsontext.OrNull(jsontext.Float(share), n.InclusiveKnown && u.Inclusive > 0),
		HiddenFrames: n.Hidden,
		AskedFor:     jsontext.OrNull(n.Matches, in.HasMatch),
	}
	if in.Optimized && n.Slot >= 0 {
		count := n.Count()
		of.Entries, of.EntriesBound, of.Certain, of.New = jsontext.OrNull(count.Count, count.Bound != code.None), count.Bound.String(), &n.Entries, n.New
	}
	for k := range n.Conditionals {
		of.Conditionals = append(of.Conditionals, jsontext.NewConditional(in.Lines, &n.Conditionals[k]))
	}
	for k := range n.Types {
		list := &of.Receivers
		if n.Types[k].InstanceOf {
			list = &of.InstanceOf
		}
		*list = append(*list, jsontext.NewTypeSite(in.Names, in.Lines, &n.Types[k]))
	}
	for k := range n.Calls {
		of.Calls = append(of.Calls, newLeavingJSON(in, n, &n.Calls[k]))
	}
	if n.PrunedSites > 0 {
		of.Pruned = &prunedInstancesJSON{n.PrunedSites, n.PrunedInstances, jsontext.OrNull(n.PrunedInclusive, n.PrunedKnown)}
	}
	return of
}

func newPlaceJSON(in *inlining.Into, m *inlining.IntoMethod, i int) *placeJSON {
	p := &m.Places[i]
	of := &placeJSON{
		Parent:    jsontext.OrNull(p.Parent, p.Parent >= 0),
		Depth:     p.Depth,
		End:       jsontext.OrNull(p.End, i > 0),
		Entries:   jsontext.OrNull(p.Entries, p.Known),
		Share:     jsontext.OrNull(jsontext.Float(float64(p.Entries)/float64(m.Total())), p.Known && m.Total() > 0),
		Instances: p.Instances,
	}
	if in.Optimized {
		count := p.Count()
		of.Entries, of.Bound, of.Certain = jsontext.OrNull(count.Count, count.Bound != code.None), count.Bound.String(), &p.Entries
	}
	if i > 0 && !p.End {
		of.callerJSON = &callerJSON{
			jsontext.OrNull(p.Site, p.SiteKnown), jsontext.LineOrNull(in.Lines, placeLine(in, p)),
			jsontext.NewMethod(in.Profile, in.Name(p.Slot), p.Slot), in.Lines.File(p.Slot), p.Root,
		}
	}
	if p.Depth == 1 && !p.End {
		frequency, counted := p.Frequency()
		of.Frequency = jsontext.OrNull(jsontext.Float(frequency), counted)
	}
	if p.PrunedPlaces > 0 {
		of.Pruned = &prunedPlacesJSON{p.PrunedPlaces, jsontext.OrNull(p.PrunedEntries, p.PrunedKnown)}
	}
	return of
}
