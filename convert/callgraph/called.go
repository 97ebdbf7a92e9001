package callgraph

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/background"
)

// addCalls finds the calls that were not inlined, and how much of the entries as compilation root they leave. Calls of methods that
// the profile has no context of enter no node: calls and peek list them.
func (b *builder) addCalls(frames []int32) {
	background.All(
		func() error { b.addStayed(frames); return nil },
		func() error { b.addOutsideEntries(); return nil })
}

// addStayed adds the edges of calls that were not inlined, given the frames of methods that calls enter, see [convert.CalledFrames].
func (b *builder) addStayed(frames []int32) {
	numbers := map[link]int32{}
	for site, target := range b.calls.Known(nil) {
		slot := target.Callee.Slot
		if slot < 0 || target.Stayed.High == 0 || target.Stayed.Execution().Bound == code.None || frames[slot] == convert.NoFrame || frames[slot] == convert.NotEntered {
			continue
		}
		l := link{from: b.groups.NumberOfFrame(site.Slot, 0), to: b.groups.NumberOfFrame(frames[slot], 0)}
		if b.contexts.site {
			l.site, l.siteKnown = site.BCI, true
		}
		number, ok := numbers[l]
		if !ok {
			number = int32(len(b.called))
			numbers[l] = number
			b.called = append(b.called, calledEdge{link: l})
		}
		b.called[number].calls = append(b.called[number].calls, calls.StayedOf(site, target))
	}
	for i := range b.called {
		b.called[i].count = b.calls.Stayed(b.called[i].calls)
	}
	slices.SortFunc(b.called, func(x, y calledEdge) int {
		return cmp.Or(cmp.Compare(y.count.Figure(), x.count.Figure()), compareLinks(x.link, y.link))
	})
}

// addOutsideEntries sets the entries that no call accounts for, and what contradicts them.
func (b *builder) addOutsideEntries() {
	contradicts := make([]bool, len(b.calls.Entered)) // by slot; compact, as b.calls.Entered does not fit into the processor's cache
	for slot := range contradicts {
		e := &b.calls.Entered[slot]
		contradicts[slot] = e.Early || e.Contradicts
	}
	b.outside, b.contradicted = make([]calls.Count, len(b.groups.Groups)), make([]bool, len(b.groups.Groups))
	c := &b.contexts
	for i, n := range c.tree.All() {
		g := c.group[i]
		if g < 0 {
			continue
		}
		slot := b.profile.MethodSlot(n.Method)
		b.contradicted[g] = b.contradicted[g] || contradicts[slot]
		if c.known[i] && c.parent[i] < 0 {
			b.outside[g] = b.outside[g].Plus(b.calls.Entered[slot].Left(c.value[i]))
		}
	}
}

// calledEdge returns the edge of a call that was not inlined.
func (b *builder) calledEdge(e *calledEdge, place []int32) Edge {
	x := e.count.Execution()
	edge := Edge{
		From: place[e.from], To: place[e.to], Slot: b.groups.Groups[e.from].Slot, Site: e.site, SiteKnown: e.siteKnown, Evidence: CalledEvidence, Bound: x.Bound,
		EdgeCounts: EdgeCounts{Count: x.Count, Known: x.Bound != code.None}, stayed: e.calls,
	}
	if entries := b.nodes[e.from].entries; e.siteKnown && x.Bound != code.None && entries.Known() {
		edge.MatchedCallee, edge.MatchedCaller, edge.CallerEntries = x.Count, entries.Total(), entries.Total()
	}
	return edge
}

// outsideEdge returns the edge of the entries as compilation root that no edge accounts for; false: there are none.
func (b *builder) outsideEdge(at, to int32) (Edge, bool) {
	edge := Edge{From: UnknownCaller, To: to, Evidence: UnknownEvidence, Bound: code.Exact, EdgeCounts: EdgeCounts{Known: true}}
	if b.comparison != nil {
		base := b.comparison.groups[at].entries.Root
		edge.Count = b.nodes[at].entries.Root
		edge.Change, edge.Base = b.comparison.groups[at].root, &EdgeCounts{Count: base, Known: base > 0}
		edge.Known = edge.Count > 0
		of := &b.comparison.groups[at]
		edge.Partly, edge.Base.Partly = of.roots[compare.NewSide] != compare.Counted, of.roots[compare.OldSide] != compare.Counted
		return edge, edge.Count > 0 || base > 0
	}
	x := b.outside[at].Execution()
	edge.Count, edge.Bound = x.Count, x.Bound
	return edge, x.Count > 0
}

// callNotes are what readers of calls have to know.
func (b *builder) callNotes() []string {
	if b.calls == nil || b.entries == 0 {
		return nil
	}
	return b.calls.Notes("the other calls")
}
