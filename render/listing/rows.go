// Package listing shows a method's listing, its bytecode or source with what was recorded there: as text, Markdown, CSV, HTML and
// JSON.
package listing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/siteline"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

// Notes explain what the numbers cover.
func Notes(l *code.Listing) []string {
	notes := l.Tally.Notes("method entries", "contexts")
	if left := l.Matching - len(l.Methods); left > 0 {
		notes = append(notes, numbers.Plural(left, "more method")+" not shown")
	}
	var unmatched, contradictions int
	var beyond []code.BranchBeyondEntries
	assumed, atLeast := false, false
	for i := range l.Methods {
		m := &l.Methods[i]
		if m.Executions == nil {
			if x, ok := m.BranchBeyondEntries(); ok {
				beyond = append(beyond, x)
			}
			continue
		}
		unmatched += m.Executions.Unmatched
		contradictions += len(m.Executions.Contradictions)
		assumed = assumed || slices.ContainsFunc(m.Places, func(p code.Place) bool { return p.Execution.Bound == code.UnlessThrown })
		atLeast = atLeast || slices.ContainsFunc(m.Lines(), func(of code.Line) bool { return of.Execution.Bound == code.AtLeast })
	}
	if len(beyond) > 0 {
		notes = append(notes, BeyondNote(l.Names, beyond))
	}
	if assumed {
		notes = append(notes, "executions with ≤: an upper bound, and the count unless an exception was thrown or a conditional has no record")
	}
	if atLeast {
		notes = append(notes, "executions with ≥: a lower bound, as not each way there has a count")
	}
	if l.WithoutCode > 0 {
		notes = append(notes, numbers.Plural(l.WithoutCode, "method")+" without bytecode: listing only bytecode indexes with records")
	}
	if unmatched > 0 {
		notes = append(notes, numbers.Plural(unmatched, "recorded conditional")+" not in the bytecode: it may be of another version")
	}
	if contradictions > 0 {
		notes = append(notes, numbers.Plural(contradictions, "contradiction")+": the profile is from other bytecode, or counters raced")
	}
	return notes
}

// BeyondNote explains conditionals that ran a little more often than their methods were entered. There must be at least one.
func BeyondNote(names *convert.Names, all []code.BranchBeyondEntries) string {
	first := strings.TrimSpace(places.CallSite(table.IntCell(int64(all[0].BCI)))) + " of " + names.Method(int(all[0].Slot))
	if more := len(all) - 1; more > 0 {
		return first + " and the first conditional of " + numbers.Plural(more, "more method") + beyondBecause("they are in loops")
	}
	return first + BeyondOne
}

// BeyondOne is the end of a sentence about one of them.
var BeyondOne = beyondBecause("it is in a loop")

func beyondBecause(loops string) string {
	return " ran more often than the method was entered: " + loops + ", or racing threads lost counts"
}

// A Row is a line of a listing.
type Row struct {
	Execution   code.Execution
	Self, Total int64
	bci         string
	Text        string
	isSource    bool            // the text is source code
	Line        int             // of the source; 0: unknown
	line        *code.Line      // of a head of instructions: the whole line, which may have others elsewhere; nil: another row
	Place       *code.Place     // nil: a line
	Lines       []siteline.Line // lines below it
	places      []int           // numbers of the places that the lines are about
	Hot         bool            // not left out of a long method
	gap         bool            // "…"
	Marked      bool            // of the source line that the user asked for
}

// RowMaker makes the rows of listings.
type RowMaker struct {
	Listing *code.Listing
	Opts    Options
}

// by returns the rows of a method.
func (w RowMaker) by(m *code.Method) By {
	if w.Opts.By != ByFolded {
		return w.Opts.By
	}
	if m.Recorded || slices.ContainsFunc(m.Places, func(p code.Place) bool { return p.Instruction >= 0 && p.Line > 0 }) {
		return ByLine
	}
	return ByBytecode
}

// byLine reports whether the rows of a method are lines.
func (w RowMaker) byLine(m *code.Method) bool { return m.HasLines() && w.by(m) == ByLine }

