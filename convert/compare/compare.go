package compare

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// The sides of a comparison, as indexes.
const OldSide, NewSide = 0, 1

// A Comparison is of two profiles: which method and which type of one is which of the other. Methods and types have
// numbers, which both profiles share, see [Pairing].
type Comparison struct {
	*Pairing
	Sides [2]Side // the old one first
}

// A Side is one of the profiles that are compared.
type Side struct {
	Profile *iprof.Profile
	Names   *convert.Names

	// The slots of methods and types, by number; -1 where the profile does not have it.
	MethodSlots []int32
	TypeSlots   []int32
}

// New compares two profiles, each with the names of its methods and types.
func New(old, new *iprof.Profile, oldNames, newNames *convert.Names) *Comparison {
	c := &Comparison{Pairing: Pair(old, new)}
	c.Sides = [2]Side{{Profile: old, Names: oldNames}, {Profile: new, Names: newNames}}
	for i := range c.Sides {
		s := &c.Sides[i]
		used := convert.ReferredMethods(s.Profile)
		s.MethodSlots = slotsOf(c.Methods[i], len(c.First), func(slot int) bool { return used[slot] })
		s.TypeSlots = slotsOf(c.Types[i], c.NumTypes, func(int) bool { return false })
	}
	return c
}

// slotsOf turns the numbers of slots round. Of slots with the same number the first is taken, or the first that is better.
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

// Method returns the name of the method of a number, and its other name in the old profile; "" if that is the same.
func (c *Comparison) Method(number int32) (name, oldName string) {
	old, new := &c.Sides[OldSide], &c.Sides[NewSide]
	inOld, inNew := old.MethodSlots[number], new.MethodSlots[number]
	if inNew < 0 {
		return old.Names.Method(int(inOld)), ""
	}
	name = new.Names.Method(int(inNew))
	if inOld >= 0 {
		if before := old.Names.Method(int(inOld)); before != name {
			oldName = before
		}
	}
	return name, oldName
}

// Type returns the name of the type of a number.
func (c *Comparison) Type(number int32) string {
	side := &c.Sides[NewSide]
	if side.TypeSlots[number] < 0 {
		side = &c.Sides[OldSide]
	}
	t, _ := side.Profile.TypeAt(int(side.TypeSlots[number]))
	return side.Names.Type(t.ID)
}
