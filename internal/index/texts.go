package index

import (
	"hash/maphash"
)

// A Texts numbers texts that are kept elsewhere: an open-addressed table with linear probing. It has a third of the
// size of a Go map of strings, which moreover hashes and compares through more hands.
type Texts struct {
	seed  maphash.Seed
	slots []textSlot // a power of two long
	n     int
}

type textSlot struct {
	hash   uint32
	number int32 // +1; 0: empty
}

func NewTexts() Texts {
	return Texts{seed: maphash.MakeSeed(), slots: make([]textSlot, 1024)}
}

func (x *Texts) Hash(text string) uint32      { return uint32(maphash.String(x.seed, text)) }
func (x *Texts) HashBytes(text []byte) uint32 { return uint32(maphash.Bytes(x.seed, text)) }

// Number returns the number of a text of which it gets the hash: next where the text is new, else the one that the text
// is, as is says.
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