// foldedNote says how many instructions are not listed because their lines are, and how to list them; none if all are.
func (w RowMaker) foldedNote() []string {
	folded := 0
	for i := range w.Listing.Methods {
		if m := &w.Listing.Methods[i]; w.Opts.By == ByFolded && m.Code != nil && w.by(m) == ByLine {
			folded += len(m.Code.Instructions)
		}
	}
	if folded == 0 {
		return nil
	}
	return []string{numbers.Plural(folded, "instruction") + " folded into source lines: --by both shows them"}
}

// entriesFact is the number of entries of a method.
func entriesFact(m *code.Method) string {
	switch {
	case m.Entries.Bound == code.None:
		return "entries n/a"
	case m.Entries.Count == 1:
		return runs(m.Entries, numbers.Thousands) + " entry"
	}
	return runs(m.Entries, numbers.Thousands) + " entries"
}

// methodFacts is the line below the name of a method.
func methodFacts(m *code.Method) string {
	var facts []string
	if !m.Recorded { // these stacks have no entries
		facts = append(facts, entriesFact(m))
	}
	if m.Root > 0 && m.Root < m.Entries.Count {
		facts = append(facts, numbers.Thousands(m.Root)+" as compilation root")
	}
	if m.Total > 0 {
		facts = append(facts, fmt.Sprintf("samples %s self, %s with callees", numbers.Thousands(m.Self), numbers.Thousands(m.Total)))
	}
	if m.Class != nil && m.Class.SourceFile != "" {
		facts = append(facts, m.Class.SourceFile)
	}
	return strings.Join(facts, ", ")
}

// Rows returns the rows of a method.
func (w RowMaker) Rows(m *code.Method) []Row {
	rows := w.unmarkedRows(m)
	if line := w.Opts.Marked[m.Slot]; line > 0 {
		for i := range rows {
			r := &rows[i]
			r.Marked = r.Line == line || w.by(m) == ByBytecode && r.Place != nil && r.Place.Line == line
		}
	}
	return rows
}

func (w RowMaker) unmarkedRows(m *code.Method) []Row {
	var rows []Row
	if w.byLine(m) {
		for _, l := range m.Lines() {
			rows = append(rows, w.lineRow(m, l))
		}
		return rows
	}
	var lines map[int]*code.Line
	if w.Opts.By == ByBoth {
		lines = linesByNumber(m)
	}
	line := 0
	for i := range m.Places {
		p := &m.Places[i]
		if w.Opts.By == ByBoth && p.Line != line && p.Instruction >= 0 {
			if line = p.Line; line > 0 {
				rows = append(rows, Row{Text: sourceText(m, line), isSource: true, Line: line, line: lines[line]})
			}
		}
		row := w.placeRow(m, p)
		row.places = []int{i}
		rows = append(rows, row)
	}
	return rows
}

func linesByNumber(m *code.Method) map[int]*code.Line {
	all := m.Lines()
	byNumber := make(map[int]*code.Line, len(all))
	for i := range all {
		byNumber[all[i].Number] = &all[i]
	}
	return byNumber
}

// sourceText returns a line of the source with its number.
func sourceText(m *code.Method, line int) string {
	text := strings.TrimSpace(strings.ReplaceAll(m.SourceLine(line), "\t", " "))
	if text == "" {
		return fmt.Sprintf("line %d", line)
	}
	return fmt.Sprintf("%d | %s", line, text)
}

func (w RowMaker) placeRow(m *code.Method, p *code.Place) Row {
	row := Row{Execution: p.Execution, bci: p.BCI.String(), Hot: p.HasRecords(), Place: p}
	if p.BCI < 0 {
		row.bci, row.Text = "", places.TreeBCI(p.BCI)
	}
	if p.Instruction >= 0 {
		row.Text = briefInstruction(m.Code.Instructions[p.Instruction])
	}
	row.Self, row.Total = samplesAt(p)
	row.Lines = w.placeLines(m, p)
	return row
}

