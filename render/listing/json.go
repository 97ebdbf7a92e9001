package listing

import (
	"io"

	"github.com/iprof-viz/iprof-viz/convert/sites"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/render/internal/jsontext"
)

// SchemaVersion is the schema_version of listings in JSON. It grows when a key is removed or changes its meaning, not when
// keys are added.
const SchemaVersion = 1

// JSON writes a listing as one JSON object, with a line for each place. Counts are integers, and may need more than the 53
// bits of a JavaScript number; those without a figure are null. Names are exact. docs/schema has the schema.
func JSON(w io.Writer, l *code.Listing) error {
	j := listJSON{jsontext.NewWriter(w)}
	j.Begin(SchemaVersion)
	j.Line("profile_version", func() { j.String(l.Names.Profile.Version.String()) })
	j.Line("view", func() { j.String(l.View.String()) })
	j.Line("matching_methods", func() { j.Int(int64(l.Matching)) })
	notes := Notes(l)
	j.Texts("notes", notes)
	j.Line("methods", func() { j.Lines(len(l.Methods), "  ", func(i int) { j.listed(l, &l.Methods[i]) }) })
	return j.End()
}

func (j listJSON) listed(l *code.Listing, m *code.Method) {
	j.B.WriteByte('{')
	j.Method(l.Names.Profile, l.Names.Method(int(m.Slot)), m.Slot)
	j.Field("entries")
	j.execution(m.Entries)
	j.Field("root_calls")
	j.Int(m.Root)
	if l.Samples {
		j.Field("samples_self")
		j.Int(m.Self)
		j.Field("samples_total")
		j.Int(m.Total)
	}
	if m.Class != nil {
		j.Field("class_file")
		j.String(m.Class.File)
		j.Field("source_file")
		j.String(m.Class.SourceFile)
	}
	if x := m.Executions; x != nil {
		j.Field("unmatched_conditionals")
		j.Int(int64(x.Unmatched))
		j.Field("contradictions")
		j.List(len(x.Contradictions), func(i int) {
			c := x.Contradictions[i]
			j.B.WriteString(`{"bci": `)
			j.Int(int64(c.BCI))
			j.Field("count")
			j.Int(c.Count)
			j.Field("flow")
			j.Int(c.Flow)
			j.B.WriteByte('}')
		})
	}
	j.Field("places")
	j.Lines(len(m.Places), "    ", func(i int) { j.listedPlace(l, m, &m.Places[i]) })
	j.B.WriteByte('}')
}

// execution writes a count and how sure it is.
func (j listJSON) execution(e code.Execution) {
	j.IntOrNull(e.Count, e.Bound != code.None)
	j.Field("bound")
	if e.Bound == code.None {
		j.B.WriteString("null")
	} else {
		j.String(e.Bound.String())
	}
}

func (j listJSON) listedPlace(l *code.Listing, m *code.Method, p *code.Place) {
	j.B.WriteString(`{"bci": `)
	j.Int(int64(p.BCI))
	j.Field("line")
	j.IntOrNull(int64(p.Line), p.Line > 0)
	if p.Instruction >= 0 {
		j.Field("instruction")
		j.String(instructionOf(m, p))
	}
	j.Field("executions")
	j.execution(p.Execution)
	if p.NotReturned > 0 {
		j.Field("not_returned")
		j.Int(p.NotReturned)
	}
	if l.Samples {
		self, total := samplesAt(p)
		j.Field("samples_self")
		j.Int(self)
		j.Field("samples_total")
		j.Int(total)
	}
	if p.Branch != nil {
		j.Field("conditional")
		j.Conditional(nil, p.Branch) // whose line is that of the place
	}
	if p.Receivers != nil {
		j.Field("receivers")
		j.TypesAt(l.Names, nil, p.Receivers)
	}
	if p.InstanceOf != nil {
		j.Field("instanceof")
		j.TypesAt(l.Names, nil, p.InstanceOf)
	}
	if p.Call != nil {
		j.Field("callees")
		j.List(len(p.Call.Callees), func(i int) { j.callee(l, m, p.Call.Callees[i]) })
	}
	j.B.WriteByte('}')
}

func (j listJSON) callee(l *code.Listing, m *code.Method, c sites.Callee) {
	j.B.WriteByte('{')
	j.Method(l.Names.Profile, convert.SlotName(l.Names, c.Slot), c.Slot)
	j.Field("inlined")
	j.IntOrNull(c.Inlined.Count, c.Inlined.Known)
	j.Field("contexts")
	j.Int(int64(c.Inlined.Contexts))
	frequency, known := c.Inlined.Frequency()
	j.Field("frequency")
	j.FloatOrNull(frequency, known)
	coverage, known := c.Inlined.Coverage(m.Entries.Count)
	j.Field("coverage")
	j.FloatOrNull(coverage, known && m.Entries.Count > 0)
	if l.Samples {
		j.Field("samples")
		j.Int(c.Samples)
	}
	j.B.WriteByte('}')
}

// A listJSON writes a listing.
type listJSON struct{ *jsontext.Writer }
