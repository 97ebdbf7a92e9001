package optimized

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// A counter bounds how often each node of the log was reached: copies were entered, and calls made. The profile has the entries of methods
// in another image, the instrumented one, where others were inlined; so a count is a range, and these rules narrow it:
//
//   - All copies of a method have its entries together. A method with one copy has all of them there.
//   - A copy, or a call, has at most the calls of its site, over all copies of the caller. If the caller has one copy, it has these calls.
//   - Below a method with one copy, it has at least the entries of the profile's contexts with the same path from there; and no others if
//     all contexts of the path have it inlined.
//   - A call that runs at most once in its caller has at most the caller's entries, and at least those if it always runs.
type counter struct {
	image   *Image
	graph   *calls.Graph
	class   code.Finder // nil: none
	entries *convert.Entries

	outOfLog []bool // by slot: it also ran in code that the log does not have
	contexts contextIndex
	passes   map[uint64]passes // by place, see convert.PlaceKey

	usual []map[int32]bool    // by unit: calls whose upper bound is the count, unless an exception was thrown on the way
	twins []map[int32]twin    // by unit: the nodes that are copies of one call, which the compiler copied
	first map[nodeKey]int32   // of the current unit: the first node of a call
	sites map[int64]*siteMade // of the current unit, by caller and BCI
}

// A nodeKey is a call of a caller in a unit.
type nodeKey struct {
	parent, bci int32
	method      string
}

// A siteMade is the calls that a site of a copy made.
type siteMade struct {
	methods map[string]bool     // that are called or inlined there, each by itself
	counts  map[madeKey]madeSum // by node, as many may be alike
}

// A madeKey identifies nodes of a site that stand for the same: the method, or the virtual call.
type madeKey struct {
	method string
	slot   int32
	kind   optlog.Kind
}

type madeSum struct {
	code.Range
	usual bool
}

func siteKey(n *optlog.Node) int64 { return int64(n.Parent)<<32 | int64(uint32(n.BCI)) }

// unknown is the range of a count that nothing bounds.
var unknown = code.Range{Low: 0, High: code.Unlimited}

// rounds is how often bounds of callers and of all copies narrow each other.
const rounds = 2

func newCounter(m *Image, g *calls.Graph, class code.Finder) *counter {
	c := &counter{
		image: m, graph: g, class: class, entries: convert.NewEntries(m.profile), outOfLog: make([]bool, m.profile.MethodSlots()),
		contexts: indexContexts(m.profile), passes: map[uint64]passes{}, first: map[nodeKey]int32{}, sites: map[int64]*siteMade{},
	}
	c.findOutOfLog()
	return c
}

// findOutOfLog finds the methods that ran in code that the log does not have, as one that is cut or a JIT compiler's: those without a copy,
// and those without a unit that are called from there, or by a call that is left.
func (c *counter) findOutOfLog() {
	hasUnit := make([]bool, len(c.outOfLog))
	for _, slots := range c.image.slots {
		if slots[0] >= 0 {
			hasUnit[slots[0]] = true
		}
	}
	var found []int32
	add := func(slot int32) {
		if slot >= 0 && !hasUnit[slot] && !c.outOfLog[slot] {
			c.outOfLog[slot] = true
			found = append(found, slot)
		}
	}
	for slot, copies := range c.image.copies {
		if copies == 0 && c.entries.Methods[slot].Known() {
			add(int32(slot))
		}
	}
	c.eachCall(add)
	for len(found) > 0 {
		sites := c.graph.Of(found[len(found)-1])
		found = found[:len(found)-1]
		for i := range sites {
			for t := range sites[i].Targets {
				add(sites[i].Targets[t].Callee.Slot)
			}
		}
	}
}

