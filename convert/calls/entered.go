package calls

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// startEntering returns the entries of each method before its calls are added up, but for those of sites without receiver types and
// class files, and the samples of calls from other sites.
func (b *builder) startEntering() ([]Entered, *callSamples) {
	all, samples := make([]Entered, b.profile.MethodSlots()), b.sampledCalls()
	for slot, m := range b.contexts.entries.Methods {
		all[slot] = Entered{Root: m.Root, Known: m.RootKnown(), Caller: -1}
	}
	if b.find == nil {
		b.addInlined(all, samples)
	}
	return all, samples
}

// enter adds up the calls of each method that are known so far, and leaves the samples of the other calls.
func (b *builder) enter(all []Entered, samples *callSamples) {
	b.eachCalled(func(caller, slot int32, n Count) {
		all[slot].Called = all[slot].Called.Plus(n)
		samples.remove(caller, slot) // not from outside
	})
	for slot := range all {
		e := &all[slot]
		if e.Known && e.Called.Low > e.Root {
			e.Early = b.mayBeTiny(b.slot(int32(slot)))
			e.Contradicts = !e.Early
		}
	}
}

// certainCalls returns, by slot, how many calls of each method are certain, given those that were known before.
func (b *builder) certainCalls(all []Entered) []int64 {
	certain := make([]int64, len(all))
	for slot := range all {
		certain[slot] = all[slot].Called.Low
	}
	b.eachCalled(func(_, slot int32, n Count) { certain[slot] = code.AddBounds(certain[slot], n.Low) })
	return certain
}

// eachCalled calls add for each caller and each method that it calls, by slot, with the calls that stayed calls, as they are known so far.
func (b *builder) eachCalled(add func(caller, slot int32, n Count)) {
	addOf := func(caller int32, c *Callee, n Count) {
		if c.Slot >= 0 {
			add(caller, c.Slot, n)
		}
	}
	for i := range b.callers {
		for callee, n := range b.calledBy(&b.callers[i]) {
			addOf(b.callers[i].slot, callee, n)
		}
	}
	withoutCode := &b.graph.compact
	if b.find == nil {
		withoutCode = &b.graph.typed
	}
	for slot := range int32(b.profile.MethodSlots()) {
		if c := withoutCode.caller(slot); c != nil {
			for t := range b.targetsWithoutCode(slot, c) {
				addOf(slot, t.Callee, t.Stayed)
			}
		}
	}
}

// callSamples are the samples of the calls in stacks, by caller and callee. A map would take twice the memory, and the time to clear it.
type callSamples struct {
	calls  convert.Keys
	counts []int64 // by number of the call
}

// key is the key of a call of one method by another, given their slots.
func (s *callSamples) key(caller, callee int32) uint64 { return uint64(caller)<<32 | uint64(callee) }

// remove takes away the samples of a call, if there are any.
func (s *callSamples) remove(caller, callee int32) {
	if number := s.calls.LookUp(s.key(caller, callee)); number >= 0 {
		s.counts[number] = 0
	}
}

// sampledCalls returns the samples of the calls in stacks.
func (b *builder) sampledCalls() *callSamples {
	p, samples := b.profile, &callSamples{}
	values := make([]int64, p.Stacks.Len())
	for _, r := range p.Samples.All() {
		values[r.Node] += r.Value
	}
	for i := p.Stacks.Len() - 1; i >= 0; i-- {
		if n := p.Stacks.Node(iprof.NodeID(i)); n.Parent != iprof.NoNode {
			values[n.Parent] += values[i]
			number, isNew := samples.calls.Add(samples.key(int32(p.MethodSlot(p.Stacks.Node(n.Parent).Method)), int32(p.MethodSlot(n.Method))))
			if isNew {
				samples.counts = append(samples.counts, 0)
			}
			samples.counts[number] += values[i]
		}
	}
	return samples
}

// nameOutside says where entries from outside come from, as far as that is known, given the samples of calls from sites that are not
// known to call the method.
func (b *builder) nameOutside(all []Entered, samples *callSamples) {
	p := b.profile
	most := map[int32]int64{} // by callee
	for number, call := range samples.calls.List {
		caller, callee, n := int32(call>>32), int32(call), samples.counts[number]
		if e := &all[callee]; n > most[callee] || n == most[callee] && caller < e.Caller {
			most[callee] = n
			e.From, e.Caller = FromSampled, caller
		}
	}
	background.Ranges(len(all), 10_000, func(from, to int) {
		for slot := from; slot < to; slot++ {
			m, ok := p.MethodHeadAt(slot)
			switch {
			case !ok:
			case m.Name == "<clinit>":
				all[slot].From = FromVM
			case m.Name == "main" && all[slot].From == FromUnknown && b.index.descriptor(int32(slot)) == "([Ljava/lang/String;)V":
				all[slot].From = FromLauncher
			}
		}
	})
}

// CountsEntries reports whether a call of a method that stayed a call is certain to have counted an entry of it: native-image does not
// inline the method before it adds counters. Without its class file that is not certain.
func (g *Graph) CountsEntries(slot int32) bool {
	return g.Entered[slot].Known && !g.resolver.mayBeTiny(g.resolver.slot(slot))
}
