package listing

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/render/internal/htmltext"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// HTML writes a listing as a document for browsers and for paper: one file without a script. Each method has an anchor, and so does
// each instruction: the method's followed by - and the BCI. Lines with records show their instructions; other lines are collapsed,
// as are cold parts of long methods, unless all are requested. Width and Color are ignored.
func HTML(w io.Writer, l *code.Listing, opts Options) error {
	if l.Names.Profile.Origin().Lines {
		opts.By = ByLine
	} else if opts.By == ByFolded {
		opts.By = ByBoth
	}
	h := &htmlListing{htmltext.NewWriter(w), RowMaker{l, opts}, htmltext.Anchors{}, make([]string, l.Names.Profile.MethodSlots()),
		l.Samples && slices.ContainsFunc(l.Methods, func(m code.Method) bool { return m.Total > 0 }), marks{}}
	for i := range l.Methods {
		slot := l.Methods[i].Slot
		h.method[slot] = h.anchors.Of(l.Names.Method(int(slot)))
	}
	title := numbers.Plural(len(l.Methods), "method")
	if len(l.Methods) == 1 {
		title = l.Names.Method(int(l.Methods[0].Slot))
	}
	lines := []string{heading(l)}
	if view := l.View.Words(); view != "" {
		lines[0] += ", " + view
	}
	if opts.Subtitle != "" {
		lines[0] = opts.Subtitle + ": " + lines[0]
	}
	h.Begin(title, lines, h.widths()...)
	if len(l.Methods) > 1 {
		h.index()
	}
	for i := range l.Methods {
		h.section(&l.Methods[i])
	}
	return h.End(slices.Concat(Notes(l), h.shown.legend(l)))
}

type htmlListing struct {
	*htmltext.Writer
	RowMaker
	anchors htmltext.Anchors
	method  []string // anchors, by slot; "": none
	samples bool     // some method has samples
	shown   marks    // so far
}

// widths returns the widths of the columns, for all methods.
func (h *htmlListing) widths() []htmltext.ColumnWidth {
	count, samples, line := len("runs"), 0, len("line")
	for i := range h.Listing.Methods {
		m := &h.Listing.Methods[i]
		for k := range m.Places {
			p := &m.Places[k]
			count = max(count, plaintext.Columns(runs(p.Execution, numbers.Thousands)))
			line = max(line, len(strconv.Itoa(p.Line))+2)
			if self, total := samplesAt(p); total > 0 {
				samples = max(samples, len("total"), len(numbers.Thousands(self)), len(numbers.Thousands(total)))
			}
		}
	}
	if samples == 0 {
		return []htmltext.ColumnWidth{htmltext.WidthFor("runs", count), htmltext.WidthFor("samples", 0), htmltext.WidthFor("line", line), {Name: "indent", Value: fmt.Sprintf("%dch", count+line+9)}}
	}
	return []htmltext.ColumnWidth{htmltext.WidthFor("runs", count), {Name: "samples", Value: fmt.Sprintf("%dch %dch", samples, samples)}, htmltext.WidthFor("line", line),
		{Name: "indent", Value: fmt.Sprintf("%dch", count+2*samples+line+10)}}
}

func (h *htmlListing) index() {
	h.Raw("<nav>\n<table>\n<tr><th>method</th><th>entries</th>")
	if h.samples {
		h.Raw(`<th>samples</th><th class="optional">with callees</th>`)
	}
	sources := slices.ContainsFunc(h.Listing.Methods, func(m code.Method) bool { return m.Class != nil && m.Class.SourceFile != "" })
	if sources {
		h.Raw(`<th class="optional">source</th>`)
	}
	h.Raw(`<th class="optional"></th></tr>`, "\n")
	value := func(m *code.Method) int64 {
		if h.samples {
			return m.Total
		}
		return m.Entries.Count
	}
	var most int64
	for i := range h.Listing.Methods {
		most = max(most, value(&h.Listing.Methods[i]))
	}
	for i := range h.Listing.Methods {
		m := &h.Listing.Methods[i]
		h.Raw("<tr><td>")
		h.Name(`a href="#`+h.method[m.Slot]+`"`, h.Listing.Names.Method(int(m.Slot)))
		h.Raw("</td>")
		h.Element("td", runs(m.Entries, numbers.Thousands))
		if h.samples {
			h.Element("td", numbers.Thousands(m.Self))
			h.Element(`td class="optional"`, numbers.Thousands(m.Total))
		}
		if sources {
			source := ""
			if m.Class != nil {
				source = m.Class.SourceFile
			}
			h.Element(`td class="optional"`, source)
		}
		h.Raw(`<td class="optional">`)
		if value(m) > 0 {
			h.Bar(float64(value(m)) / float64(max(most, 1)))
		}
		h.Raw("</td></tr>\n")
	}
	h.Raw("</table>\n</nav>\n")
}

