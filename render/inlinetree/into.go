package inlinetree

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/siteline"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

// IntoText writes where methods are inlined, for reading in a terminal: below each method its callers, up to the compilation roots.
//
//	Double.doubleValue                            21.0M          [100% of its entries]
//	├─ @47 Utils.convertNumber                    5.25M  ×0.667  [25.0%]
//	│  └─ (root) @13 Json$_JsonHandler.endNumber  5.25M          [25.0%]
//	└─ (root) callers unknown                      1000          [<0.1%]
//
// Each row has the call site in a caller, the entries of the method through it, and for direct callers the calls per entry of the
// caller.
func IntoText(w io.Writer, in *inlining.Into, opts TextOptions) error {
	return textTrees(w, intoHead(in), opts, func(t *treeWriter) { t.answer(in) })
}

const intoLegend = "callers, innermost first: @call site, caller, entries via this call site, ×calls per entry of the " +
	"caller, [share of the method's entries]; (root) the caller is a compilation root"

// IntoMarkdown is [IntoText] in a code block of GitHub Flavored Markdown.
func IntoMarkdown(w io.Writer, in *inlining.Into, opts TextOptions) error {
	opts.Color = false
	return markdownTrees(w, intoHead(in), opts, func(t *treeWriter) { t.answer(in) })
}

func intoHead(in *inlining.Into) treeHead {
	where := "where methods are inlined"
	if in.Optimized {
		where += " in the optimized image"
	}
	lines := []string{fmt.Sprintf(where+", by method entries, iprof %s", in.Profile.Version)}
	var entries int64
	for i := range in.Methods {
		entries += in.Methods[i].Total()
	}
	shown := numbers.Plural(in.Matching, "matching method")
	if len(in.Methods) < in.Matching {
		shown = fmt.Sprintf("%s of %s", numbers.Thousands(len(in.Methods)), shown)
	}
	of := "method entries"
	if in.Optimized {
		of = "entries of compiled methods"
	}
	lines = append(lines, fmt.Sprintf("%s, with %s of %s %s", shown, numbers.TreePercent(entries, in.Base), numbers.Thousands(in.Base), of))
	notes, line := slices.Concat(in.Tally.Notes("method entries", "contexts"), contradictions(in), withHowToShow(in.Notes)), 0
	if in.Answer != "" {
		lines = append([]string{in.Answer}, lines...)
		image := "instrumented"
		if in.Optimized {
			image = "optimized"
		}
		lines[1] = fmt.Sprintf("inlining of the %s image, by method entries, iprof %s", image, in.Profile.Version)
		line = 1
		if in.Matching == 0 {
			lines = lines[:2]
		}
	}
	if len(in.Callers)+len(in.Way) > 0 {
		notes = append(notes, callerLegend)
	}
	if in.Answer == "" || in.Matching > 0 { // there are trees to explain
		legend := intoLegend
		if in.Optimized {
			legend += "; ≤ at most, ≥ at least so many entries: copies share the counts of the instrumented image"
		}
		notes = append(notes, legendWithGaps(legend, intoGaps(in))...)
		if slices.ContainsFunc(in.Methods, func(m inlining.IntoMethod) bool { return m.Callers != nil }) {
			notes = append(notes, rootCallersLegend)
		}
	}
	return treeHead{lines, line, in.View, notes}
}

// intoNotes returns the notes for JSON, the answer first.
func intoNotes(in *inlining.Into) []string {
	notes := append(contradictions(in), in.Notes...)
	if in.Answer == "" {
		return notes
	}
	return append([]string{in.Answer}, notes...)
}

// answer writes the calls of a question, and a tree for each method.
func (w *treeWriter) answer(in *inlining.Into) {
	w.shortened(shortAnswer{Into: in, remarks: allRemarks})
}

// A shortAnswer is the answer to a question with fewer rows below it.
type shortAnswer struct {
	*inlining.Into
	calls   []int // left out, by caller
	callers int   // left out
	steps   int   // left out at the end of the way
	remarks int   // the number of calls that have the lines about them
	rows    int   // shown
}

// allRemarks is the number of calls with remarks where none gives way.
const allRemarks = math.MaxInt

// shortened writes the calls of a question, and a tree for each method.
func (w *treeWriter) shortened(a shortAnswer) {
	remarks := a.remarks
	for i := range a.Callers {
		c, left := &a.Callers[i], 0
		if a.calls != nil {
			left = a.calls[i]
		}
		w.B.WriteByte('\n')
		w.heading(callerHead(c, left), terminal.Bold)
		w.tree(callerRows(a.Into, c, left, remarks))
		remarks = max(remarks-len(c.Calls), 0)
	}
	if a.callers > 0 {
		w.B.WriteByte('\n')
		w.heading("… "+numbers.Plural(a.callers, "more caller"), terminal.Dim)
	}
	if a.Way != nil {
		w.B.WriteByte('\n')
		w.heading(wayHead, terminal.Bold)
		w.tree(wayRows(a.Into, a.Way[:len(a.Way)-a.steps], a.steps))
	}
	w.methods(a.Into)
}

