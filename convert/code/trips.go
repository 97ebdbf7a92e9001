package code

import (
	"cmp"
	"slices"
	"sync"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A LoopEnd describes the loop that a conditional ends.
type LoopEnd struct {
	Trips float64 // jumps back for each time that the loop was entered; 0: unknown, or Never
	Stays int     // index of the successor that stays in the loop; -1: the code is unknown, or the conditional ends no loop of the code
	Coded bool    // the code is known
	Last  bool    // the conditional is the last one that goes back to a place
	Never bool    // by the code, control never went back to the head of the loop
}

// Unknown reports whether a conditional ends a loop that ran and whose trips are unknown. Without the code, the last one that goes back to a
// place does, probably.
func (e LoopEnd) Unknown(c *sites.Conditional) bool {
	return e.Trips == 0 && c.Executions > 0 && (e.Stays >= 0 || !e.Coded && e.Last)
}

// NeverBack reports whether no conditional went back in the loop: its trips are n/a, but no count is missing.
func (e LoopEnd) NeverBack(c *sites.Conditional) bool {
	return e.Unknown(c) && (e.Never || !e.Coded && !c.WentBack())
}

// Ends reports whether the conditional ends a loop that ran, see Unknown.
func (e LoopEnd) Ends(c *sites.Conditional) bool { return e.Trips > 0 || e.Unknown(c) }

// Of returns the trips of a loop at a successor of the conditional that ends it: the one that stays there or, without the code, goes back;
// 0: they are unknown. It returns false for other successors, such as those that go back in a loop that another conditional ends.
func (e LoopEnd) Of(c *sites.Conditional, x iprof.Successor) (trips float64, ok bool) {
	stays := c.GoesBack(x)
	if e.Stays >= 0 {
		stays = x.Target == c.Successors[e.Stays].Target
	}
	return e.Trips, stays && e.Ends(c)
}

// Trips describes the loops that some conditionals end, by records alone, see [sites.Sites.Trips], and by the code of their
// methods. The options are those of the sums. The code of a method, by its slot, is nil if it is unknown.
func Trips(p *iprof.Profile, opts sites.Options, sums *sites.Sites, of []*sites.Conditional, code func(slot int32) *classfile.Code) []LoopEnd {
	ends := tripsOfRecords(sums, of)
	if code == nil {
		return ends
	}
	owner := func(c *sites.Conditional) sites.Site { return sites.Site{Slot: c.Slot, Context: c.Context} }
	wanted := map[sites.Site]bool{}
	for _, c := range of {
		wanted[owner(c)] = true
	}
	byMethod := map[int32][]*sites.Conditional{}
	for i := range sums.Conditionals.All {
		if c := &sums.Conditionals.All[i]; wanted[owner(c)] {
			byMethod[c.Slot] = append(byMethod[c.Slot], c)
		}
	}
	counts := sync.OnceValue(func() func(sites.Site) []Counts {
		scope := opts.Scope.Contexts
		opts.Scope.Contexts = make([]bool, p.Contexts.Len())
		for i, n := range p.Contexts.All() {
			slot := int32(p.MethodSlot(n.Method))
			in := sites.Site{Slot: slot, Context: iprof.NoNode}
			if opts.ByContext {
				in.Context = iprof.NodeID(i)
			}
			opts.Scope.Contexts[i] = wanted[in] && (scope == nil || scope[i])
		}
		if opts.ByContext {
			all := NewContextCounts(p, opts)
			return func(in sites.Site) []Counts { return []Counts{all[in.Context]} }
		}
		all := NewCounts(p, opts)
		return func(in sites.Site) []Counts { return all[in.Slot] }
	})
	work, found := NewWork(p), map[sites.Site]LoopEnd{}
	for _, slot := range byClass(p, byMethod) { // the code of one method is in memory at a time
		body := code(slot)
		if body == nil || work.solve <= 0 { // without work left, executions are unknown
			continue
		}
		g, all := newGraph(body, nil), byMethod[slot]
		slices.SortFunc(all, func(a, b *sites.Conditional) int {
			return cmp.Or(cmp.Compare(a.Context, b.Context), cmp.Compare(a.BCI, b.BCI))
		})
		for from, to := 0, 0; from < len(all) && work.solve > 0; from = to {
			for to = from + 1; to < len(all) && all[to].Context == all[from].Context; to++ {
			}
			groups := counts()(owner(all[from]))
			x := g.executions(body, groups, nil, work)
			for i, end := range newFlowCounts(g, body, x.ByInstruction, groups, all[from:to]).loopEnds() {
				found[all[from+i].Site] = end
			}
		}
	}
	for i, c := range of {
		if end, ok := found[c.Site]; ok {
			ends[i] = end.or(ends[i])
		}
	}
	return ends
}

// byClass returns methods, by their slots, one class after the other: so each class is read once, even if it is not kept.
func byClass[T any](p *iprof.Profile, methods map[int32]T) []int32 {
	class := make(map[int32]iprof.TypeID, len(methods))
	slots := make([]int32, 0, len(methods))
	for slot := range methods {
		m, _ := p.MethodHeadAt(int(slot))
		class[slot], slots = m.Declaring, append(slots, slot)
	}
	slices.SortFunc(slots, func(a, b int32) int { return cmp.Or(cmp.Compare(class[a], class[b]), cmp.Compare(a, b)) })
	return slots
}

// tripsOfRecords describes loops by records alone.
func tripsOfRecords(sums *sites.Sites, of []*sites.Conditional) []LoopEnd {
	ends := make([]LoopEnd, len(of))
	trips, last := sums.Trips(of)
	for i := range ends {
		ends[i] = LoopEnd{Trips: trips[i], Stays: -1, Last: last[i]}
	}
	return ends
}

// or adds the trips that records alone tell, if the code does not: those of the loop that the conditional goes back in, which may be around the
// one that it ends by the code.
func (e LoopEnd) or(records LoopEnd) LoopEnd {
	if e.Trips == 0 && records.Trips > 0 {
		e.Trips, e.Stays = records.Trips, -1
	}
	e.Last = records.Last
	return e
}

// loopEnds describes the loops that the conditionals of a method end, in the order of their BCIs. Each loop of the code is
// ended by one: the last one that went back, as without the code, otherwise the first one that leaves.
//
// Trips are proved: control left a loop by conditionals as often as it can have entered, so it left in no other way, and no call before
// threw. The jumps back are then the counts of the conditionals that go back or, if others jump back, those of the first conditional,
// which is executed in each, without the entries.
func (m *flowCounts) loopEnds() []LoopEnd {
	ends := make([]LoopEnd, len(m.conditionals))
	for i := range ends {
		ends[i] = LoopEnd{Stays: -1, Coded: len(m.g.nodes) > 0}
	}
	for l := range m.g.loops() {
		i, stays := m.end(l)
		if i < 0 {
			continue
		}
		ends[i].Never = !slices.ContainsFunc(l.back, func(e int32) bool { return m.most(e) != 0 })
		if ends[i].Stays = stays; l.irregular {
			continue
		}
		entries, exits := int64(0), int64(0)
		if l.head == 0 {
			entries = m.entries
		}
		for _, e := range l.entries {
			entries = sum(entries, m.most(e))
		}
		known := true
		for _, e := range l.exits {
			n, ok := m.taken(e)
			exits, known = sum(exits, n), known && ok
		}
		if back := m.back(l, entries); known && exits > 0 && exits == entries && back > 0 {
			ends[i].Trips = float64(back) / float64(entries)
		}
	}
	return ends
}

// flowCounts are counts of the edges of a method's graph.
type flowCounts struct {
	g            *graph
	code         *classfile.Code
	conditionals []*sites.Conditional // by BCI
	executions   []Execution          // by instruction
	entries      int64                // of the method, at most
	of           []int32              // by node: the conditional that ends it, with the code's successors; -1: none
	whole        []bool               // by conditional: all contexts count it
	counts       [][]int64            // by conditional: of the edges that leave it; -1: not recorded
}

func newFlowCounts(g *graph, code *classfile.Code, executions []Execution, groups []Counts, conditionals []*sites.Conditional) *flowCounts {
	m := &flowCounts{g: g, code: code, conditionals: conditionals, executions: executions, of: make([]int32, len(g.nodes))}
	m.whole, m.counts = make([]bool, len(conditionals)), make([][]int64, len(conditionals))
	for v := range m.of {
		m.of[v] = -1
	}
	for _, c := range groups {
		if m.entries = sum(m.entries, c.Entries); c.AtLeast {
			m.entries = unlimited
		}
	}
	for i, c := range conditionals {
		k, ok := code.Index(int(c.BCI))
		if !ok || len(g.nodes) == 0 {
			continue
		}
		n := &g.nodes[g.of[k]]
		if n.last != k || n.next < 2 {
			continue
		}
		if m.counts[i], ok = g.matchSuccessors(code, n, c.Successors); ok {
			m.of[g.of[k]] = int32(i)
		}
		m.whole[i] = !slices.ContainsFunc(groups, func(x Counts) bool {
			return (x.AtLeast || x.Entries > 0) && x.Conditionals[int(c.BCI)] == nil
		})
	}
	return m
}

// taken returns how often control took an edge, if a conditional counts it or it never did. It returns false otherwise.
func (m *flowCounts) taken(e int32) (count int64, known bool) {
	from, to := m.g.edges[e].from, m.g.edges[e].to
	if i := m.of[from]; i >= 0 && !m.g.edges[e].exception {
		count := m.counts[i][slices.Index(m.g.nodes[from].out, e)]
		return max(0, count), true
	}
	return 0, m.executed(from) == 0 || to != leaves && m.executed(to) == 0
}

// executed returns how often a node was executed at most.
func (m *flowCounts) executed(v int32) int64 {
	if x := m.executions[m.g.nodes[v].first]; x.Bound == Exact || x.Bound.Mark() == "≤" {
		return x.Count
	}
	return unlimited
}

// most returns how often control took an edge at most.
func (m *flowCounts) most(e int32) int64 {
	from := m.g.edges[e].from
	if i := m.of[from]; i < 0 || m.whole[i] {
		if count, known := m.taken(e); known {
			return count
		}
	}
	return m.executed(from)
}

// end returns the conditional that ends a loop, and its successor that stays there. It returns -1 if none.
func (m *flowCounts) end(l loop) (end, stays int) {
	at := func(e int32) int32 { return m.of[m.g.edges[e].from] }
	end = -1
	went := false
	for _, e := range l.back {
		if i := int(at(e)); i >= 0 && !m.g.edges[e].exception && l.own(m.g.edges[e].from) {
			n, _ := m.taken(e)
			if end < 0 || n > 0 && !went || (n > 0) == went && i > end { // one that never went back has none of the loop's trips
				end, stays, went = i, m.successor(i, e), n > 0
			}
		}
	}
	if end >= 0 {
		return end, stays
	}
	for _, e := range l.exits {
		i, from := int(at(e)), m.g.edges[e].from
		if n := &m.g.nodes[from]; i >= 0 && (end < 0 || i < end) && n.next == 2 && l.own(from) {
			end, stays = i, m.successor(i, n.out[1-slices.Index(n.out, e)])
		}
	}
	return end, stays
}

// successor returns the index of a conditional's successor that takes an edge; -1: it is not recorded.
func (m *flowCounts) successor(conditional int, e int32) int {
	c := m.conditionals[conditional]
	numbered := slices.Clone(c.Successors)
	for i := range numbered {
		numbered[i].Count = int64(i)
	}
	n := &m.g.nodes[m.g.edges[e].from]
	numbers, ok := m.g.matchSuccessors(m.code, n, numbered)
	if !ok {
		return -1
	}
	return int(numbers[slices.Index(n.out, e)])
}

// back returns how often control went back to the head of a loop that it left by conditionals alone; 0: unknown.
func (m *flowCounts) back(l loop, entries int64) int64 {
	total, counted := int64(0), true
	for _, e := range l.back {
		n, known := m.taken(e)
		i := m.of[m.g.edges[e].from]
		total, counted = sum(total, n), counted && known && (i < 0 || m.whole[i])
	}
	if counted {
		return total
	}
	for v := l.head; ; {
		n := &m.g.nodes[v]
		stays := func(e int32) bool { to := m.g.edges[e].to; return to != leaves && l.has(to) }
		if slices.ContainsFunc(n.out[n.next:], stays) { // an exception is caught within the loop
			return 0
		}
		if i := m.of[v]; i >= 0 && m.whole[i] {
			return max(0, m.conditionals[i].Executions-entries)
		}
		if n.next != 1 {
			return 0
		}
		e := n.out[0]
		if v = m.g.edges[e].to; len(m.g.nodes[v].in) != 1 || !stays(e) {
			return 0
		}
	}
}
