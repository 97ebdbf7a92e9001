package iprof

import (
	"cmp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/background"
)

// Canonical returns the profile of the same content that has the version 1.0.0 (1.1.0 with records of [InstanceOf]) and the
// canonical form, in which profiles of equal content are equal:
//
//   - ids are dense, of types from 0 and of methods from 1 (0:0 is the dummy context of monitors), in the order of names;
//   - there is one record for each section, context and BCI, with the sum of the counts, in the order of contexts;
//   - successors have their own counts, see [Profile.OwnSuccessors], and are summed as by [SumSuccessors].
//
// If the profile refers to types or methods that it does not list, all ids stay: they may have a meaning for the owner of the
// tables. If used is set, unreferenced types and methods are dropped.
func Canonical(p *Profile, used bool) *Profile {
	own := *p
	return canonicalized(&own, used)
}

// Canonical does the same as [Builder.Profile], and returns the profile in canonical form, see the function [Canonical].
// It frees the Builder's content incrementally, so the data is never in memory twice.
func (b *Builder) Canonical() *Profile { return canonicalized(b.Profile(), false) }

// canonicalized does the work of Canonical. It empties p step by step.
func canonicalized(p *Profile, used bool) *Profile {
	c := canonicalizer{p: p, b: NewBuilder(Version{1, 0, 0, ""})}
	c.b.SetOrigin(p.origin)
	if p.InstanceOf.Len() > 0 {
		c.b.p.Version.Minor = 1
	}
	inContexts := onPaths(p.Contexts, func(mark func(NodeID)) {
		for _, r := range p.Calls.All() {
			mark(r.Node)
		}
		for _, r := range p.Conditionals.All() {
			mark(r.Node)
		}
		for _, r := range p.Receivers.All() {
			mark(r.Node)
		}
		for _, r := range p.InstanceOf.All() {
			mark(r.Node)
		}
	})
	inStacks := onPaths(p.Stacks, func(mark func(NodeID)) {
		for _, r := range p.Samples.All() {
			mark(r.Node)
		}
	})
	c.number(used, inContexts, inStacks)
	c.contexts = canonicalTree(p.Contexts, &c.b.contexts.Tree, c.method, inContexts)
	c.stacks = canonicalTree(p.Stacks, &c.b.stacks.Tree, c.method, inStacks)
	p.Contexts, p.Stacks = nil, nil
	c.records()
	return c.b.Profile()
}

// A canonicalizer moves the content of p to b.
type canonicalizer struct {
	p *Profile
	b *Builder

	typeIDs          []TypeID   // new ids by slot of p; nil: they stay
	methodIDs        []MethodID // new ids by slot of p
	contexts, stacks []NodeID   // nodes of b by node of p; NoNode if the node has no records
}

// must panics if a sum overflows, which is impossible here: the sums of p did not.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

func (c *canonicalizer) typ(id TypeID) TypeID {
	if c.typeIDs == nil || id == NoType {
		return id
	}
	return c.typeIDs[c.p.TypeSlot(id)]
}

func (c *canonicalizer) method(id MethodID) MethodID { return c.methodIDs[c.p.MethodSlot(id)] }

// number assigns the new ids and adds the types and methods to b in their order.
func (c *canonicalizer) number(used bool, inContexts, inStacks []bool) {
	p := c.p
	keepIDs := p.MethodSlots() > p.Methods.Len() || p.TypeSlots() > p.Types.Len()
	var methods, types []int
	if used {
		methods, types = c.referred(inContexts, inStacks)
	} else {
		for slot := range p.Methods.Len() {
			methods = append(methods, slot)
		}
		for slot := range p.Types.Len() {
			types = append(types, slot)
		}
	}

	if keepIDs {
		slices.SortFunc(types, func(a, b int) int { return cmp.Compare(p.Types.At(a).ID, p.Types.At(b).ID) })
	} else {
		c.sortTypes(types)
	}
	c.typeIDs = make([]TypeID, p.TypeSlots())
	for slot := range c.typeIDs {
		t, _ := p.TypeAt(slot)
		c.typeIDs[slot] = t.ID
	}
	for i, slot := range types {
		t := p.Types.At(slot)
		if !keepIDs {
			t.ID = TypeID(i)
			c.typeIDs[slot] = t.ID
		}
		c.b.AddType(t)
	}

	if keepIDs {
		slices.SortFunc(methods, func(a, b int) int { return cmp.Compare(p.MethodIDAt(a), p.MethodIDAt(b)) })
	} else {
		c.sortMethods(methods)
	}
	c.methodIDs = make([]MethodID, p.MethodSlots())
	for slot := range c.methodIDs {
		m, _ := p.MethodAt(slot)
		c.methodIDs[slot] = m.ID
	}
	for i, slot := range methods {
		m := p.Methods.At(slot)
		if !keepIDs {
			m.ID = MethodID(i + 1)
			c.methodIDs[slot] = m.ID
		}
		m.Declaring, m.Return = c.typ(m.Declaring), c.typ(m.Return)
		for i, t := range m.Params {
			m.Params[i] = c.typ(t)
		}
		c.b.AddMethod(m)
	}
}

