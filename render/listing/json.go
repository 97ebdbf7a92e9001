package listing

import (
	"io"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/jsontext"
)

// SchemaVersion is the schema_version of listings in JSON. It is incremented when a key is removed or changes meaning, not when
// keys are added.
const SchemaVersion = 1

// The parts of a listing in JSON. Embedded pointers are groups of keys that are omitted together.
type (
	methodJSON struct {
		jsontext.Method
		Entries   *int64  `json:"entries"`
		Bound     *string `json:"bound"`
		RootCalls int64   `json:"root_calls"`
		*samplesJSON
		*classJSON
		*flowJSON
	}
	samplesJSON struct {
		Self  int64 `json:"samples_self"`
		Total int64 `json:"samples_total"`
	}
	classJSON struct {
		ClassFile  string `json:"class_file"`
		SourceFile string `json:"source_file"`
	}
	flowJSON struct {
		Unmatched      int                 `json:"unmatched_conditionals"`
		Contradictions []contradictionJSON `json:"contradictions"`
	}
	contradictionJSON struct {
		BCI   int   `json:"bci"`
		Count int64 `json:"count"`
		Flow  int64 `json:"flow"`
	}
	placeJSON struct {
		BCI         iprof.BCI `json:"bci"`
		Line        *int      `json:"line"`
		Instruction string    `json:"instruction,omitempty"`
		Executions  *int64    `json:"executions"`
		Bound       *string   `json:"bound"`
		NotReturned int64     `json:"not_returned,omitempty"`
		*samplesJSON
		Conditional *jsontext.Conditional `json:"conditional,omitempty"`
		Receivers   *jsontext.TypeSite    `json:"receivers,omitempty"`
		InstanceOf  *jsontext.TypeSite    `json:"instanceof,omitempty"`
		Callees     []calleeJSON          `json:"callees,omitempty"`
	}
	calleeJSON struct {
		jsontext.Method
		Inlined   *int64          `json:"inlined"`
		Contexts  int             `json:"contexts"`
		Frequency *jsontext.Float `json:"frequency"`
		Coverage  *jsontext.Float `json:"coverage"`
		Samples   *int64          `json:"samples,omitempty"`
	}
)

// JSON writes a listing as one JSON object, with one line for each place. Counts are integers, and may need more than the 53 bits
// of a JavaScript number; unknown counts are null. Names are exact. docs/schema has the schema.
func JSON(w io.Writer, l *code.Listing) error {
	j := jsontext.NewWriter(w)
	j.Begin(SchemaVersion)
	version := ""
	if l.Names.Profile.Origin().IsIprof() {
		version = l.Names.Profile.Version.String()
	}
	j.Line("profile_version", func() { j.String(version) })
	j.Line("view", func() { j.String(l.View.String()) })
	j.Line("matching_methods", func() { j.Int(int64(l.Matching)) })
	j.Texts("notes", Notes(l))
	j.Line("methods", func() {
		j.Lines(len(l.Methods), "  ", func(i int) {
			m := &l.Methods[i]
			j.Object(newMethodJSON(l, m), "places", len(m.Places), func(k int) { j.Value(newPlaceJSON(l, m, &m.Places[k])) })
		})
	})
	return j.End()
}

func newMethodJSON(l *code.Listing, m *code.Method) *methodJSON {
	of := &methodJSON{Method: jsontext.NewMethod(l.Names.Profile, l.Names.Method(int(m.Slot)), m.Slot), RootCalls: m.Root}
	of.Entries, of.Bound = execution(m.Entries)
	if l.Samples {
		of.samplesJSON = &samplesJSON{m.Self, m.Total}
	}
	if m.Class != nil && (!m.Recorded || m.Class.File != "") { // that of a recording may be known by its name alone
		of.classJSON = &classJSON{m.Class.File, m.Class.SourceFile}
	}
	if x := m.Executions; x != nil {
		of.flowJSON = &flowJSON{x.Unmatched, []contradictionJSON{}}
		for _, c := range x.Contradictions {
			of.Contradictions = append(of.Contradictions, contradictionJSON(c))
		}
	}
	return of
}

// execution returns a count and how sure it is.
func execution(e code.Execution) (count *int64, bound *string) {
	return jsontext.OrNull(e.Count, e.Bound != code.None), jsontext.OrNull(e.Bound.String(), e.Bound != code.None)
}

func newPlaceJSON(l *code.Listing, m *code.Method, p *code.Place) *placeJSON {
	of := &placeJSON{BCI: p.BCI, Line: jsontext.OrNull(p.Line, p.Line > 0), Instruction: instructionOf(m, p), NotReturned: p.NotReturned.Count}
	if m.Recorded {
		of.BCI = iprof.BCIUnknown // the recorder has the line instead
	}
	of.Executions, of.Bound = execution(p.Execution)
	if l.Samples {
		self, total := samplesAt(p)
		of.samplesJSON = &samplesJSON{self, total}
	}
	if p.Branch != nil {
		of.Conditional = jsontext.NewConditional(nil, p.Branch) // the line belongs to the place
		of.Conditional.AddTrips(p.LoopEnd, p.Branch)
	}
	if p.Receivers != nil {
		of.Receivers = jsontext.NewTypeSite(l.Names, nil, p.Receivers)
	}
	if p.InstanceOf != nil {
		of.InstanceOf = jsontext.NewTypeSite(l.Names, nil, p.InstanceOf)
	}
	if p.Call != nil {
		for _, c := range p.Call.Callees {
			of.Callees = append(of.Callees, newCalleeJSON(l, m, c))
		}
	}
	return of
}

func newCalleeJSON(l *code.Listing, m *code.Method, c sites.Callee) calleeJSON {
	frequency, counted := c.Inlined.Frequency()
	coverage, covered := c.Inlined.Coverage(m.Entries.Count)
	return calleeJSON{
		jsontext.NewMethod(l.Names.Profile, convert.SlotName(l.Names, c.Slot), c.Slot), jsontext.OrNull(c.Inlined.Count, c.Inlined.Known), c.Inlined.Contexts,
		jsontext.OrNull(jsontext.Float(frequency), counted), jsontext.OrNull(jsontext.Float(coverage), covered && m.Entries.Count > 0),
		jsontext.OrNull(c.Samples, l.Samples),
	}
}
