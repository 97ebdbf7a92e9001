package calls

import "github.com/iprof-viz/iprof-viz/convert/code"

// A StayedCall is a call of one site that stayed a call.
type StayedCall struct {
	Caller int32 // slot
	Callee *Callee
	Count  Count
}

// StayedOf returns the calls of a site's target that stayed calls.
func StayedOf(s *Site, t *Target) StayedCall { return StayedCall{s.Slot, t.Callee, t.Stayed} }

// Stayed adds up calls that stayed calls, of different sites or targets. The sum may be more certain than its terms. All calls of a method
// are at most its entries as compilation root, less the entries that other calls certainly made; and of the copies of a finally block, only
// one runs.
func (g *Graph) Stayed(all []StayedCall) Count {
	if len(all) == 1 {
		return all[0].Count // which is narrowed already
	}
	byCallee := map[*Callee][]StayedCall{}
	for _, c := range all {
		byCallee[c.Callee] = append(byCallee[c.Callee], c)
	}
	var sum usualSum
	for callee, of := range byCallee {
		n := g.builder.sumOf(callee, of)
		sum.add(n)
	}
	return sum.count()
}

// sumOf adds up the calls of one callee.
func (b *builder) sumOf(callee *Callee, of []StayedCall) Count {
	var sum usualSum
	certain := int64(0) // that these calls made, of those that are certain to enter the callee
	byCaller := map[int32]*usualSum{}
	for _, c := range of {
		if byCaller[c.Caller] == nil {
			byCaller[c.Caller] = &usualSum{}
		}
		byCaller[c.Caller].add(c.Count)
	}
	for caller, s := range byCaller {
		certain = code.AddBounds(certain, b.narrowJoint(callsOf{caller, callee}, s.calls, &s.sum))
		sum.addSum(s)
	}
	if most, known := b.mostOf(callee, certain); known {
		sum.sum.limit(most)
	}
	return sum.count()
}

// A usualSum adds up counts, and what they are unless an exception was thrown: that may be between the bounds of the sum.
type usualSum struct {
	sum    Count // without Usual and Rest
	usual  int64
	unsure bool // some count is only a bound
	calls  int  // number of counts
}

func (s *usualSum) add(c Count) {
	s.calls++
	s.sum.Range = s.sum.Plus(c).Range
	n, known := c.usual()
	s.usual, s.unsure = code.AddBounds(s.usual, n), s.unsure || !known
}

func (s *usualSum) addSum(t *usualSum) {
	s.sum.Range = s.sum.Plus(t.sum).Range
	s.usual, s.unsure = code.AddBounds(s.usual, t.usual), s.unsure || t.unsure
}

// count returns the sum. It is a bound if the usual count is not at one of its ends.
func (s *usualSum) count() Count {
	c := s.sum
	if !s.unsure && !c.Fixed() {
		c.Usual, c.Rest = s.usual == c.High, s.usual == c.Low
	}
	return c
}

// narrow narrows the calls of each target by the entries that others leave, once these are known.
func (b *builder) narrow() {
	for i := range b.callers {
		c := &b.callers[i]
		for k := range c.sites {
			s := &c.sites[k]
			for j := range s.Targets {
				b.narrowTarget(c.slot, &s.Targets[j])
			}
		}
	}
	b.leaveNothing()
	for i := range b.callers {
		c := &b.callers[i]
		for k := range c.sites {
			c.sites[k].narrowMade(c.facts[k])
			c.sites[k].sortTargets()
		}
	}
}

// narrowMade narrows the calls of a site that can call one method only by those of this method.
func (s *Site) narrowMade(x *instruction) {
	if x == nil || x.only == nil || len(s.Targets) != 1 || s.Contradicts {
		return
	}
	t := &s.Targets[0]
	s.Made.limit(t.Calls.High)
	s.Made.Rest = t.Calls.Rest && s.Made.Low == t.Calls.Low
}

// leaveNothing finds callees whose entries are accounted for by calls unless an exception was thrown. Other calls of them, which may have
// been made in a handler, are then none but for exceptions.
func (b *builder) leaveNothing() {
	entries := make([]int64, len(b.graph.Entered)) // by slot: that calls account for
	ofCaller := map[callsOf]int64{}
	account := func(caller int32, t *Target) {
		n, _ := t.Stayed.usual()
		if slot := t.Callee.Slot; slot >= 0 {
			entries[slot] = code.AddBounds(entries[slot], n)
		}
		if key := (callsOf{caller, t.Callee}); b.joint[key].sites > 0 {
			ofCaller[key] = code.AddBounds(ofCaller[key], n)
		}
	}
	for slot := range int32(len(entries)) {
		if c := b.graph.compact.caller(slot); c != nil {
			for t := range b.targetsWithoutCode(slot, c) {
				account(slot, t)
			}
		}
	}
	for caller, t := range b.targets() {
		account(caller, t)
	}
	for caller, t := range b.targets() {
		_, known := t.Stayed.usual()
		if known || t.Uncounted {
			continue
		}
		key := callsOf{caller, t.Callee}
		if j := b.joint[key]; j.sites > 0 && j.Fixed() && ofCaller[key] == j.Low {
			t.setRest()
		} else if slot := t.Callee.Slot; slot >= 0 && b.graph.Entered[slot].Known && entries[slot] == b.graph.Entered[slot].Root && !b.mayBeTiny(t.Callee) {
			t.setRest()
		}
	}
}
