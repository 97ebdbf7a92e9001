package convert

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/internal/held"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Entries are the call counts of a profile, by inlining context and by method. Every call is counted in one context
// only, its own, so sums over contexts count nothing twice (the format's description, "Storing Call Count Profiles").
type Entries struct {
	// By node of the profile's Contexts. A node without a record has Known false, and its Count is meaningless: the node
	// exists because something was counted below it.
	Count []int64
	Known []bool

	// Methods holds the entries by method slot of the profile.
	Methods []MethodEntries
}

// MethodEntries are the entries of one method.
type MethodEntries struct {
	Root     int64 // as compilation root (caller unknown)
	Inlined  int64 // inlined into others
	Contexts int32 // contexts that have a count, including the one where the method is the root

	Uncounted     int32 // contexts without a count, of which the entries are unknown: the others are a lower bound of all
	RootUncounted bool  // the one where the method is the root is among these: Root is 0, and unknown
}

// Total returns the method's entries: Root + Inlined.
func (m MethodEntries) Total() int64 { return m.Root + m.Inlined }

// Known reports whether the file contains a count for the method. If Uncounted is above 0, it is of a part of the entries.
func (m MethodEntries) Known() bool { return m.Contexts > 0 }

// RootKnown reports whether the entries as compilation root are known. They are 0 if the file counts the method elsewhere only.
func (m MethodEntries) RootKnown() bool { return m.Known() && !m.RootUncounted }

// Ran reports, by method slot, which methods the profile shows to have run: with entries, samples, or executions in them or in code that
// is inlined into them. Native-image leaves out the counters of some methods, whose contexts then have no entries.
func Ran(p *iprof.Profile) []bool {
	ran := make([]bool, p.MethodSlots())
	for _, tree := range []struct {
		of      *iprof.Tree
		metrics []Metric
	}{{p.Stacks, []Metric{Samples}}, {p.Contexts, []Metric{Calls, Receivers, InstanceOf}}} {
		nodes := make([]bool, tree.of.Len())
		for _, m := range tree.metrics {
			for node, value := range m.Records(p) {
				nodes[node] = nodes[node] || value > 0
			}
		}
		if tree.of == p.Contexts {
			for _, c := range p.Conditionals.All() {
				for _, s := range p.Successors(c) { // the first with a count says enough
					if nodes[c.Node] = nodes[c.Node] || s.Count > 0; nodes[c.Node] {
						break
					}
				}
			}
		}
		for i := len(nodes) - 1; i >= 0; i-- { // callees come after their callers
			if !nodes[i] {
				continue
			}
			node := tree.of.Node(iprof.NodeID(i))
			ran[p.MethodSlot(node.Method)] = true
			if node.Parent != iprof.NoNode {
				nodes[node.Parent] = true
			}
		}
	}
	return ran
}

// lastEntries are the entries that were last added up: parts of a report that are made at the same time need the same, of the same profile,
// and they are a third of the memory that its call graph takes.
var lastEntries held.Last[iprof.Profile, Entries]

// EntriesByNode returns the call counts by node, and which nodes have one: see [Entries]. They must not be changed.
func EntriesByNode(p *iprof.Profile) (count []int64, known []bool) {
	e := lastEntries.Of(p)
	if e == nil {
		e = &Entries{}
		e.addCalls(p)
	}
	return e.Count, e.Known
}

// NewEntries adds up the call counts of a profile, which must not change. The result must not be changed, either.
func NewEntries(p *iprof.Profile) *Entries {
	return lastEntries.OrMake(p, func(p *iprof.Profile) *Entries {
		e := &Entries{}
		e.addCalls(p)
		e.addMethods(p)
		return e
	})
}

// addCalls adds up by node.
func (e *Entries) addCalls(p *iprof.Profile) {
	e.Count, e.Known = make([]int64, p.Contexts.Len()), make([]bool, p.Contexts.Len())
	for _, c := range p.Calls.All() {
		e.Count[c.Node] += c.Value
		e.Known[c.Node] = true
	}
}

// addMethods adds up by method.
func (e *Entries) addMethods(p *iprof.Profile) {
	e.Methods = make([]MethodEntries, p.MethodSlots())
	for i, node := range p.Contexts.All() {
		m := &e.Methods[p.MethodSlot(node.Method)]
		if !e.Known[i] {
			m.Uncounted++
			m.RootUncounted = m.RootUncounted || node.Parent == iprof.NoNode
			continue
		}
		m.Contexts++
		if node.Parent == iprof.NoNode {
			m.Root += e.Count[i]
		} else {
			m.Inlined += e.Count[i]
		}
	}
}

// Inclusive returns, by node of the profile's Contexts, the entries of the node and its inlined callees. Unlike Count, which loops can
// raise above the caller's, they never increase from caller to callee. They measure method entries, not time.
func (e *Entries) Inclusive(p *iprof.Profile) []int64 {
	inclusive := slices.Clone(e.Count)
	for i := len(inclusive) - 1; i >= 0; i-- {
		if parent := p.Contexts.Node(iprof.NodeID(i)).Parent; parent != iprof.NoNode {
			inclusive[parent] += inclusive[i]
		}
	}
	return inclusive
}
