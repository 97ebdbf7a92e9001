package iprof

import (
	"cmp"
	"slices"
	"strings"
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
	methods, types := c.referred(used, inContexts, inStacks)

	slices.SortFunc(types, func(a, b int) int {
		x, y := p.Types.At(a), p.Types.At(b)
		if keepIDs {
			return cmp.Compare(x.ID, y.ID)
		}
		return cmp.Or(cmp.Compare(primitive(x.Name), primitive(y.Name)), strings.Compare(x.Name, y.Name), cmp.Compare(a, b))
	})
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

	byType := func(x, y TypeID) int { return cmp.Compare(c.typ(x), c.typ(y)) }
	slices.SortFunc(methods, func(a, b int) int {
		x, y := p.Methods.At(a), p.Methods.At(b)
		if keepIDs {
			return cmp.Compare(x.ID, y.ID)
		}
		if o := cmp.Or(cmp.Compare(c.typ(x.Declaring), c.typ(y.Declaring)), strings.Compare(x.Name, y.Name)); o != 0 {
			return o
		}
		return cmp.Or(slices.CompareFunc(x.Params, y.Params, byType), byType(x.Return, y.Return), cmp.Compare(a, b))
	})
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
		m.Params = slices.Clone(m.Params)
		for i, t := range m.Params {
			m.Params[i] = c.typ(t)
		}
		c.b.AddMethod(m)
	}
}

// primitive returns the rank of a type: native-image lists the primitive types first, in this order.
func primitive(name string) int {
	if i := slices.Index([]string{"boolean", "byte", "short", "char", "int", "float", "long", "double", "void"}, name); i >= 0 {
		return i
	}
	return 9
}

// referred returns the slots of the listed methods and types. With used, it returns only those that the marked nodes, the
// records and the signatures of such methods refer to.
func (c *canonicalizer) referred(used bool, inContexts, inStacks []bool) (methods, types []int) {
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
		if used && !inMethods[slot] {
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
		if !used || inTypes[slot] {
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
	first := make([]int32, n+2) // of the children of a node +1, of the roots at 0
	for i := n - 1; i >= 0; i-- {
		if used[i] {
			first[from.Node(NodeID(i)).Parent+2]++
		}
	}
	for i := 1; i < len(first); i++ {
		first[i] += first[i-1]
	}
	children := make([]NodeID, first[n+1])
	at := slices.Clone(first)
	for i, node := range from.All() {
		if used[i] {
			children[at[node.Parent+1]] = NodeID(i)
			at[node.Parent+1]++
		}
	}

	nodes := make([]NodeID, n)
	for i := range nodes {
		nodes[i] = NoNode
	}
	of := func(parent NodeID) []NodeID {
		c := children[first[parent+1]:first[parent+2]]
		slices.SortFunc(c, func(a, b NodeID) int {
			x, y := from.Node(a), from.Node(b)
			return cmp.Or(cmp.Compare(x.Site, y.Site), cmp.Compare(method(x.Method), method(y.Method)))
		})
		return c
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

// A place is the node and BCI of a record in the new trees, with the record's index in the old list.
type place struct {
	node NodeID
	bci  BCI
	old  int
}

// byPlace calls a function for every node and BCI, in their order, with the indexes of the records there.
func byPlace(places []place, each func(node NodeID, bci BCI, old []int)) {
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.bci, b.bci), cmp.Compare(a.old, b.old))
	})
	var old []int
	for i, p := range places {
		old = append(old, p.old)
		if i+1 == len(places) || places[i+1].node != p.node || places[i+1].bci != p.bci {
			each(p.node, p.bci, old)
			old = old[:0]
		}
	}
}

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
	if len(p.Monitors) > 0 {
		must(c.b.AddMonitors(c.sumTypes(p.Monitors)))
	}
	for _, s := range []Section{Receivers, InstanceOf} {
		list := p.typeProfiles(s)
		var places []place
		for i, r := range list.All() {
			places = append(places, place{c.contexts[r.Node], r.BCI, i})
		}
		byPlace(places, func(node NodeID, bci BCI, old []int) {
			var types []TypeCount
			for _, i := range old {
				for _, t := range p.TypeCounts(list.At(i)) {
					types = append(types, t)
				}
			}
			must(c.b.AddTypeProfile(s, node, bci, c.sumTypes(types)))
		})
		*list = List[TypeProfile]{}
	}
	for _, s := range []Section{Calls, Samples} {
		list, nodes := p.counts(s), c.contexts
		if s == Samples {
			nodes = c.stacks
		}
		var places []place
		for i, r := range list.All() {
			places = append(places, place{nodes[r.Node], r.BCI, i})
		}
		byPlace(places, func(node NodeID, bci BCI, old []int) {
			sum := Count{Node: node, BCI: bci}
			for _, i := range old {
				sum.Value += list.At(i).Value
			}
			must(c.b.AddCount(s, sum))
		})
		*list = List[Count]{}
	}
	var places []place
	for i, r := range p.Conditionals.All() {
		places = append(places, place{c.contexts[r.Node], r.BCI, i})
	}
	byPlace(places, func(node NodeID, bci BCI, old []int) {
		sum := p.OwnSuccessors(nil, p.Conditionals.At(old[0]))
		for _, i := range old[1:] {
			sum = SumSuccessors(sum, p.OwnSuccessors(nil, p.Conditionals.At(i)))
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
