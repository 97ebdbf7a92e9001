package rank

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// stay adds the calls that were not inlined to the edges, and what of the methods' entries is left.
func (k *peek) stay(of calls.Options) {
	k.graph = calls.New(k.Profile, k.codeOptions(of))
	frames := &calledGroups{k, convert.CalledFrames(k.Profile, k.pr), map[*calls.Callee]int32{}}
	callers := k.neighbors()
	if k.pr == nil && !k.graph.Classes { // edges are sites with a target
		k.stayWithoutSites(callers)
	}
	for site, target := range k.graph.Known(callers) {
		if target.Stayed.High == 0 {
			continue
		}
		from := k.NumberOfFrame(site.Slot, 0)
		to := frames.group(site, target.Callee)
		k.grow()
		if to < 0 || !k.matched[from] && !(k.matched[to] && k.methods[to].root) {
			continue
		}
		key := peekKey{from, to, site.BCI}
		at, fresh := k.number(key)
		if fresh {
			k.edges = append(k.edges, peekEdge{peekKey: key, calls: calls.Count{}, callerEntries: k.methods[from].total, callerPartly: k.methods[from].partly})
		}
		k.edges[at].stay(target)
	}
	k.leave()
}

// stayWithoutSites adds the calls that may not have been inlined where only inlined calls are known, which is nearly everywhere, to the edges
// of callers whose calls all have counts. Then callers are only those that have others.
func (k *peek) stayWithoutSites(callers []bool) {
	_, known := convert.EntriesByNode(k.Profile)
	others := make([]bool, len(callers))
	for i, n := range k.from.All() {
		if n.Parent != iprof.NoNode && !known[i] {
			slot := k.Profile.MethodSlot(k.from.Node(n.Parent).Method)
			others[slot] = callers[slot]
		}
	}
	for i := range k.edges {
		e := &k.edges[i]
		from, to := k.Groups[e.from].Slot, k.Groups[e.to].Slot
		if others[from] || !k.matched[e.from] && !k.methods[e.to].root {
			continue
		}
		if target, ok := k.graph.OnlyInlined(from, e.bci, to, e.Count, e.Contexts); ok && target.Stayed.High > 0 {
			e.stay(&target)
		}
	}
	copy(callers, others)
}

// neighbors returns, by slot, the methods whose calls may be of a matching method, by either end.
func (k *peek) neighbors() []bool {
	p, of := k.Profile, make([]bool, k.Profile.MethodSlots())
	for i, n := range k.from.All() {
		slot := p.MethodSlot(n.Method)
		if k.pr != nil { // the node may be shown as another method's
			of[slot] = true
			continue
		}
		if g := k.tree.Group[i]; g < 0 || !k.matched[g] {
			continue
		}
		of[slot] = true
		if n.Parent != iprof.NoNode {
			of[p.MethodSlot(k.from.Node(n.Parent).Method)] = true
		}
	}
	return of
}

// codeOptions returns how calls are found: only those that the filters keep.
func (k *peek) codeOptions(of calls.Options) calls.Options {
	of.Contexts = k.pr
	return of
}

// grow makes room for new groups.
func (k *peek) grow() {
	for len(k.methods) < len(k.Groups) {
		k.methods, k.matched = append(k.methods, peekMethod{}), append(k.matched, false)
	}
}

// stay adds calls that were not inlined.
func (e *peekEdge) stay(t *calls.Target) {
	switch {
	case t.Uncounted: // there may have been more inlined calls
		e.calls = calls.Count{Range: code.Range{Low: max(t.Calls.Low, e.Count), High: t.Calls.High}}
	default:
		e.calls = e.calls.Plus(t.Stayed)
	}
	e.stayed = true
	e.certain = e.certain || t.Contexts == 0 || t.Stayed.Figure() > 0
	e.evidence = max(e.evidence, t.Evidence)
}

// leave determines what of the methods' entries as compilation root no call accounts for.
func (k *peek) leave() {
	count, known := convert.EntriesByNode(k.Profile)
	for i, n := range k.from.All() {
		g := k.tree.Group[i]
		if n.Parent != iprof.NoNode || g < 0 || !k.matched[g] || !known[i] || k.pr != nil && !k.pr.Keep[i] {
			continue
		}
		m, e := &k.methods[g], &k.graph.Entered[k.Profile.MethodSlot(n.Method)]
		m.outside = m.outside.Plus(e.Left(count[i]))
	}
	for g, of := range k.Groups {
		if k.matched[g] && of.Slot >= 0 {
			k.methods[g].entered = &k.graph.Entered[of.Slot]
		}
	}
}

// A calledGroups finds the groups of methods that are called.
type calledGroups struct {
	*peek
	frame []int32 // by slot, see [convert.CalledFrames]
	named map[*calls.Callee]int32
}

// group returns the group of a callee; a negative number if the view or the filters hide it.
func (f *calledGroups) group(s *calls.Site, c *calls.Callee) int32 {
	if c.Slot >= 0 {
		switch frame := f.frame[c.Slot]; frame {
		case convert.NoFrame:
			return fromHidden
		case convert.NotEntered:
			return f.NumberOfFrame(c.Slot, 0)
		default:
			return f.NumberOfFrame(frame, 0)
		}
	}
	if c.Class == "" && !c.OtherTypes { // any of several: the name is from the site
		return f.Number(convert.GroupKey{Slot: convert.NoSlot, Name: s.TargetName(f.Names, c)}, true)
	}
	g, ok := f.named[c]
	if !ok {
		g = f.Number(convert.GroupKey{Slot: convert.NoSlot, Name: c.Name(f.Names)}, true)
		f.named[c] = g
	}
	return g
}

// callNotes are what readers of calls have to know.
func (k *peek) callNotes() []string {
	return append([]string{convert.InstrumentedInliningNote}, k.graph.Notes("the other callers and callees")...)
}

// contradictions returns a note for each method that has fewer entries than calls.
func (k *peek) contradictions(methods []int32) []string {
	const maximum = 3
	var notes []string
	more := 0
	for _, g := range methods {
		switch text := k.methods[g].entered.Contradiction(); {
		case text == "":
		case len(notes) == maximum:
			more++
		default:
			notes = append(notes, k.Name(k.Groups[g])+": "+text)
		}
	}
	if more > 0 {
		notes = append(notes, words.Count(int64(more), "more method")+" with fewer entries than calls")
	}
	return notes
}

// countCell is the row's count; with a bound for calls that are not certain.
func (r *peekRow) countCell() table.Cell {
	if c, ok := r.callCount(); ok {
		return countOf(c)
	}
	return r.count()
}

// callCount returns the count of a row of calls that may be a bound; false: it is an exact count, or none.
func (r *peekRow) callCount() (calls.Count, bool) {
	switch {
	case r.relation == methodRow:
		of := r.of()
		return calls.Count{Range: code.Range{Low: of.total, High: code.Unlimited}}, of.partly && of.known
	case r.other == fromUnknown:
		return r.of().outside, r.of().rootKnown
	case r.edge != nil && r.edge.stayed:
		return r.edge.calls, true
	}
	return calls.Count{}, false
}

func (r *peekRow) boundCell() table.Cell {
	if c, ok := r.callCount(); ok {
		return table.TextCell(c.Execution().Bound.String())
	}
	if _, known := r.value(); known {
		return table.TextCell(code.Exact.String())
	}
	return table.TextCell(code.None.String())
}

// evidenceCell is empty in rows that are not of one call.
func (r *peekRow) evidenceCell() table.Cell {
	if r.edge == nil || r.omitted > 0 {
		return table.Cell{}
	}
	return table.TextCell(r.edge.evidence.String())
}
