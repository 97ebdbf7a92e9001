package code

import (
	"iter"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Made is how often a call was made: its receiver was not null, and a method was entered. The instruction may have run more
// often.
type Made struct {
	Count int64

	// AtLeast is true if some contexts do not count it, or only partly. Otherwise each of them counts the entries of its only inlined
	// callee: all calls, unless the instruction can call other methods.
	AtLeast bool

	Inlined   int64 // the part of Count that entered inlined callees
	Uncounted bool  // some contexts have an inlined callee without a count, so Inlined may be too low
}

// Hints returns what is known of a method's calls besides records, by BCI. Package calls has them.
type Hints func(slot int32) map[int]CallHint

// A CallHint is what is known of a call besides records.
type CallHint struct {
	Single bool // it can call one method only, as static calls and those of constructors always do

	Returns bool // it throws nothing, if its receiver is not null

	// Most is how often at most it calls a method that is not inlined, over all contexts; [Unlimited]: unknown.
	Most int64
}

// madeCalls are how often calls were made, by context. They are linked lists in one slice, as a profile may have millions.
type madeCalls struct {
	last    []int32 // by node: the index of the last call of its context plus 1; 0: none
	calls   []madeCall
	numbers convert.Keys // of calls, by [convert.PlaceKey] of the context and the BCI
}

type madeCall struct {
	bci       iprof.BCI
	before    int32 // the index of the previous call, plus 1
	atLeast   bool
	uncounted bool  // an inlined callee has no count
	receivers int64 // counted by receiver types
	callees   int64 // counted by entries of inlined callees
}

func (c *madeCall) count() int64 { return max(c.receivers, c.callees) }

// in yields the calls of a context. Without any calls, m may be nil.
func (m *madeCalls) in(context iprof.NodeID) iter.Seq[*madeCall] {
	return func(yield func(*madeCall) bool) {
		if m == nil {
			return
		}
		for i := m.last[context]; i > 0; i = m.calls[i-1].before {
			if !yield(&m.calls[i-1]) {
				return
			}
		}
	}
}

// at returns the call at a place, which it adds if necessary.
func (m *madeCalls) at(context iprof.NodeID, bci iprof.BCI) (c *madeCall, fresh bool) {
	number, fresh := m.numbers.Add(convert.PlaceKey(int32(context), bci))
	if fresh {
		m.calls = append(m.calls, madeCall{bci: bci, before: m.last[context]})
		m.last[context] = int32(len(m.calls))
	}
	return &m.calls[number], fresh
}

// newMadeCalls returns the calls that were counted. A call without receiver types has one callee, and if that is inlined, its
// entries there are all of the calls. Callees that are not the only one, or that lack a count, are only some of the calls. So are
// receiver types: the profiler keeps only some of many types, and with concurrent counting it loses more of them than of entries.
func newMadeCalls(p *iprof.Profile, opts sites.Options, sites *sites.Sites, entries *entryCounts) *madeCalls {
	m := &madeCalls{last: make([]int32, p.Contexts.Len())}
	for i := range sites.Receivers.All {
		if r := &sites.Receivers.All[i]; r.BCI >= 0 {
			c, _ := m.at(r.Context, r.BCI)
			c.receivers, c.atLeast = r.Executions, true
		}
	}
	for i, n := range p.Contexts.All() {
		if n.Parent != iprof.NoNode && n.Site >= 0 && counts(opts, n.Parent) {
			m.inlined(n.Parent, n.Site, entries.count[i], entries.known[i])
		}
	}
	return m
}

// inlined counts a callee.
func (m *madeCalls) inlined(context iprof.NodeID, bci iprof.BCI, entries int64, known bool) {
	c, fresh := m.at(context, bci)
	c.callees = sum(c.callees, entries)
	c.atLeast = c.atLeast || !fresh || !known
	c.uncounted = c.uncounted || !known
}
