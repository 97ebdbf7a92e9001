package page

import (
	"cmp"

	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/htmltext"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
	"github.com/iprof-viz/iprof-viz/render/listing"
)

// A CodePart holds the listings of methods: what [listing.HTML] shows of them.
type CodePart struct {
	// Methods with records.
	Matching int `page:"matching"`
	// Whether there are samples.
	Samples bool         `page:"samples"`
	Notes   []string     `page:"notes"`
	Methods []MethodCode `page:"methods"`
}

// A MethodCode is the listing of a method.
type MethodCode struct {
	ID iprof.MethodID `page:"id"`
	// The source file.
	File string `page:"file"`
	// The line with the most samples, then executions, as an index in lines; -1: no line has any.
	Hottest int        `page:"hottest"`
	Lines   []CodeLine `page:"lines"`
}

// A CodeLine is a source line with its instructions; line 0 without text: instructions without a line.
type CodeLine struct {
	Line int    `page:"line"`
	Text string `page:"text,optional"`
	Runs *Runs  `page:"runs"`
	// It is the hottest, or has no text.
	Open bool `page:"open"`
	// In a collapsed part of a long method.
	Cold bool      `page:"cold"`
	Rows []CodeRow `page:"rows"`
}

// A CodeRow is an instruction.
type CodeRow struct {
	BCI   iprof.BCI  `page:"bci"`
	Text  string     `page:"text"`
	Runs  Runs       `page:"runs"`
	Sites []CodeSite `page:"sites,optional"`
}

// Runs are executions and samples of a line or an instruction.
type Runs struct {
	// Executions; null: unknown.
	Count records.Maybe[int64] `page:"count"`
	// The certainty of the executions.
	Bound code.Bound `page:"bound"`
	Self  int64      `page:"self"`
	Total int64      `page:"total"`
	// From 0 to 8.
	Heat int `page:"heat"`
}

// A CodeSite is what was recorded at a place, as a sentence.
type CodeSite struct {
	Mark  string         `page:"mark"`
	Head  string         `page:"head,optional"`
	Parts []CodeSitePart `page:"parts,optional"`
	// Between parts.
	Sep  string `page:"sep,optional"`
	Tail string `page:"tail,optional"`
}

// A CodeSitePart is a part of the sentence.
type CodeSitePart struct {
	Name  string `page:"name"`
	Share string `page:"share,optional"`
	// A place in the method.
	To records.Maybe[iprof.BCI] `page:"to,optional"`
	// A method.
	ID records.Maybe[iprof.MethodID] `page:"id,optional"`
}

// NewCode returns the listings of methods for a page.
func NewCode(l *code.Listing) *CodePart {
	part := &CodePart{Matching: l.Matching, Samples: l.Samples, Notes: listing.Notes(l)}
	rows := codeRows{listing.RowMaker{Listing: l, Opts: listing.Options{}}}
	for i := range l.Methods {
		if m := &l.Methods[i]; m.Code != nil {
			part.Methods = append(part.Methods, rows.pageMethod(m))
		}
	}
	return part
}

func (w codeRows) pageMethod(m *code.Method) MethodCode {
	of := MethodCode{ID: w.Listing.Names.Profile.MethodIDAt(int(m.Slot)), File: fitname.Bound(plaintext.Visible(m.Class.SourceFile))}
	rows := w.Rows(m)
	scale, indent := listing.NewRowHeat(rows), listing.IndentOf(m)
	of.Hottest = -1
	var most *listing.Row // for the hottest methods
	for i, g := range w.Groups(rows) {
		line := CodeLine{Cold: g.Cold}
		below := g.Rows
		if head := g.Rows[0]; head.Place == nil {
			head, below = listing.HeadOf(m, g.Rows), below[1:]
			line.Line, line.Text, line.Open = head.Line, fitname.Bound(plaintext.Visible(listing.IndentedSource(m, head.Line, indent))), m.SourceLines == nil
			runs := runsOf(&head, scale)
			line.Runs = &runs
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

// hotter reports whether a row has more samples than another one or, with equally many, ran more often.
func hotter(a, b *listing.Row) bool {
	return cmp.Or(cmp.Compare(a.Total, b.Total), cmp.Compare(a.Self, b.Self), cmp.Compare(a.Execution.Count, b.Execution.Count)) > 0
}

func (w codeRows) pageRow(m *code.Method, r *listing.Row, scale listing.RowHeat) CodeRow {
	row := CodeRow{BCI: r.Place.BCI, Text: fitname.Bound(plaintext.Visible(r.Text)), Runs: runsOf(r, scale)}
	for i := range r.Lines {
		l := &r.Lines[i]
		site := CodeSite{Mark: string(l.Mark), Head: fitname.Bound(plaintext.Visible(l.Head)), Sep: l.Sep, Tail: fitname.Bound(plaintext.Visible(l.Tail + l.More))}
		for k, p := range l.Parts {
			part := CodeSitePart{Name: fitname.Bound(plaintext.Visible(p.Name)), Share: p.Share}
			switch l.Mark {
			case '◆':
				if to := r.Place.Branch.Targets()[k].Target; hasInstruction(m, to) {
					part.To = records.KnownIf(to, true)
				}
			case '→':
				if slot := r.Place.Call.Callees[k].Slot; slot >= 0 {
					part.ID = records.KnownIf(w.Listing.Names.Profile.MethodIDAt(int(slot)), true)
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

func runsOf(r *listing.Row, scale listing.RowHeat) Runs {
	return Runs{records.KnownIf(r.Execution.Count, r.Execution.Bound != code.None), r.Execution.Bound, r.Self, r.Total, htmltext.HeatOf(scale.Of(r))}
}

// codeRows makes the rows of the methods of a page.
type codeRows struct{ listing.RowMaker }
