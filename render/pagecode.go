package render

import (
	"cmp"
	"encoding/json"
	"io"

	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// pageCode are the listings of methods. records.ts has the meaning of each field.
type pageCode struct {
	Matching int              `json:"matching"`
	Samples  bool             `json:"samples"`
	Notes    []string         `json:"notes"`
	Methods  []pageCodeMethod `json:"methods"`
}

type pageCodeMethod struct {
	ID      iprof.MethodID `json:"id"`
	File    string         `json:"file"`
	Hottest int            `json:"hottest"`
	Lines   []pageCodeLine `json:"lines"`
}

type pageCodeLine struct {
	Line int           `json:"line"`
	Text string        `json:"text,omitempty"`
	Runs pageRuns      `json:"runs"`
	Open bool          `json:"open,omitempty"`
	Cold bool          `json:"cold,omitempty"`
	Rows []pageCodeRow `json:"rows"`
}

type pageCodeRow struct {
	BCI   iprof.BCI      `json:"bci"`
	Text  string         `json:"text"`
	Runs  pageRuns       `json:"runs"`
	Sites []pageCodeSite `json:"sites,omitempty"`
}

// pageRuns are the executions, how sure they are, self and total samples, and the heat of a row.
type pageRuns [5]any

type pageCodeSite struct {
	Mark  string         `json:"mark"`
	Head  string         `json:"head,omitempty"`
	Parts []pageCodePart `json:"parts,omitempty"`
	Sep   string         `json:"sep,omitempty"`
	Tail  string         `json:"tail,omitempty"`
}

type pageCodePart struct {
	Name  string          `json:"name"`
	Share string          `json:"share,omitempty"`
	To    *iprof.BCI      `json:"to,omitempty"`
	ID    *iprof.MethodID `json:"id,omitempty"`
}

// PageCode writes the listings of methods for a part of [Report]: what [ListHTML] shows of them.
func PageCode(w io.Writer, l *code.Listing) error {
	part := pageCode{Matching: l.Matching, Samples: l.Samples, Notes: orNone(listNotes(l)), Methods: []pageCodeMethod{}}
	rows := listRows{l, ListOptions{}}
	for i := range l.Methods {
		if m := &l.Methods[i]; m.Code != nil {
			part.Methods = append(part.Methods, rows.pageMethod(m))
		}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false) // as in the other parts, which have the same names
	return e.Encode(part)
}

func (w listRows) pageMethod(m *code.Method) pageCodeMethod {
	of := pageCodeMethod{ID: w.listing.Names.Profile.MethodIDAt(int(m.Slot)), File: boundName(visible(m.Class.SourceFile)), Lines: []pageCodeLine{}}
	rows := w.rows(m)
	scale, indent := newRowHeat(rows), indentOf(m)
	of.Hottest = -1
	var most *listRow // of the hottest
	for i, g := range w.groups(rows) {
		line := pageCodeLine{Cold: g.cold, Rows: []pageCodeRow{}}
		below := g.rows
		if head := g.rows[0]; head.place == nil {
			head, below = headOf(m, g.rows), below[1:]
			line.Line, line.Text, line.Open = head.line, boundName(visible(indentedSource(m, head.line, indent))), m.SourceLines == nil
			line.Runs = runsOf(&head, scale)
			if head.hot && (most == nil || hotter(&head, most)) {
				of.Hottest, most = i, &head
			}
		}
		for i := range below {
			line.Rows = append(line.Rows, w.pageRow(m, &below[i], scale))
		}
		of.Lines = append(of.Lines, line)
	}
	if of.Hottest >= 0 {
		of.Lines[of.Hottest].Open = true
	}
	return of
}

// hotter reports whether a row has more samples than another one or, with as many, ran more often.
func hotter(a, b *listRow) bool {
	return cmp.Or(cmp.Compare(a.total, b.total), cmp.Compare(a.self, b.self), cmp.Compare(a.execution.Count, b.execution.Count)) > 0
}

func (w listRows) pageRow(m *code.Method, r *listRow, scale rowHeat) pageCodeRow {
	row := pageCodeRow{BCI: r.place.BCI, Text: boundName(visible(r.text)), Runs: runsOf(r, scale)}
	for i := range r.lines {
		l := &r.lines[i]
		site := pageCodeSite{Mark: string(l.mark), Head: boundName(visible(l.head)), Sep: l.sep, Tail: boundName(visible(l.tail + l.more))}
		for k, p := range l.parts {
			part := pageCodePart{Name: boundName(visible(p.name)), Share: p.share}
			switch l.mark {
			case '◆':
				if to := r.place.Branch.Targets()[k].Target; hasInstruction(m, to) {
					part.To = &to
				}
			case '→':
				if slot := r.place.Call.Callees[k].Slot; slot >= 0 {
					id := w.listing.Names.Profile.MethodIDAt(int(slot))
					part.ID = &id
				}
			}
			site.Parts = append(site.Parts, part)
		}
		row.Sites = append(row.Sites, site)
	}
	return row
}

func hasInstruction(m *code.Method, at iprof.BCI) bool {
	_, ok := m.Code.Index(int(at))
	return ok
}

func runsOf(r *listRow, scale rowHeat) pageRuns {
	var count any
	if r.execution.Bound != code.None {
		count = r.execution.Count
	}
	return pageRuns{count, r.execution.Bound, r.self, r.total, heatOf(scale.of(r))}
}
