package render

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/code"
)

// ListHTML writes a listing as a document for browsers and for paper: one file without a script. Each method has an anchor, and
// each instruction, the method's followed by - and the BCI. Lines that have records show their instructions, those of others
// are folded; so are cold parts of long methods, unless all are asked for. Width and Color do not matter.
func ListHTML(w io.Writer, l *code.Listing, opts ListOptions) error {
	h := &listHTML{newHTMLWriter(w), listRows{l, opts}, anchors{}, map[int32]string{},
		l.Samples && slices.ContainsFunc(l.Methods, func(m code.Method) bool { return m.Total > 0 })}
	for i := range l.Methods {
		slot := l.Methods[i].Slot
		h.method[slot] = h.anchors.of(l.Names.Method(int(slot)))
	}
	title := plural(len(l.Methods), "method")
	if len(l.Methods) == 1 {
		title = l.Names.Method(int(l.Methods[0].Slot))
	}
	lines := []string{fmt.Sprintf("executions, iprof %s, view %s", l.Names.Profile.Version, l.View)}
	if opts.Subtitle != "" {
		lines[0] = opts.Subtitle + ": " + lines[0]
	}
	h.begin(title, lines, h.widths()...)
	if len(l.Methods) > 1 {
		h.index()
	}
	for i := range l.Methods {
		h.section(&l.Methods[i])
	}
	return h.end(append(listNotes(l), listLegend))
}

type listHTML struct {
	*htmlWriter
	listRows
	anchors anchors
	method  map[int32]string // anchors, by slot
	samples bool             // some method has samples
}

// widths returns those of the columns, for all methods.
func (h *listHTML) widths() []columnWidth {
	count, samples, line := len("runs"), 0, len("line")
	for i := range h.listing.Methods {
		m := &h.listing.Methods[i]
		for k := range m.Places {
			p := &m.Places[k]
			count = max(count, columnsOf(runs(p.Execution, thousands)))
			line = max(line, len(strconv.Itoa(p.Line))+2)
			if self, total := samplesAt(p); total > 0 {
				samples = max(samples, len("total"), len(thousands(self)), len(thousands(total)))
			}
		}
	}
	if samples == 0 {
		return []columnWidth{widthFor("runs", count), widthFor("samples", 0), widthFor("line", line), {"indent", fmt.Sprintf("%dch", count+line+9)}}
	}
	return []columnWidth{widthFor("runs", count), {"samples", fmt.Sprintf("%dch %dch", samples, samples)}, widthFor("line", line),
		{"indent", fmt.Sprintf("%dch", count+2*samples+line+10)}}
}

func (h *listHTML) index() {
	h.raw("<nav>\n<table>\n<tr><th>method</th><th>entries</th>")
	if h.samples {
		h.raw(`<th>samples</th><th class="optional">with callees</th>`)
	}
	h.raw(`<th class="optional">source</th><th class="optional"></th></tr>`, "\n")
	value := func(m *code.Method) int64 {
		if h.samples {
			return m.Total
		}
		return m.Entries.Count
	}
	var most int64
	for i := range h.listing.Methods {
		most = max(most, value(&h.listing.Methods[i]))
	}
	for i := range h.listing.Methods {
		m := &h.listing.Methods[i]
		h.raw("<tr><td>")
		h.element(`a href="#`+h.method[m.Slot]+`"`, h.listing.Names.Method(int(m.Slot)))
		h.raw("</td>")
		h.element("td", runs(m.Entries, thousands))
		if h.samples {
			h.element("td", thousands(m.Self))
			h.element(`td class="optional"`, thousands(m.Total))
		}
		source := ""
		if m.Class != nil {
			source = m.Class.SourceFile
		}
		h.element(`td class="optional"`, source)
		h.raw(`<td class="optional">`)
		if value(m) > 0 {
			h.bar(float64(value(m)) / float64(max(most, 1)))
		}
		h.raw("</td></tr>\n")
	}
	h.raw("</table>\n</nav>\n")
}

func (h *listHTML) section(m *code.Method) {
	anchor := h.method[m.Slot]
	h.raw(`<section id="`, anchor, `">`, "\n")
	h.methodHeading(h.listing.Names.Method(int(m.Slot)), anchor)
	h.element(`p class="facts"`, methodFacts(m))
	rows := h.rows(m)
	class := "rows list"
	if m.Code != nil && h.opts.By == ByLine {
		class += " lines"
	}
	h.raw("\n", `<div class="`, class, `">`, "\n", `<div class="row head"><span></span>`)
	h.number("", "runs")
	if h.samples {
		h.number("", "self")
		h.number("", "total")
	} else {
		h.raw("<span></span>")
	}
	h.element(`span class="l"`, "line")
	h.raw("<span></span></div>\n")
	scale, indent := newRowHeat(rows), indentOf(m)
	folded := false
	groups := h.groups(rows)
	for i, g := range groups {
		if g.cold != folded {
			if folded {
				h.raw("</details>\n")
			} else {
				h.raw(`<details class="cold"><summary>… `, plural(coldRows(groups[i:]), "row"), "</summary>\n")
			}
			folded = g.cold
		}
		if g.rows[0].place == nil && h.opts.By != ByLine {
			h.line(m, g.rows, scale, indent)
		} else {
			h.row(m, "div", &g.rows[0], scale, indent)
		}
	}
	if folded {
		h.raw("</details>\n")
	}
	h.raw("</div>\n</section>\n")
}

