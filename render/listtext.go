package render

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
)

// ListOptions are the options of listings as text.
type ListOptions struct {
	Width int // columns of the terminal, at least 40; 0: any, and nothing is cut
	Color bool
	By    ListBy
	All   bool // also the parts of long methods where nothing was recorded or little ran
}

// ListBy chooses the rows of a listing.
type ListBy uint8

// The rows of a listing. Without bytecode there are those of ByBytecode only.
const (
	ByBoth     ListBy = iota // source lines, and the instructions of each under it
	ByLine                   // source lines
	ByBytecode               // instructions
)

const listLegend = "◆ where a branch went; ◇ types seen; → callee, ×calls per entry of the method"

// ListText writes a listing for people at a terminal.
//
//	com.example.Json.parse (Json.java)
//	8,345 entries
//
//	     runs  bci
//	           118 | for (int i = 0; i < n; i++) {
//	█   12.3k    0  aload_0
//	▆  ≥ 8,345   4  if_icmpge 37
//	                ◆ →37 12.1% →7 87.9%
//
// A row has the heat relative to the method's greatest count, the executions, self and total samples if there are any, and the
// place. Under it is everything else that was counted there.
func ListText(w io.Writer, l *code.Listing, opts ListOptions) error {
	out := newListWriter(bufio.NewWriterSize(w, 64<<10), l, opts)
	out.methods()
	out.b.WriteByte('\n')
	for _, note := range append(listNotes(l), listLegend) {
		out.paragraph(visible(note), dim)
	}
	return out.b.Flush()
}

// ListMarkdown is [ListText] in a code block of GitHub Flavored Markdown.
func ListMarkdown(w io.Writer, l *code.Listing, opts ListOptions) error {
	opts.Color, opts.Width = false, 0
	var text bytes.Buffer
	inner := newListWriter(bufio.NewWriter(&text), l, opts)
	inner.methods()
	inner.b.Flush() // never fails for a Buffer
	fence := "```"
	for bytes.Contains(text.Bytes(), []byte(fence)) {
		fence += "`"
	}
	b := bufio.NewWriter(w) // keeps the first error
	title := fmt.Sprintf("executions, iprof %s, view %s", l.Names.Profile.Version, l.View)
	markdownHead(b, slices.Concat([]string{title}, listNotes(l), []string{listLegend}), nil)
	fmt.Fprintf(b, "\n%stext\n%s%s\n", fence, bytes.TrimLeft(text.Bytes(), "\n"), fence)
	return b.Flush()
}

