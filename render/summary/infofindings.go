package summary

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// worth writes the first findings, with one line for each and one for the command that shows more, or that there are none; 0: all.
func (t *infoText) worth(limit int) {
	r := t.in.Findings
	if r == nil || len(r.List) == 0 {
		if r != nil && r.Searched {
			t.heading("Worth a look: none found")
		}
		return
	}
	n := len(r.List)
	heading := "Worth a look"
	if limit > 0 && n > limit {
		n = limit
		heading += fmt.Sprintf(", %s of %s", numbers.Thousands(n), numbers.Thousands(len(r.List)))
	}
	t.heading(heading + ": see iprof-viz help " + r.List[0].Kind.Topic())
	shares, width := make([]string, n), 0
	for i := range shares {
		if w := r.List[i].Weight; w != nil {
			of := " of "
			if w.OfAll {
				of = " of all "
			}
			shares[i] = numbers.SharePercent(w.Share(), 1) + of + plaintext.Visible(shortUnitOf(w))
			if r.Repeats(i) {
				shares[i] = "the same " + plaintext.Visible(shortUnitOf(w))
			}
		}
		width = max(width, plaintext.Columns(shares[i]))
	}
	lines := t.worthLines(r.List[:n], len("  ")+width+len("  "))
	for i, line := range lines {
		for k, part := range line {
			share := shares[i]
			if k > 0 {
				share = ""
			}
			fmt.Fprintf(t.w, "  %*s  %s\n", width, share, part)
		}
		for _, part := range commandLines(r.List[i].Command, t.width-len(commandIndent)) {
			fmt.Fprintln(t.w, commandIndent+part)
		}
	}
	var notes []string
	if slices.ContainsFunc(r.List[:n], t.leavesOut) {
		note := "shares leave out native-image's own code"
		if slices.ContainsFunc(r.List[:n], func(f findings.Finding) bool { return f.Weight != nil && f.Weight.OfAll }) {
			note += ", unless they are of all"
		}
		notes = append(notes, note)
	}
	if r.ByCounts(n) {
		notes = append(notes, "call and branch counts are not time")
	}
	if notes != nil {
		t.paragraph("  ", strings.Join(notes, "; "))
	}
}

// leavesOut reports whether a finding's share is not of all code, which tables count, because there are records of native-image's own.
func (t *infoText) leavesOut(f findings.Finding) bool {
	w := f.Weight
	return w != nil && !w.OfAll && slices.ContainsFunc(t.in.Code, func(c info.CodeInfo) bool {
		return (c.Metric == w.Metric || c.Metric == convert.Calls && w.Unit == convert.EntriesUnit) && c.ByKind[convert.NativeImage] > 0
	})
}

// uncountedPackages writes the first application packages that never ran; 0: all.
func (t *infoText) uncountedPackages(limit int) {
	if t.in.Findings == nil {
		return
	}
	i := slices.IndexFunc(t.in.Findings.List, func(f findings.Finding) bool { return f.Kind == findings.UncountedPackage })
	if i < 0 {
		return
	}
	all := t.in.Findings.List[i].Split.List
	shown := all
	heading := "Packages of the application that never ran"
	if limit > 0 && len(all) > limit {
		shown = all[:limit]
		heading += fmt.Sprintf(", %s of %s", numbers.Thousands(limit), numbers.Thousands(len(all)))
	}
	rows := [][]string{{"methods", ""}}
	for _, p := range shown {
		rows = append(rows, []string{numbers.Thousands(p.Count), plaintext.Visible(p.Name)})
	}
	t.heading(heading)
	t.grid(rows, right, left)
}

// commandIndent is the indent of commands, which are long: most fit in a line of 80 columns.
const commandIndent = "    "

// commandLines formats a command line of iprof-viz, in several lines if it is too wide.
func commandLines(args []string, room int) []string {
	return words.CommandLines(plaintext.Visible("iprof-viz "+words.ShellLine(args)), room, plaintext.Columns)
}

// callerRoom is the minimum number of columns for a name next to the application method that calls third-party code; with less
// room, that method is on a separate line.
const callerRoom = 30

// worthLines formats findings, in one to three lines each that begin after an indent: title, name, and the calling application
// method, or the library method called.
func (t *infoText) worthLines(findings []findings.Finding, indent int) [][]string {
	alone := make([]bool, len(findings))     // the caller has its own line
	nameAlone := make([]bool, len(findings)) // the name has its own line
	var subjects, callers []fitname.NameInRoom
	for i := range findings {
		f := &findings[i]
		relation, caller := otherMethod(f)
		room := t.width - indent - plaintext.Columns(f.Title+": "+siteOf(f))
		if t.width > 0 && room < max(fitname.MinName, fitname.MethodWidth(plaintext.Visible(f.Subject))) {
			nameAlone[i], room = true, t.width-indent-plaintext.Columns(siteOf(f))
		}
		callerWidth := t.width - indent - len(relation)
		if both := (room - len(", ") - len(relation)) / 2; t.width > 0 && both < callerRoom {
			alone[i] = true
		} else if caller != "" {
			room, callerWidth = both, both
		}
		subjects = append(subjects, fitname.NameInRoom{Name: plaintext.Visible(f.Subject), Room: max(fitname.MinName, room)})
		callers = append(callers, fitname.NameInRoom{Name: plaintext.Visible(caller), Room: max(fitname.MinName, callerWidth)})
	}
	nameOf := func(n fitname.NameInRoom) string { return n.Name }
	if t.width > 0 {
		short := fitname.Fit(append(slices.Clone(subjects), callers...))
		nameOf = func(n fitname.NameInRoom) string {
			*t.short = *t.short || short[n] != n.Name
			return short[n]
		}
	}
	lines := make([][]string, len(findings))
	for i := range findings {
		line := plaintext.Visible(findings[i].Title)
		if name := subjects[i].Name; name != "" && nameAlone[i] {
			lines[i] = []string{line + ":"}
			line = nameOf(subjects[i]) + siteOf(&findings[i])
		} else if name != "" {
			line += ": " + nameOf(subjects[i]) + siteOf(&findings[i])
		}
		relation, _ := otherMethod(&findings[i])
		switch {
		case callers[i].Name == "":
			lines[i] = append(lines[i], line)
		case alone[i]:
			lines[i] = append(lines[i], line, relation+nameOf(callers[i]))
		default:
			lines[i] = append(lines[i], line+", "+relation+nameOf(callers[i]))
		}
	}
	return lines
}

