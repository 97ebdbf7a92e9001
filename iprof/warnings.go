package iprof

import (
	"fmt"
	"iter"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

// warnings are the warnings about a file so far.
type warnings struct {
	seen map[string]*Warning
	list []*Warning // in the order of their first occurrences
}

// add counts a warning. Warnings of one kind are counted by name. It returns true for the first occurrence.
func (ws *warnings) add(kind WarningKind, name string) (w *Warning, first bool) {
	id := string(kind) + name
	w, ok := ws.seen[id]
	if !ok {
		if ws.seen == nil {
			ws.seen = map[string]*Warning{}
		}
		w = &Warning{Kind: kind}
		ws.seen[id] = w
		ws.list = append(ws.list, w)
	}
	w.Count++
	return w, !ok
}

// review adds the warnings that need the complete profile: ids that are referred to but not listed, and call counts whose
// caller has none. It gives ids without an entry their slots, and sets the texts of all warnings.
func (p *Profile) review(ws *warnings) {
	unlisted := func(s *slots, id int32, kind WarningKind, text string) {
		if s.add(id) {
			if w, first := ws.add(kind, ""); first {
				w.Text = fmt.Sprintf(text, id)
			}
		}
	}
	for _, t := range []*Tree{p.Contexts, p.Stacks} {
		for _, n := range t.All() {
			unlisted(&p.methods, int32(n.Method), WarnDanglingMethod, "referred to but not listed in methods, the first being %d")
		}
	}
	typed := func(id TypeID) {
		unlisted(&p.types, int32(id), WarnDanglingType, "referred to but not listed in types, the first being %d")
	}
	for _, id := range p.early.ids.All() {
		typed(TypeID(id))
	}
	p.early = slots{}
	for c := range p.allTypeCounts() {
		typed(c.Type)
	}

	counted := make([]bool, p.Contexts.Len())
	for _, c := range p.Calls.All() {
		counted[c.Node] = true
	}
	for _, c := range p.Calls.All() {
		if caller := p.Contexts.Node(c.Node).Parent; caller != NoNode && !counted[caller] {
			ws.add(WarnMissingCaller, "")
		}
	}

	for _, w := range ws.list {
		ids := func(one, many string) string { return words.Count(w.Count, one, many) }
		switch w.Kind {
		case WarnDanglingMethod:
			w.Text = ids("method id is ", "method ids are ") + w.Text
		case WarnDanglingType:
			if id, ok := p.mostUnlisted(); ok { // the one that readers see first in tables
				w.Text = fmt.Sprintf("referred to but not listed in types, the most frequent being %d", id)
			}
			w.Text = ids("type id is ", "type ids are ") + w.Text
		case WarnMissingCaller:
			w.Text = ids("inlined call count has", "inlined call counts have") + " a caller without a count: calls per invocation are unknown there"
		case WarnPackedCount:
			w.Text = ids("count looks", "counts look") + " like two 32-bit numbers read as one"
		case WarnUnknownField:
			w.Text = "skipped " + ids("unknown field", "unknown fields")
		case WarnHalfPair:
			w.Text = ids("name has", "names have") + ` half of a surrogate pair, which is shown as an escape: \ud800`
		case WarnLeafBCI:
			w.Text = ids("call count is", "call counts are") + " not at BCI 0 of the leaf"
		}
		p.Warnings = append(p.Warnings, *w)
	}
}

// allTypeCounts are the type counts of all records, in the order in which a warning names the first one.
func (p *Profile) allTypeCounts() iter.Seq[TypeCount] {
	return func(yield func(TypeCount) bool) {
		for _, c := range p.Monitors {
			if !yield(c) {
				return
			}
		}
		for _, records := range []*List[TypeProfile]{&p.Receivers, &p.InstanceOf} {
			for _, r := range records.All() {
				for _, c := range p.TypeCounts(r) {
					if !yield(c) {
						return
					}
				}
			}
		}
	}
}

// mostUnlisted returns the unlisted type with the largest sum of counts, the first of several; false if none has any.
func (p *Profile) mostUnlisted() (most TypeID, ok bool) {
	sums := make([]float64, p.TypeSlots()-p.Types.Len())
	for c := range p.allTypeCounts() {
		if slot := p.TypeSlot(c.Type) - p.Types.Len(); slot >= 0 {
			sums[slot] += float64(c.Count)
		}
	}
	largest := 0.0
	for i, sum := range sums {
		if sum > largest {
			t, _ := p.TypeAt(p.Types.Len() + i)
			largest, most, ok = sum, t.ID, true
		}
	}
	return most, ok
}
