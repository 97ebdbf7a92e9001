package listing

import (
	"bufio"
	"bytes"
	"cmp"
	"io"
	"slices"
	"sort"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

// maxRepeated is the maximum number of methods whose totals are repeated below a listing that is longer than the screen.
const maxRepeated = 5

// fewestRows is the number of rows that a listing has at least where it has only the hottest: each may have several lines.
const fewestRows = 3

// textOnScreen writes a listing that fits the lines of a screen: without the rows that have no more than a count or, if that is not
// enough, with the hottest rows alone. If the screen has no room for some of these, or everything is asked for, nothing is left out, and
// the last lines repeat what has scrolled off: the methods and their totals.
func textOnScreen(w io.Writer, l *code.Listing, opts Options) error {
	fits := func(choose func(*writer)) bool {
		var b bytes.Buffer // never fails
		of := opts
		of.Color = false
		out := newListWriter(bufio.NewWriter(&b), l, of)
		choose(out)
		out.text()
		out.B.Flush()
		return bytes.Count(b.Bytes(), []byte{'\n'}) <= opts.Lines
	}
	out := newListWriter(bufio.NewWriterSize(w, 64<<10), l, opts)
	brief := func(w *writer) { w.brief = true }
	switch {
	case fits(func(*writer) {}):
		out.text()
	case opts.All:
		out.text()
		out.repeatTotals()
	case fits(brief):
		brief(out)
		out.text()
	default:
		order := out.hottestFirst()
		only := func(n int) func(*writer) {
			return func(w *writer) { w.hot = out.keepOnly(order[:n]) }
		}
		if n := sort.Search(len(order), func(n int) bool { return !fits(only(n + 1)) }); n >= fewestRows {
			only(n)(out)
			out.text()
		} else {
			out.text()
			out.repeatTotals()
		}
	}
	return out.B.Flush()
}

// A rowAt is a row of a method, by their numbers.
type rowAt struct{ method, row int }

// hottestFirst returns the rows of all methods: those that the user asked for, then those with the most samples, then those that ran
// most often, or more often than is known.
func (w *writer) hottestFirst() []rowAt {
	var order []rowAt
	var all [][]Row
	for i := range w.Listing.Methods {
		all = append(all, w.rows(&w.Listing.Methods[i]))
		for k := range all[i] {
			if r := &all[i][k]; !r.gap && !w.isHead(r) {
				order = append(order, rowAt{i, k})
			}
		}
	}
	slices.SortStableFunc(order, func(x, y rowAt) int {
		a, b := &all[x.method][x.row], &all[y.method][y.row]
		return cmp.Or(convert.CompareBools(b.Marked, a.Marked), cmp.Compare(b.Total, a.Total), cmp.Compare(b.Execution.Count, a.Execution.Count), cmp.Compare(len(b.Lines), len(a.Lines)))
	})
	return order
}

// isHead reports whether a row is a source line above its instructions.
func (w *writer) isHead(r *Row) bool { return r.isSource && w.Opts.By == ByBoth }

// keepOnly returns, by method, which rows remain if only some do.
func (w *writer) keepOnly(rows []rowAt) []map[int]bool {
	kept := make([]map[int]bool, len(w.Listing.Methods))
	for i := range kept {
		kept[i] = map[int]bool{}
	}
	for _, r := range rows {
		kept[r.method][r.row] = true
	}
	return kept
}

// withoutCold leaves out the rows of a method that do not remain, and counts them. Source lines remain above instructions that do.
func (w *writer) withoutCold(rows []Row, kept map[int]bool) []Row {
	var hot []Row
	head := -1 // of the next instructions
	for i := range rows {
		switch r := &rows[i]; {
		case r.gap:
		case w.isHead(r):
			head = i
		case !kept[i]:
			w.cold++
		default:
			if head >= 0 {
				hot = append(hot, rows[head])
				head = -1
			}
			hot = append(hot, *r)
		}
	}
	return hot
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
	var facts []string
	if !m.Recorded {
		facts = append(facts, entriesFact(m))
	}
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
	if w.cold > 0 {
		return []string{"… " + numbers.Plural(w.cold, "row") + " left out, the hottest remain: --all"}
	}
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
