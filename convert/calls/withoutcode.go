package calls

import (
	"iter"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Without class files all that is known of calls that stayed calls is receiver types, which few sites have. A graph begins with these, and
// makes the sites of which only inlined calls are known when someone asks for them.

// callersWithoutCode collects the records of some callers without code: of all their sites, or of those that have receiver types.
func (b *builder) callersWithoutCode(slots []int32, typedOnly bool) compact {
	if typedOnly {
		typed := make([]bool, b.profile.MethodSlots())
		for _, r := range b.contexts.receivers.all {
			typed[b.contexts.slots[r.Node]] = true
		}
		slots = slices.DeleteFunc(slices.Clone(slots), func(slot int32) bool { return !typed[slot] })
	}
	background.All(
		func() error { b.contexts.findInlined(slots); return nil },
		func() error { b.sampled(); return nil })
	of := newCompact(b.profile)
	of.callers = make([]compactCaller, len(slots))
	background.Ranges(len(slots), 1000, func(from, to int) {
		r, room := b.newRecorder(), compactRoom{}
		for i := from; i < to; i++ {
			slot := slots[i]
			nodes := b.contexts.of.in(slot)
			sites := r.typedSites(nodes, nil)
			byName := r.namesAt(slot, nodes, sites)
			if !typedOnly {
				sites = nil
			}
			if records := r.records(nodes, nil, byName, sites); len(records) > 0 {
				of.callers[i], of.of[slot] = room.caller(records), int32(i+1)
			}
		}
	})
	return of
}

// Known yields, in the order of All, sites with each of their targets: all that are known to have made calls that stayed calls, and all of
// some callers, by slot. Others may be among them. Without class files it is faster than All, which makes all sites; a site and its target
// are then valid only until the next caller, as these share their memory.
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
		var room siteRoom
		for slot := range int32(g.profile.MethodSlots()) {
			of := &g.typed
			if all != nil && all[slot] {
				of = &compact
			}
			if c := of.caller(slot); c != nil && !each(g.builder.sitesWithoutCode(slot, c, 0, len(c.sites), &room), yield) {
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
func (b *builder) addInlined(all []Entered, samples *callSamples) {
	sampled := make([]bool, len(all)) // by slot of the callee
	for _, call := range samples.calls.List {
		sampled[int32(call)] = true
	}
	inlined, uncounted := make([]bool, len(all)), make([]bool, len(all)) // by slot: in any context, in a context without a count
	c := b.contexts
	for i, n := range b.profile.Contexts.All() {
		if n.Parent == iprof.NoNode || c.place[n.Parent] < 0 || c.projection != nil && !c.projection.Keep[i] {
			continue
		}
		slot := c.slots[i]
		inlined[slot] = true
		if !c.entries.Known[i] {
			uncounted[slot] = true
		}
		if sampled[slot] {
			samples.remove(c.slots[n.Parent], slot)
		}
	}
	for slot := range all {
		if e := &all[slot]; inlined[slot] && (!e.Known || e.Root > 0 || uncounted[slot]) {
			e.Called.High = code.Unlimited
		}
	}
}