func (w RowMaker) lineRow(m *code.Method, l code.Line) Row {
	row := Row{Execution: l.Execution, Self: l.Self, Total: l.Total, Text: "line unknown", Line: l.Number, places: l.Places}
	if l.Number > 0 {
		row.Text, row.isSource = sourceText(m, l.Number), true
	}
	for _, i := range l.Places {
		p := &m.Places[i]
		row.Hot = row.Hot || p.HasRecords()
		row.Lines = append(row.Lines, w.placeLines(m, p)...)
	}
	return row
}

// placeLines returns the lines below a place: branch, types, callees, exceptions and contradictions.
func (w RowMaker) placeLines(m *code.Method, p *code.Place) []siteline.Line {
	var lines []siteline.Line
	if p.Branch != nil {
		lines = append(lines, w.branch(m, p))
	}
	for _, t := range []*sites.TypeSite{p.Receivers, p.InstanceOf} {
		if t != nil {
			line := siteline.OfTypes(w.Listing.Names, t, numbers.TreeCount)
			line.Head = w.withoutSite(m, p, line.Head)
			lines = append(lines, line)
		}
	}
	if p.Call != nil {
		line := siteline.Line{Mark: '→', Style: siteline.TypeStyle, Head: w.withoutSite(m, p, places.TreeBCI(p.BCI)+" "), Sep: ", "}
		for _, c := range p.Call.Callees {
			line.Parts = append(line.Parts, siteline.Part{Name: convert.SlotName(w.Listing.Names, c.Slot), Share: w.calleeFacts(m, c)})
		}
		lines = append(lines, line)
	}
	if p.NotReturned.Count > 0 {
		lines = append(lines, siteline.Line{Mark: '!', Style: terminal.Warn, Head: runs(p.NotReturned, numbers.TreeCount) + " did not return"})
	}
	if m.Executions != nil {
		for _, c := range m.Executions.Contradictions {
			if c.BCI == int(p.BCI) {
				counted, implied := numbers.TreeCount(c.Count), numbers.TreeCount(c.Flow)
				if counted == implied {
					counted, implied = numbers.Thousands(c.Count), numbers.Thousands(c.Flow)
				}
				lines = append(lines, siteline.Line{Mark: '!', Style: terminal.Warn, Head: fmt.Sprintf("inconsistent: counted %s, other counts imply %s", counted, implied)})
			}
		}
	}
	return lines
}

// withoutSite drops the place from the head of a line if the row above has it.
func (w RowMaker) withoutSite(m *code.Method, p *code.Place, head string) string {
	if m.Recorded {
		return "" // the row has the line
	}
	if w.byLine(m) {
		return head
	}
	return strings.TrimPrefix(head, places.TreeBCI(p.BCI)+" ")
}

// tripsMark is before the trips in the line about a conditional.
const tripsMark = " ↺ "

// branch returns the line about a conditional. If it ends a loop, the line has ↺ and the jumps back per exit.
func (w RowMaker) branch(m *code.Method, p *code.Place) siteline.Line {
	line := siteline.OfBranch(p.Branch, numbers.TreeCount)
	line.Head, line.Tail = w.withoutSite(m, p, line.Head), ""
	if m.Code != nil && w.by(m) == ByLine { // the instructions are not listed
		for i, s := range p.Branch.Targets() {
			if to := m.Code.Line(int(s.Target)); to != p.Line {
				line.Parts[i].Name += places.LineSuffix(to)
			}
		}
	}
	if p.Trips > 0 {
		line.Tail = tripsMark + words.Significant(p.Trips) + " trips"
		if p.Trips == 1 {
			line.Tail = tripsMark + "1 trip"
		}
	}
	if p.Execution.Count != p.Branch.Executions {
		line.Tail += " (" + numbers.TreeCount(p.Branch.Executions) + ")"
	}
	return line
}

