package render

import (
	"io"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// InlineSchemaVersion is the schema_version of trees in JSON. It grows when a key is removed or changes its meaning, not when
// keys are added.
const InlineSchemaVersion = 1

// InlineJSON writes inlining trees as one JSON object, with a line for each instance. The instances of a unit are a flat list:
// trees may be nested deeper than JSON parsers allow. Each instance comes after its parent, which it refers to by its index in
// the list. Counts are integers, and may need more than the 53 bits of a JavaScript number; counts that the file lacks are null.
// Names are exact. docs/schema has the schema.
func InlineJSON(w io.Writer, in *inlining.Trees) error {
	j := newJSONWriter(w)
	j.treeHead("inline", in.Profile, in.View, in.Total, in.Base, in.Tally, in.Notes, in.Application.Notes()...)
	var shown int64
	for i := range in.Units {
		shown += in.Units[i].Inclusive
	}
	j.line("unit_count", func() { j.int(int64(in.UnitCount)) })
	j.line("matching_units", func() { j.int(int64(in.Matching)) })
	j.line("left_out", func() {
		j.b.WriteString(`{"units": `)
		j.int(int64(in.UnitCount - len(in.Units)))
		j.field("inclusive")
		j.int(in.Base - shown)
		j.b.WriteByte('}')
	})
	j.line("units", func() {
		j.lines(len(in.Units), "  ", func(i int) {
			u := &in.Units[i]
			j.b.WriteString(`{"root": `)
			j.string(in.Name(u.Root().Slot))
			j.field("inclusive")
			j.intOrNull(u.Inclusive, u.Known)
			j.field("share")
			j.floatOrNull(float64(u.Inclusive)/float64(in.Base), u.Known && in.Base > 0)
			j.field("size")
			j.int(int64(u.Size))
			if u.Merged > 0 {
				j.field("merged")
				j.int(int64(u.Merged))
			}
			j.field("instances")
			j.lines(len(u.Instances), "    ", func(k int) { j.instance(in, u, k) })
			j.b.WriteByte('}')
		})
	})
	return j.end()
}

// IntoJSON writes where methods are inlined as one JSON object, with a line for each place, in the form of [InlineJSON].
func IntoJSON(w io.Writer, in *inlining.Into) error {
	j := newJSONWriter(w)
	j.treeHead("into", in.Profile, in.View, in.Total, in.Base, in.Tally, intoNotes(in))
	j.line("matching_methods", func() { j.int(int64(in.Matching)) })
	j.line("methods", func() {
		j.lines(len(in.Methods), "  ", func(i int) {
			m := &in.Methods[i]
			j.b.WriteByte('{')
			j.method(in.Profile, in.Name(m.Slot), m.Slot)
			j.field("entries")
			j.intOrNull(m.Total(), m.Known)
			j.field("root_calls")
			j.intOrNull(m.Root, m.Known)
			j.field("inlined_calls")
			j.intOrNull(m.Inlined, m.Known)
			j.field("instances")
			j.int(int64(m.Instances))
			j.field("units")
			j.int(int64(m.Units))
			j.field("places")
			j.lines(len(m.Places), "    ", func(k int) { j.place(in, m, k) })
			j.b.WriteByte('}')
		})
	})
	return j.end()
}

// treeHead begins the object with the keys of all trees.
func (j *jsonWriter) treeHead(name string, p *iprof.Profile, view convert.View, whole, base int64, tally convert.Tally, notes []string, first ...string) {
	j.begin(InlineSchemaVersion)
	j.line("trees", func() { j.string(name) })
	j.line("profile_version", func() { j.string(p.Version.String()) })
	j.line("metric", func() { j.string(convert.Calls.String()) })
	j.line("unit", func() { j.string("method entries") })
	j.line("view", func() { j.string(view.String()) })
	j.line("whole", func() { j.int(whole) })
	j.line("base", func() { j.int(base) })
	j.hidden(table.DroppedBy(tally))
	notes = slices.Concat(first, tally.Notes("method entries", "contexts"), notes)
	j.texts("notes", notes)
}

func (j *jsonWriter) bci(bci iprof.BCI, known bool) { j.intOrNull(int64(bci), known) }

// method writes the name of a method, and unless it stands for several, such as <VM>, its id and signature.
func (j *jsonWriter) method(p *iprof.Profile, name string, slot int32) {
	j.key("method")
	j.string(name)
	if slot < 0 {
		return
	}
	m, _ := p.MethodAt(int(slot))
	j.field("id")
	j.int(int64(m.ID))
	j.field("signature")
	j.string(convert.JVMSignature(p, m))
}

// parent begins the object of an instance or a place, with the index of its parent, null for the first.
func (j *jsonWriter) parent(parent, depth int32) {
	j.b.WriteString(`{"parent": `)
	j.intOrNull(int64(parent), parent >= 0)
	j.field("depth")
	j.int(int64(depth))
}

func (j *jsonWriter) instance(in *inlining.Trees, u *inlining.Unit, i int) {
	n := &u.Instances[i]
	j.parent(n.Parent, n.Depth)
	j.field("bci")
	j.bci(n.Site, n.SiteKnown)
	if in.Lines != nil {
		line := instanceLine(in, u, i)
		j.field("line")
		j.intOrNull(int64(line), line > 0)
	}
	j.b.WriteString(", ")
	j.method(in.Profile, in.Name(n.Slot), n.Slot)
	j.file(in.Lines, n.Slot)
	j.field("entries")
	j.intOrNull(n.Entries, n.Known)
	j.field("frequency")
	j.floatOrNull(n.Frequency())
	j.field("inclusive")
	j.intOrNull(n.Inclusive, n.InclusiveKnown)
	j.field("share")
	j.floatOrNull(float64(n.Inclusive)/float64(u.Inclusive), n.InclusiveKnown && u.Inclusive > 0)
	if n.Hidden > 0 {
		j.field("hidden_frames")
		j.int(int64(n.Hidden))
	}
	if in.HasMatch {
		j.field("asked_for")
		j.bool(n.Matches)
	}
	if len(n.Conditionals) > 0 {
		j.field("conditionals")
		j.list(len(n.Conditionals), func(k int) { j.conditional(in.Lines, &n.Conditionals[k]) })
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
			j.field(kind.key)
			j.list(len(sites), func(k int) { j.typesAt(in.Names, in.Lines, sites[k]) })
		}
	}
	if n.PrunedSites > 0 {
		j.field("pruned")
		j.b.WriteString(`{"sites": `)
		j.int(int64(n.PrunedSites))
		j.field("instances")
		j.int(int64(n.PrunedInstances))
		j.field("inclusive")
		j.intOrNull(n.PrunedInclusive, n.PrunedKnown)
		j.b.WriteByte('}')
	}
	j.b.WriteByte('}')
}

