package code

import (
	"encoding/binary"
	"math"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Counts are the known counts of a method, over contexts that have records of the same conditionals: a conditional that one
// context lacks is unknown there, and the sum over other contexts would not be its count.
type Counts struct {
	Entries      int64
	AtLeast      bool // there are contexts without a call count, so there may have been more entries
	Conditionals map[int][]iprof.Successor
	Calls        map[int]Made // by BCI

	contexts int
	complete map[int]int // by BCI: contexts that count all calls made there
}

// NewCounts returns the counts of methods, by slot, in groups of contexts with records of the same conditionals. The scope
// and the filters of the options choose contexts. One that has no records of its own was entered, too, nobody knows how often.
func NewCounts(p *iprof.Profile, opts convert.SiteOptions) map[int32][]Counts {
	opts.Metrics, opts.ByContext = []convert.Metric{convert.Branches, convert.Receivers}, true
	sites := convert.NewSites(p, opts)
	conditionals := make(map[iprof.NodeID][]*convert.Conditional, len(sites.Conditionals.All))
	for i := range sites.Conditionals.All {
		c := &sites.Conditionals.All[i]
		conditionals[c.Context] = append(conditionals[c.Context], c)
	}
	entries := newEntryCounts(p)
	calls := madeIn(p, opts, sites, entries)
	groups := map[int32][]Counts{}
	numbers := map[string]int{}
	for i, n := range p.Contexts.All() {
		node := iprof.NodeID(i)
		if !counts(opts, node) {
			continue
		}
		slot := int32(p.MethodSlot(n.Method))
		known := entries.known[i]
		key := contextKey(slot, known, conditionals[node])
		number, ok := numbers[key]
		if !ok {
			number = len(groups[slot])
			numbers[key] = number
			groups[slot] = append(groups[slot], Counts{AtLeast: !known, Conditionals: map[int][]iprof.Successor{}, Calls: map[int]Made{}, complete: map[int]int{}})
		}
		groups[slot][number].add(entries.count[i], conditionals[node], calls[node])
	}
	for _, list := range groups {
		for i := range list {
			list[i].finish()
		}
	}
	return groups
}

// counts reports whether records of a node count.
func counts(opts convert.SiteOptions, node iprof.NodeID) bool {
	return (opts.Scope.Contexts == nil || opts.Scope.Contexts[node]) &&
		(opts.Contexts == nil || opts.Contexts.Keep[node] && opts.Contexts.Frame[node] >= 0)
}

// contextKey is equal for contexts of a method with records of the same conditionals.
func contextKey(slot int32, entered bool, conditionals []*convert.Conditional) string {
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
func (c *Counts) add(entries int64, conditionals []*convert.Conditional, calls *madeCalls) {
	c.contexts++
	c.Entries = sum(c.Entries, entries)
	if calls != nil {
		for _, x := range calls.calls {
			made := c.Calls[int(x.bci)]
			made.Count = sum(made.Count, x.Count)
			c.Calls[int(x.bci)] = made
			if !x.AtLeast {
				c.complete[int(x.bci)]++
			}
		}
	}
	for _, x := range conditionals {
		if x.BCI < 0 {
			continue
		}
		list := c.Conditionals[int(x.BCI)]
		for _, s := range x.Successors {
			list = addSuccessor(list, s)
		}
		c.Conditionals[int(x.BCI)] = list
	}
}

// finish finds the calls that not all contexts count.
func (c *Counts) finish() {
	for bci, made := range c.Calls {
		made.AtLeast = c.complete[bci] < c.contexts
		c.Calls[bci] = made
	}
	c.complete = nil
}

// addSuccessor adds a successor to those of a site, once for each target.
func addSuccessor(list []iprof.Successor, s iprof.Successor) []iprof.Successor {
	for i := range list {
		if list[i].Target == s.Target {
			list[i].Count = sum(list[i].Count, s.Count)
			return list
		}
	}
	return append(list, s)
}

// unlimited is no upper bound. It stays what it is in sums and differences.
const unlimited = math.MaxInt64

// sum adds two counts. It saturates.
func sum(a, b int64) int64 {
	if a > unlimited-b {
		return unlimited
	}
	return a + b
}

// less subtracts a count from another one, down to 0.
func less(a, b int64) int64 {
	if a == unlimited {
		return a
	}
	return max(0, a-b)
}

// matchSuccessors returns the counts of the edges that leave a conditional, by their place in node.out, and -1 where the
// record has none. A target is the first place with a frame state, so it may follow that of the bytecode on a straight line.
// It returns false where a recorded target is none of the conditional's.
func (g *graph) matchSuccessors(code *classfile.Code, n *node, recorded []iprof.Successor) ([]int64, bool) {
	counts := make([]int64, n.next)
	for i := range counts {
		counts[i] = -1
	}
	used := make([]bool, len(recorded))
	take := func(i, edge int) {
		used[i] = true
		counts[edge] = sum(max(0, counts[edge]), recorded[i].Count)
	}
	for i, s := range recorded {
		for j, e := range n.out[:n.next] {
			if to := g.nodes[g.edges[e].to]; code.Instructions[to.first].BCI == int(s.Target) {
				take(i, j)
			}
		}
	}
	for i, s := range recorded {
		if used[i] {
			continue
		}
		found := -1
		for j, e := range n.out[:n.next] {
			if counts[j] < 0 && g.leadsTo(code, g.edges[e].to, int(s.Target)) {
				if found >= 0 {
					found = -1
					break
				}
				found = j
			}
		}
		if found >= 0 {
			take(i, found)
		}
	}
	left, free := -1, -1
	for i := range recorded {
		if !used[i] {
			if left >= 0 {
				return nil, false
			}
			left = i
		}
	}
	if left < 0 {
		return counts, true
	}
	for j, c := range counts {
		if c < 0 {
			if free >= 0 {
				return nil, false
			}
			free = j
		}
	}
	if free < 0 {
		return nil, false
	}
	take(left, free) // the only one that is left
	return counts, true
}

// leadsTo reports whether control comes from a node to a BCI without a choice.
func (g *graph) leadsTo(code *classfile.Code, from int32, bci int) bool {
	for range len(g.nodes) {
		n := &g.nodes[from]
		if first, last := code.Instructions[n.first].BCI, code.Instructions[n.last].BCI; first <= bci && bci <= last {
			return true
		}
		if n.next != 1 {
			return false
		}
		from = g.edges[n.out[0]].to
	}
	return false
}
