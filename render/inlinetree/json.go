package inlinetree

import (
	"io"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/sites"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/jsontext"
)

// SchemaVersion is the schema_version of trees in JSON. It grows when a key is removed or changes its meaning, not when
// keys are added.
const SchemaVersion = 1

// JSON writes inlining trees as one JSON object, with a line for each instance. The instances of a unit are a flat list:
// trees may be nested deeper than JSON parsers allow. Each instance comes after its parent, which it refers to by its index in
// the list. Counts are integers, and may need more than the 53 bits of a JavaScript number; counts that the file lacks are null.
// Names are exact. docs/schema has the schema.
func JSON(w io.Writer, in *inlining.Trees) error {
	j := inlineJSON{jsontext.NewWriter(w)}
	j.treeHead("inline", in.Profile, in.View, in.Total, in.Base, in.Tally, in.Notes, in.Application.Notes()...)
	var shown int64
	for i := range in.Units {
		shown += in.Units[i].Inclusive
	}
	j.Line("unit_count", func() { j.Int(int64(in.UnitCount)) })
	j.Line("matching_units", func() { j.Int(int64(in.Matching)) })
	j.Line("left_out", func() {
		j.B.WriteString(`{"units": `)
		j.Int(int64(in.UnitCount - len(in.Units)))
		j.Field("inclusive")
		j.Int(in.Base - shown)
		j.B.WriteByte('}')
	})
	j.Line("units", func() {
		j.Lines(len(in.Units), "  ", func(i int) {
			u := &in.Units[i]
			j.B.WriteString(`{"root": `)
			j.String(in.Name(u.Root().Slot))
			j.Field("inclusive")
			j.IntOrNull(u.Inclusive, u.Known)
			j.Field("share")
			j.FloatOrNull(float64(u.Inclusive)/float64(in.Base), u.Known && in.Base > 0)
			j.Field("size")
			j.Int(int64(u.Size))
			if u.Merged > 0 {
				j.Field("merged")
				j.Int(int64(u.Merged))
			}
			j.Field("instances")
			j.Lines(len(u.Instances), "    ", func(k int) { j.instance(in, u, k) })
			j.B.WriteByte('}')
		})
	})
	return j.End()
}

// IntoJSON writes where methods are inlined as one JSON object, with a line for each place, in the form of [JSON].
func IntoJSON(w io.Writer, in *inlining.Into) error {
	j := inlineJSON{jsontext.NewWriter(w)}
	j.treeHead("into", in.Profile, in.View, in.Total, in.Base, in.Tally, intoNotes(in))
	j.Line("matching_methods", func() { j.Int(int64(in.Matching)) })
	j.Line("methods", func() {
		j.Lines(len(in.Methods), "  ", func(i int) {
			m := &in.Methods[i]
			j.B.WriteByte('{')
			j.Method(in.Profile, in.Name(m.Slot), m.Slot)
			j.Field("entries")
			j.IntOrNull(m.Total(), m.Known)
			j.Field("root_calls")
			j.IntOrNull(m.Root, m.Known)
			j.Field("inlined_calls")
			j.IntOrNull(m.Inlined, m.Known)
			j.Field("instances")
			j.Int(int64(m.Instances))
			j.Field("units")
			j.Int(int64(m.Units))
			j.Field("places")
			j.Lines(len(m.Places), "    ", func(k int) { j.place(in, m, k) })
			j.B.WriteByte('}')
		})
	})
	return j.End()
}

// treeHead begins the object with the keys of all trees.
func (j inlineJSON) treeHead(name string, p *iprof.Profile, view convert.View, whole, base int64, tally convert.Tally, notes []string, first ...string) {
	j.Begin(SchemaVersion)
	j.Line("trees", func() { j.String(name) })
	j.Line("profile_version", func() { j.String(p.Version.String()) })
	j.Line("metric", func() { j.String(convert.Calls.String()) })
	j.Line("unit", func() { j.String("method entries") })
	j.Line("view", func() { j.String(view.String()) })
	j.Line("whole", func() { j.Int(whole) })
	j.Line("base", func() { j.Int(base) })
	j.Hidden(table.DroppedBy(tally))
	notes = slices.Concat(first, tally.Notes("method entries", "contexts"), notes)
	j.Texts("notes", notes)
}

func (j inlineJSON) bci(bci iprof.BCI, known bool) { j.IntOrNull(int64(bci), known) }

