package listing

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/htmltext"
	"github.com/iprof-viz/iprof-viz/render/internal/markdown"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/siteline"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

// Options are the options of listings as text.
type Options struct {
	Width    int // terminal columns, at least 40; 0: unlimited, nothing is truncated
	Lines    int // of the terminal: rows may be left out, and the hottest is bold; 0: unlimited
	Color    bool
	By       By
	Subtitle string        // name of the profile; in HTML
	Marked   map[int32]int // source lines to mark, by slot of their method
	All      bool          // also the parts of long methods where nothing was recorded or little ran
}

// By chooses the rows of a listing.
type By uint8

// The rows of a listing. Without bytecode only the rows of ByBytecode exist.
const (
	ByBoth     By = iota // source lines, each followed by its instructions
	ByLine               // source lines
	ByBytecode           // instructions
	ByFolded             // the source lines of methods that have line numbers, in HTML with collapsed instructions; the instructions of others
)

// heading says which numbers a listing has, and of which profile.
func heading(l *code.Listing) string {
	if origin := l.Names.Profile.Origin(); origin.Lines {
		return fmt.Sprintf("%s, %s", origin.Unit, origin.Format)
	}
	return fmt.Sprintf("executions, iprof %s", l.Names.Profile.Version)
}

// Text writes a listing for reading in a terminal.
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
// A row has the heat relative to the method's largest count or, if none, its largest number of samples; the executions;
// self and total samples if there are any; and the place. Everything else that was recorded there is below it.
func Text(w io.Writer, l *code.Listing, opts Options) error {
	if opts.Lines > 0 {
		return textOnScreen(w, l, opts)
	}
	out := newListWriter(bufio.NewWriterSize(w, 64<<10), l, opts)
	out.text()
	return out.B.Flush()
}

// text writes all methods and the notes.
func (w *writer) text() {
	w.methods()
	w.B.WriteByte('\n')
	notes := slices.Concat(Notes(w.Listing), w.foldedNote(), w.shown.legend(w.Listing))
	switch { // the first note says how to see everything
	case w.terse:
		notes = nil
	case w.folded:
		notes = slices.Concat(Notes(w.Listing), w.shown.legend(w.Listing))
	}
	for _, note := range append(w.bareNote(), notes...) {
		w.Paragraph(plaintext.Visible(note), terminal.Dim)
	}
}

// Markdown is [Text] in a code block of GitHub Flavored Markdown.
func Markdown(w io.Writer, l *code.Listing, opts Options) error {
	opts.Color, opts.Width = false, 0
	var text bytes.Buffer
	inner := newListWriter(bufio.NewWriter(&text), l, opts)
	inner.methods()
	inner.B.Flush()         // never fails for a Buffer
	b := bufio.NewWriter(w) // keeps the first error
	markdown.Head(b, slices.Concat([]string{heading(l) + ", view " + l.View.String()}, Notes(l), inner.foldedNote(), inner.shown.legend(l)), nil)
	markdown.CodeBlock(b, text.Bytes())
	return b.Flush()
}

type writer struct {
	terminal.Writer
	RowMaker
	brief     bool           // without bare rows
	bare      int            // those left out so far
	hot       []map[int]bool // by method: the numbers of the rows that remain; nil: all
	cold      int            // the others, so far
	folded    bool           // one line of each kind below a row
	unfolded  []map[int]bool // by method: the numbers of the rows that have all lines nevertheless, each cut
	shortened bool           // some row has had more
	terse     bool           // no notes
	shown     marks          // so far
	listed    int            // methods with rows, the first ones, where others have only their totals; 0: all
}

func newListWriter(b *bufio.Writer, l *code.Listing, opts Options) *writer {
	return &writer{Writer: terminal.Writer{B: b, Color: opts.Color, Width: opts.Width}, RowMaker: RowMaker{l, opts}}
}

func (w *writer) methods() {
	for i := range w.Listing.Methods {
		if i > 0 {
			w.B.WriteByte('\n')
		}
		if w.listed > 0 && i == w.listed {
			w.totalsOf(w.Listing.Methods[i:])
			return
		}
		w.method(i)
	}
}

// rows returns the rows of a method.
func (w *writer) rows(m *code.Method) []Row {
	rows := w.Rows(m)
	if !w.Opts.All {
		rows = shortenRows(rows)
	}
	return rows
}