func (j *jsonWriter) conditional(lines *sourceline.Lines, c *sites.Conditional) {
	j.b.WriteString(`{"bci": `)
	j.int(int64(c.BCI))
	j.lineOf(lines, c.Site)
	j.field("executions")
	j.int(c.Executions)
	j.field("entropy")
	j.b.WriteString(exactFloat(c.Entropy()))
	j.field("successors")
	j.list(len(c.Successors), func(i int) {
		s := c.Successors[i]
		j.b.WriteString(`{"target_bci": `)
		j.int(int64(s.Target))
		j.field("index")
		j.int(int64(s.Index))
		j.field("count")
		j.int(s.Count)
		j.field("probability")
		j.share(s.Count, c.Executions)
		j.b.WriteByte('}')
	})
	j.b.WriteByte('}')
}

// file writes the source file of a method, if it is known.
func (j *jsonWriter) file(lines *sourceline.Lines, slot int32) {
	if file := lines.File(slot); file != "" {
		j.field("file")
		j.string(file)
	}
}

// lineOf writes the source line of a site, unless there are none.
func (j *jsonWriter) lineOf(lines *sourceline.Lines, s sites.Site) {
	if lines != nil {
		line := lines.Line(s.Slot, s.BCI)
		j.field("line")
		j.intOrNull(int64(line), line > 0)
	}
}

func (j *jsonWriter) typesAt(names *convert.Names, lines *sourceline.Lines, t *sites.TypeSite) {
	j.b.WriteString(`{"bci": `)
	j.int(int64(t.BCI))
	j.lineOf(lines, t.Site)
	j.field("executions")
	j.int(t.Executions)
	j.field("entropy")
	j.floatOrNull(t.Entropy(), t.Kind() != sites.UnknownTypes)
	j.field("kind")
	j.string(t.Kind().String())
	j.field("types")
	types := t.Ranked()
	j.list(len(types), func(i int) {
		c := types[i]
		j.b.WriteString(`{"type": `)
		j.string(names.Type(c.Type))
		j.field("count")
		j.int(c.Count)
		j.field("share")
		j.share(c.Count, t.Executions)
		j.b.WriteByte('}')
	})
	j.b.WriteByte('}')
}

func (j *jsonWriter) place(in *inlining.Into, m *inlining.IntoMethod, i int) {
	p := &m.Places[i]
	j.parent(p.Parent, p.Depth)
	if i > 0 {
		j.field("end")
		j.bool(p.End)
	}
	if i > 0 && !p.End {
		j.field("bci")
		j.bci(p.Site, p.SiteKnown)
		if in.Lines != nil {
			line := placeLine(in, p)
			j.field("line")
			j.intOrNull(int64(line), line > 0)
		}
		j.b.WriteString(", ")
		j.method(in.Profile, in.Name(p.Slot), p.Slot)
		j.file(in.Lines, p.Slot)
		j.field("root")
		j.bool(p.Root)
	}
	j.field("entries")
	j.intOrNull(p.Entries, p.Known)
	j.field("share")
	j.floatOrNull(float64(p.Entries)/float64(m.Total()), p.Known && m.Total() > 0)
	j.field("instances")
	j.int(int64(p.Instances))
	if p.Depth == 1 && !p.End {
		j.field("frequency")
		j.floatOrNull(p.Frequency())
	}
	if p.PrunedPlaces > 0 {
		j.field("pruned")
		j.b.WriteString(`{"places": `)
		j.int(int64(p.PrunedPlaces))
		j.field("entries")
		j.intOrNull(p.PrunedEntries, p.PrunedKnown)
		j.b.WriteByte('}')
	}
	j.b.WriteByte('}')
}
