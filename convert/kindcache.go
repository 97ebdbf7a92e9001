package convert

import "sync/atomic"

// A kindCache holds kinds by slot, in 4 bits each: so those of 100,000 methods, which are looked up in no order, stay in the processor's
// own cache. A kind is put there by whoever asks first; it is safe for concurrent use.
type kindCache []atomic.Uint32

func newKindCache(slots int) kindCache { return make(kindCache, (slots+7)/8) }

// get returns the kind of a slot: its bits are the kind plus one, or 0 if it is not known yet.
func (c kindCache) get(slot int) (Kind, bool) {
	bits := c[slot/8].Load() >> (slot % 8 * 4) & 0xf
	return Kind(bits - 1), bits != 0
}

// set adds the kind of a slot. Whoever else does that at the same time adds the same one.
func (c kindCache) set(slot int, kind Kind) {
	c[slot/8].Or(uint32(kind+1) << (slot % 8 * 4))
}