// method writes a method, by its number.
func (w *writer) method(i int) {
	m := &w.Listing.Methods[i]
	name := plaintext.Visible(w.Listing.Names.Method(int(m.Slot)))
	if w.Opts.Width > 0 {
		name = fitname.Method(name, w.Opts.Width)
	}
	w.Line(name, terminal.Bold)
	w.Paragraph(plaintext.Visible(methodFacts(m)), terminal.Dim)
	w.B.WriteByte('\n')
	rows := w.rows(m)
	scale := newRowHeat(rows) // of all rows, though some are left out
	switch {
	case w.hot != nil:
		rows = w.withoutCold(m, rows, w.hot[i], w.unfolded[i])
	case w.brief:
		rows = w.withoutBare(rows)
	}
	w.table(m, rows, scale)
}

// heat are the eighths of a bar, for a count relative to the largest one.
var heat = []string{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

func (w *writer) table(m *code.Method, rows []Row, scale rowHeat) {
	counts, selfs, totals := "runs", "self", "total"
	widths := [4]int{len(counts), len(selfs), len(totals), len("bci")}
	for _, r := range rows {
		widths[0] = max(widths[0], plaintext.Columns(runs(r.Execution, numbers.TreeCount)))
		widths[1] = max(widths[1], plaintext.Columns(numbers.TreeCount(r.Self)))
		widths[2] = max(widths[2], plaintext.Columns(numbers.TreeCount(r.Total)))
		widths[3] = max(widths[3], plaintext.Columns(r.bci))
	}
	byBCI := !w.byLine(m)
	samples := w.Listing.Samples && m.Total > 0
	row := func(heat, count, self, total, bci string) string {
		var b strings.Builder
		b.WriteString(heat)
		right := func(text string, width int) {
			for range width - utf8.RuneCountInString(text) {
				b.WriteByte(' ')
			}
			b.WriteString(text)
		}
		if !m.Recorded {
			right(count, widths[0]+1)
		}
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
	gutter := func(bool) string { return "" }
	if w.Opts.Marked[m.Slot] > 0 {
		gutter = func(marked bool) string {
			if marked {
				return "> "
			}
			return "  "
		}
	}
	head := gutter(false) + row(" ", counts, selfs, totals, "bci")
	w.Line(strings.TrimRight(head, " "), terminal.Dim)
	indent := plaintext.Columns(head)
	blank := strings.Repeat(" ", indent)
	bold := -1
	if w.Opts.Lines > 0 {
		bold = hottest(rows)
	}
	for i, r := range rows {
		switch {
		case r.gap:
			w.Line(blank+"…", terminal.Dim)
			continue
		case r.isSource && byBCI:
			mark := gutter(r.Marked)
			w.Line(mark+blank[len(mark):]+w.fit(r.Text, indent), terminal.Bold)
			continue
		}
		self, total := "", ""
		if r.Total > 0 {
			self, total = numbers.TreeCount(r.Self), numbers.TreeCount(r.Total)
		}
		level := htmltext.HeatOf(scale.Of(&r))
		w.Styled(gutter(r.Marked), terminal.Bold)
		w.Styled(heat[level], heatStyle(level))
		style := terminal.Plain
		if i == bold {
			style = terminal.Bold
		}
		w.Line(strings.TrimRight(row("", runs(r.Execution, numbers.TreeCount), self, total, r.bci)+w.fit(r.Text, indent), " "), style)
		w.shown.addUnknown(m, &r)
		for k := range r.Lines {
			line := &r.Lines[k]
			for n, text := range w.texts(line, indent) {
				w.shown.add(line.Mark, strings.Contains(text, tripsMark))
				w.B.WriteString(blank)
				if mark := string(line.Mark); n == 0 {
					w.Styled(mark, line.Style)
					text = strings.TrimPrefix(text, mark)
				}
				w.Line(text, terminal.Plain)
			}
		}
	}
}

// texts returns a line below a row, wrapped, or cut if there is to be only one. Trips are not cut.
func (w *writer) texts(line *siteline.Line, indent int) []string {
	opts := siteline.Options{Width: w.Opts.Width}
	all := line.AllTexts(opts, indent)
	if !w.folded || len(all) == 1 || strings.HasPrefix(line.Tail, tripsMark) {
		return all
	}
	w.shortened = true
	return line.Texts(opts, indent)
}

func (w *writer) fit(text string, indent int) string {
	text = plaintext.Visible(text)
	if w.Opts.Width > 0 {
		text = plaintext.CutEnd(text, max(w.Opts.Width-indent, 20))
	}
	return text
}

// heatStyle colors the heat of the hottest rows.
func heatStyle(level int) terminal.Style {
	switch {
	case level >= len(heat)-2:
		return "\x1b[31m"
	case level >= len(heat)/2:
		return terminal.Warn
	}
	return terminal.Dim
}
