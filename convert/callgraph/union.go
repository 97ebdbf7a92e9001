package callgraph

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A union is a profile with the methods and trees of both profiles of a comparison. It records which profile has which of
// them.
type union struct {
	*compare.Comparison

	// profile has the methods of the new profile with their ids, the methods that only the old one has, with unused ids, and the
	// calls and samples of the new one.
	profile *iprof.Profile
	slots   [2][]int32 // by slot of profile: the slots in the old and in the new profile; -1 if it lacks the method

	// unlisted are the names, by slot of profile, of methods that the old profile does not list and whose id belongs to another
	// method in the new one.
	unlisted map[int]string

	contexts, stacks unionTree
}

// A unionTree holds, by node of a tree, the profiles that have it and its counts in the old one.
type unionTree struct {
	in       [2][]bool
	old      []int64
	oldKnown []bool
	nodes    [2][]iprof.NodeID // by node of the old and the new tree; nil after counting

	uncounted [2][]compare.Uncounted // of contexts; nil: all have a count
}

// unite makes the union of the profiles of a comparison.
func unite(c *compare.Comparison) *union {
	u := &union{Comparison: c, unlisted: map[int]string{}}
	new := c.Sides[compare.NewSide].Profile
	b := iprof.NewBuilder(new.Version)
	b.SetOrigin(u.origin())
	types := u.addTypes(b)
	methods, unlisted := u.addMethods(b, types)
	u.contexts = u.addTree(b.Contexts(), iprof.Calls, methods, func(p *iprof.Profile) *iprof.Tree { return p.Contexts })
	u.stacks = u.addTree(b.Stacks(), iprof.Samples, methods, func(p *iprof.Profile) *iprof.Tree { return p.Stacks })
	for _, s := range []iprof.Section{iprof.Calls, iprof.Samples} {
		if new.Has(s) {
			b.Declare(s)
		}
	}
	u.contexts.mark(u.Uncounted(), b.Contexts().Len())
	u.count(b, iprof.Calls, &u.contexts)
	u.count(b, iprof.Samples, &u.stacks)
	u.profile = b.Profile()

	for side := range u.slots {
		u.slots[side] = make([]int32, u.profile.MethodSlots())
		for slot := range u.slots[side] {
			u.slots[side][slot] = -1
		}
	}
	inUnion := make(map[iprof.MethodID]int, u.profile.MethodSlots()) // omitting the unlisted methods of a tree that is left out
	for slot := range u.profile.MethodSlots() {
		inUnion[u.profile.MethodIDAt(slot)] = slot
	}
	for side := range u.slots {
		used := convert.ReferencedMethods(u.Sides[side].Profile)
		for slot, number := range u.Methods[side] {
			if !used[slot] {
				continue
			}
			if at, ok := inUnion[methods[number]]; ok && u.slots[side][at] < 0 {
				u.slots[side][at] = int32(slot)
			}
		}
	}
	for id, name := range unlisted {
		if slot, ok := inUnion[id]; ok {
			u.unlisted[slot] = name
		}
	}
	return u
}

// origin returns the origin of the new profile, or a format of another tool if either profile has one: then the stacks of the union
// have no call sites.
func (u *union) origin() iprof.Origin {
	origin, old := u.Sides[compare.NewSide].Profile.Origin(), u.Sides[compare.OldSide].Profile.Origin()
	if origin.IsIprof() {
		origin.Format = old.Format
	}
	return origin.WithFrames(old)
}

// freeIDs allocates unused ids.
type freeIDs struct {
	taken map[int32]bool
	next  int32
}

// id returns the wanted id, or an unused one if that is taken, and marks it as taken.
func (f *freeIDs) id(wanted int32) int32 {
	for f.taken[wanted] {
		wanted = f.next
		f.next++
	}
	f.taken[wanted] = true
	return wanted
}

// addTypes adds the types of both profiles to a builder and returns their ids by number.
func (u *union) addTypes(b *iprof.Builder) []iprof.TypeID {
	ids := make([]iprof.TypeID, u.NumTypes)
	free := freeIDs{taken: map[int32]bool{}}
	for _, side := range []int{compare.NewSide, compare.OldSide} {
		for number, slot := range u.Sides[side].TypeSlots {
			if slot < 0 || side == compare.OldSide && u.Sides[compare.NewSide].TypeSlots[number] >= 0 {
				continue
			}
			t, listed := u.Sides[side].Profile.TypeAt(int(slot))
			was := t.ID
			t.ID = iprof.TypeID(free.id(int32(was)))
			ids[number] = t.ID
			if !listed {
				t.Name = convert.UnknownTypeName(was)
			}
			if listed || t.ID != was {
				b.AddType(t)
			}
		}
	}
	return ids
}

