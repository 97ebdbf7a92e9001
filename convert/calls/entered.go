package calls

import "github.com/iprof-viz/iprof-viz/iprof"

// enter adds up the calls of each method.
func (b *builder) enter() []Entered {
	all := make([]Entered, b.profile.MethodSlots())
	for slot, m := range b.contexts.entries.Methods {
		all[slot] = Entered{Root: m.Root, Known: m.Known(), Caller: -1}
	}
	callers := make(map[[2]int32]bool)
	for i := range b.callers {
		c := &b.callers[i]
		for callee, n := range b.calledBy(c) {
			if s := callee.Slot; s >= 0 {
				all[s].Called = all[s].Called.Plus(n)
				callers[[2]int32{c.slot, s}] = true
			}
		}
	}
	for slot := range all {
		e := &all[slot]
		if e.Known && e.Called.Low > e.Root {
			e.Early = b.mayBeTiny(b.slot(int32(slot)))
			e.Contradicts = !e.Early
		}
		e.Outside = e.Left(e.Root)
	}
	b.nameOutside(all, callers)
	return all
}

// nameOutside says where entries from outside come from, as far as that is known.
func (b *builder) nameOutside(all []Entered, callers map[[2]int32]bool) {
	p := b.profile
	samples := map[[2]int32]int64{} // by caller and callee
	values := make([]int64, p.Stacks.Len())
	for _, r := range p.Samples.All() {
		values[r.Node] += r.Value
	}
	for i := p.Stacks.Len() - 1; i >= 0; i-- {
		n := p.Stacks.Node(iprof.NodeID(i))
		if n.Parent == iprof.NoNode {
			continue
		}
		values[n.Parent] += values[i]
		edge := [2]int32{int32(p.MethodSlot(p.Stacks.Node(n.Parent).Method)), int32(p.MethodSlot(n.Method))}
		if !callers[edge] {
			samples[edge] += values[i]
		}
	}
	most := map[int32]int64{} // by callee
	for edge, n := range samples {
		e := &all[edge[1]]
		if n > most[edge[1]] || n == most[edge[1]] && edge[0] < e.Caller {
			most[edge[1]] = n
			e.From, e.Caller = FromSampled, edge[0]
		}
	}
	for slot := range all {
		m, ok := p.MethodHeadAt(slot)
		switch {
		case !ok:
		case m.Name == "<clinit>":
			all[slot].From = FromVM
		case m.Name == "main" && all[slot].From == FromUnknown && b.index.descriptor(int32(slot)) == "([Ljava/lang/String;)V":
			all[slot].From = FromLauncher
		}
	}
}

// CountsEntries reports whether a call of a method that stayed a call is certain to have counted an entry of it: native-image does not
// inline the method before it adds counters. Without its class file that is not certain.
func (g *Graph) CountsEntries(slot int32) bool {
	return g.Entered[slot].Known && !g.resolver.mayBeTiny(g.resolver.slot(slot))
}
