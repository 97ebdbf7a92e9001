package sites

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// Trips returns, for each of some conditionals, the jumps back per exit of the loop that it ends: the last conditional that goes back to a place
// ends the loop from there to itself; the last one that ever did has the trips. 0: it has none, or they are unknown.
//
// Without the code, jumps without a condition are unknown. So are trips, unless the conditionals account for all of the control in the loop:
// its first conditional was executed whenever control came to it from others or the method's entry, and control left the loop as often as it
// entered. Otherwise there is another way back or out, an exit that is none since control comes back, or no loop.
//
// Last reports which of the conditionals are the last that went back to a place or, if none ever did, the last that would.
func (s *Sites) Trips(of []*Conditional) (trips []float64, last []bool) {
	trips, last = make([]float64, len(of)), make([]bool, len(of))
	wanted := map[uint64]bool{}
	for _, c := range of {
		if _, ok := c.head(); ok {
			wanted[c.owner()] = true
		}
	}
	if len(wanted) == 0 {
		return trips, last
	}
	var all []*Conditional
	for i := range s.Conditionals.All {
		if c := &s.Conditionals.All[i]; wanted[c.owner()] {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b *Conditional) int {
		return cmp.Or(cmp.Compare(a.owner(), b.owner()), cmp.Compare(a.BCI, b.BCI))
	})
	rates, found := s.EntryRates(all), map[uint64]float64{}
	for from, to := 0, 0; from < len(all); from = to {
		for to = from + 1; to < len(all) && all[to].owner() == all[from].owner(); to++ {
		}
		m := newControl(all[from:to], rates[from])
		for head, latch := range m.latches() {
			trips, ok := m.trips(head, latch.last)
			if !ok || rates[from+latch.last].Partly {
				trips = 0
			}
			found[m.all[latch.taken].key()] = trips
		}
	}
	for i, c := range of {
		trips[i], last[i] = found[c.key()]
	}
	return trips, last
}

// owner distinguishes the methods or the contexts that sites of one List are in.
func (s Site) owner() uint64 { return Site{Slot: s.Slot, Context: s.Context}.key() }

// head returns the first place that the conditional goes back to.
func (c *Conditional) head() (head iprof.BCI, ok bool) {
	for _, x := range c.Successors {
		if c.GoesBack(x) && (!ok || x.Target < head) {
			head, ok = x.Target, true
		}
	}
	return head, ok
}

// WentBack reports whether the conditional ever went back to the first place that it goes back to.
func (c *Conditional) WentBack() bool {
	head, ok := c.head()
	return ok && slices.ContainsFunc(c.Successors, func(x iprof.Successor) bool { return x.Target == head && x.Count > 0 })
}

// control is how often control came to the conditionals of a method or of a context.
type control struct {
	all  []*Conditional // in the order of the code
	came []int64        // from other conditionals or the entry of the method, to the code between the conditional before it and each; -1: unknown
}

func newControl(all []*Conditional, first EntryRate) control {
	m := control{all, make([]int64, len(all))}
	if m.came[0] = first.Entries; first.Executions != all[0].Executions { // other contexts have no count of their entries
		m.came[0] = -1
	}
	for _, c := range all {
		for _, x := range c.Successors {
			if i := m.next(x.Target); x.Target >= 0 && i < len(all) && m.came[i] >= 0 {
				m.came[i] += x.Count
			}
		}
	}
	return m
}

// next returns the index of the first conditional at a place or after it.
func (m control) next(place iprof.BCI) int {
	i, _ := slices.BinarySearchFunc(m.all, place, func(c *Conditional, place iprof.BCI) int { return cmp.Compare(c.BCI, place) })
	return i
}

// A latch has the indexes of the last conditional that goes back to a place, and of the last one that ever did: the last one, if none did.
type latch struct{ last, taken int }

// latches returns the latches of places.
func (m control) latches() map[iprof.BCI]latch {
	latches := map[iprof.BCI]latch{}
	for i, c := range m.all {
		head, ok := c.head()
		if !ok {
			continue
		}
		x, found := latches[head]
		if x.last = i; !found || c.WentBack() || !m.all[x.taken].WentBack() {
			x.taken = i
		}
		latches[head] = x
	}
	return latches
}

// maxConditionals is the maximum number of conditionals examined in a loop. A loop with more has no trips.
const maxConditionals = 1000

// trips returns the iterations per exit of a loop. It returns false if they are unknown.
func (m control) trips(head iprof.BCI, last int) (trips float64, ok bool) {
	first, end := m.next(head), m.all[last].BCI
	if last-first >= maxConditionals || m.came[first] != m.all[first].Executions {
		return 0, false
	}
	var back, exits, entered int64
	for i := first; i <= last; i++ {
		if m.came[i] < 0 {
			return 0, false
		}
		entered += m.came[i]
		for _, x := range m.all[i].Successors {
			switch {
			case x.Target < head || x.Target > end:
				exits += x.Count
				continue
			case x.Target == head || i == last && m.all[i].GoesBack(x):
				back += x.Count
			}
			entered -= x.Count
		}
	}
	return float64(back) / float64(exits), back > 0 && exits > 0 && exits == entered
}