func (h *htmlListing) section(m *code.Method) {
	anchor := h.method[m.Slot]
	h.Raw(`<section id="`, anchor, `">`, "\n")
	h.MethodHeading(h.Listing.Names.Method(int(m.Slot)), anchor)
	h.Element(`p class="facts"`, methodFacts(m))
	rows := h.Rows(m)
	for i := range rows {
		h.shown.addRow(m, &rows[i])
	}
	class := "rows list"
	if h.byLine(m) {
		class += " lines"
	}
	h.Raw("\n", `<div class="`, class, `">`, "\n", `<div class="row head"><span></span>`)
	h.Number("", "runs")
	if h.samples {
		h.Number("", "self")
		h.Number("", "total")
	} else {
		h.Raw("<span></span>")
	}
	h.Element(`span class="l"`, "line")
	h.Raw("<span></span></div>\n")
	scale, indent := newRowHeat(rows), indentOf(m)
	folded := false
	groups := h.Groups(rows)
	for i, g := range groups {
		if g.Cold != folded {
			if folded {
				h.Raw("</details>\n")
			} else {
				h.Raw(`<details class="cold"><summary>… `, numbers.Plural(coldRows(groups[i:]), "row"), "</summary>\n")
			}
			folded = g.Cold
		}
		if g.Rows[0].Place == nil && h.Opts.By != ByLine {
			h.line(m, g.Rows, scale, indent)
		} else {
			h.row(m, "div", &g.Rows[0], scale, indent)
		}
	}
	if folded {
		h.Raw("</details>\n")
	}
	h.Raw("</div>\n</section>\n")
}

// A RowGroup is a source line with its instructions, or one row.
type RowGroup struct {
	Rows []Row
	Cold bool // in a collapsed part of a long method
}

// Groups divides rows into groups that belong together.
func (w RowMaker) Groups(rows []Row) []RowGroup {
	var groups []RowGroup
	warm := warmRows(rows)
	for i := 0; i < len(rows); {
		end := i + 1
		if rows[i].Place == nil && w.Opts.By != ByLine {
			for end < len(rows) && rows[end].Place != nil {
				end++
			}
		}
		groups = append(groups, RowGroup{rows[i:end], !w.Opts.All && !slices.Contains(warm[i:end], true)})
		i = end
	}
	return groups
}

// coldRows returns the number of rows in the leading cold groups.
func coldRows(groups []RowGroup) int {
	n := 0
	for _, g := range groups {
		if !g.Cold {
			break
		}
		n += len(g.Rows)
	}
	return n
}

// HeadOf returns the row of a source line above some of its instructions, as others may be apart: those of a loop's head are before and
// after the body, and those of a finally block after each end of its try block. It has the largest count of these instructions, and the
// samples of the whole line, which are once per stack. It is hot if any of the rows are, which are the head and these instructions.
func HeadOf(rows []Row) Row {
	head := rows[0]
	head.Self, head.Total = head.line.Self, head.line.Total
	head.Execution = code.LargestOf(func(yield func(*code.Place) bool) {
		for _, r := range rows[1:] {
			if !yield(r.Place) {
				return
			}
		}
	})
	head.Hot = slices.ContainsFunc(rows, func(r Row) bool { return r.Hot })
	return head
}

