package convert

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// Entries are the call counts of a profile, by inlining context and by method. Every call is counted in one context
// only, its own, so sums over contexts count nothing twice (the format's description, "Storing Call Count Profiles").
type Entries struct {
	Profile *iprof.Profile

	// By node of Profile.Contexts. A node without a record has Known false, and its Count is meaningless: the node
	// exists because something was counted below it.
	Count []int64
	Known []bool

	// Inclusive is, by node, the entries of the node and of everything inlined below it. It never grows from caller to
	// callee, unlike Count, which a loop makes greater than the caller's. It measures method entries, not time.
	Inclusive []int64

	// Methods are by the profile's method slots.
	Methods []MethodEntries
}

// MethodEntries are the entries of one method.
type MethodEntries struct {
	Root     int64 // as compilation root, from unknown callers
	Inlined  int64 // inlined into others
	Contexts int   // contexts that have a count, the method's own as root included
}

// Total returns the method's entries: Root + Inlined.
func (m MethodEntries) Total() int64 { return m.Root + m.Inlined }

// Known reports whether the file has a count of the method.
func (m MethodEntries) Known() bool { return m.Contexts > 0 }

// EntriesByNode returns the call counts by node, and which nodes have one: see [Entries].
func EntriesByNode(p *iprof.Profile) (count []int64, known []bool) {
	count, known = make([]int64, p.Contexts.Len()), make([]bool, p.Contexts.Len())
	for _, c := range p.Calls.All() {
		count[c.Node] += c.Value
		known[c.Node] = true
	}
	return count, known
}

// NewEntries adds up the call counts of a profile.
func NewEntries(p *iprof.Profile) *Entries {
	n := p.Contexts.Len()
	e := &Entries{
		Profile:   p,
		Inclusive: make([]int64, n),
		Methods:   make([]MethodEntries, p.MethodSlots()),
	}
	e.Count, e.Known = EntriesByNode(p)
	for i, node := range p.Contexts.All() {
		if !e.Known[i] {
			continue
		}
		m := &e.Methods[p.MethodSlot(node.Method)]
		m.Contexts++
		if node.Parent == iprof.NoNode {
			m.Root += e.Count[i]
		} else {
			m.Inlined += e.Count[i]
		}
	}
	copy(e.Inclusive, e.Count)
	for i := n - 1; i >= 0; i-- {
		if parent := p.Contexts.Node(iprof.NodeID(i)).Parent; parent != iprof.NoNode {
			e.Inclusive[parent] += e.Inclusive[i]
		}
	}
	return e
}

// A CallEdge is a call site and a method that was inlined there, over all contexts in which it was.
type CallEdge struct {
	Caller, Callee int32 // method slots
	Site           iprof.BCI

	Count    int64 // entries of the callee through this site
	Known    bool  // false: no context has a count of the callee, and Count is meaningless
	Contexts int   // in which the callee stands at the site, with a count or without

	// The callee's and the caller's entries over the contexts in which both have a count. A context that lacks either
	// tells nothing about the frequency.
	MatchedCallee, MatchedCaller int64
}

// Frequency returns the calls of the callee at the site per invocation of the caller: above 1 in loops. It returns
// false if no context has both counts.
func (c CallEdge) Frequency() (float64, bool) {
	if c.MatchedCaller == 0 {
		return 0, false
	}
	return float64(c.MatchedCallee) / float64(c.MatchedCaller), true
}

// Coverage returns the part of the caller's entries that the frequency was measured over, from 0 to 1. It returns false
// if there is no frequency.
func (c CallEdge) Coverage(e *Entries) (float64, bool) {
	if c.MatchedCaller == 0 {
		return 0, false
	}
	return float64(c.MatchedCaller) / float64(e.Methods[c.Caller].Total()), true
}

// Edges returns the call edges that keep returns true for (nil: all), by falling count, then by caller, site and
// callee.
func (e *Entries) Edges(keep func(caller, callee int32) bool) []CallEdge {
	type key struct {
		caller, callee int32
		site           iprof.BCI
	}
	index := map[key]int32{}
	var edges []CallEdge
	p := e.Profile
	for i, n := range p.Contexts.All() {
		if n.Parent == iprof.NoNode {
			continue
		}
		k := key{int32(p.MethodSlot(p.Contexts.Node(n.Parent).Method)), int32(p.MethodSlot(n.Method)), n.Site}
		if keep != nil && !keep(k.caller, k.callee) {
			continue
		}
		at, ok := index[k]
		if !ok {
			at = int32(len(edges))
			index[k] = at
			edges = append(edges, CallEdge{Caller: k.caller, Callee: k.callee, Site: k.site})
		}
		edge := &edges[at]
		edge.Contexts++
		if !e.Known[i] {
			continue
		}
		edge.Known = true
		edge.Count += e.Count[i]
		if e.Known[n.Parent] {
			edge.MatchedCallee += e.Count[i]
			edge.MatchedCaller += e.Count[n.Parent]
		}
	}
	slices.SortFunc(edges, func(a, b CallEdge) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Caller, b.Caller), cmp.Compare(a.Site, b.Site),
			cmp.Compare(a.Callee, b.Callee))
	})
	return edges
}
