package render

import (
	"io"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
)

// ListSchemaVersion is the schema_version of listings in JSON. It grows when a key is removed or changes its meaning, not when
// keys are added.
const ListSchemaVersion = 1

// ListJSON writes a listing as one JSON object, with a line for each place. Counts are integers, and may need more than the 53
// bits of a JavaScript number; those without a figure are null. Names are exact. docs/schema has the schema.
func ListJSON(w io.Writer, l *code.Listing) error {
	j := newJSONWriter(w)
	j.begin(ListSchemaVersion)
	j.line("profile_version", func() { j.string(l.Names.Profile.Version.String()) })
	j.line("view", func() { j.string(l.View.String()) })
	j.line("matching_methods", func() { j.int(int64(l.Matching)) })
	notes := listNotes(l)
	j.texts("notes", notes)
	j.line("methods", func() { j.lines(len(l.Methods), "  ", func(i int) { j.listed(l, &l.Methods[i]) }) })
	return j.end()
}

func (j *jsonWriter) listed(l *code.Listing, m *code.Method) {
	j.b.WriteByte('{')
	j.method(l.Names.Profile, l.Names.Method(int(m.Slot)), m.Slot)
	j.field("entries")
	j.execution(m.Entries)
	j.field("root_calls")
	j.int(m.Root)
	if l.Samples {
		j.field("samples_self")
		j.int(m.Self)
		j.field("samples_total")
		j.int(m.Total)
	}
	if m.Class != nil {
		j.field("class_file")
		j.string(m.Class.File)
		j.field("source_file")
		j.string(m.Class.SourceFile)
	}
	if x := m.Executions; x != nil {
		j.field("unmatched_conditionals")
		j.int(int64(x.Unmatched))
		j.field("contradictions")
		j.list(len(x.Contradictions), func(i int) {
			c := x.Contradictions[i]
			j.b.WriteString(`{"bci": `)
			j.int(int64(c.BCI))
			j.field("count")
			j.int(c.Count)
			j.field("flow")
			j.int(c.Flow)
			j.b.WriteByte('}')
		})
	}
	j.field("places")
	j.lines(len(m.Places), "    ", func(i int) { j.listedPlace(l, m, &m.Places[i]) })
	j.b.WriteByte('}')
}

// execution writes a count and how sure it is.
func (j *jsonWriter) execution(e code.Execution) {
	j.intOrNull(e.Count, e.Bound != code.None)
	j.field("bound")
	if e.Bound == code.None {
		j.b.WriteString("null")
	} else {
		j.string(e.Bound.String())
	}
}

func (j *jsonWriter) listedPlace(l *code.Listing, m *code.Method, p *code.Place) {
	j.b.WriteString(`{"bci": `)
	j.int(int64(p.BCI))
	j.field("line")
	j.intOrNull(int64(p.Line), p.Line > 0)
	if p.Instruction >= 0 {
		j.field("instruction")
		j.string(instructionOf(m, p))
	}
	j.field("executions")
	j.execution(p.Execution)
	if p.NotReturned > 0 {
		j.field("not_returned")
		j.int(p.NotReturned)
	}
	if l.Samples {
		self, total := samplesAt(p)
		j.field("samples_self")
		j.int(self)
		j.field("samples_total")
		j.int(total)
	}
	if p.Branch != nil {
		j.field("conditional")
		j.conditional(nil, p.Branch) // whose line is that of the place
	}
	if p.Receivers != nil {
		j.field("receivers")
		j.typesAt(l.Names, nil, p.Receivers)
	}
	if p.InstanceOf != nil {
		j.field("instanceof")
		j.typesAt(l.Names, nil, p.InstanceOf)
	}
	if p.Call != nil {
		j.field("callees")
		j.list(len(p.Call.Callees), func(i int) { j.callee(l, m, p.Call.Callees[i]) })
	}
	j.b.WriteByte('}')
}

func (j *jsonWriter) callee(l *code.Listing, m *code.Method, c sites.Callee) {
	j.b.WriteByte('{')
	j.method(l.Names.Profile, convert.SlotName(l.Names, c.Slot), c.Slot)
	j.field("inlined")
	j.intOrNull(c.Inlined.Count, c.Inlined.Known)
	j.field("contexts")
	j.int(int64(c.Inlined.Contexts))
	frequency, known := c.Inlined.Frequency()
	j.field("frequency")
	j.floatOrNull(frequency, known)
	coverage, known := c.Inlined.Coverage(m.Entries.Count)
	j.field("coverage")
	j.floatOrNull(coverage, known && m.Entries.Count > 0)
	if l.Samples {
		j.field("samples")
		j.int(c.Samples)
	}
	j.b.WriteByte('}')
}
