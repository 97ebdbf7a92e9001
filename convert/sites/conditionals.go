package sites

import (
	"cmp"
	"runtime"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Conditional is a site with an if, a switch or the end of a loop. Its probabilities are computed from sums: counts are summed
// over contexts before they are divided.
type Conditional struct {
	Site
	Damaged    bool // it includes a count that is two numbers read as one: see [iprof.LooksPacked]
	Executions int64

	// Successors are in the order of the file, each with its own count, and paired from context to context as by
	// [iprof.SumSuccessors]. Before 1.0.0 there is one for each target, with the lowest of its indexes, which are meaningless
	// there.
	Successors []iprof.Successor
}

// A Target is a target of a conditional.
type Target struct {
	Target iprof.BCI
	Count  int64
}

// Targets returns the targets, most likely first. Successors that share a target are merged, in all versions of the format.
// Negative targets are not places in the bytecode, so each successor with one is separate.
func (c *Conditional) Targets() []Target {
	list := make([]Target, 0, len(c.Successors))
	for _, s := range c.Successors {
		list = append(list, Target{s.Target, s.Count})
	}
	byTarget := func(a, b Target) int { return cmp.Compare(a.Target, b.Target) }
	slices.SortStableFunc(list, byTarget)
	merged := list[:0]
	for _, p := range list {
		if last := len(merged) - 1; last >= 0 && p.Target >= 0 && merged[last].Target == p.Target {
			merged[last].Count += p.Count
		} else {
			merged = append(merged, p)
		}
	}
	slices.SortStableFunc(merged, func(a, b Target) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), byTarget(a, b))
	})
	return merged
}

// Entropy returns how hard it is to predict its successor, in bits: 0 if it is always the same.
func (c *Conditional) Entropy() float64 {
	if x := c.Successors; len(x) == 2 && x[0].Target != x[1].Target { // the usual case
		return Entropy(x[0].Count, x[1].Count)
	}
	var counts []int64
	for _, t := range c.Targets() {
		counts = append(counts, t.Count)
	}
	return Entropy(counts...)
}

// GoesBack reports whether a successor jumps back to the start of a loop.
func (c *Conditional) GoesBack(x iprof.Successor) bool { return x.Target >= 0 && x.Target <= c.BCI }

// OneSided reports whether the conditional is fully biased or was never executed.
func (c *Conditional) OneSided() bool {
	var taken *iprof.Successor
	for i := range c.Successors {
		s := &c.Successors[i]
		switch {
		case s.Count == 0:
		case taken == nil:
			taken = s
		case s.Target != taken.Target || s.Target < 0:
			return false
		}
	}
	return true
}

// IsEven reports whether the two most likely successors are within a share of the executions from a half.
func (c *Conditional) IsEven(within float64) bool {
	likeliest, second := c.LikeliestTwo()
	even, off := float64(c.Executions)*0.5, float64(c.Executions)*within
	return c.Executions > 0 && float64(likeliest) <= even+off && float64(second) >= even-off
}

// LikeliestTwo returns the counts of the two most likely successors; 0: none.
func (c *Conditional) LikeliestTwo() (likeliest, second int64) {
	if list := c.Targets(); len(list) > 0 {
		likeliest = list[0].Count
		if len(list) > 1 {
			second = list[1].Count
		}
	}
	return likeliest, second
}

// sumConditionals adds up the records of conditionals by site, and with parts their successors.
func sumConditionals(o *siteOwners, parts bool) List[Conditional] {
	list, p := List[Conditional]{}, o.profile
	var keys convert.Keys                          // of sites
	numbers := make([]int32, p.Conditionals.Len()) // by record: its site, or its owner if that is negative
	for k, r := range p.Conditionals.All() {
		if numbers[k] = o.owners[r.Node]; numbers[k] >= 0 {
			numbers[k] = keys.Number(convert.PlaceKey(numbers[k], r.BCI))
		}
	}
	list.All = make([]Conditional, len(keys.List))
	for i, key := range keys.List {
		list.All[i].Site = o.site(key)
	}
	// To unpack the successors of records takes most of the time: all processors do it, each for every so many-th group of sites.
	workers := max(1, min(runtime.GOMAXPROCS(0), len(numbers)/10_000))
	sums, work := make([]conditionalSum, workers), make([]func() error, workers)
	for i := range sums {
		sums[i] = conditionalSum{profile: p, sites: list.All, parts: parts}
		work[i] = func() error {
			const group = 64 // sites: neighbors in memory are summed up by one processor
			for k, r := range p.Conditionals.All() {
				if number := numbers[k]; number != noOwner && int(max(0, number)/group)%workers == i {
					sums[i].add(number, r)
				}
			}
			return nil
		}
	}
	background.All(work...)
	for i := range sums {
		list.VM += sums[i].vm
		list.VMDamaged = list.VMDamaged || sums[i].vmDamaged
	}
	return list
}