// eachCall yields the methods of the profile that calls that are left may enter; -1: another one.
func (c *counter) eachCall(yield func(slot int32)) {
	for i := range c.image.Log.Units {
		u, slots := &c.image.Log.Units[i], c.image.slots[i]
		for k := range u.Nodes {
			n := &u.Nodes[k]
			if kind := n.Kind(); kind != optlog.Direct && kind != optlog.Indirect {
				continue
			}
			for _, slot := range c.image.targets[n.Method] {
				yield(slot)
			}
			if at := c.site(slots[n.Parent], n.BCI); n.Indirect && at != nil {
				for t := range at.Targets {
					yield(at.Targets[t].Callee.Slot)
				}
			}
		}
	}
}

// site returns the call site of a method; nil: none.
func (c *counter) site(caller, bci int32) *calls.Site {
	if caller < 0 || bci < 0 {
		return nil
	}
	return c.graph.At(caller, iprof.BCI(bci))
}

// single reports whether a method has all of its entries in one copy.
func (c *counter) single(slot int32) bool {
	return slot >= 0 && c.image.copies[slot] == 1 && !c.outOfLog[slot]
}

// count returns the counts of all nodes, by unit.
func (c *counter) count() [][]code.Range {
	all := make([][]code.Range, len(c.image.Log.Units))
	for i := range all {
		all[i] = c.unit(&c.image.Log.Units[i], c.image.slots[i])
	}
	for range rounds {
		for i := range all {
			c.followCallers(&c.image.Log.Units[i], c.image.slots[i], c.twins[i], all[i])
		}
		c.shareEntries(all)
	}
	return all
}

// unit returns the counts of a unit, each by itself.
func (c *counter) unit(u *optlog.Unit, slots []int32) []code.Range {
	counts, paths := make([]code.Range, len(u.Nodes)), make([]path, len(u.Nodes))
	twins := c.enter(u)
	c.twins, c.usual = append(c.twins, twins), append(c.usual, map[int32]bool{})
	for k := range u.Nodes {
		counts[k], paths[k] = c.node(u, slots, paths, k, twins)
	}
	return counts
}

// node returns the count of a node of a unit, by the counts of its method, its path and its site: the first that determines it does, as
// counters may have raced. Paths are those of its callers.
func (c *counter) node(u *optlog.Unit, slots []int32, paths []path, node int, twins map[int32]twin) (code.Range, path) {
	n, slot, r := &u.Nodes[node], slots[node], unknown
	of, isTwin := twins[int32(node)]
	if isTwin && twins[of.first].calls {
		if of.first != int32(node) {
			return code.Range{}, path{}
		}
		isTwin = false
	}
	if slot >= 0 && c.entries.Methods[slot].Known() {
		if r.High = c.entries.Methods[slot].Total(); c.single(slot) {
			r.Low = r.High
			return r, path{c.contexts.of[slot], true, true}
		}
	} else if !n.Indirect {
		r.High = c.mostOf(n.Method)
	}
	if node == 0 {
		return r, path{}
	}
	var way path
	if up := paths[n.Parent]; up.known && slot >= 0 && n.BCI >= 0 && !isTwin {
		way = c.below(up, iprof.BCI(n.BCI), slot)
		for _, i := range way.contexts {
			r.Low += c.entries.Count[i]
		}
		if way.complete {
			r.High = r.Low
			return r, way
		}
	}
	if at := c.site(slots[n.Parent], n.BCI); at != nil {
		made, usual := c.made(at, u, node, slot)
		if made.Low > r.High {
			return code.Range{Low: r.Low, High: made.Low}, way
		}
		r.High = max(r.Low, min(r.High, made.High))
		if c.single(slots[n.Parent]) && !isTwin {
			if r.Low = max(r.Low, made.Low); usual && r.High == made.High {
				c.usual[len(c.usual)-1][int32(node)] = true
			}
		}
	}
	return r, way
}

