package summary

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/render/internal/jsontext"
)

// InfoSchemaVersion is the schema_version of an Info in JSON. It is incremented when a key is removed or changes meaning, not
// when keys are added.
const InfoSchemaVersion = 1

// The JSON of an Info. Counts are exact integers, and may need more than the 53 bits of a JavaScript number. Counts that the file
// lacks are null.
type (
	infoJSON struct {
		SchemaVersion int             `json:"schema_version"`
		Source        *sourceJSON     `json:"source,omitempty"` // of another tool's file
		Version       string          `json:"version"`          // version of an iprof's format
		Sections      []sectionJSON   `json:"sections"`
		Methods       tableInfoJSON   `json:"methods"`
		Types         tableInfoJSON   `json:"types"`
		Contexts      *treeInfoJSON   `json:"contexts"` // inlining contexts
		Stacks        *treeInfoJSON   `json:"stacks"`   // sampled stacks
		Worth         *worthJSON      `json:"worth_a_look,omitempty"`
		Application   applicationJSON `json:"application"`
		Code          []codeInfoJSON  `json:"code"`
		Top           []topListJSON   `json:"top"`
		Caveats       []caveatJSON    `json:"doubts"`
	}
	sourceJSON struct {
		Format    string            `json:"format"`
		Unit      string            `json:"unit"`
		PerSample *int64            `json:"per_sample"`
		Tables    []sourceTableJSON `json:"tables"`
	}
	sourceTableJSON struct {
		Name  string                       `json:"name"`
		Facts map[string]json.RawMessage   `json:"facts,omitempty"`
		Rows  []map[string]json.RawMessage `json:"rows"`
	}
	sectionJSON struct {
		Metric  string `json:"metric"`
		Section string `json:"section"` // its name in format 1.1.0
		Unit    string `json:"unit"`
		Present bool   `json:"present"`
		Records *int   `json:"records"`
		Total   *int64 `json:"total"`
	}
	tableInfoJSON struct {
		Listed   int `json:"listed"`
		Referred int `json:"referred"`
		Unlisted int `json:"unlisted"` // but referred to
		Unnamed  int `json:"unnamed,omitempty"`
	}
	treeInfoJSON struct {
		Contexts int       `json:"contexts"`
		Roots    int       `json:"roots"`
		Depth    depthJSON `json:"depth"`
	}
	depthJSON struct { // in frames
		Max    int     `json:"max"`
		Median int     `json:"median"`
		Mean   float64 `json:"mean"`
		Sum    int64   `json:"sum"`
	}
	applicationJSON struct {
		Methods int                     `json:"methods"` // that contexts and stacks refer to
		Metrics []applicationMetricJSON `json:"metrics"` // samples and calls, where there are any; the default metric first
	}
	applicationMetricJSON struct {
		Metric  string      `json:"metric"`
		Total   int64       `json:"total"`   // of the profile
		Base    int64       `json:"base"`    // base of shares: without the entries of the profiler's own runtime
		Value   int64       `json:"value"`   // application samples including the code that it calls
		Own     int64       `json:"own"`     // in its own frames
		Counted int         `json:"counted"` // methods with samples, or entries
		Top     topListJSON `json:"top"`
	}
	codeInfoJSON struct {
		Metric      string `json:"metric"`
		Total       int64  `json:"total"`
		Application int64  `json:"application"`
		Library     int64  `json:"library"`
		JDK         int64  `json:"jdk"`
		NativeImage int64  `json:"native_image"`
		Profiler    int64  `json:"profiler"`
		Unknown     int64  `json:"unknown"`
	}
	topListJSON struct {
		Metric string       `json:"metric"`
		By     string       `json:"by"`
		Total  int64        `json:"total"`
		Listed int          `json:"listed"` // including those without a row
		Rows   []topRowJSON `json:"rows"`
	}
	topRowJSON struct {
		Name      string          `json:"name"`
		ID        int32           `json:"id"`
		Signature string          `json:"signature,omitempty"`
		BCI       *int32          `json:"bci,omitempty"`
		Value     int64           `json:"value"`
		Own       json.RawMessage `json:"own,omitempty"` // of compilation roots: an integer or null
	}
	caveatJSON struct {
		Kind     string `json:"kind"`
		Severity string `json:"severity"`
		Count    int64  `json:"count"`
		Text     string `json:"text"`
		Hint     string `json:"hint,omitempty"`
		First    string `json:"first,omitempty"`
	}
)

