package calls

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// New returns the call graph of a profile.
func New(p *iprof.Profile, opts Options) *Graph {
	if opts.Class != nil && opts.Classes == nil {
		opts.Classes = hierarchy.New(opts.Class, nil)
	}
	var index *methodIndex
	var contexts *contexts
	background.All(
		func() error { contexts = newContexts(p, opts.Contexts); return nil },
		func() error { index = newMethodIndex(p); return nil })
	b := &builder{
		resolver: &resolver{
			index: index, find: opts.Class, classes: opts.Classes,
			slots: make([]atomic.Pointer[Callee], p.MethodSlots()), unnamed: make([]atomic.Pointer[Callee], p.TypeSlots()), callees: map[calleeKey]*Callee{}, tinies: map[*Callee]bool{}, lambdas: map[string][]lambda{}, returning: map[*Callee]bool{}, searched: map[classfile.Ref][]*Callee{},
		},
		profile: p, contexts: contexts, projection: opts.Contexts, graph: &Graph{profile: p, Classes: opts.Class != nil, compact: newCompact(p), typed: newCompact(p)}, seen: map[string]bool{},
		never: map[*Callee]bool{}, joint: map[callsOf]jointCount{}, passes: map[callsOf][2]bool{},
		work: code.NewWork(p), calls: maxCalls(p),
		sampled: sync.OnceValue(func() *grouped[sampledCallee] { return newSampledCallees(p, contexts, index) }),
	}
	if opts.Class != nil {
		b.counts = code.NewCounts(p, sites.Options{Contexts: opts.Contexts, Scope: sites.Scope{Contexts: b.withClass()}})
		b.closed = b.isClosed()
	}
	if opts.Classes != nil {
		defer opts.Classes.ReadAhead()() // searchClasses needs them
	}
	b.graph.resolver, b.graph.contexts = b.resolver, b.contexts
	var entered []Entered
	var samples *callSamples
	background.All(
		func() error { b.addCallers(); return nil },
		func() error { entered, samples = b.startEntering(); return nil })
	b.searchClasses()
	b.settle()
	g := b.graph
	b.certain = b.certainCalls(entered)
	g.Entered = entered
	b.narrow()
	b.enter(entered, samples)
	b.nameOutside(entered, samples)
	b.certain, b.passes = nil, nil
	slices.SortFunc(b.callers, func(x, y caller) int { return cmp.Compare(x.slot, y.slot) })
	g.hints = map[int32]map[int]code.CallHint{}
	g.starts = make([]int32, p.MethodSlots()+1)
	all := 0
	for i := range b.callers {
		all += len(b.callers[i].sites)
	}
	g.sites, g.facts = make([]Site, 0, all), make([]*instruction, 0, all)
	for i := range b.callers {
		c := &b.callers[i]
		g.sites = append(g.sites, c.sites...)
		g.starts[c.slot+1] = int32(len(c.sites))
		if hints := b.hints(c); hints != nil {
			g.hints[c.slot] = hints
		}
		g.facts = append(g.facts, c.facts...)
		*c = caller{}
	}
	b.callers, b.counts = nil, nil
	g.builder = b
	for slot := range p.MethodSlots() {
		g.starts[slot+1] += g.starts[slot]
	}
	return g
}

// withClass returns which contexts are of methods whose class file is there, or may be. Counts of others would be of no use, and a profile
// may have millions of these.
func (b *builder) withClass() []bool {
	scope := make([]bool, b.profile.Contexts.Len())
	for slot := range int32(b.profile.MethodSlots()) {
		nodes := b.contexts.of.in(slot)
		if len(nodes) == 0 {
			continue
		}
		if _, err := b.classes.Class(b.index.class(slot)); err == nil || reasonOf(err) != MissingClass {
			for _, n := range nodes {
				scope[n] = true
			}
		}
	}
	return scope
}