// otherMethod returns the application method that most of a finding's cost is charged to, or the library method that it calls, and the
// words before the name; "": none.
func otherMethod(f *findings.Finding) (relation, name string) {
	for _, m := range f.Methods {
		switch m.Role {
		case findings.ChargedTo:
			return "mostly for ", m.Name
		case findings.Calls:
			return "mostly ", m.Name
		}
	}
	return "", ""
}

// siteOf returns the place of a finding as it follows the name of the method; "": none.
func siteOf(f *findings.Finding) string {
	if m, ok := f.Site(); ok && m.HasBCI {
		return places.CallSite(table.IntCell(int64(m.BCI)))
	}
	if f.Weight != nil && f.Weight.Line > 0 {
		return ":" + strconv.Itoa(f.Weight.Line)
	}
	return ""
}

// shortUnitOf is the unit of a finding's share, in one word.
func shortUnitOf(w *findings.Weight) string {
	switch w.Metric {
	case convert.Samples:
		return w.Unit
	case convert.Branches:
		return "branches"
	}
	return "entries"
}

// The JSON of findings.
type (
	worthJSON struct {
		RankedBy string             `json:"ranked_by"`
		Findings []worthFindingJSON `json:"findings"`
	}
	worthFindingJSON struct {
		Kind        string                     `json:"kind"`
		Title       string                     `json:"title"`
		Subject     string                     `json:"subject,omitempty"`
		Application bool                       `json:"application"`
		Weight      *weightJSON                `json:"weight"`
		Methods     []concernedJSON            `json:"methods"`
		Numbers     map[string]json.RawMessage `json:"figures"`
		Parts       *partsJSON                 `json:"parts,omitempty"`
		Args        []string                   `json:"args"`
		Command     string                     `json:"command"`
		Link        string                     `json:"link"`
	}
	weightJSON struct {
		Metric string  `json:"metric"`
		Unit   string  `json:"unit"`
		Value  int64   `json:"value"`
		Total  int64   `json:"total"`
		OfAll  bool    `json:"of_all"`
		Share  float64 `json:"share"`
		Low    float64 `json:"low"`
		High   float64 `json:"high"`
	}
	concernedJSON struct {
		Role      string `json:"role"`
		Name      string `json:"name"`
		ID        int32  `json:"id"`
		Signature string `json:"signature"`
		BCI       *int32 `json:"bci,omitempty"`
	}
	partsJSON struct {
		Of   string     `json:"of"`
		Rows []partJSON `json:"rows"`
	}
	partJSON struct {
		Name  string `json:"name"`
		Count int64  `json:"count"`
	}
)

func newWorthJSON(r *findings.Report) *worthJSON {
	if r == nil {
		return nil
	}
	out := &worthJSON{RankedBy: r.Metric.String(), Findings: []worthFindingJSON{}}
	for i := range r.List {
		out.Findings = append(out.Findings, newFindingJSON(&r.List[i]))
	}
	return out
}

func newFindingJSON(f *findings.Finding) worthFindingJSON {
	out := worthFindingJSON{
		Kind: string(f.Kind), Title: f.Title, Subject: f.Subject, Application: f.Application,
		Methods: []concernedJSON{}, Numbers: map[string]json.RawMessage{},
		Args: f.Command, Command: "iprof-viz " + words.ShellLine(f.Command), Link: f.Kind.Link(),
	}
	if w := f.Weight; w != nil {
		out.Weight = &weightJSON{w.Metric.String(), w.Unit, w.Value, w.Of, w.OfAll, w.Share(), w.Low, w.High}
	}
	for _, m := range f.Methods {
		of := concernedJSON{Role: string(m.Role), Name: m.Name, ID: int32(m.ID), Signature: m.Signature}
		if m.HasBCI {
			bci := int32(m.BCI)
			of.BCI = &bci
		}
		out.Methods = append(out.Methods, of)
	}
	for _, x := range f.Numbers {
		out.Numbers[x.Key] = cellJSON(x.Value)
	}
	if f.Split.Of != "" {
		out.Parts = &partsJSON{Of: f.Split.Of, Rows: []partJSON{}}
		for _, p := range f.Split.List {
			out.Parts.Rows = append(out.Parts.Rows, partJSON(p))
		}
	}
	return out
}
