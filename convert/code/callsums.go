package code

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/classfile"
)

// callSums add up how often the calls of a method were made, over groups of contexts.
type callSums struct {
	calls []callSum // by BCI
}

// A callSum is a call of a method.
type callSum struct {
	instruction, bci int
	mayBeNull        bool // it may run without making the call
	hint             CallHint
	total            estimate
}

func newCallSums(code *classfile.Code, risks []risk, hints map[int]CallHint) *callSums {
	s := &callSums{}
	for i, in := range code.Instructions {
		if _, ok := in.Called(); !ok {
			continue
		}
		hint, ok := hints[in.BCI]
		if !ok {
			hint.Most = unlimited
		}
		hint.Single = hint.Single || in.Op != classfile.OpInvokevirtual && in.Op != classfile.OpInvokeinterface
		s.calls = append(s.calls, callSum{i, in.BCI, risks[i].null, hint, estimate{interval{0, 0}, Exact}})
	}
	return s
}

// at returns the call at a BCI.
func (s *callSums) at(bci int) (*callSum, bool) {
	i, ok := slices.BinarySearchFunc(s.calls, bci, func(c callSum, bci int) int { return cmp.Compare(c.bci, bci) })
	if !ok {
		return nil, false
	}
	return &s.calls[i], true
}

// whole returns a count of the call that is a lower bound if the call can enter other methods than those that were counted.
func (c *callSum) whole(made Made) Made {
	made.AtLeast = made.AtLeast || !c.hint.Single
	return made
}

// most returns an upper bound by entries of the only method that the call can enter.
func (c *callSum) most(made Made) int64 {
	if !c.hint.Single || made.Uncounted {
		return unlimited
	}
	return sum(c.hint.Most, made.Inlined)
}

// add adds the calls of a group of contexts, by what is recorded of them and by the estimates of nodes.
func (s *callSums) add(f *flow, estimates []estimate, recorded map[int]Made) {
	for i := range s.calls {
		c := &s.calls[i]
		c.total = c.total.plus(c.made(f, estimates, recorded[c.bci]))
	}
}

// made returns how often a call was made, in one group of contexts.
func (c *callSum) made(f *flow, estimates []estimate, recorded Made) estimate {
	v := f.of[c.instruction]
	if made, ok := f.made[v]; ok {
		return estimate{interval{made.Count, made.Count}, Exact}
	}
	e := estimates[v]
	if c.mayBeNull {
		e.lo = 0
		if f.nodes[v].next == 1 && !f.inContradiction(v) {
			e.lo = f.taken[f.nodes[v].out[0]].lo
		}
		if e.bound == Exact && e.lo < e.hi {
			e.bound = UnlessThrown
		}
	}
	switch {
	case recorded.Count > e.hi:
		return estimate{interval: interval{recorded.Count, unlimited}}
	case recorded.Count > e.lo:
		e.lo = recorded.Count
	}
	if e.fixed() {
		e.bound = Exact
	}
	return e
}

// unknown adds contexts that nothing is known of.
func (s *callSums) unknown() {
	for i := range s.calls {
		s.calls[i].total = s.calls[i].total.plus(estimate{interval: interval{0, unlimited}})
	}
}

// counts returns the sums.
func (s *callSums) counts() []CallCount {
	counts := make([]CallCount, len(s.calls))
	for i, c := range s.calls {
		counts[i] = CallCount{c.instruction, Range{c.total.lo, c.total.hi}, c.total.execution()}
	}
	return counts
}
