package calls

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A recording is a [record] while contexts are added to it. Its memory is reused for the next method.
type recording struct {
	record
	callees places[*Callee]      // of targets
	types   places[iprof.TypeID] // receiver types
}

// next adds a recording for a BCI to a list, in memory that an earlier one left there.
func next(all []recording, bci iprof.BCI) []recording {
	if len(all) == cap(all) {
		return append(all, recording{record: record{bci: bci}})
	}
	all = all[:len(all)+1]
	r := &all[len(all)-1]
	r.record = record{bci: bci, targets: r.targets[:0]}
	r.callees.reset()
	r.types.reset()
	return all
}

// An event is something recorded of a call in a context: a receiver type, or an inlined callee.
type event struct {
	bci       iprof.BCI
	target    selected
	typed     bool
	of        iprof.TypeID
	count     int64
	uncounted bool
}

// A typeKey is a receiver type at a call.
type typeKey struct {
	of     iprof.TypeID
	called classfile.Ref
}

// A recorder adds up the records of call sites, one method after the other. It reuses its memory, so each goroutine needs its own recorder.
type recorder struct {
	*builder
	selected map[typeKey]selected

	recorded []event
	here     recordedHere
	sites    []recording
	at       places[iprof.BCI] // of sites
	sums     []record
	typed    places[iprof.BCI] // see typedSites
}

func (b *builder) newRecorder() *recorder {
	return &recorder{builder: b, selected: map[typeKey]selected{}}
}

// records adds up what is recorded of the sites of a method in some of its contexts, by BCI: of all sites, or of some. Instructions, and
// those known by name only, are by BCI, too; nil: unknown. The next call reuses the memory of the result.
func (r *recorder) records(nodes []int32, instructions map[iprof.BCI]*instruction, byName map[iprof.BCI]*namedCall, some *places[iprof.BCI]) []record {
	all, events := r.sites[:0], r.recorded
	at := &r.at
	at.reset()
	for _, node := range nodes {
		if len(r.contexts.receiversIn(node)) == 0 { // as nearly everywhere: no calls are counted twice
			for _, n := range r.contexts.inlinedInto(node) {
				if some != nil && !some.has(n.site) {
					continue
				}
				i, isNew := at.of(n.site)
				if isNew {
					all = next(all, n.site)
				}
				count, uncounted := r.inlinedCalls(n)
				all[i].merge(&recordedTarget{callee: r.slot(n.slot), calls: count, inlined: count, contexts: 1, uncounted: uncounted})
			}
			continue
		}
		events = r.events(events[:0], node, instructions, byName, some)
		for start := 0; start < len(events); {
			end := start + 1
			for end < len(events) && events[end].bci == events[start].bci {
				end++
			}
			bci := events[start].bci
			i, isNew := at.of(bci)
			if isNew {
				all = next(all, bci)
			}
			all[i].add(events[start:end], &r.here)
			start = end
		}
	}
	r.sites, r.recorded = all, events
	records := r.sums[:0]
	for i := range all {
		sum := all[i].record
		sum.types = int32(len(all[i].types.keys))
		records = append(records, sum)
	}
	r.sums = records
	slices.SortFunc(records, func(x, y record) int { return cmp.Compare(x.bci, y.bci) })
	return records
}

// events returns what is recorded of the calls in a context, by BCI: of all, or at some of the BCIs.
func (r *recorder) events(events []event, node int32, instructions map[iprof.BCI]*instruction, byName map[iprof.BCI]*namedCall, some *places[iprof.BCI]) []event {
	p, c := r.profile, r.contexts
	for _, record := range c.receiversIn(node) {
		x, named := instructions[record.BCI], byName[record.BCI]
		for _, t := range p.TypeCounts(record) {
			var target selected
			switch {
			case x != nil:
				target = r.selects(x, t.Type)
			case named != nil:
				target = named.selects(t.Type)
			default:
				target = selected{r.ofType(t.Type), NoEvidence, nil}
			}
			events = append(events, event{bci: record.BCI, target: target, typed: true, of: t.Type, count: t.Count})
		}
	}
	for _, n := range c.inlinedInto(node) {
		if some != nil && !some.has(n.site) {
			continue
		}
		count, uncounted := r.inlinedCalls(n)
		events = append(events, event{bci: n.site, target: selected{r.slot(n.slot), Inlined, nil}, count: count, uncounted: uncounted})
	}
	slices.SortStableFunc(events, func(x, y event) int { return cmp.Compare(x.bci, y.bci) })
	return events
}

