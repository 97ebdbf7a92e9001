package calls

import (
	"iter"

	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Without class files all that is known of calls that stayed calls is receiver types, which few sites have. A graph begins with these, and
// makes the sites of which only inlined calls are known when someone asks for them.

// callersWithoutCode collects the records of some callers without code: of all their sites, or of those that have receiver types.
func (b *builder) callersWithoutCode(slots []int32, typedOnly bool) compact {
	into := make([]bool, b.profile.MethodSlots())
	if typedOnly {
		for _, r := range b.contexts.receivers.all {
			into[b.contexts.slots[r.Node]] = true
		}
	} else {
		for _, slot := range slots {
			into[slot] = true
		}
	}
	b.contexts.findInlined(into)
	callers := 0
	for _, slot := range slots {
		if into[slot] {
			callers++
		}
	}
	of := newCompact(b.profile)
	of.callers = make([]compactCaller, 0, callers)
	for _, slot := range slots {
		if !into[slot] {
			continue
		}
		nodes := b.contexts.of.in(slot)
		sites := b.typedSites(nodes, nil)
		byName := b.namesAt(slot, nodes, sites)
		if !typedOnly {
			sites = nil
		}
		if records := b.records(nodes, nil, byName, sites); len(records) > 0 {
			of.add(slot, records)
		}
	}
	return of
}

// Known yields, in the order of All, sites with each of their targets: all that are known to have made calls that stayed calls, and all of
// some callers, by slot. Others may be among them. Without class files it is faster than All, which makes all sites.
func (g *Graph) Known(all []bool) iter.Seq2[*Site, *Target] {
	if g.Classes {
		return g.All()
	}
	var slots []int32
	for slot, wanted := range all {
		if wanted {
			slots = append(slots, int32(slot))
		}
	}
	var compact compact
	if slots != nil {
		compact = g.builder.callersWithoutCode(slots, false)
	}
	return eachTarget(func(yield func(*Site) bool) {
		for slot := range int32(g.profile.MethodSlots()) {
			of := &g.typed
			if all != nil && all[slot] {
				of = &compact
			}
			if c := of.caller(slot); c != nil && !each(g.builder.sitesWithoutCode(slot, c, 0, len(c.sites), &siteRoom{}), yield) {
				return
			}
		}
	})
}

// OnlyInlined returns the target of a site without class files and without receiver types, given the inlined calls, all of which have counts.
// It needs no site, as each is the same that [Graph.Known] yields. The result is false if the site has receiver types.
func (g *Graph) OnlyInlined(caller int32, bci iprof.BCI, callee int32, calls int64, contexts int) (Target, bool) {
	if c := g.typed.caller(caller); c != nil && c.at(bci) >= 0 {
		return Target{}, false
	}
	return g.builder.targetWithoutCode(caller, &recordedTarget{callee: g.resolver.slot(callee), calls: calls, inlined: calls, contexts: int32(contexts)}), true
}

// addInlined adds to the entries of methods the calls of sites without receiver types, given the samples of calls. All of these calls that
// are known were inlined. If the callee has entries as compilation root, any number of them may be by other calls of such a site.
func (b *builder) addInlined(all []Entered, samples map[[2]int32]int64) {
	sampled := make([]bool, len(all)) // by slot of the callee
	for edge := range samples {
		sampled[edge[1]] = true
	}
	c := b.contexts
	for i, n := range b.profile.Contexts.All() {
		if n.Parent == iprof.NoNode || c.place[n.Parent] < 0 || c.projection != nil && !c.projection.Keep[i] {
			continue
		}
		slot := c.slots[i]
		if e := &all[slot]; !e.Known || e.Root > 0 || !c.entries.Known[i] {
			e.Called.High = code.Unlimited
		}
		if sampled[slot] {
			delete(samples, [2]int32{c.slots[n.Parent], slot})
		}
	}
}
