package summary

import (
	"bufio"
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/render/internal/jsontext"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// CheckSchemaVersion is the schema_version of a check in JSON. It is incremented when a key is removed or changes meaning, not
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
		Verdict  string        `json:"verdict"`
		Errors   int           `json:"errors"`
		Warnings int           `json:"warnings"`
		Notes    int           `json:"notes"`
		Findings []findingJSON `json:"findings"`
		Against  *againstJSON  `json:"against,omitempty"`
		Fit      *fitJSON      `json:"fit,omitempty"`
		Quality  *qualityJSON  `json:"quality,omitempty"`

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
	var all []keyedTable
	out := checkJSON{SchemaVersion: CheckSchemaVersion, OK: ok, Files: []checkedFileJSON{}}
	for _, f := range files {
		j := checkedFileJSON{File: f.Name, Readable: f.Readable, Verdict: f.Summary(), Findings: []findingJSON{}}
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
		if f.Quality != nil {
			j.Quality = newQualityJSON(f.Quality)
		}
		if f.Coverage != nil {
			j.Coverage = tablePlace
			all = append(all, keyedTable{"coverage", func(w io.Writer) error { return tables.TablesJSON(w, f.Coverage) }})
		}
		if f.Production != nil {
			j.Production = tablePlace
			all = append(all, keyedTable{"production", func(w io.Writer) error { return tables.JSON(w, f.Production.Table) }})
		}
		out.Files = append(out.Files, j)
	}
	var text strings.Builder
	if err := jsontext.Encode(&text, out); err != nil {
		return err
	}
	return insertTables(w, text.String(), all)
}

// tablePlace marks where a table is inserted. It is a number, so no text in the JSON has it after a key.
var tablePlace = json.RawMessage("1e999")

// A keyedTable writes a table that is the value of a key.
type keyedTable struct {
	key   string
	write func(w io.Writer) error
}

// insertTables writes JSON, replacing the marks by tables in their order. They may be large, so they are written directly to the
// output.
func insertTables(w io.Writer, text string, tables []keyedTable) error {
	b := bufio.NewWriter(w) // keeps the first error
	for _, t := range tables {
		key := strconv.Quote(t.key) + ": "
		before, after, _ := strings.Cut(text, key+string(tablePlace))
		b.WriteString(before + key)
		if err := t.write(jsontext.Indented(b, "      ")); err != nil {
			return err
		}
		text = after
	}
	b.WriteString(text)
	return b.Flush()
}
