package fit

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A PlaceKind is a kind of record that has a place in the bytecode.
type PlaceKind uint8

// The kinds of places.
const (
	ConditionalPlace PlaceKind = iota
	ReceiverPlace
	TypeCheckPlace
	CallPlace   // an inlined call, or one on a sampled stack
	SamplePlace // the leaf of a sampled stack
	EntryPlace  // the method itself
)

// String returns the name of the kind in JSON.
func (k PlaceKind) String() string {
	return words.Enum(k, "PlaceKind", "conditional", "virtual call", "type check", "call", "sample", "entry")
}

// A place is a BCI of a method with a record. There is one per context for conditionals, and one in total otherwise.
type place struct {
	kind  PlaceKind
	bci   iprof.BCI
	count int64

	successors []iprof.Successor // of a conditional
	callees    []sites.Callee    // of a call
}

// places are the recorded places of methods, by slot.
type places struct {
	samples bool // weights are samples
	weight  []int64
	of      [][]place // without negative BCIs, which are not places in the bytecode; by BCI, then kind
	used    []bool    // contexts or stacks refer to the method
}

func newPlaces(p *iprof.Profile) *places {
	x := &places{weight: make([]int64, p.MethodSlots()), of: make([][]place, p.MethodSlots()), used: convert.ReferencedMethods(p)}
	sums := sites.New(p, sites.Options{Metrics: []convert.Metric{convert.Receivers, convert.InstanceOf, convert.Calls, convert.Samples}})
	add := func(s sites.Site, of place) {
		if of.bci = s.BCI; s.BCI >= 0 {
			x.of[s.Slot] = append(x.of[s.Slot], of)
		}
		if of.kind < CallPlace {
			x.weight[s.Slot] = sum(x.weight[s.Slot], of.count)
		}
	}
	for _, r := range p.Conditionals.All() { // one by one: targets may differ between contexts, depending on what is inlined there
		of := place{kind: ConditionalPlace, successors: p.OwnSuccessors(nil, r)}
		for _, s := range of.successors {
			of.count += s.Count
		}
		add(sites.Site{Slot: int32(p.MethodSlot(p.Contexts.Node(r.Node).Method)), BCI: r.BCI}, of)
	}
	for _, t := range sums.Receivers.All {
		add(t.Site, place{kind: ReceiverPlace, count: t.Executions})
	}
	for _, t := range sums.InstanceOf.All {
		add(t.Site, place{kind: TypeCheckPlace, count: t.Executions})
	}
	for _, c := range sums.Calls.All {
		var count int64
		for _, callee := range c.Callees {
			count = sum(count, cmp.Or(callee.Inlined.Count, callee.Samples))
		}
		add(c.Site, place{kind: CallPlace, count: count, callees: c.Callees})
	}
	for _, s := range sums.Samples.All {
		if s.Self > 0 {
			add(s.Site, place{kind: SamplePlace, count: s.Self})
		}
	}
	for slot, e := range convert.NewEntries(p).Methods {
		x.weight[slot] = sum(x.weight[slot], e.Total())
	}
	if x.samples = !slices.ContainsFunc(x.weight, func(n int64) bool { return n > 0 }); x.samples {
		for node, n := range convert.Samples.Records(p) {
			x.weight[p.MethodSlot(p.Stacks.Node(node).Method)] += n // all samples fit into 63 bits
		}
	}
	for _, of := range x.of {
		slices.SortFunc(of, func(a, b place) int { return cmp.Or(cmp.Compare(a.bci, b.bci), cmp.Compare(a.kind, b.kind)) })
	}
	return x
}