// methods writes a tree for each method.
func (w *treeWriter) methods(in *inlining.Into) {
	for i := range in.Methods {
		m := &in.Methods[i]
		w.B.WriteByte('\n')
		w.heading(methodHead(m, i), terminal.Bold)
		w.tree(intoRows(in, m))
	}
	if left := in.Matching - len(in.Methods); left > 0 {
		w.B.WriteByte('\n')
		w.heading(fmt.Sprintf("… %s", numbers.Plural(left, "more method")), terminal.Dim)
	}
}

// methodHead returns the line above a method.
func methodHead(m *inlining.IntoMethod, i int) string {
	switch {
	case m.Units == 0:
		return fmt.Sprintf("#%d  not inlined anywhere", i+1)
	case !m.Known:
		return fmt.Sprintf("#%d  inlined into %s, entries unknown", i+1, numbers.Plural(m.Units, "unit"))
	}
	if m.Unclear > 0 && m.Inlined == 0 {
		return fmt.Sprintf("#%d  inlined into %s, with how many of its entries is unclear", i+1, numbers.Plural(m.Units, "unit"))
	}
	share, certainly := numbers.TreePercent(m.Inlined, m.Total()), ""
	if m.Unclear > 0 {
		share, certainly = "at least "+share, "at least "
	}
	text := fmt.Sprintf("#%d  %s inlined, into %s", i+1, share, numbers.Plural(m.Units, "unit"))
	if m.Root > 0 {
		text += fmt.Sprintf("; %s%s as compilation root", certainly, numbers.TreePercent(m.Root, m.Total()))
	}
	return text
}

// intoRows returns the rows of a method.
func intoRows(in *inlining.Into, m *inlining.IntoMethod) *treeRows {
	rows := &treeRows{
		row:  func(i int) treeRow { return intoRow(in, m, i) },
		more: func(i int) string { return intoPruned(&m.Places[i], m) },
	}
	for i := range m.Places {
		rows.add(i, m.Places[i].Depth)
		if p := &m.Places[i]; p.End && p.Parent == 0 {
			for k := range rootCallerRows(m.Callers) {
				rows.add(len(m.Places)+k, p.Depth+1)
			}
		}
		if m.Places[i].PrunedPlaces > 0 {
			rows.leaveOut()
		}
	}
	rows.end(0)
	return rows
}

// intoRow returns the row of a place.
func intoRow(in *inlining.Into, m *inlining.IntoMethod, i int) treeRow {
	if i >= len(m.Places) {
		return rootCallerRow(in, m, i-len(m.Places))
	}
	p := &m.Places[i]
	row := treeRow{name: in.Name(p.Slot)}
	switch {
	case m.Total() == 0:
	case p.Known:
		row.share, row.part = "["+numbers.TreePercent(p.Entries, m.Total())+"]", float64(p.Entries)/float64(m.Total())
	default:
		row.share = unknownShare
	}
	row.count = siteline.Count(p.Count())
	switch {
	case i == 0:
		row.name, row.style = in.Name(m.Slot), terminal.Bold
		if row.share != "" {
			row.shareOf = "of its entries"
		}
	case p.End:
		row.site, row.name = "(root)", "callers unknown"
		if m.Callers != nil && p.Parent == 0 {
			row.name = "not inlined"
		}
	default:
		row.site = places.TreeSite(p.Site, p.SiteKnown) + places.LineSuffix(placeLine(in, p))
		if p.Root {
			row.site = "(root) " + row.site
		}
		if f, ok := p.Frequency(); ok {
			row.factor = numbers.TreeFactor(f)
		}
	}
	return row
}

// placeLine returns the source line of the call at a place; 0: unknown.
func placeLine(in *inlining.Into, p *inlining.IntoPlace) int {
	if !p.SiteKnown {
		return 0
	}
	return in.Lines.Line(p.Slot, p.Site)
}

func intoPruned(p *inlining.IntoPlace, m *inlining.IntoMethod) string {
	text := "… " + numbers.Thousands(p.PrunedPlaces) + " more"
	if !p.PrunedKnown {
		return text + ", entries unknown"
	}
	return text + ", " + numbers.TreePercent(p.PrunedEntries, m.Total()) + " of its entries"
}