// A rowGroup is a source line with its instructions, or one row.
type rowGroup struct {
	rows []listRow
	cold bool // in a part of a long method that is folded
}

func (w listRows) groups(rows []listRow) []rowGroup {
	var groups []rowGroup
	warm := warmRows(rows)
	for i := 0; i < len(rows); {
		end := i + 1
		if rows[i].place == nil && w.opts.By != ByLine {
			for end < len(rows) && rows[end].place != nil {
				end++
			}
		}
		groups = append(groups, rowGroup{rows[i:end], !w.opts.All && !slices.Contains(warm[i:end], true)})
		i = end
	}
	return groups
}

// coldRows returns the number of rows of the cold groups that come first.
func coldRows(groups []rowGroup) int {
	n := 0
	for _, g := range groups {
		if !g.cold {
			break
		}
		n += len(g.rows)
	}
	return n
}

// headOf returns the row of a source line with the figures of its instructions, which follow it.
func headOf(m *code.Method, rows []listRow) listRow {
	head := rows[0]
	head.execution = m.Greatest(head.places)
	for i := range rows[1:] {
		head.self += rows[1+i].self
		head.total += rows[1+i].total
		head.hot = head.hot || rows[1+i].hot
	}
	return head
}

// line writes a line of the source with its instructions, which are open where something was counted.
func (h *listHTML) line(m *code.Method, rows []listRow, scale rowHeat, indent int) {
	head := headOf(m, rows)
	open := ""
	if head.hot || m.SourceLines == nil || h.opts.All {
		open = ` open=""`
	}
	h.raw(`<details class="line"`, open, "><summary>")
	h.row(m, "span", &head, scale, indent)
	h.raw("</summary>\n")
	for i := range rows[1:] {
		h.row(m, "div", &rows[1+i], scale, indent)
	}
	h.raw("</details>\n")
}

// row writes a row as an element with a tag, and the lines under it.
func (h *listHTML) row(m *code.Method, tag string, r *listRow, scale rowHeat, indent int) {
	h.raw("<", tag, ` class="row"`)
	if r.place != nil && r.bci != "" {
		h.raw(` id="`, h.method[m.Slot], "-", r.bci, `"`)
	}
	level := heatOf(scale.of(r))
	h.raw(`><span class="heat h`, strconv.Itoa(level), `"></span>`)
	class := ""
	switch {
	case r.execution.Bound == code.None:
		class = "unknown"
	case !r.execution.Plain():
		class = "bound"
	case r.execution.Count == 0:
		class = "zero"
	}
	h.number(class, runs(r.execution, thousands))
	if h.samples {
		h.sampleCount(r.self)
		h.sampleCount(r.total)
	} else {
		h.raw("<span></span>")
	}
	text, line := r.text, ""
	if r.line > 0 {
		line, text = strconv.Itoa(r.line), indentedSource(m, r.line, indent)
	}
	h.element(`span class="l"`, line)
	h.raw(`<span class="t">`)
	if r.place != nil && r.bci != "" {
		h.element(`span class="bci"`, r.bci)
	}
	h.text(text)
	h.raw("</span></", tag, ">\n")
	for i := range r.lines {
		h.site(&r.lines[i], h.links(m, r, i))
	}
}

func (h *listHTML) sampleCount(n int64) {
	text := ""
	if n > 0 {
		text = thousands(n)
	}
	h.number("", text)
}

// links returns the anchors of the parts of a line under a row: places that a branch goes to, and callees.
func (h *listHTML) links(m *code.Method, r *listRow, i int) []string {
	if r.place == nil || m.Code == nil {
		return nil
	}
	var links []string
	switch r.lines[i].mark {
	case '◆':
		for _, t := range r.place.Branch.Targets() {
			link := ""
			if _, ok := m.Code.Index(int(t.Target)); ok {
				link = h.method[m.Slot] + "-" + t.Target.String()
			}
			links = append(links, link)
		}
	case '→':
		for _, c := range r.place.Call.Callees {
			links = append(links, h.method[c.Slot])
		}
	}
	return links
}

// indentOf returns the spaces that all source lines of a method begin with.
func indentOf(m *code.Method) int {
	least := -1
	for i := range m.Places {
		text := expandTabs(m.SourceLine(m.Places[i].Line))
		code := strings.TrimLeft(text, " ")
		if n := len(text) - len(code); code != "" && (least < 0 || n < least) {
			least = n
		}
	}
	return max(least, 0)
}

// indentedSource returns a line of the source without the spaces that all lines of the method begin with.
func indentedSource(m *code.Method, line, indent int) string {
	text := strings.TrimRight(expandTabs(m.SourceLine(line)), " \r")
	if text == "" {
		return ""
	}
	return text[min(indent, len(text)-len(strings.TrimLeft(text, " "))):]
}

// expandTabs replaces tabs at the beginning of a source line.
func expandTabs(line string) string {
	code := strings.TrimLeft(line, " \t")
	return strings.ReplaceAll(line[:len(line)-len(code)], "\t", "    ") + strings.ReplaceAll(code, "\t", " ")
}
