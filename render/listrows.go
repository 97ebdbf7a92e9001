package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// listNotes say how far the figures go.
func listNotes(l *code.Listing) []string {
	notes := l.Tally.Notes("method entries", "contexts")
	if left := l.Matching - len(l.Methods); left > 0 {
		notes = append(notes, plural(left, "more method")+" left out")
	}
	var unmatched, contradictions int
	var beyond []code.BranchBeyondEntries
	assumed := false
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
	}
	if len(beyond) > 0 {
		notes = append(notes, beyondNote(l.Names, beyond))
	}
	if assumed {
		notes = append(notes, "some counts assume that calls return and checks pass: they are upper bounds")
	}
	if l.WithoutCode > 0 {
		notes = append(notes, plural(l.WithoutCode, "method")+" without bytecode: only places with records are listed")
	}
	if unmatched > 0 {
		notes = append(notes, plural(unmatched, "recorded conditional")+" not in the bytecode: it may be of another version")
	}
	if contradictions > 0 {
		notes = append(notes, plural(contradictions, "contradiction")+": the profile is of other bytecode, or counters raced")
	}
	return notes
}

// beyondNote explains conditionals that ran a little more often than their methods were entered. There is one at least.
func beyondNote(names *convert.Names, all []code.BranchBeyondEntries) string {
	first := strings.TrimSpace(callSite(table.IntCell(int64(all[0].BCI)))) + " of " + names.Method(int(all[0].Slot))
	if more := len(all) - 1; more > 0 {
		return first + " and the first conditional of " + plural(more, "more method") + beyondBecause("they are in loops")
	}
	return first + beyondOne
}

// beyondOne is the end of a sentence about one of them.
var beyondOne = beyondBecause("it is in a loop")

func beyondBecause(loops string) string {
	return " ran more often than the method was entered: threads that counted at once lost entries, or " + loops
}

// A listRow is a line of a listing.
type listRow struct {
	execution   code.Execution
	self, total int64
	bci         string
	text        string
	isSource    bool        // text is of the source
	line        int         // of the source; 0: unknown
	places      []int       // of the line: indexes in Method.Places
	place       *code.Place // nil: a line
	lines       []siteLine  // under it
	hot         bool        // not left out of a long method
	gap         bool        // "…"
}

// listRows makes the rows of listings.
type listRows struct {
	listing *code.Listing
	opts    ListOptions
}

// methodFacts is the line under the name of a method.
func methodFacts(m *code.Method) string {
	facts := []string{"entries n/a"}
	if m.Entries.Bound != code.None {
		facts[0] = strings.TrimPrefix(runs(m.Entries, thousands)+" entries", "n/a")
		if m.Entries.Count == 1 {
			facts[0] = strings.Replace(facts[0], "entries", "entry", 1)
		}
	}
	if m.Root > 0 && m.Root < m.Entries.Count {
		facts = append(facts, thousands(m.Root)+" as compilation root")
	}
	if m.Total > 0 {
		facts = append(facts, fmt.Sprintf("samples %s self, %s with callees", thousands(m.Self), thousands(m.Total)))
	}
	if m.Class != nil && m.Class.SourceFile != "" {
		facts = append(facts, m.Class.SourceFile)
	}
	return strings.Join(facts, ", ")
}

// rows returns the rows of a method.
func (w listRows) rows(m *code.Method) []listRow {
	var rows []listRow
	if m.Code != nil && w.opts.By == ByLine {
		for _, l := range m.Lines() {
			rows = append(rows, w.lineRow(m, l))
		}
		return rows
	}
	line, source := 0, -1
	for i := range m.Places {
		p := &m.Places[i]
		if w.opts.By == ByBoth && p.Line != line && p.Instruction >= 0 {
			line, source = p.Line, -1
			if line > 0 {
				source = len(rows)
				rows = append(rows, listRow{text: sourceText(m, line), isSource: true, line: line})
			}
		}
		if source >= 0 {
			rows[source].places = append(rows[source].places, i)
		}
		rows = append(rows, w.placeRow(m, p))
	}
	return rows
}

// sourceText returns a line of the source with its number.
func sourceText(m *code.Method, line int) string {
	text := strings.TrimSpace(strings.ReplaceAll(m.SourceLine(line), "\t", " "))
	if text == "" {
		return fmt.Sprintf("line %d", line)
	}
	return fmt.Sprintf("%d | %s", line, text)
}

func (w listRows) placeRow(m *code.Method, p *code.Place) listRow {
	row := listRow{execution: p.Execution, bci: p.BCI.String(), hot: p.HasRecords(), place: p}
	if p.BCI < 0 {
		row.bci, row.text = "", treeBCI(p.BCI)
	}
	if p.Instruction >= 0 {
		row.text = briefInstruction(m.Code.Instructions[p.Instruction])
	}
	row.self, row.total = samplesAt(p)
	row.lines = w.placeLines(m, p)
	return row
}

func (w listRows) lineRow(m *code.Method, l code.Line) listRow {
	row := listRow{execution: l.Execution, self: l.Self, total: l.Total, text: "line unknown", line: l.Number, places: l.Places}
	if l.Number > 0 {
		row.text, row.isSource = sourceText(m, l.Number), true
	}
	for _, i := range l.Places {
		p := &m.Places[i]
		row.hot = row.hot || p.HasRecords()
		row.lines = append(row.lines, w.placeLines(m, p)...)
	}
	return row
}

