package render

import (
	"bytes"
	"encoding/json"
	"io"
)

// CheckSchemaVersion is the schema_version of a check in JSON. It grows when a key is removed or changes its meaning, not
// when keys are added.
const CheckSchemaVersion = 1

type (
	checkJSON struct {
		SchemaVersion int               `json:"schema_version"`
		OK            bool              `json:"ok"` // as the exit status says
		Files         []checkedFileJSON `json:"files"`
	}
	checkedFileJSON struct {
		File     string        `json:"file"`
		Readable bool          `json:"readable"`
		Errors   int           `json:"errors"`
		Warnings int           `json:"warnings"`
		Notes    int           `json:"notes"`
		Findings []findingJSON `json:"findings"`
		Against  *againstJSON  `json:"against,omitempty"`
		Fit      *fitJSON      `json:"fit,omitempty"`

		Coverage   json.RawMessage `json:"coverage,omitempty"`
		Production json.RawMessage `json:"production,omitempty"`
	}
	findingJSON struct {
		Severity string `json:"severity"`
		Kind     string `json:"kind"`
		Place    string `json:"place,omitempty"`
		Count    int64  `json:"count"`
		Text     string `json:"text"`
		Hint     string `json:"hint,omitempty"`
	}
	againstJSON struct {
		Metric  string     `json:"metric"`
		Total   int64      `json:"total"`
		Gone    int64      `json:"gone"`
		Share   float64    `json:"share"`
		Listed  int        `json:"listed"` // methods in the list
		Methods []goneJSON `json:"methods"`
	}
	goneJSON struct {
		ID        int32   `json:"id"`
		Method    string  `json:"method"`
		Count     int64   `json:"count"`
		Share     float64 `json:"share"`
		Candidate string  `json:"candidate,omitempty"`
	}
)

// CheckJSON writes the findings as one JSON object. ok is true if all files passed. See [CheckSchemaVersion].
func CheckJSON(w io.Writer, files []*CheckedFile, ok bool) error {
	out := checkJSON{SchemaVersion: CheckSchemaVersion, OK: ok, Files: []checkedFileJSON{}}
	for _, f := range files {
		j := checkedFileJSON{File: f.Name, Readable: f.Readable, Findings: []findingJSON{}}
		j.Errors, j.Warnings, j.Notes = f.counts()
		for _, x := range f.Findings {
			j.Findings = append(j.Findings, findingJSON{severities[x.Severity], x.Kind, x.Place, x.Count, x.Text, x.Hint})
		}
		if a := f.Against; a != nil {
			j.Against = &againstJSON{a.Metric.String(), a.Total, a.GoneValue, a.Share(), a.Listed, []goneJSON{}}
			for _, r := range a.Rows {
				j.Against.Methods = append(j.Against.Methods, goneJSON{int32(r.ID), r.Name, r.Value, float64(r.Value) / float64(a.Total), r.Candidate})
			}
		}
		if f.Code != nil {
			j.Fit = newFitJSON(f.Code)
		}
		var text bytes.Buffer // which never fails
		if f.Coverage != nil {
			tablesJSON(&text, f.Coverage)
			j.Coverage = bytes.Clone(text.Bytes())
		}
		if f.Production != nil {
			text.Reset()
			JSON(&text, f.Production.Table)
			j.Production = bytes.Clone(text.Bytes())
		}
		out.Files = append(out.Files, j)
	}
	return encodeJSON(w, out)
}