// selects returns what a receiver type selects at a call.
func (r *recorder) selects(x *instruction, of iprof.TypeID) selected {
	key := typeKey{of, x.called}
	s, ok := r.selected[key]
	if !ok {
		s = r.selectMethod(x, of)
		r.selected[key] = s
	}
	return s
}

// inlinedCalls returns the calls of an inlined callee; uncounted: a context without a record has no count.
func (b *builder) inlinedCalls(n inlinedNode) (count int64, uncounted bool) {
	count = b.contexts.entries.Count[n.node]
	return count, count == 0 && !b.contexts.entries.Known[n.node]
}

// typedSites returns the sites that have receiver types but no instruction. The next call reuses the memory of the result.
func (r *recorder) typedSites(nodes []int32, instructions map[iprof.BCI]*instruction) *places[iprof.BCI] {
	sites := &r.typed
	sites.reset()
	for _, node := range nodes {
		for _, record := range r.contexts.receiversIn(node) {
			if instructions[record.BCI] == nil {
				sites.of(record.BCI)
			}
		}
	}
	return sites
}

// A namedCall is a call site of which the instruction is unknown, but the name of the called method is known.
type namedCall struct {
	siteTypes
	selected []selected // by type: what it selects
}

// selects returns what a receiver type of the call selects.
func (c *namedCall) selects(of iprof.TypeID) selected {
	i, _ := c.find(of)
	return c.selected[i]
}

// namesAt returns, for sites of a method that have receiver types but no instruction, the method that they call by its name, if all callees
// that were inlined there have the same, or else all that samples have there: receiver types select methods of that name.
func (b *builder) namesAt(slot int32, nodes []int32, sites *places[iprof.BCI]) map[iprof.BCI]*namedCall {
	if len(sites.keys) == 0 {
		return nil
	}
	inlined, sampled := make([]calleeNames, len(sites.keys)), make([]calleeNames, len(sites.keys))
	calls := make([]namedCall, len(sites.keys))
	for _, node := range nodes {
		for _, n := range b.contexts.inlinedInto(node) {
			if site, found := sites.find(n.site); found {
				inlined[site].add(b.slot(n.slot))
			}
		}
		for _, record := range b.contexts.receiversIn(node) {
			if site, found := sites.find(record.BCI); found {
				calls[site].add(b.profile.TypeCounts(record))
			}
		}
	}
	for _, s := range b.sampled().in(slot) {
		if site, found := sites.find(s.site); found {
			sampled[site].add(b.slot(s.callee))
		}
	}
	byName := make(map[iprof.BCI]*namedCall, len(sites.keys))
	for site, bci := range sites.keys {
		of := &inlined[site]
		if len(of.callees) == 0 {
			of = &sampled[site]
		}
		if len(of.callees) > 0 {
			b.selectByName(&calls[site], &instruction{called: of.called}, slices.Concat(inlined[site].callees, sampled[site].callees))
			byName[bci] = &calls[site]
		}
	}
	return byName
}

// selectByName sets what the receiver types of a call select, given the methods that were seen there.
func (b *builder) selectByName(c *namedCall, x *instruction, seen []*Callee) {
	c.selected = make([]selected, len(c.keys))
	var own []int32
	key, ok := b.index.key(x.called.Name, x.called.Descriptor)
	for i, of := range c.keys {
		t, listed := b.profile.Type(of)
		slot := int32(-1)
		if ok && listed {
			slot = b.index.findKey(t.Name, key)
		}
		switch {
		case slot >= 0:
			c.selected[i] = selected{b.slot(slot), Receivers, nil}
			own = append(own, slot)
		case listed:
			c.selected[i] = b.selectOther(x, t.Name)
		default:
			c.selected[i] = selected{b.unknown(), NoEvidence, nil}
		}
	}
	if x.called.Name == "" || c.saturated || len(own) != len(c.keys)-1 {
		return
	}
	if inherited := onlyOther(x, own, seen); inherited != nil {
		for i := range c.selected {
			if s := &c.selected[i]; s.callee.Inherited {
				s.callee = inherited
			}
		}
	}
}

