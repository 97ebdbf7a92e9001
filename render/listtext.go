package render

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/convert/code"
)

// ListOptions are the options of listings as text.
type ListOptions struct {
	Width    int // columns of the terminal, at least 40; 0: any, and nothing is cut
	Color    bool
	By       ListBy
	Subtitle string // names the profile; in HTML
	All      bool   // also the parts of long methods where nothing was recorded or little ran
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
// A row has the heat relative to the method's greatest count, or if there is none, its most samples, the executions, self and total samples if there are any, and the
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

type listWriter struct {
	lineWriter
	listRows
}

func newListWriter(b *bufio.Writer, l *code.Listing, opts ListOptions) *listWriter {
	return &listWriter{lineWriter{b, opts.Color, opts.Width}, listRows{l, opts}}
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
	w.paragraph(visible(methodFacts(m)), dim)
	w.b.WriteByte('\n')
	rows := w.rows(m)
	if !w.opts.All {
		rows = shortenRows(rows)
	}
	w.table(m, rows)
}

// heat are eighths of a count relative to the greatest one.
var heat = []string{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

func (w *listWriter) table(m *code.Method, rows []listRow) {
	scale := newRowHeat(rows)
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
		var b strings.Builder
		b.WriteString(heat)
		right := func(text string, width int) {
			for range width - utf8.RuneCountInString(text) {
				b.WriteByte(' ')
			}
			b.WriteString(text)
		}
		right(count, widths[0]+1)
		if samples {
			right(self, widths[1]+2)
			right(total, widths[2]+2)
		}
		if byBCI {
			right(bci, widths[3]+2)
		}
		b.WriteString("  ")
		return b.String()
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
		level := heatOf(scale.of(&r))
		w.styled(heat[level], heatStyle(level))
		w.line(strings.TrimRight(row("", runs(r.execution, treeCount), self, total, r.bci)+w.fit(r.text, indent), " "), plain)
		for k := range r.lines {
			line := &r.lines[k]
			for n, text := range line.allTexts(TreeOptions{Width: w.opts.Width}, indent) {
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
