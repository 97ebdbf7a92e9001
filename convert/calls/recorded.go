package calls

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A recording is a [record] while contexts are added to it.
type recording struct {
	record
	callees places[*Callee]      // of targets
	types   places[iprof.TypeID] // receiver types
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

// records adds up what is recorded of the sites of a method in some of its contexts, by BCI. Instructions, and those known by name
// only, are by BCI, too; nil: unknown.
func (b *builder) records(nodes []int32, instructions, byName map[iprof.BCI]*instruction) []record {
	var all []recording
	var at places[iprof.BCI]
	events := b.recorded
	for _, node := range nodes {
		events = b.events(events[:0], node, instructions, byName)
		for start := 0; start < len(events); {
			end := start + 1
			for end < len(events) && events[end].bci == events[start].bci {
				end++
			}
			bci := events[start].bci
			i, isNew := at.of(bci)
			if isNew {
				all = append(all, recording{record: record{bci: bci}})
			}
			all[i].add(events[start:end], &b.here)
			start = end
		}
	}
	b.recorded = events[:0]
	if all == nil {
		return nil
	}
	records := make([]record, len(all))
	for i := range all {
		records[i] = all[i].record
		records[i].types = int32(len(all[i].types.keys))
	}
	slices.SortFunc(records, func(x, y record) int { return cmp.Compare(x.bci, y.bci) })
	return records
}

// events returns what is recorded of the calls in a context, by BCI.
func (b *builder) events(events []event, node int32, instructions map[iprof.BCI]*instruction, byName map[iprof.BCI]*instruction) []event {
	p, c := b.profile, b.contexts
	for _, r := range c.receivers.in(int(node)) {
		record := c.records[r]
		x := instructions[record.BCI]
		if x == nil {
			x = byName[record.BCI]
		}
		for _, t := range p.TypeCounts(record) {
			var target selected
			if x != nil {
				target = b.selects(x, t.Type)
			} else {
				target = selected{b.named(b.typeName(t.Type), "", ""), NoEvidence, nil}
			}
			events = append(events, event{bci: record.BCI, target: target, typed: true, of: t.Type, count: t.Count})
		}
	}
	for _, i := range c.inlined.in(int(node)) {
		n := p.Contexts.Node(iprof.NodeID(i))
		callee := b.slot(int32(p.MethodSlot(n.Method)))
		events = append(events, event{bci: n.Site, target: selected{callee, Inlined, nil}, count: c.entries.Count[i], uncounted: !c.entries.Known[i]})
	}
	slices.SortStableFunc(events, func(x, y event) int { return cmp.Compare(x.bci, y.bci) })
	return events
}

// namesAt returns, for sites that have receiver types but no instruction, the method that they call by its name, if all callees that
// were inlined there have the same: receiver types select methods of that name.
func (b *builder) namesAt(nodes []int32, instructions map[iprof.BCI]*instruction) map[iprof.BCI]*instruction {
	var sites places[iprof.BCI]
	for _, node := range nodes {
		for _, r := range b.contexts.receivers.in(int(node)) {
			if bci := b.contexts.records[r].BCI; instructions[bci] == nil {
				sites.of(bci)
			}
		}
	}
	if len(sites.keys) == 0 {
		return nil
	}
	last := make([]*Callee, len(sites.keys)) // compared with the name
	names := make(map[iprof.BCI]*instruction, len(sites.keys))
	for _, node := range nodes {
		for _, i := range b.contexts.inlined.in(int(node)) {
			n := b.profile.Contexts.Node(iprof.NodeID(i))
			site, found := sites.find(n.Site)
			if !found {
				continue
			}
			callee := b.slot(int32(b.profile.MethodSlot(n.Method)))
			x := names[n.Site]
			switch {
			case x == nil:
				x = &instruction{}
				x.called.Name, x.called.Descriptor = callee.Method, callee.Ref().Descriptor
				names[n.Site] = x
			case last[site] != callee && (x.called.Name != callee.Method || x.called.Descriptor != callee.Ref().Descriptor):
				x.called.Name = "" // no method has this name
			}
			last[site] = callee
		}
	}
	return names
}

// A recordedHere is what is recorded of a site in one context, for reuse.
type recordedHere struct {
	targets []recordedTarget
	callees places[*Callee] // of targets
}

// add adds what is recorded in one context. Receiver types and inlined callees count the same calls: a callee has the larger of both
// counts, and what its types lack was counted for types whose method is unknown, if there are any.
func (r *recording) add(events []event, buffer *recordedHere) {
	here, callees := buffer.targets[:0], &buffer.callees
	callees.reset()
	defer func() { buffer.targets = here }()
	types, unknown, excess := 0, int64(0), int64(0)
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
			if !e.target.certain() {
				unknown = code.AddBounds(unknown, e.count)
			}
			continue
		}
		t.inlined = code.AddBounds(t.inlined, e.count)
		t.contexts++
		t.uncounted = t.uncounted || e.uncounted
	}
	r.saturated = r.saturated || types >= iprof.SaturatedTypes
	for i := range here {
		if t := &here[i]; t.inlined > t.calls {
			excess = code.AddBounds(excess, t.inlined-t.calls)
			t.calls = t.inlined
		}
	}
	for i := range here {
		if t := &here[i]; t.evidence == NoEvidence || t.callee.Inherited {
			part := min(t.calls, excess, unknown)
			t.calls, excess = t.calls-part, excess-part
		}
	}
	for i := range here {
		if t := &here[i]; t.calls > 0 || t.contexts > 0 {
			r.merge(t)
		}
	}
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
