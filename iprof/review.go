package iprof

import (
	"fmt"
	"strconv"
)

// finish looks at the whole: ids that are referred to but not listed, records that lack their caller's.
func (ps *parser) finish() {
	p := ps.p
	p.Contexts.seal()
	p.Stacks.seal()

	unlisted := func(s *slots, id int32, kind WarningKind, text string) {
		if s.add(id) {
			w := ps.warn(kind, "", "")
			w.Path, w.Offset = "", 0
			if w.Count == 1 {
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
	for _, m := range p.Methods {
		typed(m.Declaring)
		typed(m.Return)
		for _, t := range m.Params {
			typed(t)
		}
	}
	for _, c := range p.Monitors {
		typed(c.Type)
	}
	for _, records := range []*List[TypeProfile]{&p.Receivers, &p.InstanceOf} {
		for _, r := range records.All() {
			for _, c := range p.TypeCounts(r) {
				typed(c.Type)
			}
		}
	}

	counted := make([]bool, p.Contexts.Len())
	for _, c := range p.Calls.All() {
		counted[c.Node] = true
	}
	for _, c := range p.Calls.All() {
		if caller := p.Contexts.Node(c.Node).Parent; caller != NoNode && !counted[caller] {
			w := ps.warn(WarnMissingCaller, "", "")
			w.Path, w.Offset = "", 0
		}
	}

	for _, w := range ps.order {
		n := strconv.FormatInt(w.Count, 10)
		ids := func(one, many string) string {
			if w.Count == 1 {
				return n + " " + one
			}
			return n + " " + many
		}
		switch w.Kind {
		case WarnDanglingMethod:
			w.Text = ids("method id is ", "method ids are ") + w.Text
		case WarnDanglingType:
			w.Text = ids("type id is ", "type ids are ") + w.Text
		case WarnMissingCaller:
			w.Text = ids("inlined context has", "inlined contexts have") + " a call count while the caller's own has none: the caller's count is unknown"
		case WarnPackedCount:
			w.Text = ids("count looks", "counts look") + " like two 32-bit numbers read as one"
		case WarnUnknownField:
			w.Text = "skipped " + ids("field", "fields") + " that the format does not have"
		case WarnLeafBCI:
			w.Text = ids("call count is", "call counts are") + " not at BCI 0 of the leaf"
		}
		p.Warnings = append(p.Warnings, *w)
	}
}
