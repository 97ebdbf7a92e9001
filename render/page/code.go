package page

import (
	"cmp"
	"encoding/json"
	"io"

	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/htmltext"
	"github.com/iprof-viz/iprof-viz/render/internal/jsontext"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/listing"
)

// codePart are the listings of methods. records.ts has the meaning of each field.
type codePart struct {
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

// Code writes the listings of methods for a part of [Report]: what [listing.HTML] shows of them.
func Code(w io.Writer, l *code.Listing) error {
	part := codePart{Matching: l.Matching, Samples: l.Samples, Notes: jsontext.OrNone(listing.Notes(l)), Methods: []pageCodeMethod{}}
	rows := codeRows{listing.RowMaker{Listing: l, Opts: listing.Options{}}}
	for i := range l.Methods {
		if m := &l.Methods[i]; m.Code != nil {
			part.Methods = append(part.Methods, rows.pageMethod(m))
		}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false) // as in the other parts, which have the same names
	return e.Encode(part)
}

func (w codeRows) pageMethod(m *code.Method) pageCodeMethod {
	of := pageCodeMethod{ID: w.Listing.Names.Profile.MethodIDAt(int(m.Slot)), File: fitname.Bound(plaintext.Visible(m.Class.SourceFile)), Lines: []pageCodeLine{}}
	rows := w.Rows(m)
	scale, indent := listing.NewRowHeat(rows), listing.IndentOf(m)
	of.Hottest = -1
	var most *listing.Row // of the hottest
	for i, g := range w.Groups(rows) {
		line := pageCodeLine{Cold: g.Cold, Rows: []pageCodeRow{}}
		below := g.Rows
		if head := g.Rows[0]; head.Place == nil {
			head, below = listing.HeadOf(m, g.Rows), below[1:]
			line.Line, line.Text, line.Open = head.Line, fitname.Bound(plaintext.Visible(listing.IndentedSource(m, head.Line, indent))), m.SourceLines == nil
			line.Runs = runsOf(&head, scale)
			if head.Hot && (most == nil || hotter(&head, most)) {
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
func hotter(a, b *listing.Row) bool {
	return cmp.Or(cmp.Compare(a.Total, b.Total), cmp.Compare(a.Self, b.Self), cmp.Compare(a.Execution.Count, b.Execution.Count)) > 0
}

func (w codeRows) pageRow(m *code.Method, r *listing.Row, scale listing.RowHeat) pageCodeRow {
	row := pageCodeRow{BCI: r.Place.BCI, Text: fitname.Bound(plaintext.Visible(r.Text)), Runs: runsOf(r, scale)}
	for i := range r.Lines {
		l := &r.Lines[i]
		site := pageCodeSite{Mark: string(l.Mark), Head: fitname.Bound(plaintext.Visible(l.Head)), Sep: l.Sep, Tail: fitname.Bound(plaintext.Visible(l.Tail + l.More))}
		for k, p := range l.Parts {
			part := pageCodePart{Name: fitname.Bound(plaintext.Visible(p.Name)), Share: p.Share}
			switch l.Mark {
			case '◆':
				if to := r.Place.Branch.Targets()[k].Target; hasInstruction(m, to) {
					part.To = &to
				}
			case '→':
				if slot := r.Place.Call.Callees[k].Slot; slot >= 0 {
					id := w.Listing.Names.Profile.MethodIDAt(int(slot))
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

func runsOf(r *listing.Row, scale listing.RowHeat) pageRuns {
	var count any
	if r.Execution.Bound != code.None {
		count = r.Execution.Count
	}
	return pageRuns{count, r.Execution.Bound, r.Self, r.Total, htmltext.HeatOf(scale.Of(r))}
}

// codeRows makes the rows of the methods of a page.
type codeRows struct{ listing.RowMaker }