// addCallers adds the methods with contexts. Those of a class follow each other, so that it is read once.
func (b *builder) addCallers() {
	slots := b.contexts.callers()
	b.graph.Callers = len(slots)
	if b.find == nil {
		b.graph.WithoutCode = len(slots)
		b.graph.typed = b.callersWithoutCode(slots, true)
		b.contexts.inlined = grouped[inlinedNode]{} // those of other callers are found when someone asks for them
		b.graph.complete = sync.OnceFunc(func() {
			b.graph.compact = b.callersWithoutCode(slots, false)
		})
		return
	}
	b.graph.complete = func() {}
	b.contexts.findInlined(slots)
	class := make([]string, b.profile.MethodSlots())
	for _, slot := range slots {
		class[slot] = b.index.class(slot)
	}
	slices.SortStableFunc(slots, func(x, y int32) int { return strings.Compare(class[x], class[y]) })
	r, room := b.newRecorder(), compactRoom{}
	for _, slot := range slots {
		c := caller{slot: slot, nodes: b.contexts.of.in(slot), counts: b.counts[slot]}
		var instructions map[iprof.BCI]*instruction
		if body := b.bodyOf(slot); body != nil && b.affords(body) {
			c.hasCode, instructions = true, map[iprof.BCI]*instruction{}
			for _, in := range body.Instructions {
				if x, ok := b.instruction(class[slot], in); ok {
					instructions[iprof.BCI(in.BCI)] = &x
				}
			}
		} else if bci, x := b.lambdaCall(slot, class[slot]); x != nil {
			instructions = map[iprof.BCI]*instruction{bci: x}
			c.lambda = true
		} else {
			b.graph.WithoutCode++
		}
		byName := r.namesAt(slot, c.nodes, r.typedSites(c.nodes, instructions))
		if !c.hasCode && !c.lambda { // nothing but records will be known of its calls
			if records := r.records(c.nodes, nil, byName, nil); len(records) > 0 {
				b.graph.compact.add(slot, room.caller(records))
			}
			continue
		}
		if r.addSites(&c, instructions, byName); len(c.sites) == 0 {
			continue
		}
		b.run(&c)
		b.join(&c)
		b.callers = append(b.callers, c)
	}
}

// searchClasses looks for the targets of virtual calls that were made, and that have no receiver types, among all classes.
func (b *builder) searchClasses() {
	for i := range b.callers {
		c := &b.callers[i]
		found := false
		for k, x := range c.facts {
			if x != nil && x.only == nil && x.reason == SeveralMethods && c.records[k].types == 0 && c.sites[k].Made.High > 0 {
				found = b.resolver.searchClasses(x) || found
				b.closed = b.closed && !b.classes.Damaged() // a class that is unknown may have another method
			}
		}
		if found {
			b.run(c)
			b.join(c)
		}
	}
}

// addSites adds the sites of a caller: its instructions that call, and other BCIs with records.
func (r *recorder) addSites(c *caller, instructions map[iprof.BCI]*instruction, byName map[iprof.BCI]*namedCall) {
	records := r.records(c.nodes, instructions, byName, nil)
	if len(instructions)+len(records) == 0 {
		return
	}
	c.sites = make([]Site, 0, max(len(instructions), len(records)))
	for bci, x := range instructions {
		if x != nil {
			c.sites = append(c.sites, Site{Slot: c.slot, BCI: bci, Kind: x.kind, Op: x.op, Called: x.called})
		}
	}
	for i := range records {
		if bci := records[i].bci; instructions[bci] == nil {
			c.sites = append(c.sites, Site{Slot: c.slot, BCI: bci})
		}
	}
	slices.SortFunc(c.sites, func(x, y Site) int { return cmp.Compare(x.BCI, y.BCI) })
	c.facts, c.records = make([]*instruction, 0, len(c.sites)), make([]record, 0, len(c.sites))
	for i := range c.sites {
		s := &c.sites[i]
		c.facts = append(c.facts, instructions[s.BCI])
		if len(records) > 0 && records[0].bci == s.BCI {
			s.Types, s.Saturated = int(records[0].types), records[0].saturated
			r := records[0]
			r.targets = slices.Clone(r.targets)
			c.records, records = append(c.records, r), records[1:]
		} else {
			c.records = append(c.records, record{bci: s.BCI})
		}
	}
}

// isClosed reports whether all classes that methods with contexts, and receivers, have were found, but for those that are made at run
// time.
func (b *builder) isClosed() bool {
	asked := map[iprof.TypeID]bool{}
	found := func(id iprof.TypeID) bool {
		if asked[id] {
			return true
		}
		asked[id] = true
		t, ok := b.profile.Type(id)
		if !ok {
			return false
		}
		if strings.HasPrefix(t.Name, "[") || strings.Contains(t.Name, "$$") || strings.Contains(t.Name, "/") || strings.Contains(t.Name, "$Proxy") {
			return true
		}
		_, err := b.classes.Class(t.Name)
		return err == nil
	}
	for slot := range int32(b.profile.MethodSlots()) {
		if len(b.contexts.of.in(slot)) == 0 {
			continue
		}
		if m, ok := b.profile.MethodHeadAt(int(slot)); !ok || !found(m.Declaring) {
			return false
		}
	}
	for _, r := range b.contexts.receivers.all {
		for _, t := range b.profile.TypeCounts(r) {
			if !found(t.Type) {
				return false
			}
		}
	}
	return true
}
