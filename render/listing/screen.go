package listing

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

// maxRepeated is the maximum number of methods whose totals are repeated below a listing that is longer than the screen.
const maxRepeated = 5

// textOnScreen writes a listing that fits the lines of a screen, if it does so without the rows that have no more than a count. Otherwise
// nothing is left out, and the last lines repeat what has scrolled off: the methods and their totals.
func textOnScreen(w io.Writer, l *code.Listing, opts Options) error {
	fits := func(brief bool) bool {
		var b bytes.Buffer // never fails
		of := opts
		of.Color = false
		out := newListWriter(bufio.NewWriter(&b), l, of)
		out.brief = brief
		out.text()
		out.B.Flush()
		return bytes.Count(b.Bytes(), []byte{'\n'}) <= opts.Lines
	}
	out := newListWriter(bufio.NewWriterSize(w, 64<<10), l, opts)
	whole := fits(false)
	out.brief = !whole && !opts.All && fits(true)
	out.text()
	if !whole && !out.brief {
		out.repeatTotals()
	}
	return out.B.Flush()
}

// repeatTotals writes a line for each method, in the order of the listing.
func (w *writer) repeatTotals() {
	w.B.WriteByte('\n')
	for i := range w.Listing.Methods[:min(len(w.Listing.Methods), maxRepeated)] {
		m := &w.Listing.Methods[i]
		name, facts := plaintext.Visible(w.Listing.Names.Method(int(m.Slot))), plaintext.Visible(totals(m))
		if w.Opts.Width > 0 {
			name = fitname.Method(name, max(fitname.MinName, w.Opts.Width-plaintext.Columns(": "+facts)))
		}
		w.Line(name+": "+facts, terminal.Bold)
	}
	if more := len(w.Listing.Methods) - maxRepeated; more > 0 {
		w.Line(numbers.Plural(more, "more method")+" above", terminal.Dim)
	}
}

// totals are the entries and samples of a method.
func totals(m *code.Method) string {
	facts := []string{entriesFact(m)}
	if m.Total > 0 {
		facts = append(facts, numbers.Thousands(m.Self)+" self, "+numbers.Thousands(m.Total)+" total samples")
	}
	return strings.Join(facts, ", ")
}

// withoutBare leaves out the rows with neither samples nor anything recorded but a count, and counts them.
func (w *writer) withoutBare(rows []Row) []Row {
	return slices.DeleteFunc(rows, func(r Row) bool {
		bare := !r.gap && !r.Marked && r.Total == 0 && len(r.Lines) == 0 && (r.Place != nil || !r.isSource || w.Opts.By != ByBoth)
		if bare {
			w.bare++
		}
		return bare
	})
}

// bareNote says how many rows are left out; none if all fit.
func (w *writer) bareNote() []string {
	if w.bare == 0 {
		return nil
	}
	return []string{"… " + numbers.Plural(w.bare, "row") + " with no more than a count left out: --all"}
}

// hottest returns the index of the row with the most samples or, if none has any, of the first with the largest count; -1: none.
func hottest(rows []Row) int {
	best := -1
	for i, r := range rows {
		switch {
		case r.Total == 0 && !(r.Execution.Plain() && r.Execution.Count > 0):
		case best < 0, r.Total > rows[best].Total, r.Total == 0 && rows[best].Total == 0 && r.Execution.Count > rows[best].Execution.Count:
			best = i
		}
	}
	return best
}
