package callgrind

import (
	"math/bits"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/exchange"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Numbers of functions. A method's is its slot plus firstMethod.
const (
	rootFunction int32 = iota
	vmFunction
	outsideFunction
	firstMethod
)

// function returns the number of the function of a frame, see [convert.Projection.Frame]; -1 if the frame is not shown.
func function(frame int32) int32 {
	switch frame {
	case convert.NoFrame:
		return -1
	case convert.VMSlot:
		return vmFunction
	}
	return frame + firstMethod
}

// A model adds up costs by function and line, and calls by place and callee.
type model struct {
	profile *iprof.Profile
	opts    Options
	events  []convert.Metric
	column  [convert.Monitors + 1]int // by metric: its event, or -1

	places convert.Keys // function and line, see [convert.PlaceKey]
	self   []int64      // costs by place and event
	edges  convert.Keys // place of the call and called function, as PlaceKey
	costs  []int64      // inclusive costs by edge and event
	counts []int64      // calls by edge; 0: not counted
	seen   []bool       // by edge: something was counted in it or below, even if that is a cost of a call further out
	totals []int64      // by event

	conditionals convert.Keys // function and BCI
	executed     []int64      // by conditional
	successors   convert.Keys // conditional and target
	taken        []int64      // by successor
}

func newModel(p *iprof.Profile, opts Options, events []convert.Metric) *model {
	m := &model{profile: p, opts: opts, events: events, totals: make([]int64, len(events))}
	for i := range m.column {
		m.column[i] = -1
	}
	for i, event := range events {
		m.column[event] = i
	}
	return m
}

func (m *model) has(metric convert.Metric) bool { return m.column[metric] >= 0 }

// place returns the number of a place.
func (m *model) place(function int32, bci iprof.BCI) int32 {
	line := 0
	if function >= firstMethod {
		line = m.opts.Lines.Line(function-firstMethod, bci)
	}
	n, fresh := m.places.Add(convert.PlaceKey(function, iprof.BCI(line)))
	if fresh {
		m.self = append(m.self, make([]int64, len(m.events))...)
	}
	return n
}

// addSelf adds a cost of an event.
func (m *model) addSelf(function int32, bci iprof.BCI, event int, cost int64) {
	m.self[int(m.place(function, bci))*len(m.events)+event] += cost
	m.totals[event] += cost
}

// edge returns the number of a call at a place.
func (m *model) edge(place, callee int32) int32 {
	n, fresh := m.edges.Add(convert.PlaceKey(place, iprof.BCI(callee)))
	if fresh {
		m.costs = append(m.costs, make([]int64, len(m.events))...)
		m.counts, m.seen = append(m.counts, 0), append(m.seen, false)
	}
	return n
}

// addCost adds an inclusive cost of an event to a call.
func (m *model) addCost(edge int32, event int, cost int64) {
	m.costs[int(edge)*len(m.events)+event] += cost
}

// addJump adds an outcome of a conditional.
func (m *model) addJump(function int32, c convert.SiteCount) {
	of, fresh := m.conditionals.Add(convert.PlaceKey(function, c.BCI))
	if fresh {
		m.executed = append(m.executed, 0)
	}
	to, fresh := m.successors.Add(convert.PlaceKey(of, iprof.BCI(c.Part)))
	if fresh {
		m.taken = append(m.taken, 0)
	}
	m.executed[of] += c.Count
	m.taken[to] += c.Count
}

// A root is a compilation root with its inclusive costs by event, and its entries as root.
type root struct {
	function int32
	costs    []int64
	entries  int64
}

// A rootEdge is a call of a compilation root, and how often it was made.
type rootEdge struct {
	edge  int32
	count int64
}

// addRoot adds the calls of a compilation root: its costs are divided by the calls of each caller. Those of the method itself have no
// costs, as in gprof: whoever called it first caused them; unless no other is left, as all others are inlined: then it is a copy of the
// method that called. What is left is from [convert.UnknownCallers]: calls whose callers are unknown or hidden.
func (m *model) addRoot(r root, callers []calls.RootCall, frames []int32) {
	rest := r.entries
	given := make([]int64, len(r.costs))
	var others, own []rootEdge
	for _, c := range callers {
		c.Count = min(c.Count, rest) // or it is more than the filters keep
		caller := c.Caller
		if frames != nil {
			caller = frames[caller]
		}
		from := function(caller)
		if from < 0 || c.Count == 0 {
			continue
		}
		edge := m.edge(m.place(from, c.BCI), r.function)
		m.counts[edge] += c.Count
		rest -= c.Count
		if from != r.function {
			others = append(others, rootEdge{edge, c.Count})
		} else {
			own = append(own, rootEdge{edge, c.Count})
		}
	}
	if len(others) == 0 && rest == 0 {
		others = own
	}
	whole, before := rest, int64(0) // calls that are not recursive
	for _, c := range others {
		whole += c.count
	}
	for _, c := range others {
		for event, cost := range r.costs {
			part := proportion(cost, before+c.count, whole) - proportion(cost, before, whole)
			m.addCost(c.edge, event, part)
			given[event] += part
		}
		before += c.count
	}
	left := rest > 0
	for event, cost := range r.costs {
		left = left || cost > given[event]
	}
	if !left {
		return
	}
	edge := m.edge(m.place(rootFunction, 0), r.function)
	m.counts[edge] += rest
	for event, cost := range r.costs {
		m.addCost(edge, event, cost-given[event])
	}
}

// proportion returns value × part / whole, rounded down. Part is at most whole, which is not 0; none is negative.
func proportion(value, part, whole int64) int64 {
	hi, lo := bits.Mul64(uint64(value), uint64(part))
	n, _ := bits.Div64(hi, lo, uint64(whole))
	return int64(n)
}

// eventName returns the name of an event, one word.
func (m *model) eventName(event convert.Metric) string {
	if event == convert.Samples && m.unit(event) != convert.Samples.Unit() {
		return "values"
	}
	return event.String()
}

// unit returns what an event counts, on one line.
func (m *model) unit(event convert.Metric) string {
	return exchange.Printable(event.UnitIn(m.profile))
}