// InfoJSON writes the same as [InfoText] as one JSON object, indented, with the keys always in the same order. Names are exact.
// See [InfoSchemaVersion].
func InfoJSON(w io.Writer, in *info.Info) error {
	out := infoJSON{
		SchemaVersion: InfoSchemaVersion,
		Version:       in.Version.String(),
		Methods:       tableInfoJSON(in.Methods),
		Types:         tableInfoJSON(in.Types),
		Contexts:      newTreeInfoJSON(in.Contexts),
		Stacks:        newTreeInfoJSON(in.Stacks),
		Sections:      []sectionJSON{},
		Code:          []codeInfoJSON{},
		Top:           []topListJSON{},
		Caveats:       []caveatJSON{},
		Worth:         newWorthJSON(in.Findings),
	}
	if in.OtherTool != nil {
		out.Source, out.Version = newSourceJSON(in.OtherTool), ""
	}
	for _, s := range in.Sections {
		section := sectionJSON{Metric: s.Metric.String(), Section: s.Metric.Section().String(), Unit: s.Metric.Unit(), Present: s.Present}
		if in.OtherTool != nil && s.Metric == convert.Samples {
			section.Unit = in.OtherTool.Unit
		}
		if s.Present {
			section.Records = &s.Records
		}
		if s.Countable() {
			section.Total = &s.Total
		}
		out.Sections = append(out.Sections, section)
	}
	out.Application = applicationJSON{in.Application.Methods, []applicationMetricJSON{}}
	for _, m := range in.Application.Metrics {
		out.Application.Metrics = append(out.Application.Metrics,
			applicationMetricJSON{m.Metric.String(), m.Total, m.Base, m.Value, m.Own, m.Counted, newTopListJSON(m.Top)})
	}
	for _, c := range in.Code {
		out.Code = append(out.Code, codeInfoJSON{
			Metric:      c.Metric.String(),
			Total:       c.Total,
			Application: c.ByKind[convert.Application],
			Library:     c.ByKind[convert.Library],
			JDK:         c.ByKind[convert.JDK],
			NativeImage: c.ByKind[convert.NativeImage],
			Profiler:    c.ByKind[convert.Profiler],
			Unknown:     c.ByKind[convert.UnknownKind],
		})
	}
	for _, l := range in.Top {
		out.Top = append(out.Top, newTopListJSON(l))
	}
	for _, d := range in.Caveats {
		out.Caveats = append(out.Caveats, caveatJSON{string(d.Kind), d.Severity.String(), d.Count, d.Text, d.Hint, d.Place})
	}

	return jsontext.Encode(w, out)
}

func newTopListJSON(l info.TopList) topListJSON {
	list := topListJSON{Metric: l.Metric.String(), By: string(l.By), Total: l.Total, Listed: l.Listed, Rows: []topRowJSON{}}
	for _, r := range l.Rows {
		row := topRowJSON{Name: r.Name, ID: r.ID, Signature: r.Signature, Value: r.Value}
		if l.By == info.TopSites {
			row.BCI = new(int32)
			*row.BCI = int32(r.BCI)
		}
		if l.By == info.TopRoots || r.Own != nil {
			row.Own, _ = json.Marshal(r.Own) // never fails for a number or null
		}
		list.Rows = append(list.Rows, row)
	}
	return list
}

func newSourceJSON(s *info.OtherTool) *sourceJSON {
	out := &sourceJSON{Format: s.Format, Unit: s.Unit, Tables: []sourceTableJSON{}}
	if s.PerSample > 0 {
		out.PerSample = &s.PerSample
	}
	for _, t := range s.Tables {
		of := sourceTableJSON{Name: t.Name, Facts: map[string]json.RawMessage{}, Rows: []map[string]json.RawMessage{}}
		for _, f := range t.Facts {
			of.Facts[f.Key] = cellJSON(f.Value)
		}
		for _, row := range t.Rows {
			cells := map[string]json.RawMessage{}
			for _, c := range table.ColumnsForPrograms(t.Columns) {
				if cell := row.Cell(c); cell.Kind != table.None {
					cells[c.Key] = cellJSON(cell)
				}
			}
			of.Rows = append(of.Rows, cells)
		}
		out.Tables = append(out.Tables, of)
	}
	return out
}

// cellJSON returns the value of a cell.
func cellJSON(c table.Cell) json.RawMessage {
	var b bytes.Buffer
	j := jsontext.NewWriter(&b)
	j.Cell(c)
	j.B.Flush()
	return b.Bytes()
}

func newTreeInfoJSON(in *info.TreeInfo) *treeInfoJSON {
	if in == nil {
		return nil
	}
	mean := float64(in.Frames) / float64(in.Contexts)
	return &treeInfoJSON{in.Contexts, in.Roots, depthJSON{in.Max, in.Median, mean, in.Frames}}
}