// A conditionalSum adds up records of some sites.
type conditionalSum struct {
	profile *iprof.Profile
	sites   []Conditional // of all
	parts   bool          // successors are added up, too
	vm      int64

	vmDamaged bool

	successors []iprof.Successor // of a record
	room       []iprof.Successor // storage for those of many sites
}

// add adds a record to the site with a number, or to vmOwner.
func (s *conditionalSum) add(number int32, r iprof.Conditional) {
	s.successors = appendSuccessors(s.successors[:0], s.profile, r)
	sum, damaged := int64(0), false
	for _, x := range s.successors {
		sum += x.Count
		damaged = damaged || iprof.LooksPacked(x.Count)
	}
	if number == vmOwner {
		s.vm += sum
		s.vmDamaged = s.vmDamaged || damaged
		return
	}
	c := &s.sites[number]
	c.Executions += sum
	c.Damaged = c.Damaged || damaged
	switch {
	case !s.parts:
		return
	case c.Successors != nil:
		c.Successors = sumSuccessors(s.profile, c.Successors, s.successors)
		return
	}
	if len(s.room)+len(s.successors) > cap(s.room) {
		s.room = make([]iprof.Successor, 0, max(4096, len(s.successors)))
	}
	from := len(s.room)
	s.room = append(s.room, s.successors...)
	c.Successors = s.room[from:len(s.room):len(s.room)]
}

// An EntryRate counts how often a conditional was executed and its method entered, over the contexts that have both counts.
type EntryRate struct {
	Executions, Entries int64
	AllEntries          int64 // entries of the method, including contexts without the conditional

	// Partly is set if contexts of the method, in a profile of calls, have no count of their entries and none of the conditional: it may have
	// been executed there.
	Partly bool
}

// PerEntry returns the executions per entry. It returns false if no context has both counts.
func (r EntryRate) PerEntry() (float64, bool) {
	if r.Entries == 0 {
		return 0, false
	}
	return float64(r.Executions) / float64(r.Entries), true
}

// Coverage returns the share of the method's entries that PerEntry is based on, from 0 to 1. It returns false without such a rate.
func (r EntryRate) Coverage() (float64, bool) {
	if r.Entries == 0 {
		return 0, false
	}
	return float64(r.Entries) / float64(r.AllEntries), true
}

// entryRates returns the rates of some conditionals.
func entryRates(o *siteOwners, conditionals []*Conditional) []EntryRate {
	rates := make([]EntryRate, len(conditionals))
	p := o.profile
	if len(conditionals) == 0 || p.Calls.Len() == 0 {
		return rates
	}
	var numbers convert.Keys // of conditionals
	for _, c := range conditionals {
		numbers.Number(c.key())
	}
	count, known := convert.EntriesByNode(p)
	entries := make([]int64, max(p.MethodSlots(), p.Contexts.Len())) // by owner
	uncounted := make([]int32, len(entries))                         // contexts
	for i, owner := range o.owners {
		if owner >= 0 {
			entries[owner] += count[i]
			if !known[i] {
				uncounted[owner]++
			}
		}
	}
	without := make([]int32, len(conditionals)) // contexts that count neither
	for i, c := range conditionals {
		owner, _ := convert.SplitPlaceKey(c.key())
		rates[i].AllEntries, without[i] = entries[owner], uncounted[owner]
	}
	var contexts convert.Keys // by number and node: several records of one context share its entries
	var successors []iprof.Successor
	for _, r := range p.Conditionals.All() {
		owner := o.owners[r.Node]
		if owner < 0 {
			continue
		}
		i := numbers.LookUp(convert.PlaceKey(owner, r.BCI))
		if i < 0 {
			continue
		}
		if !known[r.Node] {
			if _, fresh := contexts.Add(uint64(i)<<32 | uint64(r.Node)); fresh {
				without[i]--
			}
			continue
		}
		successors = p.OwnSuccessors(successors[:0], r)
		for _, x := range successors {
			rates[i].Executions += x.Count
		}
		if _, fresh := contexts.Add(uint64(i)<<32 | uint64(r.Node)); fresh {
			rates[i].Entries += count[r.Node]
		}
	}
	for i, n := range without {
		rates[i].Partly = n > 0
	}
	return rates
}
