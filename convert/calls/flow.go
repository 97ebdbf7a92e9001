package calls

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// maxRounds limits how often bounds that follow from callees are given back to the flow of their callers. Nearly all of them change
// something in the first round.
const maxRounds = 3

// hints returns what is known of the calls of a caller besides records, by BCI.
func (b *builder) hints(c *caller) map[int]code.CallHint {
	var hints map[int]code.CallHint
	for i, x := range c.facts {
		if x == nil || x.only == nil || x.evidence != ByCode && !(b.closed && x.kind == Virtual) {
			continue
		}
		h := code.CallHint{Single: true, Returns: b.returns(x, b.index.class(c.slot), 0), Most: code.Unlimited}
		if c.most != nil {
			h.Most = c.most[i]
		}
		if x.kind == Virtual || x.kind == Interface || h.Returns || h.Most < code.Unlimited {
			if hints == nil {
				hints = map[int]code.CallHint{}
			}
			hints[int(c.sites[i].BCI)] = h
		}
	}
	return hints
}

// run sets how often the instructions of a method, and its calls, were executed.
func (b *builder) run(c *caller) {
	if c.lambda {
		b.enterLambda(c)
		return
	}
	if c.hasCode {
		c.execute(b.bodyOf(c.slot), b.hints(c), b.work)
	}
}

// execute sets how often the instructions of a method with code, and its calls, were executed.
func (c *caller) execute(body *classfile.Code, hints map[int]code.CallHint, all *code.Work) {
	at := map[iprof.BCI]int{}
	for i := range c.sites {
		at[c.sites[i].BCI] = i
	}
	x := code.NewExecutions(body, c.counts, hints, all)
	for _, call := range x.Calls {
		i, ok := at[iprof.BCI(body.Instructions[call.Instruction].BCI)]
		if !ok {
			continue
		}
		c.sites[i].Executions = x.ByInstruction[call.Instruction]
		c.sites[i].Made = Count{Range: call.Made, Usual: call.Execution.Bound == code.UnlessThrown}
	}
}

// enterLambda sets that the method of a lambda calls its body once per entry.
func (b *builder) enterLambda(c *caller) {
	for i, x := range c.facts {
		if x != nil {
			c.sites[i].Made = b.entered(c)
			c.sites[i].Executions = c.sites[i].Made.Execution()
		}
	}
}

// settle runs all callers until bounds by the entries of their callees change nothing more.
func (b *builder) settle() {
	if len(b.callers) == 0 {
		return
	}
	withoutCode := b.calledWithoutCode()
	for range maxRounds {
		called := slices.Clone(withoutCode)
		for _, t := range b.targets() {
			addCalled(called, t)
		}
		changed := false
		for i := range b.callers {
			c := &b.callers[i]
			if b.bound(c, called) {
				b.run(c)
				b.join(c)
				changed = true
			}
		}
		if !changed {
			return
		}
	}
}

// calledWithoutCode returns, by slot, how often at least a method was entered by calls of callers without code that stayed calls.
func (b *builder) calledWithoutCode() []int64 {
	called := make([]int64, b.profile.MethodSlots())
	for slot := range int32(len(called)) {
		if c := b.graph.compact.caller(slot); c != nil {
			for t := range b.targetsWithoutCode(slot, c) {
				addCalled(called, t)
			}
		}
	}
	return called
}

// addCalled adds the calls of a target to what calledWithoutCode returned.
func addCalled(called []int64, t *Target) {
	if s := t.Callee.Slot; s >= 0 {
		called[s] = code.AddBounds(called[s], t.Stayed.Low)
	}
}

// bound narrows the upper bounds of a caller's sites by the entries of their only callees. It reports whether one of them is new.
func (b *builder) bound(c *caller, called []int64) bool {
	if !c.hasCode {
		return false
	}
	narrower := false
	for i := range c.sites {
		s, x := &c.sites[i], c.facts[i]
		if x == nil || x.only == nil || s.Contradicts || s.Made.Fixed() {
			continue
		}
		t := s.target(x.only)
		rest, known := b.entriesOf(x.only)
		if t == nil || t.Uncounted || !known {
			continue
		}
		if x.only.Slot >= 0 {
			rest -= called[x.only.Slot] - t.Stayed.Low // what other sites leave
		}
		if rest < t.Stayed.Low || c.most != nil && rest >= c.most[i] || c.most == nil && rest >= s.Made.High || b.mayBeTiny(x.only) {
			continue
		}
		if c.most == nil {
			c.most = make([]int64, len(c.sites))
			for k := range c.most {
				c.most[k] = code.Unlimited
			}
		}
		c.most[i], narrower = rest, true
	}
	return narrower
}