// A head is what the place of a type or a method in the order mostly depends on, read once for all comparisons.
type head struct {
	first int // what comes before the name
	name  string
	slot  int
}

// sortByHead sorts slots by their heads, then by tie, then by themselves.
func sortByHead(slots []int, headOf func(slot int) head, tie func(a, b int) int) {
	heads := make([]head, len(slots))
	for i, slot := range slots {
		heads[i] = headOf(slot)
	}
	slices.SortFunc(heads, func(a, b head) int {
		if o := cmp.Or(cmp.Compare(a.first, b.first), strings.Compare(a.name, b.name)); o != 0 {
			return o
		}
		return cmp.Or(tie(a.slot, b.slot), cmp.Compare(a.slot, b.slot))
	})
	for i, h := range heads {
		slots[i] = h.slot
	}
}

// sortTypes sorts slots of types by name, the primitive ones first.
func (c *canonicalizer) sortTypes(slots []int) {
	sortByHead(slots, func(slot int) head {
		name := c.p.Types.At(slot).Name
		return head{primitive(name), name, slot}
	}, func(a, b int) int { return 0 })
}

// sortMethods sorts slots of methods by the new ids of their declaring types, their names, and the new ids of the other types.
func (c *canonicalizer) sortMethods(slots []int) {
	byType := func(x, y TypeID) int { return cmp.Compare(c.typ(x), c.typ(y)) }
	sortByHead(slots, func(slot int) head {
		m, _ := c.p.Methods.head(slot)
		return head{int(c.typ(m.Declaring)), m.Name, slot}
	}, func(a, b int) int { // overloads
		x, y := c.p.Methods.At(a), c.p.Methods.At(b)
		return cmp.Or(slices.CompareFunc(x.Params, y.Params, byType), byType(x.Return, y.Return))
	})
}

// primitive returns the rank of a type: native-image lists the primitive types first, in this order.
func primitive(name string) int {
	if i := slices.Index([]string{"boolean", "byte", "short", "char", "int", "float", "long", "double", "void"}, name); i >= 0 {
		return i
	}
	return 9
}

// referred returns the slots of the listed methods and types that the marked nodes, the records and the signatures of such methods
// refer to.
func (c *canonicalizer) referred(inContexts, inStacks []bool) (methods, types []int) {
	p := c.p
	inMethods, inTypes := make([]bool, p.MethodSlots()), make([]bool, p.TypeSlots())
	for i, n := range p.Contexts.All() {
		if inContexts[i] {
			inMethods[p.MethodSlot(n.Method)] = true
		}
	}
	for i, n := range p.Stacks.All() {
		if inStacks[i] {
			inMethods[p.MethodSlot(n.Method)] = true
		}
	}
	for slot, m := range p.Methods.All() {
		if !inMethods[slot] {
			continue
		}
		methods = append(methods, slot)
		for _, t := range append(m.Params, m.Declaring, m.Return) {
			if t != NoType {
				inTypes[p.TypeSlot(t)] = true
			}
		}
	}
	for _, t := range p.Monitors {
		inTypes[p.TypeSlot(t.Type)] = true
	}
	for _, list := range []*List[TypeProfile]{&p.Receivers, &p.InstanceOf} {
		for _, r := range list.All() {
			for _, t := range p.TypeCounts(r) {
				inTypes[p.TypeSlot(t.Type)] = true
			}
		}
	}
	for slot := range p.Types.All() {
		if inTypes[slot] {
			types = append(types, slot)
		}
	}
	return methods, types
}