// placeLines returns the lines under a place: branch, types, callees, exceptions and contradictions.
func (w listRows) placeLines(m *code.Method, p *code.Place) []siteLine {
	var lines []siteLine
	if p.Branch != nil {
		lines = append(lines, w.branch(m, p))
	}
	for _, t := range []*sites.TypeSite{p.Receivers, p.InstanceOf} {
		if t != nil {
			line := typesLine(w.listing.Names, t, treeCount)
			line.head = w.withoutSite(m, p, line.head)
			lines = append(lines, line)
		}
	}
	if p.Call != nil {
		line := siteLine{mark: '→', style: typeStyle, head: w.withoutSite(m, p, treeBCI(p.BCI)+" "), sep: ", "}
		for _, c := range p.Call.Callees {
			line.parts = append(line.parts, sitePart{convert.SlotName(w.listing.Names, c.Slot), calleeFacts(c)})
		}
		lines = append(lines, line)
	}
	if p.NotReturned > 0 {
		lines = append(lines, siteLine{mark: '!', style: warn, head: treeCount(p.NotReturned) + " did not return"})
	}
	if m.Executions != nil {
		for _, c := range m.Executions.Contradictions {
			if c.BCI == int(p.BCI) {
				lines = append(lines, siteLine{mark: '!', style: warn, head: fmt.Sprintf("contradiction: %s counted, %s by the flow", treeCount(c.Count), treeCount(c.Flow))})
			}
		}
	}
	return lines
}

// withoutSite cuts the place off the head of a line, where the row above has it.
func (w listRows) withoutSite(m *code.Method, p *code.Place, head string) string {
	if m.Code != nil && w.opts.By == ByLine {
		return head
	}
	return strings.TrimPrefix(head, treeBCI(p.BCI)+" ")
}

// branch returns the line about a conditional. Where it ends a loop: ↺, with the iterations for each exit.
func (w listRows) branch(m *code.Method, p *code.Place) siteLine {
	line := branchLine(p.Branch, treeCount)
	line.head, line.tail = w.withoutSite(m, p, line.head), ""
	if p.Trips > 0 {
		line.tail = " ↺ " + significant(p.Trips) + " trips"
	}
	if p.Execution.Count != p.Branch.Executions {
		line.tail += " (" + treeCount(p.Branch.Executions) + ")"
	}
	return line
}

func calleeFacts(c sites.Callee) string {
	var facts []string
	if c.Inlined.Contexts > 0 {
		text := "inlined"
		if f, ok := c.Inlined.Frequency(); ok {
			text += " " + treeFactor(f)
		}
		facts = append(facts, text)
	}
	if c.Samples > 0 {
		facts = append(facts, shortPlural(c.Samples, "sample"))
	}
	return strings.Join(facts, ", ")
}

// briefInstruction writes an instruction with the names of members without packages and descriptors.
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
	longListing = 60 // rows: of longer ones the cold parts are left out
	nearby      = 3  // rows around a hot one that are shown, too
)

// shortenRows leaves out the cold parts of a long method.
func shortenRows(rows []listRow) []listRow {
	warm := warmRows(rows)
	var short []listRow
	for i, r := range rows {
		switch {
		case warm[i]:
			short = append(short, r)
		case len(short) == 0 || !short[len(short)-1].gap:
			short = append(short, listRow{gap: true})
		}
	}
	return short
}

// warmRows returns which rows are not in a cold part of a long method, where nothing was recorded, or that ran less than a
// hundredth as often as its hottest part.
func warmRows(rows []listRow) []bool {
	warm := make([]bool, len(rows))
	most := greatestCount(rows)
	for i, r := range rows {
		if len(rows) <= longListing {
			warm[i] = true
			continue
		}
		if !r.hot || r.execution.Bound != code.None && r.execution.Count < most/100 && r.total == 0 {
			continue
		}
		for k := max(0, i-nearby); k <= min(len(rows)-1, i+nearby); k++ {
			warm[k] = true
		}
	}
	return warm
}

func greatestCount(rows []listRow) int64 {
	var most int64
	for _, r := range rows {
		if r.execution.Plain() {
			most = max(most, r.execution.Count)
		}
	}
	return most
}

// A rowHeat is the base of the heat of rows: the greatest count, or where there is none, the most samples.
type rowHeat struct{ count, samples int64 }

func newRowHeat(rows []listRow) rowHeat {
	var s rowHeat
	for i := range rows {
		if e := rows[i].execution; e.Plain() || e.Bound == code.AtLeast {
			s.count = max(s.count, e.Count)
		}
		s.samples = max(s.samples, rows[i].total)
	}
	return s
}

// of returns the heat of a row, from 0 to 1.
func (s rowHeat) of(r *listRow) float64 {
	switch e := r.execution; {
	case s.count == 0 && s.samples > 0:
		return float64(r.total) / float64(s.samples)
	case s.count > 0 && (e.Plain() || e.Bound == code.AtLeast):
		return float64(e.Count) / float64(s.count)
	}
	return 0
}

// runs writes a count: 8,345, ≥ 8,345 or n/a.
func runs(e code.Execution, number func(int64) string) string {
	switch e.Bound {
	case code.None:
		return "n/a"
	case code.AtLeast:
		return "≥ " + number(e.Count)
	case code.AtMost:
		return "≤ " + number(e.Count)
	}
	return number(e.Count)
}
