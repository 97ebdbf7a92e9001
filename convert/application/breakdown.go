package application

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/firstrows"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Breakdown is the application's share of the samples or calls of a whole profile, as [convert.AppView] charges them.
type Breakdown struct {
	Metric convert.Metric
	Total  int64 // of the profile
	Base   int64 // the base of shares: Total, of entries without those of the profiler's own runtime
	Value  int64 // the base of shares: Total, for entries without the profiler's own runtime
	Own    int64 // application samples including the code that it calls, or entries of its methods

	Counted int      // the part of Value in the application's own frames; the same as Value for calls
	Methods []Method // Value split by method, by slot
}

// Hottest returns the methods in descending order of Value, at most limit of them; 0: all.
func (c *Breakdown) Hottest(names *convert.Names, limit int) []Method {
	return firstrows.Sort(slices.Clone(c.Methods), limit, func(a, b Method) int {
		return names.OrByName(cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(b.Own, a.Own)), a.Slot, b.Slot)
	})
}

// A Method is a method of the application.
type Method struct {
	Slot  int32
	Value int64 // samples, including the library code that it calls; or entries
	Own   int64 // the part of Value in its own frames
}

// NewBreakdown divides the samples or calls of a profile among the application's methods.
func NewBreakdown(p *iprof.Profile, names *convert.Names, m convert.Metric) *Breakdown {
	if m != convert.Samples {
		return OfEntries(p, names, convert.NewEntries(p))
	}
	total := p.Total(m.Section())
	c := &Breakdown{Metric: m, Total: total, Base: total}
	methods := make([]Method, p.MethodSlots())
	c.Counted = addSamples(methods, p, names)
	c.add(methods)
	return c
}

// OfEntries is NewBreakdown of the calls of a profile, given its entries.
func OfEntries(p *iprof.Profile, names *convert.Names, entries *convert.Entries) *Breakdown {
	total := p.Total(iprof.Calls)
	c := &Breakdown{Metric: convert.Calls, Total: total, Base: total}
	methods := make([]Method, p.MethodSlots())
	for slot, of := range entries.Methods {
		if of.Total() > 0 && names.Kind(slot) == convert.Profiler {
			c.Base -= of.Total()
		}
		if of.Total() > 0 && names.Kind(slot) == convert.Application {
			c.Counted++
			methods[slot].Value, methods[slot].Own = of.Total(), of.Total()
		}
	}
	c.add(methods)
	return c
}

// add adds the methods that have a value, by slot.
func (c *Breakdown) add(methods []Method) {
	n := 0
	for _, of := range methods {
		if of.Value > 0 {
			n++
		}
	}
	c.Methods = make([]Method, 0, n)
	for slot, of := range methods {
		if of.Value > 0 {
			of.Slot = int32(slot)
			c.Value += of.Value
			c.Own += of.Own
			c.Methods = append(c.Methods, of)
		}
	}
}

// addSamples charges samples, by slot, to the innermost application method on their stack. It returns the number of application
// methods on sampled stacks.
func addSamples(methods []Method, p *iprof.Profile, names *convert.Names) (counted int) {
	innermost := make([]int32, p.Stacks.Len()) // by node: the slot of the innermost application frame; NoFrame: none
	below := make([]int64, p.Stacks.Len())     // by node: samples in it and its callees
	for i, n := range p.Stacks.All() {
		innermost[i] = convert.NoFrame
		if n.Parent != iprof.NoNode {
			innermost[i] = innermost[n.Parent]
		}
		if slot := p.MethodSlot(n.Method); names.Kind(slot) == convert.Application {
			innermost[i] = int32(slot)
		}
	}
	for node, samples := range convert.Samples.Records(p) {
		below[node] += samples
		slot := innermost[node]
		if slot == convert.NoFrame {
			continue
		}
		methods[slot].Value += samples
		if int32(p.MethodSlot(p.Stacks.Node(node).Method)) == slot {
			methods[slot].Own += samples
		}
	}
	seen := make([]bool, len(methods))
	for i := p.Stacks.Len() - 1; i >= 0; i-- {
		n := p.Stacks.Node(iprof.NodeID(i))
		if n.Parent != iprof.NoNode {
			below[n.Parent] += below[i]
		}
		slot := p.MethodSlot(n.Method)
		if below[i] > 0 && !seen[slot] && names.Kind(slot) == convert.Application {
			seen[slot] = true
			counted++
		}
	}
	return counted
}
