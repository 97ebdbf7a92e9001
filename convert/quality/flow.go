package quality

import (
	"cmp"
	"math"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/firstrows"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// FlowMethods is the number of methods, hottest first, that a [Flow] is about, as in LLVM BOLT's profile quality statistics.
const FlowMethods = 1000

// A Flow says how much of the counts of the hottest methods contradict each other. Counts in the profiler's own runtime, and in methods
// inlined into it, are left out.
type Flow struct {
	FlowSum            // of all equations
	By      [3]FlowSum // by FlowKind

	Hottest int         // methods with the most entries, at most FlowMethods
	Methods []MethodGap // those with an equation: most contradicting counts first, then by entries

	LeftOut int // contexts of these methods without equations by class files, as they are too many
}

// A FlowKind is how counts imply each other.
type FlowKind uint8

// The kinds.
const (
	// ReceiverTypes: in a context, the types counted at a virtual call are at least the entries of the callees inlined there.
	ReceiverTypes FlowKind = iota
	// ControlFlow: in a context, counted places are reached from others, see [code.Conservation].
	ControlFlow
	// MethodEntries: a method has at least as many entries as compilation root as there are certain calls that were not inlined.
	MethodEntries
)

// FlowKinds are all kinds.
var FlowKinds = [...]FlowKind{ReceiverTypes, ControlFlow, MethodEntries}

// String returns the key of a kind in JSON.
func (k FlowKind) String() string {
	return words.Enum(k, "FlowKind", "receiver_types", "control_flow", "method_entries")
}

// A FlowSum adds up equations.
type FlowSum struct {
	Equations     int
	Contradictory int   // of these
	Counts        int64 // sum of their [code.Equation.Base], saturated
	Excess        int64 // sum of their [code.Equation.Excess], saturated
}

func (s *FlowSum) add(e code.Equation) {
	s.Equations++
	s.Counts = code.AddBounds(s.Counts, e.Base())
	if excess := e.Excess(); excess > 0 {
		s.Contradictory++
		s.Excess = code.AddBounds(s.Excess, excess)
	}
}

// Gap returns the share of the counts that contradict others, from 0 to 1; false: there are no counts to compare.
func (s *FlowSum) Gap() (float64, bool) {
	if s.Counts == 0 {
		return 0, false
	}
	return float64(s.Excess) / float64(s.Counts), true
}

// A MethodGap is a method with its equations.
type MethodGap struct {
	Slot    int32
	Entries int64
	FlowSum

	Worst     code.Equation // with the largest excess
	WorstKind FlowKind
}

// FlowOptions are the options of [NewFlow]. The zero value compares without class files.
type FlowOptions struct {
	Graph   *calls.Graph // by class files; nil: none
	Class   code.Finder  // of the same classes
	Fitting []bool       // by method slot: its class file is that of the profile; others have no equations by class files
}

// NewFlow compares the counts of a profile.
func NewFlow(names *convert.Names, opts FlowOptions) *Flow {
	p := names.Profile
	b := &flowBuilder{profile: p, opts: opts, flow: &Flow{}, at: make([]int32, p.MethodSlots())}
	b.entries = convert.NewEntries(p)
	b.profiler = make([]bool, p.Contexts.Len())
	for i, n := range p.Contexts.All() {
		b.profiler[i] = names.Kind(p.MethodSlot(n.Method)) == convert.Profiler || n.Parent != iprof.NoNode && b.profiler[n.Parent]
	}
	b.chooseHottest(names)
	b.receivers()
	if opts.Graph != nil {
		b.controlFlow()
		b.methodEntries()
	}
	f := b.flow
	f.Methods = slices.DeleteFunc(f.Methods, func(m MethodGap) bool { return m.Equations == 0 })
	slices.SortFunc(f.Methods, func(x, y MethodGap) int {
		return names.OrByName(cmp.Or(cmp.Compare(y.Excess, x.Excess), cmp.Compare(y.Entries, x.Entries)), x.Slot, y.Slot)
	})
	return f
}

// Worst95 returns the gap that 95% of the methods with counts do not exceed, as BOLT reports gaps; false: there are none.
func (f *Flow) Worst95() (float64, bool) {
	var gaps []float64
	for i := range f.Methods {
		if gap, ok := f.Methods[i].Gap(); ok {
			gaps = append(gaps, gap)
		}
	}
	if len(gaps) == 0 {
		return 0, false
	}
	slices.Sort(gaps)
	return gaps[len(gaps)*95/100], true
}

// A flowBuilder makes a [Flow].
type flowBuilder struct {
	profile  *iprof.Profile
	opts     FlowOptions
	entries  *convert.Entries
	profiler []bool // by context: it is the profiler's own runtime, or inlined into that
	flow     *Flow
	at       []int32 // by slot: index in flow.Methods plus 1; 0: not among the hottest
}

// chooseHottest chooses the methods with the most entries.
func (b *flowBuilder) chooseHottest(names *convert.Names) {
	var all []int32
	entries := func(slot int32) int64 { return b.entries.Methods[slot].Total() }
	for slot := range int32(len(b.entries.Methods)) {
		if entries(slot) > 0 && names.Kind(int(slot)) != convert.Profiler {
			all = append(all, slot)
		}
	}
	for i, slot := range firstrows.Sort(all, FlowMethods, func(x, y int32) int { return cmp.Or(cmp.Compare(entries(y), entries(x)), cmp.Compare(x, y)) }) {
		b.flow.Methods = append(b.flow.Methods, MethodGap{Slot: slot, Entries: entries(slot)})
		b.at[slot] = int32(i) + 1
	}
	b.flow.Hottest = len(b.flow.Methods)
}

// add adds an equation of a method, if that is one of the hottest.
func (b *flowBuilder) add(slot int32, kind FlowKind, e code.Equation) {
	i := b.at[slot] - 1
	if i < 0 || e.Base() == 0 {
		return
	}
	m := &b.flow.Methods[i]
	if m.Equations == 0 || e.Excess() > m.Worst.Excess() {
		m.Worst, m.WorstKind = e, kind
	}
	m.add(e)
	b.flow.add(e)
	b.flow.By[kind].add(e)
}

// receivers compares the entries of callees inlined at virtual calls with the receiver types there: each type selects one method, so
// there are as many types as callees, unless some are missing.
func (b *flowBuilder) receivers() {
	p := b.profile
	if p.Damaged(iprof.Receivers) > 0 || p.Damaged(iprof.Calls) > 0 {
		return
	}
	hottest := make([]bool, p.Contexts.Len())
	for i, n := range p.Contexts.All() {
		hottest[i] = b.at[p.MethodSlot(n.Method)] > 0 && !b.profiler[i]
	}
	scope := sites.Options{Metrics: []convert.Metric{convert.Receivers}, ByContext: true, Scope: sites.Scope{Contexts: hottest}}
	all := sites.New(p, scope).Receivers.All
	var places convert.Keys // of all
	for _, r := range all {
		places.Number(convert.PlaceKey(int32(r.Context), r.BCI))
	}
	type inlined struct {
		entries int64
		callees int
	}
	callees := make([]inlined, len(all))
	for i, n := range p.Contexts.All() {
		if n.Parent == iprof.NoNode || !hottest[n.Parent] || !b.entries.Known[i] {
			continue
		}
		if number := places.LookUp(convert.PlaceKey(int32(n.Parent), n.Site)); number >= 0 {
			callees[number].entries = code.AddBounds(callees[number].entries, b.entries.Count[i])
			callees[number].callees++
		}
	}
	for number, r := range all {
		if of := callees[number]; of.callees > 0 && len(r.Types) < iprof.SaturatedTypes && of.callees <= len(r.Types) && of.entries < math.MaxInt64 {
			b.add(r.Slot, ReceiverTypes, code.Equation{BCI: int(r.BCI), Counted: of.entries, Explained: r.Executions})
		}
	}
}

// maxFlowWork limits the work on control flow, in places and ways between them over all contexts: this many take up to three seconds.
const maxFlowWork = 40_000_000

// maxFlowInstructions limits the instructions of the hottest methods, whose control flow is kept: each takes up to 400 bytes. Methods
// of java.base have 25 on average, a thousand hot ones rarely more than 100.
const maxFlowInstructions = 500_000

// controlFlow compares the counts in each context of methods whose code is known.
func (b *flowBuilder) controlFlow() {
	p := b.profile
	if p.Damaged(iprof.Calls) > 0 || p.Damaged(iprof.Conditionals) > 0 {
		return
	}
	of, tooMany := make([]*code.Conservation, len(b.flow.Methods)), make([]bool, len(b.flow.Methods))
	instructions := 0
	for i, m := range b.flow.Methods {
		if !b.fits(m.Slot) {
			continue
		}
		method, err := code.Find(p, int(m.Slot), b.opts.Class)
		if err != nil {
			continue
		}
		body, err := method.Code()
		if err != nil || body == nil {
			continue
		}
		if tooMany[i] = instructions+len(body.Instructions) > maxFlowInstructions; tooMany[i] {
			continue
		}
		instructions += len(body.Instructions)
		of[i] = code.NewConservation(body, b.opts.Graph.Hints(m.Slot))
	}
	scope := make([]bool, p.Contexts.Len())
	work := 0
	for i, n := range p.Contexts.All() {
		m := b.at[p.MethodSlot(n.Method)] - 1
		if m < 0 || of[m] == nil && !tooMany[m] || b.profiler[i] {
			continue
		}
		if !tooMany[m] {
			work += of[m].Work()
		}
		if tooMany[m] || work > maxFlowWork {
			b.flow.LeftOut++
			continue
		}
		scope[i] = true
	}
	damagedTypes := p.Damaged(iprof.Receivers) > 0
	counts := code.NewContextCounts(p, sites.Options{Scope: sites.Scope{Contexts: scope}})
	for i, chosen := range scope {
		if !chosen {
			continue
		}
		slot := int32(p.MethodSlot(p.Contexts.Node(iprof.NodeID(i)).Method))
		known := counts[iprof.NodeID(i)]
		if damagedTypes {
			known.Calls = nil
		}
		for _, e := range of[b.at[slot]-1].Of(known) {
			b.add(slot, ControlFlow, e)
		}
	}
}

// fits reports whether the class file of a method is known to be that of the profile.
func (b *flowBuilder) fits(slot int32) bool { return b.opts.Fitting == nil || b.opts.Fitting[slot] }

// methodEntries compares the entries of methods as compilation root with the calls that are certain to have entered them.
func (b *flowBuilder) methodEntries() {
	if b.profile.Damaged(iprof.Calls) > 0 || b.profile.Damaged(iprof.Receivers) > 0 || b.profile.Damaged(iprof.Conditionals) > 0 {
		return
	}
	g := b.opts.Graph
	called := make([]int64, b.profile.MethodSlots())
	for site, target := range g.All() {
		if to := target.Callee.Slot; to >= 0 && b.fits(site.Slot) {
			called[to] = code.AddBounds(called[to], target.Stayed.Low)
		}
	}
	for slot, n := range called {
		if n > 0 && n < math.MaxInt64 && b.fits(int32(slot)) && g.CountsEntries(int32(slot)) {
			b.add(int32(slot), MethodEntries, code.Equation{Counted: n, Explained: g.Entered[slot].Root})
		}
	}
}
