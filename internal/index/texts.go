package index

import (
	"hash/maphash"
)

// A Texts numbers texts that are kept elsewhere: an open-addressed table with linear probing. It takes a third of the
// memory of a Go map of strings, and less time.
type Texts struct {
	seed  maphash.Seed
	slots []textSlot // a power of two long
	n     int
}

type textSlot struct {
	hash   uint32
	number int32 // +1; 0: empty
}

// NewTexts returns an empty table.
func NewTexts() Texts {
	return Texts{seed: maphash.MakeSeed(), slots: make([]textSlot, 1024)}
}

// Hash returns the hash that Number takes.
func (x *Texts) Hash(text string) uint32 { return uint32(maphash.String(x.seed, text)) }

// HashBytes returns the same as Hash.
func (x *Texts) HashBytes(text []byte) uint32 { return uint32(maphash.Bytes(x.seed, text)) }

// Number returns the number of a text with the given hash: the one for which is returns true or, for a new text, next.
func (x *Texts) Number(hash uint32, next int32, is func(number int32) bool) int32 {
	mask := uint32(len(x.slots) - 1)
	i := hash & mask
	for ; x.slots[i].number != 0; i = (i + 1) & mask {
		if s := x.slots[i]; s.hash == hash && is(s.number-1) {
			return s.number - 1
		}
	}
	x.slots[i] = textSlot{hash, next + 1}
	if x.n++; 4*x.n > 3*len(x.slots) {
		x.grow()
	}
	return next
}

// LookUp returns the number of a text of which it gets the hash, or -1.
func (x *Texts) LookUp(hash uint32, is func(number int32) bool) int32 {
	mask := uint32(len(x.slots) - 1)
	for i := hash & mask; x.slots[i].number != 0; i = (i + 1) & mask {
		if s := x.slots[i]; s.hash == hash && is(s.number-1) {
			return s.number - 1
		}
	}
	return -1
}

func (x *Texts) grow() {
	old := x.slots
	x.slots = make([]textSlot, 2*len(old))
	mask := uint32(len(x.slots) - 1)
	for _, s := range old {
		if s.number == 0 {
			continue
		}
		i := s.hash & mask
		for x.slots[i].number != 0 {
			i = (i + 1) & mask
		}
		x.slots[i] = s
	}
}