// listNotes say how far the figures go.
func listNotes(l *code.Listing) []string {
	notes := l.Tally.Notes("method entries", "contexts")
	if left := l.Matching - len(l.Methods); left > 0 {
		notes = append(notes, plural(left, "more method")+" left out")
	}
	var unmatched, contradictions int
	assumed := false
	for i := range l.Methods {
		m := &l.Methods[i]
		if m.Executions == nil {
			continue
		}
		unmatched += m.Executions.Unmatched
		contradictions += len(m.Executions.Contradictions)
		assumed = assumed || slices.ContainsFunc(m.Places, func(p code.Place) bool { return p.Execution.Bound == code.UnlessThrown })
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

// A listRow is a line of a listing.
type listRow struct {
	execution   code.Execution
	self, total int64
	bci         string
	text        string
	isSource    bool       // text is of the source
	lines       []siteLine // under it
	hot         bool       // not left out of a long method
	gap         bool       // "…"
}

type listWriter struct {
	lineWriter
	listing *code.Listing
	opts    ListOptions
}

func newListWriter(b *bufio.Writer, l *code.Listing, opts ListOptions) *listWriter {
	return &listWriter{lineWriter{b, opts.Color, opts.Width}, l, opts}
}

func (w *listWriter) methods() {
	for i := range w.listing.Methods {
		if i > 0 {
			w.b.WriteByte('\n')
		}
		w.method(&w.listing.Methods[i])
	}
}

func (w *listWriter) method(m *code.Method) {
	name := visible(w.listing.Names.Method(int(m.Slot)))
	if w.opts.Width > 0 {
		name = fitMethod(name, w.opts.Width)
	}
	w.line(name, bold)
	w.paragraph(visible(w.methodFacts(m)), dim)
	w.b.WriteByte('\n')
	rows := w.rows(m)
	if !w.opts.All {
		rows = shortenRows(rows)
	}
	w.table(m, rows)
}

// methodFacts is the line under the name of a method.
func (w *listWriter) methodFacts(m *code.Method) string {
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
func (w *listWriter) rows(m *code.Method) []listRow {
	var rows []listRow
	if m.Code != nil && w.opts.By == ByLine {
		for _, l := range m.Lines() {
			rows = append(rows, w.lineRow(m, l))
		}
		return rows
	}
	line := 0
	for i := range m.Places {
		p := &m.Places[i]
		if w.opts.By == ByBoth && p.Line != line && p.Instruction >= 0 {
			line = p.Line
			if line > 0 {
				rows = append(rows, listRow{text: sourceText(m, line), isSource: true})
			}
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

func (w *listWriter) placeRow(m *code.Method, p *code.Place) listRow {
	row := listRow{execution: p.Execution, bci: p.BCI.String(), hot: p.HasRecords()}
	if p.BCI < 0 {
		row.bci, row.text = "", "("+p.BCI.String()+")"
	}
	if p.Instruction >= 0 {
		row.text = briefInstruction(m.Code.Instructions[p.Instruction])
	}
	row.self, row.total = samplesAt(p)
	row.lines = w.placeLines(m, p)
	return row
}

func (w *listWriter) lineRow(m *code.Method, l code.Line) listRow {
	row := listRow{execution: l.Execution, self: l.Self, total: l.Total, text: "line unknown"}
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
func (w *listWriter) placeLines(m *code.Method, p *code.Place) []siteLine {
	var lines []siteLine
	if p.Branch != nil {
		lines = append(lines, w.branch(m, p))
	}
	for _, t := range []*convert.TypeSite{p.Receivers, p.InstanceOf} {
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
				lines = append(lines, siteLine{mark: '!', style: warn, head: fmt.Sprintf("contradiction: %s by its successors, %s by the flow", thousands(c.Count), thousands(c.Flow))})
			}
		}
	}
	return lines
}

// withoutSite cuts the place off the head of a line, where the row above has it.
func (w *listWriter) withoutSite(m *code.Method, p *code.Place, head string) string {
	if m.Code != nil && w.opts.By == ByLine {
		return head
	}
	return strings.TrimPrefix(head, treeBCI(p.BCI)+" ")
}

// branch returns the line about a conditional. A successor further back is a loop: ↺, with the iterations for each exit.
func (w *listWriter) branch(m *code.Method, p *code.Place) siteLine {
	line := branchLine(p.Branch, treeCount)
	line.head, line.tail = w.withoutSite(m, p, line.head), ""
	var back, exits int64
	for _, t := range p.Branch.Targets() {
		if t.Target >= 0 && t.Target <= p.BCI {
			back += t.Count
		} else {
			exits += t.Count
		}
	}
	if back > 0 && exits > 0 {
		line.tail = " ↺ " + significant(float64(back)/float64(exits)) + " trips"
	}
	if p.Execution.Count != p.Branch.Executions {
		line.tail += " (" + treeCount(p.Branch.Executions) + ")"
	}
	return line
}

func calleeFacts(c convert.Callee) string {
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

// shortenRows leaves out the parts of a long method where nothing was recorded, or that ran less than a hundredth as often
// as its hottest part.
func shortenRows(rows []listRow) []listRow {
	if len(rows) <= longListing {
		return rows
	}
	most := greatestCount(rows)
	keep := make([]bool, len(rows))
	for i, r := range rows {
		if !r.hot || r.execution.Bound != code.None && r.execution.Count < most/100 && r.total == 0 {
			continue
		}
		for k := max(0, i-nearby); k <= min(len(rows)-1, i+nearby); k++ {
			keep[k] = true
		}
	}
	var short []listRow
	for i, r := range rows {
		switch {
		case keep[i]:
			short = append(short, r)
		case len(short) == 0 || !short[len(short)-1].gap:
			short = append(short, listRow{gap: true})
		}
	}
	return short
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

// heat are eighths of a count relative to the greatest one.
var heat = []string{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

func (w *listWriter) table(m *code.Method, rows []listRow) {
	most := greatestCount(rows)
	counts, selfs, totals := "runs", "self", "total"
	widths := [4]int{len(counts), len(selfs), len(totals), len("bci")}
	for _, r := range rows {
		widths[0] = max(widths[0], columnsOf(runs(r.execution, treeCount)))
		widths[1] = max(widths[1], columnsOf(treeCount(r.self)))
		widths[2] = max(widths[2], columnsOf(treeCount(r.total)))
		widths[3] = max(widths[3], columnsOf(r.bci))
	}
	byBCI := m.Code == nil || w.opts.By != ByLine
	samples := w.listing.Samples && m.Total > 0
	row := func(heat, count, self, total, bci string) string {
		text := fmt.Sprintf("%s %*s", heat, widths[0], count)
		if samples {
			text += fmt.Sprintf("  %*s  %*s", widths[1], self, widths[2], total)
		}
		if byBCI {
			text += fmt.Sprintf("  %*s", widths[3], bci)
		}
		return text + "  "
	}
	head := row(" ", counts, selfs, totals, "bci")
	w.line(strings.TrimRight(head, " "), dim)
	indent := columnsOf(head)
	blank := strings.Repeat(" ", indent)
	for _, r := range rows {
		switch {
		case r.gap:
			w.line(blank+"…", dim)
			continue
		case r.isSource && byBCI:
			w.line(blank+w.fit(r.text, indent), bold)
			continue
		}
		self, total := "", ""
		if r.total > 0 {
			self, total = treeCount(r.self), treeCount(r.total)
		}
		level := 0
		if most > 0 && r.execution.Plain() && r.execution.Count > 0 {
			level = 1 + int(float64(r.execution.Count)/float64(most)*float64(len(heat)-2))
		}
		w.styled(heat[level], heatStyle(level))
		w.line(strings.TrimRight(row("", runs(r.execution, treeCount), self, total, r.bci)+w.fit(r.text, indent), " "), plain)
		for k := range r.lines {
			line := &r.lines[k]
			for n, text := range line.texts(TreeOptions{Width: w.opts.Width}, indent) {
				w.b.WriteString(blank)
				if mark := string(line.mark); n == 0 {
					w.styled(mark, line.style)
					text = strings.TrimPrefix(text, mark)
				}
				w.line(text, plain)
			}
		}
	}
}

func (w *listWriter) fit(text string, indent int) string {
	text = visible(text)
	if w.opts.Width > 0 {
		text = cutEnd(text, max(w.opts.Width-indent, 20))
	}
	return text
}

// heatStyle colors the heat of the hottest rows.
func heatStyle(level int) style {
	switch {
	case level >= len(heat)-2:
		return "\x1b[31m"
	case level >= len(heat)/2:
		return warn
	}
	return dim
}