// addMethods adds the methods that either profile refers to and returns their ids by number. It also returns, by id, the names of
// methods that their profile does not list and that have another id there.
func (u *union) addMethods(b *iprof.Builder, types []iprof.TypeID) ([]iprof.MethodID, map[iprof.MethodID]string) {
	ids, unlisted := make([]iprof.MethodID, len(u.At)), map[iprof.MethodID]string{}
	given := make([]bool, len(ids))
	free := freeIDs{taken: map[int32]bool{}}
	for _, side := range []int{compare.NewSide, compare.OldSide} {
		p := u.Sides[side].Profile
		typeID := func(id iprof.TypeID) iprof.TypeID { return types[u.Types[side][p.TypeSlot(id)]] }
		for slot, used := range convert.ReferencedMethods(p) {
			number := u.Methods[side][slot]
			if !used || given[number] {
				continue
			}
			m, listed := p.MethodAt(slot)
			was := m.ID
			m.ID = iprof.MethodID(free.id(int32(m.ID)))
			ids[number], given[number] = m.ID, true
			switch {
			case listed && m.Declaring == iprof.NoType:
				b.AddMethod(m)
			case listed:
				m.Declaring, m.Return = typeID(m.Declaring), typeID(m.Return)
				params := make([]iprof.TypeID, len(m.Params))
				for i, t := range m.Params {
					params[i] = typeID(t)
				}
				m.Params = params
				b.AddMethod(m)
			case m.ID != was:
				unlisted[m.ID] = convert.NewNames(p, convert.NameOptions{}).Method(slot)
			}
		}
	}
	return ids, unlisted
}

// addTree adds the trees of a section of both profiles to one tree, in which methods have the ids of the union, by number. If
// the section is empty in the new profile, nothing can be compared, and the tree of the old one is left out.
func (u *union) addTree(to *iprof.TreeBuilder, s iprof.Section, ids []iprof.MethodID, of func(*iprof.Profile) *iprof.Tree) unionTree {
	var t unionTree
	var nodes [2][]iprof.NodeID
	for _, side := range []int{compare.NewSide, compare.OldSide} {
		p := u.Sides[side].Profile
		if side == compare.OldSide && u.Sides[compare.NewSide].Profile.Total(s) == 0 {
			continue
		}
		// It fails for more than 2^31 nodes, which need more memory than any machine has.
		nodes[side], _ = to.AddTree(of(p), func(id iprof.MethodID) iprof.MethodID { return ids[u.Methods[side][p.MethodSlot(id)]] })
	}
	for side := range nodes {
		t.in[side] = make([]bool, to.Len())
		for _, n := range nodes[side] {
			t.in[side][n] = true
		}
		t.nodes[side] = nodes[side]
	}
	t.old, t.oldKnown = make([]int64, to.Len()), make([]bool, to.Len())
	return t
}

// mark sets which nodes have no count, given that by node of the trees of both profiles.
func (t *unionTree) mark(of [2][]compare.Uncounted, length int) {
	for side, marks := range of {
		if marks == nil || t.nodes[side] == nil {
			continue
		}
		t.uncounted[side] = make([]compare.Uncounted, length)
		for i, u := range marks {
			t.uncounted[side][t.nodes[side][i]] = u
		}
	}
}

// count adds the records of a section: the new profile's to the builder, the old one's to t.old.
func (u *union) count(b *iprof.Builder, s iprof.Section, t *unionTree) {
	records := func(p *iprof.Profile) *iprof.List[iprof.Count] {
		if s == iprof.Samples {
			return &p.Samples
		}
		return &p.Calls
	}
	for _, c := range records(u.Sides[compare.NewSide].Profile).All() {
		b.AddCount(s, iprof.Count{Node: t.nodes[compare.NewSide][c.Node], BCI: c.BCI, Value: c.Value}) // it cannot overflow: the sum equals the new profile's
	}
	for _, c := range records(u.Sides[compare.OldSide].Profile).All() {
		if len(t.nodes[compare.OldSide]) == 0 {
			break
		}
		n := t.nodes[compare.OldSide][c.Node]
		t.old[n] += c.Value
		t.oldKnown[n] = true
	}
	t.nodes = [2][]iprof.NodeID{}
}