// mostOf returns the entries of methods that share a name, of the one with the most; Unlimited if there is none.
func (c *counter) mostOf(name string) int64 {
	most := int64(-1)
	for _, slot := range c.image.targets[name] {
		if !c.entries.Methods[slot].Known() {
			return code.Unlimited
		}
		most = max(most, c.entries.Methods[slot].Total())
	}
	if most < 0 {
		return code.Unlimited
	}
	return most
}

// A twin is one of several nodes for a call.
type twin struct {
	first int32 // the first of them
	calls bool  // all are calls that are left, of one kind: the first one has the calls of all
}

// enter indexes the nodes of a unit, and returns those that are several for one call.
func (c *counter) enter(u *optlog.Unit) (twins map[int32]twin) {
	clear(c.first)
	clear(c.sites)
	for k := 1; k < len(u.Nodes); k++ {
		n := &u.Nodes[k]
		kind := n.Kind()
		if kind == optlog.Deleted || kind == optlog.Devirtualized { // never reached as such
			continue
		}
		if !n.Indirect {
			at := c.sites[siteKey(n)]
			if at == nil {
				at = &siteMade{methods: map[string]bool{}, counts: map[madeKey]madeSum{}}
				c.sites[siteKey(n)] = at
			}
			at.methods[n.Method] = true
		}
		key := nodeKey{n.Parent, n.BCI, n.Method}
		first, seen := c.first[key]
		if !seen {
			c.first[key] = int32(k)
			continue
		}
		if twins == nil {
			twins = map[int32]twin{}
		}
		of, known := twins[first]
		if !known {
			of = twin{first, !u.Nodes[first].Inlined}
		}
		of.calls = of.calls && kind == u.Nodes[first].Kind()
		twins[first], twins[int32(k)] = of, of
	}
	return twins
}

// made returns how often a site called the methods of a node, and whether its upper bound is usually the count; slot is that of an inlined
// method of the profile, or -1.
func (c *counter) made(s *calls.Site, u *optlog.Unit, node int, slot int32) (code.Range, bool) {
	n := &u.Nodes[node]
	at := c.sites[siteKey(n)]
	if at == nil {
		at = &siteMade{counts: map[madeKey]madeSum{}}
		c.sites[siteKey(n)] = at
	}
	key := madeKey{n.Method, slot, n.Kind()}
	sum, known := at.counts[key]
	if !known {
		sum = c.sumOf(s, n, slot, at.methods)
		at.counts[key] = sum
	}
	return sum.Range, sum.usual
}

// sumOf adds up the targets that a node stands for, given the methods at its site that are nodes of their own. Those that it may stand for
// raise the bound above only.
func (c *counter) sumOf(s *calls.Site, n *optlog.Node, slot int32, own map[string]bool) madeSum {
	if n.Kind() == optlog.Indirect {
		return c.sumOfRest(s, own)
	}
	sum := madeSum{usual: true}
	found, others := false, int64(0)
	for i := range s.Targets {
		t := &s.Targets[i]
		is := c.image.matcher(t.Callee)
		switch {
		case slot >= 0 && t.Callee.Slot == slot, slot < 0 && is != nil && is(n.Method):
			sum.add(t)
			found = true
		case is == nil, slot < 0 && c.image.mayMean(n.Method, t):
			sum.mayAdd(t)
		case t.Callee.OtherTypes:
			others = code.AddBounds(others, t.Calls.High)
		}
	}
	if !found && others > 0 { // it may be one of the methods that the profiler did not keep
		sum.High, sum.usual = code.AddBounds(sum.High, others), false
	}
	return sum
}

// sumOfRest adds up the targets of a virtual call that have no node of their own.
func (c *counter) sumOfRest(s *calls.Site, own map[string]bool) madeSum {
	sum := madeSum{usual: true}
	for i := range s.Targets {
		t := &s.Targets[i]
		is := c.image.matcher(t.Callee)
		hasOwn, mayHave := false, false
		for method := range own {
			hasOwn = hasOwn || is != nil && is(method)
			mayHave = mayHave || c.image.mayMean(method, t)
		}
		switch {
		case hasOwn:
		case mayHave:
			sum.mayAdd(t)
		default:
			sum.add(t)
		}
	}
	return sum
}

