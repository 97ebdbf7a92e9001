package page

import (
	"cmp"

	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
	"github.com/iprof-viz/iprof-viz/render/listing"
)

// A CodePart holds the listings of methods: what [listing.HTML] shows of them.
type CodePart struct {
	// Methods with records.
	Matching int `page:"matching"`
	// Whether there are samples.
	Samples bool     `page:"samples"`
	Notes   []string `page:"notes"`
	// Those with text, the hottest first.
	Sources []SourceFile `page:"sources"`
	Methods []MethodCode `page:"methods"`
}

// A MethodCode is the listing of a method.
type MethodCode struct {
	ID iprof.MethodID `page:"id"`
	// The name of the source file.
	File string `page:"file"`
	// The index of its text in sources; -1: none.
	Source int `page:"source"`
	// The source given is of another version than the class file: its text is not shown.
	OtherSource bool `page:"other_source,optional"`
	// The line with the most samples, then executions, as an index in lines; -1: no line has any.
	Hottest int `page:"hottest"`
	// By line if there is a source, otherwise in the order of the bytecode.
	Lines []CodeLine `page:"lines"`
}

// A CodeLine is a source line with its instructions; line 0: instructions without a line.
type CodeLine struct {
	Line int `page:"line"`
	// Of the whole line, which may be several of these in the order of the bytecode. Total: once per stack.
	Runs *Runs `page:"runs"`
	// In a collapsed part of a long method without a source.
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
	// Of branches and types: share as a number.
	Of records.Maybe[float64] `page:"of,optional"`
	// A place in the method.
	To records.Maybe[iprof.BCI] `page:"to,optional"`
	// A method.
	ID records.Maybe[iprof.MethodID] `page:"id,optional"`
}

// NewCode returns the listings of methods for a page. Own are the samples of source lines, by slot: self samples and, in methods of the
// application, those in the library code that they call.
func NewCode(l *code.Listing, own map[int32][]code.LineSamples) *CodePart {
	part := &CodePart{Matching: l.Matching, Samples: l.Samples, Notes: listing.Notes(l)}
	rows := codeRows{listing.RowMaker{Listing: l, Opts: listing.Options{}}}
	texts := newSources(l, own)
	part.Sources = texts.files
	for i := range l.Methods {
		if m := &l.Methods[i]; m.Code != nil || m.Recorded && m.SourceLines != nil {
			of := MethodCode{ID: l.Names.Profile.MethodIDAt(int(m.Slot)), File: fitname.Bound(plaintext.Visible(m.Class.SourceFile)), Source: -1, OtherSource: m.OtherSource, Hottest: -1}
			switch {
			case m.Recorded:
				of.Source = texts.index[sourceline.SourceFile(m.Class)]
				rows.byRecordedLine(m, &of)
			case m.SourceLines != nil:
				of.Source = texts.index[sourceline.SourceFile(m.Class)]
				rows.byLine(m, &of)
			default:
				rows.byInstruction(m, &of)
			}
			part.Methods = append(part.Methods, of)
		}
	}
	return part
}

// byLine sets the lines of a method with a source, in its order.
func (w codeRows) byLine(m *code.Method, of *MethodCode) {
	var places []*listing.Row // by index in Places
	rows := w.Rows(m)
	for i := range rows {
		if rows[i].Place != nil {
			places = append(places, &rows[i])
		}
	}
	var most *listing.Row
	for _, l := range m.Lines() {
		head := listing.Row{Execution: l.Execution, Self: l.Self, Total: l.Total}
		line := CodeLine{Line: l.Number}
		for _, i := range l.Places {
			head.Hot = head.Hot || places[i].Hot
			line.Rows = append(line.Rows, w.pageRow(m, places[i]))
		}
		if l.Number > 0 {
			line.Runs = runsOf(&head)
			if head.Hot && (most == nil || hotter(&head, most)) {
				of.Hottest, most = len(of.Lines), &head
			}
		}
		of.Lines = append(of.Lines, line)
	}
}

// byRecordedLine sets the lines of a method in a recording. Each is a place, whose index is the line.
func (w codeRows) byRecordedLine(m *code.Method, of *MethodCode) {
	var most *listing.Row
	rows := w.Rows(m)
	for i, l := range m.Lines() {
		r := &rows[i]
		r.Place = &m.Places[l.Places[0]]
		line := CodeLine{Line: l.Number}
		if l.Number > 0 {
			r.Text = "" // the source has it
			line.Runs = runsOf(r)
			if most == nil || hotter(r, most) {
				of.Hottest, most = len(of.Lines), r
			}
		}
		line.Rows = []CodeRow{w.pageRow(m, r)}
		of.Lines = append(of.Lines, line)
	}
}

// byInstruction sets the lines of a method without a source, in the order of its instructions.
func (w codeRows) byInstruction(m *code.Method, of *MethodCode) {
	var most *listing.Row
	var mostHere int64 // samples at instructions of its group
	for i, g := range w.Groups(w.Rows(m)) {
		line := CodeLine{Cold: g.Cold}
		below := g.Rows
		if head := g.Rows[0]; head.Place == nil {
			head, below = listing.HeadOf(g.Rows), below[1:]
			line.Line, line.Runs = head.Line, runsOf(&head)
			here := mostSamples(below)
			if head.Hot && (most == nil || hotter(&head, most) || head.Line == most.Line && here > mostHere) {
				of.Hottest, most, mostHere = i, &head, here
			}
		}
		for i := range below {
			line.Rows = append(line.Rows, w.pageRow(m, &below[i]))
		}
		of.Lines = append(of.Lines, line)
	}
}

// mostSamples returns the largest number of samples of a row, with callees.
func mostSamples(rows []listing.Row) (most int64) {
	for i := range rows {
		most = max(most, rows[i].Total)
	}
	return most
}

// hotter reports whether a row has more samples than another one or, with equally many, ran more often.
func hotter(a, b *listing.Row) bool {
	return cmp.Or(cmp.Compare(a.Total, b.Total), cmp.Compare(a.Self, b.Self), cmp.Compare(a.Execution.Count, b.Execution.Count)) > 0
}

func (w codeRows) pageRow(m *code.Method, r *listing.Row) CodeRow {
	row := CodeRow{BCI: r.Place.BCI, Text: fitname.Bound(plaintext.Visible(r.Text)), Runs: *runsOf(r)}
	for i := range r.Lines {
		l := &r.Lines[i]
		site := CodeSite{Mark: string(l.Mark), Head: fitname.Bound(plaintext.Visible(l.Head)), Sep: l.Sep, Tail: fitname.Bound(plaintext.Visible(l.Tail + l.More))}
		for k, p := range l.Parts {
			part := CodeSitePart{Name: fitname.Bound(plaintext.Visible(p.Name)), Share: p.Share, Of: records.KnownIf(p.Of, p.Of > 0)}
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

func runsOf(r *listing.Row) *Runs {
	return &Runs{records.KnownIf(r.Execution.Count, r.Execution.Bound != code.None), r.Execution.Bound, r.Self, r.Total}
}

// codeRows makes the rows of the methods of a page.
type codeRows struct{ listing.RowMaker }