// onPaths returns for each node whether it is marked or has a marked descendant.
func onPaths(t *Tree, marked func(mark func(NodeID))) []bool {
	used := make([]bool, t.Len())
	marked(func(id NodeID) { used[id] = true })
	for i := t.Len() - 1; i >= 0; i-- {
		if parent := t.Node(NodeID(i)).Parent; used[i] && parent != NoNode {
			used[parent] = true
		}
	}
	return used
}

// canonicalTree copies the used nodes of a tree to an empty one, depth first, children in the order of site and method. It
// returns the new ids by old id.
func canonicalTree(from, to *Tree, method func(MethodID) MethodID, used []bool) []NodeID {
	n := from.Len()
	end := make([]int32, n+2) // of the children of a node +1, of the roots at 0; at first the beginning
	for i, node := range from.All() {
		if used[i] {
			end[node.Parent+2]++
		}
	}
	for i := 1; i < len(end); i++ {
		end[i] += end[i-1]
	}
	children := make([]NodeID, end[n+1])
	for i, node := range from.All() {
		if used[i] {
			children[end[node.Parent+1]] = NodeID(i)
			end[node.Parent+1]++
		}
	}
	of := func(parent NodeID) []NodeID {
		if parent == NoNode {
			return children[:end[0]]
		}
		return children[end[parent]:end[parent+1]]
	}
	background.Ranges(n+1, 20_000, func(begin, end int) {
		type sibling struct {
			place int64 // the site, then the new id of the method
			id    NodeID
		}
		var siblings []sibling
		for parent := NodeID(begin) - 1; int(parent) < end-1; parent++ {
			ids := of(parent)
			if len(ids) < 2 {
				continue
			}
			siblings = siblings[:0]
			for _, id := range ids {
				node := from.Node(id)
				siblings = append(siblings, sibling{int64(node.Site)<<32 | int64(method(node.Method)), id})
			}
			slices.SortFunc(siblings, func(a, b sibling) int { return cmp.Compare(a.place, b.place) })
			for i, s := range siblings {
				ids[i] = s.id
			}
		}
	})

	nodes := make([]NodeID, n)
	for i := range nodes {
		nodes[i] = NoNode
	}
	for stack := [][]NodeID{of(NoNode)}; len(stack) > 0; {
		top := &stack[len(stack)-1]
		if len(*top) == 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		id := (*top)[0]
		*top = (*top)[1:]
		node := from.Node(id)
		if node.Parent != NoNode {
			node.Parent = nodes[node.Parent]
		}
		node.Method = method(node.Method)
		to.nodes.add(node)
		nodes[id] = NodeID(to.nodes.n - 1)
		stack = append(stack, of(id))
	}
	return nodes
}

// byPlace calls a function for every new node and BCI that has records, in their order, with the records there, in the order of the list. It
// empties the list, and is given the new nodes by old node, and how many there are.
func byPlace[record any](list *List[record], nodes []NodeID, n int, place func(record) (NodeID, BCI), each func(node NodeID, bci BCI, here []record)) {
	// Nodes have few records each: these are sorted by counting, which compares none. They are moved themselves: to read them in order is
	// much faster than where they were.
	end := make([]int, n+1) // by new node: of its records in order
	for _, r := range list.All() {
		node, _ := place(r)
		end[nodes[node]+1]++
	}
	for node := range n { // for now, the beginning
		end[node+1] += end[node]
	}
	sorted := make([]record, list.Len())
	for _, r := range list.All() {
		node, _ := place(r)
		at := &end[nodes[node]]
		sorted[*at] = r
		*at++
	}
	*list = List[record]{}
	bci := func(r record) BCI {
		_, bci := place(r)
		return bci
	}
	begin := 0
	for node := range n {
		here := sorted[begin:end[node]]
		begin = end[node]
		if len(here) > 1 {
			slices.SortStableFunc(here, func(a, b record) int { return cmp.Compare(bci(a), bci(b)) })
		}
		for len(here) > 0 {
			at, same := bci(here[0]), 1
			for same < len(here) && bci(here[same]) == at {
				same++
			}
			each(NodeID(node), at, here[:same])
			here = here[same:]
		}
	}
}

