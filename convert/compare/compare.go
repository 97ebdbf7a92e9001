package compare

import (
	"maps"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Comparison pairs the methods and types of two profiles. A method or type has the same number in both, see [Pairing].
type Comparison struct {
	*Pairing
	Sides [2]Side // the old one first
}

// A Side is one of the two profiles of a comparison.
type Side struct {
	Profile *iprof.Profile
	Names   *convert.Names

	// The slots of methods and types, by number; -1: the profile does not have it.
	MethodSlots []int32
	TypeSlots   []int32
}

// Options control the pairing of methods.
type Options struct {
	NoRenames bool // pair by name only
}

// New compares the profiles of two Names, both non-nil. [convert.NewSharedNames] creates consistent names.
func New(old, new *convert.Names, opts Options) *Comparison {
	names := []*convert.Names{old, new}
	c := &Comparison{Pairing: pairByName(names)}
	if !opts.NoRenames {
		c.pairRenames()
	}
	c.settle()
	for i, n := range names {
		used := convert.ReferencedMethods(n.Profile)
		c.Sides[i] = Side{
			Profile: n.Profile, Names: n,
			MethodSlots: slotsOf(c.Methods[i], len(c.At), func(slot int) bool { return used[slot] }),
			TypeSlots:   slotsOf(c.Types[i], c.NumTypes, func(int) bool { return false }),
		}
	}
	c.distinguish()
	return c
}

// SameWork reports whether both profiles have method entries, and as many of most methods.
func (c *Comparison) SameWork() bool { return c.callRuns().IsSameLength() }

// callRuns returns the runs of the entries of all methods.
func (c *Comparison) callRuns() Runs {
	counts := make([]Counts, len(c.At))
	for side := range c.Sides {
		for slot, m := range convert.NewEntries(c.Sides[side].Profile).Methods {
			if n := m.Total(); n > 0 {
				counts[c.Methods[side][slot]].Add(side, n)
			}
		}
	}
	return CallRuns(counts)
}

// distinguish shows the signatures of methods that would have the name of another one of the other profile: of the two signatures of a
// changed method, and of overloads that only one profile has. Methods of one profile are distinguished already.
func (c *Comparison) distinguish() {
	old, new := &c.Sides[OldSide], &c.Sides[NewSide]
	gone := map[string]int{}
	for slot, used := range convert.ReferencedMethods(old.Profile) {
		if number := c.Methods[OldSide][slot]; used && (new.MethodSlots[number] < 0 || c.renamed[number]) {
			gone[old.Names.Method(slot)] = slot
		}
	}
	if len(gone) == 0 {
		return
	}
	for slot, used := range convert.ReferencedMethods(new.Profile) {
		number := c.Methods[NewSide][slot]
		if !used || old.MethodSlots[number] >= 0 && !c.renamed[number] {
			continue
		}
		if was, ok := gone[new.Names.Method(slot)]; ok {
			old.Names.Distinguish(was, new.Names, slot)
		}
	}
}

// slotsOf inverts numbers, which is by slot. If several slots have the same number, it takes the first one that is better, or the
// first one.
func slotsOf(numbers []int32, n int, better func(slot int) bool) []int32 {
	slots := make([]int32, n)
	for i := range slots {
		slots[i] = -1
	}
	for slot, number := range numbers {
		if at := slots[number]; at < 0 || better(slot) && !better(int(at)) {
			slots[number] = int32(slot)
		}
	}
	return slots
}

// Method returns the name of the method with a number, and its name in the old profile, "" if that is the same.
func (c *Comparison) Method(number int32) (name, oldName string) {
	old, new := &c.Sides[OldSide], &c.Sides[NewSide]
	inOld, inNew := old.MethodSlots[number], new.MethodSlots[number]
	if inNew < 0 {
		return old.Names.Method(int(inOld)), ""
	}
	name = new.Names.Method(int(inNew))
	if inOld >= 0 {
		before := old.Names.Method(int(inOld))
		switch {
		case before == name:
		case !c.renamed[number] && old.Names.StyleName(int(inOld)) == new.Names.StyleName(int(inNew)):
			if len(before) > len(name) { // in the new profile, records of other overloads are missing, and so what tells them apart
				name = before
			}
		default:
			oldName = before
		}
	}
	return name, oldName
}

// Notes describes the methods that were not paired by their exact name, one sentence each.
func (c *Comparison) Notes() []string {
	return append(c.nameNotes(), c.renameNotes(func(number int32) string {
		if c.RenamedFrom(number) == "" {
			return ""
		}
		return c.Label(number)
	})...)
}

// RenamedFrom returns the old name of the method with a number if its name or signature changed, and so its shown name; otherwise "".
func (c *Comparison) RenamedFrom(number int32) string {
	if !c.renamed[number] {
		return ""
	}
	_, oldName := c.Method(number)
	return oldName
}

// A FrameName is the name that a method of the old profile has in the new one.
type FrameName struct {
	Name    string
	Renamed bool // its name or signature changed
}

// FrameNames returns the new names of methods by their old ones. It leaves out names that did not change, and names whose
// methods have different new names.
func (c *Comparison) FrameNames() map[string]FrameName {
	old, new := &c.Sides[OldSide], &c.Sides[NewSide]
	referenced := convert.ReferencedMethods(old.Profile)
	name := func(slot int) (was string, is FrameName) {
		number := c.Methods[OldSide][slot]
		was = old.Names.Method(slot)
		if at := new.MethodSlots[number]; at >= 0 {
			return was, FrameName{new.Names.Method(int(at)), c.renamed[number]}
		}
		return was, FrameName{Name: was}
	}
	names := map[string]FrameName{} // of methods of which one has another name: those of a large profile are hardly ever more than a few
	for slot, used := range referenced {
		if !used {
			continue
		}
		if was, is := name(slot); is.Name != was {
			if other, ok := names[was]; ok && other.Name != is.Name {
				is = FrameName{Name: was}
			}
			names[was] = is
		}
	}
	if len(names) == 0 {
		return names
	}
	for slot, used := range referenced {
		if !used {
			continue
		}
		if was, is := name(slot); is.Name == was {
			if _, ok := names[was]; ok {
				names[was] = is
			}
		}
	}
	maps.DeleteFunc(names, func(was string, is FrameName) bool { return was == is.Name })
	return names
}

// Label returns a method's display name: its name or, if renamed, both names.
func (c *Comparison) Label(number int32) string {
	name, _ := c.Method(number)
	if old := c.RenamedFrom(number); old != "" {
		return Renaming(old, name)
	}
	return name
}

// PerSample returns the value of one sample in the old and in the new profile, see [iprof.Origin].
func (c *Comparison) PerSample() [2]int64 {
	return [2]int64{c.Sides[OldSide].Profile.Origin().PerSample, c.Sides[NewSide].Profile.Origin().PerSample}
}

// Type returns the name of the type with a number.
func (c *Comparison) Type(number int32) string {
	side := &c.Sides[NewSide]
	if side.TypeSlots[number] < 0 {
		side = &c.Sides[OldSide]
	}
	t, _ := side.Profile.TypeAt(int(side.TypeSlots[number]))
	return side.Names.Type(t.ID)
}

// ListsType reports whether one of the profiles lists a type, by its number.
func (c *Comparison) ListsType(number int32) bool {
	for _, of := range c.Sides {
		if slot := of.TypeSlots[number]; slot >= 0 && int(slot) < of.Profile.Types.Len() {
			return true
		}
	}
	return false
}

// NumbersOf returns the numbers of methods and types, by run and slot, for the runs that a side is the sum of. They are -1 for
// methods and types that the sum does not have.
func (c *Comparison) NumbersOf(side int, runs []*convert.Names) (methods, types [][]int32) {
	within := Pair(Options{NoRenames: true}, append([]*convert.Names{c.Sides[side].Names}, runs...)...)
	translate := func(numbers [][]int32, n int, known []int32) [][]int32 {
		number := make([]int32, n)
		for i := range number {
			number[i] = -1
		}
		for slot, within := range numbers[0] {
			number[within] = known[slot]
		}
		var byRun [][]int32
		for _, slots := range numbers[1:] {
			run := make([]int32, len(slots))
			for slot, within := range slots {
				run[slot] = number[within]
			}
			byRun = append(byRun, run)
		}
		return byRun
	}
	return translate(within.Methods, len(within.At), c.Methods[side]), translate(within.Types, within.NumTypes, c.Types[side])
}