// parent begins the object of an instance or a place, with the index of its parent, null for the first.
func (j inlineJSON) parent(parent, depth int32) {
	j.B.WriteString(`{"parent": `)
	j.IntOrNull(int64(parent), parent >= 0)
	j.Field("depth")
	j.Int(int64(depth))
}

func (j inlineJSON) instance(in *inlining.Trees, u *inlining.Unit, i int) {
	n := &u.Instances[i]
	j.parent(n.Parent, n.Depth)
	j.Field("bci")
	j.bci(n.Site, n.SiteKnown)
	if in.Lines != nil {
		line := instanceLine(in, u, i)
		j.Field("line")
		j.IntOrNull(int64(line), line > 0)
	}
	j.B.WriteString(", ")
	j.Method(in.Profile, in.Name(n.Slot), n.Slot)
	j.file(in.Lines, n.Slot)
	j.Field("entries")
	j.IntOrNull(n.Entries, n.Known)
	j.Field("frequency")
	j.FloatOrNull(n.Frequency())
	j.Field("inclusive")
	j.IntOrNull(n.Inclusive, n.InclusiveKnown)
	j.Field("share")
	j.FloatOrNull(float64(n.Inclusive)/float64(u.Inclusive), n.InclusiveKnown && u.Inclusive > 0)
	if n.Hidden > 0 {
		j.Field("hidden_frames")
		j.Int(int64(n.Hidden))
	}
	if in.HasMatch {
		j.Field("asked_for")
		j.Bool(n.Matches)
	}
	if len(n.Conditionals) > 0 {
		j.Field("conditionals")
		j.List(len(n.Conditionals), func(k int) { j.Conditional(in.Lines, &n.Conditionals[k]) })
	}
	for _, kind := range []struct {
		key        string
		instanceOf bool
	}{{"receivers", false}, {"instanceof", true}} {
		var sites []*sites.TypeSite
		for k := range n.Types {
			if n.Types[k].InstanceOf == kind.instanceOf {
				sites = append(sites, &n.Types[k])
			}
		}
		if len(sites) > 0 {
			j.Field(kind.key)
			j.List(len(sites), func(k int) { j.TypesAt(in.Names, in.Lines, sites[k]) })
		}
	}
	if n.PrunedSites > 0 {
		j.Field("pruned")
		j.B.WriteString(`{"sites": `)
		j.Int(int64(n.PrunedSites))
		j.Field("instances")
		j.Int(int64(n.PrunedInstances))
		j.Field("inclusive")
		j.IntOrNull(n.PrunedInclusive, n.PrunedKnown)
		j.B.WriteByte('}')
	}
	j.B.WriteByte('}')
}

// file writes the source file of a method, if it is known.
func (j inlineJSON) file(lines *sourceline.Lines, slot int32) {
	if file := lines.File(slot); file != "" {
		j.Field("file")
		j.String(file)
	}
}

func (j inlineJSON) place(in *inlining.Into, m *inlining.IntoMethod, i int) {
	p := &m.Places[i]
	j.parent(p.Parent, p.Depth)
	if i > 0 {
		j.Field("end")
		j.Bool(p.End)
	}
	if i > 0 && !p.End {
		j.Field("bci")
		j.bci(p.Site, p.SiteKnown)
		if in.Lines != nil {
			line := placeLine(in, p)
			j.Field("line")
			j.IntOrNull(int64(line), line > 0)
		}
		j.B.WriteString(", ")
		j.Method(in.Profile, in.Name(p.Slot), p.Slot)
		j.file(in.Lines, p.Slot)
		j.Field("root")
		j.Bool(p.Root)
	}
	j.Field("entries")
	j.IntOrNull(p.Entries, p.Known)
	j.Field("share")
	j.FloatOrNull(float64(p.Entries)/float64(m.Total()), p.Known && m.Total() > 0)
	j.Field("instances")
	j.Int(int64(p.Instances))
	if p.Depth == 1 && !p.End {
		j.Field("frequency")
		j.FloatOrNull(p.Frequency())
	}
	if p.PrunedPlaces > 0 {
		j.Field("pruned")
		j.B.WriteString(`{"places": `)
		j.Int(int64(p.PrunedPlaces))
		j.Field("entries")
		j.IntOrNull(p.PrunedEntries, p.PrunedKnown)
		j.B.WriteByte('}')
	}
	j.B.WriteByte('}')
}

// An inlineJSON writes trees.
type inlineJSON struct{ *jsontext.Writer }