func (r Count) place() (NodeID, BCI)       { return r.Node, r.BCI }
func (r Conditional) place() (NodeID, BCI) { return r.Node, r.BCI }
func (r TypeProfile) place() (NodeID, BCI) { return r.Node, r.BCI }

// Fold merges records with the same section, node and BCI into one with the sum of their counts, and sums up monitors by type. It
// saves memory when merging many profiles. Ids and nodes are unchanged.
func (b *Builder) Fold() {
	old := b.p
	b.p.Calls, b.p.Samples = List[Count]{}, List[Count]{}
	b.p.Conditionals = List[Conditional]{}
	b.p.Receivers, b.p.InstanceOf = List[TypeProfile]{}, List[TypeProfile]{}
	b.p.Monitors, b.p.runs, b.p.totals = nil, runs{}, [numSections]int64{}
	c := canonicalizer{p: &old, b: b, contexts: identity(&b.contexts.Tree), stacks: identity(&b.stacks.Tree)}
	c.records()
}

func identity(t *Tree) []NodeID {
	nodes := make([]NodeID, t.Len())
	for i := range nodes {
		nodes[i] = NodeID(i)
	}
	return nodes
}

// records moves the records. Those of calls and samples take as long as the others, and share nothing with them.
func (c *canonicalizer) records() {
	p := c.p
	for _, s := range Sections {
		if p.Has(s) {
			c.b.Declare(s)
		}
		if p.skipped[s] > 0 {
			c.b.p.skipped[s], c.b.p.totals[s] = p.skipped[s], p.totals[s]
		}
	}
	must(background.All(
		func() error {
			c.types()
			c.conditionals()
			return nil
		},
		func() error {
			c.counts(Calls, c.contexts, c.b.contexts.Len())
			c.counts(Samples, c.stacks, c.b.stacks.Len())
			return nil
		}))
}

// counts moves the records of [Calls] or [Samples], given the new nodes by old node, and how many there are. The builder gets them all at once:
// processors that write to one piece of memory in turns wait for each other.
func (c *canonicalizer) counts(s Section, nodes []NodeID, n int) {
	var sums List[Count]
	byPlace(c.p.counts(s), nodes, n, Count.place, func(node NodeID, bci BCI, here []Count) {
		sum := Count{Node: node, BCI: bci}
		for _, r := range here {
			sum.Value += r.Value
		}
		sums.add(sum)
	})
	*c.b.p.counts(s), c.b.p.totals[s] = sums, c.p.totals[s]
}

// types moves the records with types.
func (c *canonicalizer) types() {
	p := c.p
	if len(p.Monitors) > 0 {
		must(c.b.AddMonitors(c.sumTypes(p.Monitors)))
	}
	for _, s := range []Section{Receivers, InstanceOf} {
		var types []TypeCount
		byPlace(p.typeProfiles(s), c.contexts, c.b.contexts.Len(), TypeProfile.place, func(node NodeID, bci BCI, here []TypeProfile) {
			types = types[:0]
			for _, r := range here {
				for _, t := range p.TypeCounts(r) {
					types = append(types, t)
				}
			}
			must(c.b.AddTypeProfile(s, node, bci, c.sumTypes(types)))
		})
	}
}

func (c *canonicalizer) conditionals() {
	p := c.p
	var sum, more []Successor
	byPlace(&p.Conditionals, c.contexts, c.b.contexts.Len(), Conditional.place, func(node NodeID, bci BCI, here []Conditional) {
		sum = p.OwnSuccessors(sum[:0], here[0])
		for _, r := range here[1:] {
			more = p.OwnSuccessors(more[:0], r)
			sum = SumSuccessors(sum, more)
		}
		must(c.b.AddConditional(node, bci, sum))
	})
}

// sumTypes returns the sum of the counts by type, with the new ids and in their order.
func (c *canonicalizer) sumTypes(types []TypeCount) []TypeCount {
	sums := make([]TypeCount, 0, len(types))
	for _, t := range types {
		sums = append(sums, TypeCount{c.typ(t.Type), t.Count})
	}
	slices.SortFunc(sums, func(a, b TypeCount) int { return cmp.Compare(a.Type, b.Type) })
	n := 0
	for _, t := range sums {
		if n > 0 && sums[n-1].Type == t.Type {
			sums[n-1].Count += t.Count
			continue
		}
		sums[n] = t
		n++
	}
	return sums[:n]
}