// add adds a target that the node stands for.
func (sum *madeSum) add(t *calls.Target) {
	sum.Range = code.Range{Low: sum.Low + t.Calls.Low, High: code.AddBounds(sum.High, t.Calls.High)}
	sum.usual = sum.usual && t.Calls.Execution().Plain()
}

// mayAdd adds one that it may stand for.
func (sum *madeSum) mayAdd(t *calls.Target) {
	sum.High = code.AddBounds(sum.High, t.Calls.High)
	sum.usual = false
}

// passes is how often an instruction runs in one execution of its method.
type passes struct{ always, once bool }

func (c *counter) passesOf(caller, bci int32) passes {
	key := convert.PlaceKey(caller, iprof.BCI(bci))
	of, known := c.passes[key]
	if known || c.class == nil {
		return of
	}
	if m, err := code.Find(c.image.profile, int(caller), c.class); err == nil {
		if body, err := m.Code(); err == nil && body != nil && (!code.MayBeInlinedEarly(body) || c.isCounted(caller, bci)) {
			of.always, of.once = code.Passes(body, []int{int(bci)})
		}
	}
	c.passes[key] = of
	return of
}

// isCounted reports whether a call was made once per entry of its caller: then the caller, which may be inlined before entries are counted, did
// not run without.
func (c *counter) isCounted(caller, bci int32) bool {
	at, entries := c.site(caller, bci), c.entries.Methods[caller]
	return at != nil && entries.Known() && at.Made.Fixed() && at.Made.High == entries.Total()
}

// followCallers bounds the counts of a unit by those of callers.
func (c *counter) followCallers(u *optlog.Unit, slots []int32, twins map[int32]twin, counts []code.Range) {
	for k := range u.Nodes {
		n := &u.Nodes[k]
		if k == 0 {
			continue
		}
		r, up := &counts[k], counts[n.Parent]
		if c.image.isLambda(&u.Nodes[n.Parent]) { // its code, which no class file has, runs each call once
			r.High = max(r.Low, min(r.High, up.High))
			counts[n.Parent].Low = min(up.High, max(up.Low, r.Low))
		}
		if n.BCI < 0 || slots[n.Parent] < 0 {
			continue
		}
		of := c.passesOf(slots[n.Parent], n.BCI)
		if of.once {
			r.High = max(r.Low, min(r.High, up.High))
		}
		_, isTwin := twins[int32(k)]
		if at := c.site(slots[n.Parent], n.BCI); of.always && at != nil && at.Kind == calls.Static && !isTwin { // others may have no receiver
			r.Low = min(r.High, max(r.Low, up.Low))
		}
	}
}

// shareEntries bounds the counts of copies by those of the other copies: all have the entries of the method together.
func (c *counter) shareEntries(all [][]code.Range) {
	sums := make([]code.Range, c.image.profile.MethodSlots())
	for i, slots := range c.image.slots {
		for k, slot := range slots {
			if slot >= 0 {
				sum, r := &sums[slot], all[i][k]
				*sum = code.Range{Low: sum.Low + r.Low, High: code.AddBounds(sum.High, r.High)}
			}
		}
	}
	for i, slots := range c.image.slots {
		for k, slot := range slots {
			if slot < 0 || !c.entries.Methods[slot].Known() {
				continue
			}
			r, sum, total := all[i][k], sums[slot], c.entries.Methods[slot].Total()
			if sum.Low > total { // counters raced: of none is it certain
				all[i][k].Low = 0
				continue
			}
			all[i][k].High = max(r.Low, min(r.High, total-(sum.Low-r.Low)))
			if sum.High != code.Unlimited && !c.outOfLog[slot] {
				all[i][k].Low = min(all[i][k].High, max(r.Low, total-(sum.High-r.High)))
			}
		}
	}
}
