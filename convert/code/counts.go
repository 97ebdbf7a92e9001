package code

import (
	"encoding/binary"
	"iter"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Counts are the known counts of a method, over contexts that have records of the same conditionals: if a context lacks a
// conditional, its count there is unknown, so a sum over the other contexts would be wrong.
type Counts struct {
	Entries      int64
	AtLeast      bool // some contexts have no call count, so there may have been more entries
	Conditionals map[int][]iprof.Successor
	Calls        map[int]Made // by BCI

	contexts int
	complete map[int]int // by BCI: contexts that count every call made there
}

// NewCounts returns the counts of methods, by slot, in groups of contexts with records of the same conditionals. The scope
// and the filters of the options choose contexts. A context without records was also entered, an unknown number of times.
func NewCounts(p *iprof.Profile, opts sites.Options) map[int32][]Counts {
	return newCounts(p, opts, true)
}

// NewContextCounts returns the counts of each of the contexts that the scope and the filters of the options choose, by context.
func NewContextCounts(p *iprof.Profile, opts sites.Options) map[iprof.NodeID]Counts {
	all := map[iprof.NodeID]Counts{}
	for c := range contextCounts(p, opts, true) {
		counts := Counts{AtLeast: !c.known}
		counts.add(c.entries, c.conditionals, c.calls)
		counts.finish()
		all[c.node] = counts
	}
	return all
}

// newCounts counts calls only on request: they take most of the memory, and are useless without the code.
func newCounts(p *iprof.Profile, opts sites.Options, withCalls bool) map[int32][]Counts {
	groups := map[int32][]Counts{}
	numbers := map[string]int{}
	for c := range contextCounts(p, opts, withCalls) {
		key := contextKey(c.slot, c.known, c.conditionals)
		number, ok := numbers[key]
		if !ok {
			number = len(groups[c.slot])
			numbers[key] = number
			groups[c.slot] = append(groups[c.slot], Counts{AtLeast: !c.known})
		}
		groups[c.slot][number].add(c.entries, c.conditionals, c.calls)
	}
	for _, list := range groups {
		for i := range list {
			list[i].finish()
		}
	}
	return groups
}

// A contextCount is what is recorded in a context of a method.
type contextCount struct {
	node         iprof.NodeID
	slot         int32
	known        bool // the file has its entries
	entries      int64
	conditionals []*sites.Conditional
	calls        iter.Seq[*madeCall]
}

// contextCounts yields the contexts that options choose, in the order of the file.
func contextCounts(p *iprof.Profile, opts sites.Options, withCalls bool) iter.Seq[contextCount] {
	opts.Metrics, opts.ByContext = []convert.Metric{convert.Branches}, true
	if withCalls {
		opts.Metrics = append(opts.Metrics, convert.Receivers)
	}
	sums := sites.New(p, opts)
	conditionals := make(map[iprof.NodeID][]*sites.Conditional, len(sums.Conditionals.All))
	for i := range sums.Conditionals.All {
		c := &sums.Conditionals.All[i]
		conditionals[c.Context] = append(conditionals[c.Context], c)
	}
	entries := newEntryCounts(p)
	var calls *madeCalls
	if withCalls {
		calls = newMadeCalls(p, opts, sums, entries)
	}
	return func(yield func(contextCount) bool) {
		for i, n := range p.Contexts.All() {
			node := iprof.NodeID(i)
			if !counts(opts, node) {
				continue
			}
			c := contextCount{node, int32(p.MethodSlot(n.Method)), entries.known[i], entries.count[i], conditionals[node], calls.in(node)}
			if !yield(c) {
				return
			}
		}
	}
}

// contextKey is equal for contexts of a method with records of the same conditionals.
func contextKey(slot int32, entered bool, conditionals []*sites.Conditional) string {
	places := make([]bool, 0, 64)
	for _, c := range conditionals {
		if c.BCI < 0 {
			continue
		}
		for len(places) <= int(c.BCI) {
			places = append(places, false)
		}
		places[c.BCI] = true
	}
	key := binary.AppendVarint(make([]byte, 0, len(places)/8+8), int64(slot))
	if entered {
		key = append(key, 1)
	} else {
		key = append(key, 0)
	}
	for i, set := range places {
		if i%8 == 0 {
			key = append(key, 0)
		}
		if set {
			key[len(key)-1] |= 1 << (i % 8)
		}
	}
	return string(key)
}

// add adds a context.
func (c *Counts) add(entries int64, conditionals []*sites.Conditional, calls iter.Seq[*madeCall]) {
	c.contexts++
	c.Entries = sum(c.Entries, entries)
	for x := range calls {
		if c.Calls == nil {
			c.Calls, c.complete = map[int]Made{}, map[int]int{}
		}
		made := c.Calls[int(x.bci)]
		made.Count = sum(made.Count, x.count())
		made.Inlined = sum(made.Inlined, x.callees)
		made.Uncounted = made.Uncounted || x.uncounted
		c.Calls[int(x.bci)] = made
		if !x.atLeast {
			c.complete[int(x.bci)]++
		}
	}
	for _, x := range conditionals {
		if x.BCI < 0 {
			continue
		}
		if c.Conditionals == nil {
			c.Conditionals = map[int][]iprof.Successor{}
		}
		c.Conditionals[int(x.BCI)] = addSuccessors(c.Conditionals[int(x.BCI)], x.Successors)
	}
}

// finish finds the calls that some contexts do not count.
func (c *Counts) finish() {
	for bci, made := range c.Calls {
		made.AtLeast = c.complete[bci] < c.contexts
		c.Calls[bci] = made
	}
	c.complete = nil
}

// addSuccessors adds successors to those of a site, once per target.
func addSuccessors(list, more []iprof.Successor) []iprof.Successor {
	const few = 16 // compared one by one, which is faster than a map
	find := func(target iprof.BCI) int {
		return slices.IndexFunc(list, func(s iprof.Successor) bool { return s.Target == target })
	}
	var at map[iprof.BCI]int
	if len(list)+len(more) > few {
		at = make(map[iprof.BCI]int, len(list))
		for i, s := range list {
			at[s.Target] = i
		}
		find = func(target iprof.BCI) int {
			if i, ok := at[target]; ok {
				return i
			}
			return -1
		}
	}
	for _, s := range more {
		if i := find(s.Target); i >= 0 {
			list[i].Count = sum(list[i].Count, s.Count)
			continue
		}
		if list = append(list, s); at != nil {
			at[s.Target] = len(list) - 1
		}
	}
	return list
}
