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
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

// maxRepeated is the maximum number of methods whose totals are repeated below a listing that is longer than the screen.
const maxRepeated = 5

// The numbers of rows that a listing has at least where it has only the hottest: fewer are a reason to shorten the lines below each, and
// then to list fewer methods.
const (
	fewestRows   = 3
	fewWholeRows = 5
)

// textOnScreen writes a listing that fits the lines of a screen: without the rows that have no more than a count; if that is not
// enough, with the hottest rows alone; then with one line of each kind below these, or below those with no room for more; then with the totals of the last methods instead of
// their rows. If the screen has no room for a single row, or everything is asked for, nothing is left out, and the last lines repeat what
// has scrolled off: the methods and their totals.
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
		shorten := out.shorten(fits)
		if shorten == nil {
			out.text()
			out.repeatTotals()
			break
		}
		shorten(out)
		out.text()
	}
	return out.B.Flush()
}

// shorten returns the first way to leave out rows and lines of them that fits; nil: not one row fits.
func (w *writer) shorten(fits func(choose func(*writer)) bool) func(*writer) {
	type way struct {
		folded, terse  bool
		listed, enough int
	}
	methods := len(w.Listing.Methods)
	ways := []way{{enough: fewWholeRows}, {folded: true, enough: fewestRows}}
	for n := methods - 1; n > 1; n-- {
		ways = append(ways, way{folded: true, listed: n, enough: n})
	}
	ways = append(ways, way{folded: true, listed: 1, enough: 1}, way{folded: true, terse: true, listed: 1, enough: 1})
	for _, by := range ways {
		listed := cmp.Or(by.listed, methods)
		order := w.hottestFirst(listed)
		only := func(n int, unfolded []rowAt) func(*writer) {
			return func(of *writer) {
				of.hot, of.unfolded, of.folded, of.terse = w.keepOnly(order[:n]), w.keepOnly(unfolded), by.folded, by.terse
				if listed < methods {
					of.listed = listed
				}
			}
		}
		n := sort.Search(len(order), func(n int) bool { return !fits(only(n+1, nil)) })
		if n < min(max(by.enough, listed), len(order)) || n == 0 {
			continue
		}
		var unfolded []rowAt
		for i := 0; i < n && by.folded; i++ { // the hottest first, with what room there is
			if more := append(slices.Clip(unfolded), order[i]); fits(only(n, more)) {
				unfolded = more
			}
		}
		return only(n, unfolded)
	}
	return nil
}

// A rowAt is a row of a method, by their numbers.
type rowAt struct{ method, row int }

// hottestFirst returns the rows of the first methods: the hottest one of each, then the others. Rows that the user asked for are the
// hottest, then those with the most samples, then those that ran most often, or more often than is known. Others are in turn those that ran
// most often and those with the most samples: a place that ran most often may have no samples.
func (w *writer) hottestFirst(methods int) []rowAt {
	var first, others []rowAt
	all := make([][]Row, methods)
	hotter := func(x, y rowAt) int {
		a, b := &all[x.method][x.row], &all[y.method][y.row]
		return cmp.Or(convert.CompareBools(b.Marked, a.Marked), cmp.Compare(b.Total, a.Total), cmp.Compare(b.Execution.Count, a.Execution.Count), cmp.Compare(len(b.Lines), len(a.Lines)))
	}
	oftener := func(x, y rowAt) int {
		a, b := &all[x.method][x.row], &all[y.method][y.row]
		return cmp.Or(convert.CompareBools(b.Marked, a.Marked), cmp.Compare(b.Execution.Count, a.Execution.Count))
	}
	for i := range all {
		all[i] = w.rows(&w.Listing.Methods[i])
		var order []rowAt
		for k := range all[i] {
			if r := &all[i][k]; !r.gap && !w.isHead(r) {
				order = append(order, rowAt{i, k})
			}
		}
		slices.SortStableFunc(order, hotter)
		if len(order) > 0 {
			first, others = append(first, order[0]), append(others, order[1:]...)
		}
	}
	slices.SortStableFunc(others, hotter)
	often := slices.Clone(others)
	slices.SortStableFunc(often, oftener)
	taken := map[rowAt]bool{}
	for i := range others {
		for _, r := range []rowAt{often[i], others[i]} {
			if !taken[r] {
				taken[r] = true
				first = append(first, r)
			}
		}
	}
	return first
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
func (w *writer) withoutCold(m *code.Method, rows []Row, kept, unfolded map[int]bool) []Row {
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
			if w.folded && !unfolded[i] {
				w.fold(m, &hot[len(hot)-1])
			}
		}
	}
	return hot
}

// repeatTotals writes a line for each method, in the order of the listing.
func (w *writer) repeatTotals() {
	w.B.WriteByte('\n')
	w.totalsOf(w.Listing.Methods)
}

// totalsOf writes a line for each of some methods.
func (w *writer) totalsOf(methods []code.Method) {
	for i := range methods[:min(len(methods), maxRepeated)] {
		m := &methods[i]
		name, facts := plaintext.Visible(w.Listing.Names.Method(int(m.Slot))), plaintext.Visible(totals(m))
		if w.Opts.Width > 0 {
			name = fitname.Method(name, max(fitname.MinName, w.Opts.Width-plaintext.Columns(": "+facts)))
		}
		w.Line(name+": "+facts, terminal.Bold)
	}
	if more := len(methods) - maxRepeated; more > 0 {
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

// bareNote says how much is left out; none if all fit.
func (w *writer) bareNote() []string {
	var left []string
	end := ""
	if w.cold > 0 {
		left, end = append(left, numbers.Plural(w.cold, "row")), ", the hottest remain"
	}
	if w.shortened {
		left = append(left, map[bool]string{true: "parts of others", false: "parts of rows"}[w.cold > 0])
	}
	if w.listed > 0 {
		left = append(left, "all rows of "+numbers.Plural(len(w.Listing.Methods)-w.listed, "method"))
	}
	switch {
	case len(left) > 0:
	case w.bare > 0:
		left = append(left, numbers.Plural(w.bare, "row")+" with no more than a count")
	case w.terse:
		left = append(left, "notes")
	default:
		return nil
	}
	return []string{"not shown: " + words.List(left) + end + " (--all)"}
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