// line writes a source line with its instructions, which are expanded if they have records.
func (h *htmlListing) line(m *code.Method, rows []Row, scale rowHeat, indent int) {
	head := HeadOf(rows)
	open := ""
	if head.Hot || head.Marked || m.SourceLines == nil || h.Opts.All {
		open = ` open=""`
	}
	h.Raw(`<details class="line"`, open, "><summary>")
	h.row(m, "span", &head, scale, indent)
	h.Raw("</summary>\n")
	for i := range rows[1:] {
		h.row(m, "div", &rows[1+i], scale, indent)
	}
	h.Raw("</details>\n")
}

// row writes a row as an element with a tag, and the lines under it.
func (h *htmlListing) row(m *code.Method, tag string, r *Row, scale rowHeat, indent int) {
	h.Raw("<", tag, ` class="row"`)
	if r.Place != nil && r.bci != "" {
		h.Raw(` id="`, h.method[m.Slot], "-", r.bci, `"`)
	}
	level := htmltext.HeatOf(scale.Of(r))
	h.Raw(`><span class="heat h`, strconv.Itoa(level), `"></span>`)
	class := ""
	switch {
	case r.Execution.Bound == code.None:
		class = "unknown"
	case !r.Execution.Plain():
		class = "bound"
	case r.Execution.Count == 0:
		class = "zero"
	}
	h.Number(class, runs(r.Execution, numbers.Thousands))
	if h.samples {
		h.sampleCount(r.Self)
		h.sampleCount(r.Total)
	} else {
		h.Raw("<span></span>")
	}
	text, line := r.Text, ""
	if r.Line > 0 {
		line, text = strconv.Itoa(r.Line), indentedSource(m, r.Line, indent)
	}
	if r.Marked && line != "" {
		h.Raw(`<span class="l">`)
		h.Element("mark", line)
		h.Raw("</span>")
	} else {
		h.Element(`span class="l"`, line)
	}
	h.Raw(`<span class="t">`)
	if r.Place != nil && r.bci != "" {
		h.Element(`span class="bci"`, r.bci)
	}
	h.Text(text)
	h.Raw("</span></", tag, ">\n")
	for i := range r.Lines {
		h.Site(&r.Lines[i], h.links(m, r, i))
	}
}

func (h *htmlListing) sampleCount(n int64) {
	text := ""
	if n > 0 {
		text = numbers.Thousands(n)
	}
	h.Number("", text)
}

// links returns the anchors for the parts of a line under a row: branch targets and callees.
func (h *htmlListing) links(m *code.Method, r *Row, i int) []string {
	if r.Place == nil || m.Code == nil {
		return nil
	}
	var links []string
	switch r.Lines[i].Mark {
	case '◆':
		for _, t := range r.Place.Branch.Targets() {
			link := ""
			if _, ok := m.Code.Index(int(t.Target)); ok {
				link = h.method[m.Slot] + "-" + t.Target.String()
			}
			links = append(links, link)
		}
	case '→':
		for _, c := range r.Place.Call.Callees {
			link := ""
			if c.Slot >= 0 {
				link = h.method[c.Slot]
			}
			links = append(links, link)
		}
	}
	return links
}

// indentOf returns the indentation that all source lines of a method share.
func indentOf(m *code.Method) int {
	smallest := -1
	for i := range m.Places {
		text := expandTabs(m.SourceLine(m.Places[i].Line))
		code := strings.TrimLeft(text, " ")
		if n := len(text) - len(code); code != "" && (smallest < 0 || n < smallest) {
			smallest = n
		}
	}
	return max(smallest, 0)
}

// indentedSource returns a source line without the indentation that all lines of the method share.
func indentedSource(m *code.Method, line, indent int) string {
	text := PlainSource(m.SourceLine(line))
	if text == "" {
		return ""
	}
	return text[min(indent, len(text)-len(strings.TrimLeft(text, " "))):]
}

// PlainSource returns a source line without tabs, and without spaces at its end.
func PlainSource(line string) string { return strings.TrimRight(expandTabs(line), " \r") }

// expandTabs replaces tabs at the beginning of a source line.
func expandTabs(line string) string {
	code := strings.TrimLeft(line, " \t")
	return strings.ReplaceAll(line[:len(line)-len(code)], "\t", "    ") + strings.ReplaceAll(code, "\t", " ")
}