// calleeFacts says how a method was called: inlined ×0.509 in 74% of entries, 12 samples.
func (w RowMaker) calleeFacts(m *code.Method, c sites.Callee) string {
	var facts []string
	if w.Listing.CertainlyCalled(c) {
		facts = append(facts, "not inlined")
	}
	if c.Inlined.Contexts > 0 {
		text := "inlined"
		if f, ok := c.Inlined.Frequency(); ok {
			text += " " + numbers.TreeFactor(f)
			if part, ok := c.Inlined.Coverage(m.Entries.Count); ok && m.Entries.Count > 0 && part < 1 {
				text += " in " + numbers.CoveragePercent(part) + " of entries"
			}
		}
		facts = append(facts, text)
	}
	if c.Samples > 0 {
		facts = append(facts, numbers.ShortPlural(c.Samples, "sample"))
	}
	return strings.Join(facts, ", ")
}

// briefInstruction formats an instruction, with names of members without packages and descriptors.
func briefInstruction(in classfile.Instruction) string {
	ref, ok := in.Called()
	if !ok {
		ref, ok = in.Field()
	}
	if ok {
		owner := ref.Owner[strings.LastIndexByte(ref.Owner, '.')+1:]
		if owner != "" {
			owner += "."
		}
		return in.Op.String() + " " + owner + ref.Name
	}
	if name, ok := in.Type(); ok && !strings.HasPrefix(name, "[") {
		return in.Op.String() + " " + name[strings.LastIndexByte(name, '.')+1:]
	}
	return in.String()
}

const (
	longListing = 60 // number of rows above which the cold parts are left out
	nearby      = 3  // rows around a hot one that are shown as well
)

// shortenRows leaves out the cold parts of a long method.
func shortenRows(rows []Row) []Row {
	warm := warmRows(rows)
	var short []Row
	for i, r := range rows {
		switch {
		case warm[i]:
			short = append(short, r)
		case len(short) == 0 || !short[len(short)-1].gap:
			short = append(short, Row{gap: true})
		}
	}
	return short
}

// warmRows returns which rows are not in a cold part of a long method, where nothing was recorded, or which ran less than a
// hundredth as often as its hottest part.
func warmRows(rows []Row) []bool {
	warm := make([]bool, len(rows))
	most := largestCount(rows)
	for i, r := range rows {
		if len(rows) <= longListing {
			warm[i] = true
			continue
		}
		if !r.Marked && (!r.Hot || r.Execution.Bound != code.None && r.Execution.Count < most/100 && r.Total == 0) {
			continue
		}
		for k := max(0, i-nearby); k <= min(len(rows)-1, i+nearby); k++ {
			warm[k] = true
		}
	}
	return warm
}

func largestCount(rows []Row) int64 {
	var most int64
	for _, r := range rows {
		if r.Execution.Plain() {
			most = max(most, r.Execution.Count)
		}
	}
	return most
}

// A rowHeat is the base of the heat of rows: the largest count or, if none, the largest number of samples.
type rowHeat struct{ count, samples int64 }

// newRowHeat returns the base for rows that are shown together.
func newRowHeat(rows []Row) rowHeat {
	var s rowHeat
	for i := range rows {
		if e := rows[i].Execution; e.Plain() || e.Bound == code.AtLeast {
			s.count = max(s.count, e.Count)
		}
		s.samples = max(s.samples, rows[i].Total)
	}
	return s
}

// Of returns the heat of a row, from 0 to 1.
func (s rowHeat) Of(r *Row) float64 {
	switch e := r.Execution; {
	case s.count == 0 && s.samples > 0:
		return float64(r.Total) / float64(s.samples)
	case s.count > 0 && (e.Plain() || e.Bound == code.AtLeast):
		return float64(e.Count) / float64(s.count)
	}
	return 0
}

// runs formats a count: 8,345, ≥ 8,345, ≤ 8,345 or n/a.
func runs(e code.Execution, number func(int64) string) string {
	if e.Bound == code.None {
		return "n/a"
	}
	return strings.TrimLeft(e.Bound.Mark()+" "+number(e.Count), " ")
}