// onlyOther returns the method that a receiver type of a call inherits, if this type is the only one without its own method of that name and
// signature in the profile: the one method seen there that no other receiver type declares. Nil: there is none, or there are several.
func onlyOther(x *instruction, own []int32, seen []*Callee) *Callee {
	var only *Callee
	for _, c := range seen {
		switch {
		case slices.Contains(own, c.Slot), c == only, c.Method != x.called.Name || c.Ref().Descriptor != x.called.Descriptor:
		case only != nil:
			return nil
		default:
			only = c
		}
	}
	return only
}

// callerWithoutCode returns the records of a caller without code, after findInlined for it. They are in the memory given, which a later call
// may reuse.
func (r *recorder) callerWithoutCode(slot int32, memory *compactCaller) *compactCaller {
	nodes := r.contexts.of.in(slot)
	memory.sites, memory.targets = memory.sites[:0], memory.targets[:0]
	memory.add(r.records(nodes, nil, r.namesAt(slot, nodes, r.typedSites(nodes, nil)), nil))
	return memory
}

// A recordedHere is what is recorded of a site in one context, for reuse.
type recordedHere struct {
	targets []recordedTarget
	callees places[*Callee] // of targets
}

// add adds what is recorded in one context. Receiver types and inlined callees count the same calls, so a callee has the larger of both
// counts. Calls that its types lack were counted for types whose method is unknown, if there are any. With several such types, it is unknown
// for which of them, so each keeps only what is certain.
func (r *recording) add(events []event, buffer *recordedHere) {
	here, callees := buffer.targets[:0], &buffer.callees
	callees.reset()
	defer func() { buffer.targets = here }()
	types := 0
	for _, e := range events {
		i, isNew := callees.of(e.target.callee)
		if isNew {
			here = append(here, recordedTarget{callee: e.target.callee})
			if e.target.may != nil {
				here[i].typed().may = e.target.may
			}
		}
		t := &here[i]
		if e.typed {
			types++
			t.calls = code.AddBounds(t.calls, e.count)
			t.evidence = max(t.evidence, e.target.evidence)
			t.typed().of(e.of)
			r.types.of(e.of)
			continue
		}
		t.inlined = code.AddBounds(t.inlined, e.count)
		t.contexts++
		t.uncounted = t.uncounted || e.uncounted
	}
	r.saturated = r.saturated || types >= iprof.SaturatedTypes
	apart := giveWay(here)
	r.apart = code.AddBounds(r.apart, apart)
	for i := range here {
		if t := &here[i]; t.calls > 0 || t.contexts > 0 || apart > 0 {
			r.merge(t)
		}
	}
}

// giveWay takes inlined calls that are not among the receiver types of their callee from types whose method is not certain: each has the
// calls that it has if it made all of these. It returns how many were taken too often, so that they are calls of one or another.
func giveWay(here []recordedTarget) (apart int64) {
	var excess, others int64
	unsure := func(t *recordedTarget) bool {
		return t.inlined == 0 && (t.evidence == NoEvidence || t.callee.Inherited)
	}
	for i := range here {
		t := &here[i]
		if t.inlined > t.calls {
			excess = code.AddBounds(excess, t.inlined-t.calls)
			t.calls = t.inlined
		}
		if unsure(t) {
			others = code.AddBounds(others, t.calls)
		}
	}
	if excess == 0 {
		return 0
	}
	for i := range here {
		if t := &here[i]; unsure(t) {
			taken := min(t.calls, excess)
			t.calls, apart = t.calls-taken, code.AddBounds(apart, taken)
		}
	}
	return apart - min(excess, others)
}

// merge adds a callee of one context to those of all.
func (r *recording) merge(t *recordedTarget) {
	i, isNew := r.callees.of(t.callee)
	if isNew {
		r.targets = append(r.targets, *t)
		return
	}
	x := &r.targets[i]
	x.calls, x.inlined = code.AddBounds(x.calls, t.calls), code.AddBounds(x.inlined, t.inlined)
	x.contexts += t.contexts
	x.uncounted = x.uncounted || t.uncounted
	x.evidence = max(x.evidence, t.evidence)
	if t.seen == nil {
		return
	}
	seen := x.typed()
	for _, of := range t.seen.keys {
		seen.of(of)
	}
	if seen.may == nil {
		seen.may = t.seen.may
	}
}
