package inlinetree

import (
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// FitIntoText is [IntoText] with as many methods as a screen has room for, and a note if that is not all. If there is no room for the
// first one, it is shown with as many callers as there is room for, the heaviest first. The legends give way to eight rows, and all notes to
// four. Below the answer to a question, there are as many calls and callers as there is room for. Holds reports whether a text has room.
func FitIntoText(w io.Writer, in *inlining.Into, opts TextOptions, holds func(text string) bool) error {
	if len(in.Methods) == 0 && in.Answer == "" {
		return IntoText(w, in, opts)
	}
	f := fitting[*inlining.Into]{intoHead, (*treeWriter).answer, holds}
	more := fmt.Sprintf("-n %d | less shows all", len(in.Methods))
	brief := fitting[*inlining.Into]{withoutLegends, f.body, holds}
	if in.Answer != "" { // to a question
		rows := newAnswerRows(in)
		if holds(strings.Repeat("\n", rows.total)) { // or why lay out a million
			if f.fits(in, "", opts) {
				return f.write(w, in, "", opts)
			}
			if note := "not shown: legends; -n 0 | less shows them"; brief.fits(in, note, opts) {
				return brief.write(w, in, note, opts)
			}
		}
		return fitAnswer(w, in, rows, opts, holds)
	}
	if note := "not shown: legends; " + more; !f.fits(in, "", opts) && brief.fits(in, note, opts) {
		return brief.write(w, in, note, opts)
	}
	if written, err := f.fewer(w, in, len(in.Methods), firstMethods, more, opts); written {
		return err
	}
	first := newHeaviestCallers(&in.Methods[0])
	shorter := func(rows int) (*inlining.Into, string, TextOptions) {
		of := firstMethods(in, 1)
		of.Methods = []inlining.IntoMethod{first.method(rows)}
		return of, fmt.Sprintf("shortened to fit the screen, to the heaviest %s; %s", words.Count(int64(rows), "row"), more), opts
	}
	var of *inlining.Into
	var note string
	all := more
	for _, form := range []struct {
		head func(in *inlining.Into) treeHead
		note string
		rows int // enough of them
	}{{intoHead, "", fewRows}, {withoutLegends, "not shown: legends; ", fewRows / 2}, {intoWithoutNotes, "not shown: notes, legends; ", 0}} {
		f.head, more = form.head, form.note+all
		rows := sort.Search(len(first.order), func(more int) bool { return !f.fits(shorter(more + 1)) })
		if of, note, opts = shorter(max(rows, 1)); rows >= min(form.rows, len(first.order)) {
			break
		}
	}
	return f.write(w, of, note, opts)
}

func intoWithoutNotes(in *inlining.Into) treeHead {
	head := intoHead(in)
	head.notes = nil
	return head
}

// withoutLegends returns the head of a text without the explanations of its rows, a third of a small screen.
func withoutLegends(in *inlining.Into) treeHead {
	head := intoHead(in)
	head.notes = slices.DeleteFunc(slices.Clone(head.notes), func(note string) bool {
		return note == callerLegend || note == rootCallersLegend || strings.HasPrefix(note, intoLegend)
	})
	return head
}

// firstMethods returns trees of fewer methods.
func firstMethods(in *inlining.Into, n int) *inlining.Into {
	first := *in
	first.Methods = in.Methods[:n:n]
	return &first
}

// heaviestCallers ranks the rows of a method: the places that it is inlined into, and the calls of it as compilation root.
type heaviestCallers struct {
	of    *inlining.IntoMethod
	order []unitRow // an instance is a place; calls are below that of the method as root
}

func newHeaviestCallers(m *inlining.IntoMethod) *heaviestCallers {
	below := make([][]unitRow, len(m.Places))
	for i := range m.Places {
		if p := &m.Places[i]; p.Parent >= 0 {
			below[p.Parent] = append(below[p.Parent], unitRow{int32(i), -1, p.Count().Count, false})
		}
	}
	if root := slices.IndexFunc(m.Places, func(p inlining.IntoPlace) bool { return p.End && p.Parent == 0 }); root >= 0 && m.Callers != nil {
		for k := range m.Callers.Calls {
			below[root] = append(below[root], unitRow{int32(root), int32(k), m.Callers.Calls[k].Target.Stayed.Figure(), false})
		}
	}
	return &heaviestCallers{m, heaviestFirst(below)}
}

// method returns the method with its first rows alone.
func (h *heaviestCallers) method(rows int) inlining.IntoMethod {
	shown, calls := make([]bool, len(h.of.Places)), 0
	for _, r := range h.order[:rows] {
		if r.call < 0 {
			shown[r.instance] = true
		} else {
			calls++
		}
	}
	m := *h.of
	m.Places = nil
	at := make([]int32, len(h.of.Places)) // of a place that is shown
	for i, p := range h.of.Places {
		switch {
		case shown[i]:
			if p.Parent >= 0 {
				p.Parent = at[p.Parent]
			}
			at[i] = int32(len(m.Places))
			m.Places = append(m.Places, p)
		case shown[p.Parent]: // what is further out has its entries, too
			above := &m.Places[at[p.Parent]]
			above.PrunedPlaces++
			above.PrunedEntries += p.Entries
			above.PrunedKnown = above.PrunedKnown || p.Known
		}
	}
	if m.Callers != nil {
		callers := *m.Callers
		callers.Omitted += len(callers.Calls) - calls
		callers.Calls = callers.Calls[:calls:calls]
		m.Callers = &callers
	}
	return m
}
