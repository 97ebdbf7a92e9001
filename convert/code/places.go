package code

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// places are the places of methods that have records.
type places struct {
	starts []int32 // by slot: start index in all, followed by the end
	all    []Place // by method, in the order of BCIs
}

// newPlaces collects the places of sites, which must be summed over contexts.
func newPlaces(p *iprof.Profile, sums *sites.Sites) *places {
	var numbers convert.Keys
	var found []Place // by number
	at := func(s sites.Site) *Place {
		n, fresh := numbers.Add(convert.PlaceKey(s.Slot, s.BCI))
		if fresh {
			found = append(found, Place{BCI: s.BCI, Instruction: -1})
		}
		return &found[n]
	}
	conditionals := make([]*sites.Conditional, len(sums.Conditionals.All))
	for i := range conditionals {
		conditionals[i] = &sums.Conditionals.All[i]
	}
	for i, end := range tripsOfRecords(sums, conditionals) {
		x := at(conditionals[i].Site)
		x.Branch, x.LoopEnd = conditionals[i], end
	}
	for i := range sums.Receivers.All {
		at(sums.Receivers.All[i].Site).Receivers = &sums.Receivers.All[i]
	}
	for i := range sums.InstanceOf.All {
		at(sums.InstanceOf.All[i].Site).InstanceOf = &sums.InstanceOf.All[i]
	}
	for i := range sums.Calls.All {
		at(sums.Calls.All[i].Site).Call = &sums.Calls.All[i]
	}
	for i := range sums.Samples.All {
		at(sums.Samples.All[i].Site).Samples = &sums.Samples.All[i]
	}
	t := &places{starts: make([]int32, p.MethodSlots()+1), all: make([]Place, len(found))}
	slotOf := func(n int) int32 {
		slot, _ := convert.SplitPlaceKey(numbers.List[n])
		return slot
	}
	for n := range found {
		t.starts[slotOf(n)+1]++
	}
	for slot := range p.MethodSlots() {
		t.starts[slot+1] += t.starts[slot]
	}
	next := slices.Clone(t.starts)
	for n, x := range found {
		slot := slotOf(n)
		t.all[next[slot]] = x
		next[slot]++
	}
	for slot := range int32(p.MethodSlots()) {
		slices.SortFunc(t.of(slot), func(a, b Place) int { return cmp.Compare(a.BCI, b.BCI) })
	}
	return t
}

// of returns the places of a method.
func (t *places) of(slot int32) []Place {
	start, end := t.starts[slot], t.starts[slot+1]
	return t.all[start:end:end]
}

// recorded fills in the places of a method without bytecode: those with records. The method is entered at BCI 0.
func (m *Method) recorded(places []Place, groups []Counts) {
	m.Places = places
	entry, ok := slices.BinarySearchFunc(places, 0, func(x Place, bci iprof.BCI) int { return cmp.Compare(x.BCI, bci) })
	if !ok && m.Entries.Bound != None {
		m.Places = slices.Insert(m.Places, entry, Place{Instruction: -1})
	}
	for i := range m.Places {
		x := &m.Places[i]
		if x.Branch != nil {
			x.Execution = Execution{x.Branch.Executions, Exact}
			for _, g := range groups {
				if g.Conditionals[int(x.BCI)] == nil && (g.Entries > 0 || g.AtLeast) {
					x.Execution.Bound = AtLeast // some contexts do not have it
				}
			}
		} else if x.BCI == 0 {
			x.Execution = m.Entries
		}
	}
}

// instructions fills in the places of a method with bytecode: its instructions, and other BCIs that have records.
func (m *Method) instructions(places []Place, groups []Counts, hints Hints, all *Work) {
	g := newGraph(m.Code, nil)
	m.Executions = g.executions(m.Code, groups, nil, all)
	m.setTrips(g, places, groups)
	if hints != nil && !m.Executions.exact() { // exact counts are the same with hints, for which all other methods may have to be read
		if of := hints(m.Slot); of != nil {
			g = newGraph(m.Code, of)
			m.Executions = g.executions(m.Code, groups, of, all)
		}
	}
	m.Places = make([]Place, 0, len(m.Code.Instructions)+len(places))
	for i, in := range m.Code.Instructions {
		x := Place{BCI: iprof.BCI(in.BCI)}
		for len(places) > 0 && places[0].BCI < x.BCI {
			m.Places, places = append(m.Places, places[0]), places[1:]
		}
		if len(places) > 0 && places[0].BCI == x.BCI {
			x, places = places[0], places[1:]
		}
		x.Instruction, x.Line = i, m.Code.Line(in.BCI)
		x.Execution, x.NotReturned = m.Executions.ByInstruction[i], m.Executions.NotReturned[i]
		m.Places = append(m.Places, x)
	}
	m.Places = append(m.Places, places...)
}

// setTrips sets the trips of loops by the code, as [Trips] has them, at the places of a method that have records.
func (m *Method) setTrips(g *graph, places []Place, groups []Counts) {
	var conditionals []*sites.Conditional
	var of []*Place
	for i := range places {
		if branch := places[i].Branch; branch != nil {
			conditionals, of = append(conditionals, branch), append(of, &places[i])
		}
	}
	for i, end := range newFlowCounts(g, m.Code, m.Executions.ByInstruction, groups, conditionals).loopEnds() {
		of[i].LoopEnd = end.or(of[i].LoopEnd)
	}
}
