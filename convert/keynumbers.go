package convert

import (
	"math/rand/v2"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// placeKey makes a key of a method, or whatever else a BCI belongs to, and the BCI; keyPlace takes it apart.
func placeKey(of int32, bci iprof.BCI) uint64 { return uint64(uint32(of))<<32 | uint64(uint32(bci)) }

func keyPlace(key uint64) (of int32, bci iprof.BCI) { return int32(key >> 32), iprof.BCI(int32(key)) }

// keyNumbers numbers 64-bit keys from 0 on, in the order in which they come: an open-addressed table with linear probing,
// which takes half the time of a Go map.
type keyNumbers struct {
	keys   []uint64  // by number
	table  []keySlot // a power of two long
	factor uint64    // of the hash: random, so that no file can be made to collide
}

// A keySlot has the key in halves: 12 bytes rather than 16.
type keySlot struct {
	hi, lo uint32
	number uint32 // +1; 0: empty
}

// number returns a key's number, new or not.
func (t *keyNumbers) number(key uint64) int32 {
	if 4*len(t.keys) >= 3*len(t.table) {
		t.grow()
	}
	s := t.find(key)
	if s.number == 0 {
		t.keys = append(t.keys, key)
		*s = keySlot{uint32(key >> 32), uint32(key), uint32(len(t.keys))}
	}
	return int32(s.number - 1)
}

// add returns a key's number, and whether it is new.
func (t *keyNumbers) add(key uint64) (number int32, fresh bool) {
	n := len(t.keys)
	number = t.number(key)
	return number, len(t.keys) > n
}

// lookUp returns a key's number, or -1.
func (t *keyNumbers) lookUp(key uint64) int32 {
	if len(t.table) == 0 {
		return -1
	}
	return int32(t.find(key).number) - 1
}

// find returns where a key is or belongs.
func (t *keyNumbers) find(key uint64) *keySlot {
	mask := uint32(len(t.table) - 1)
	for h := uint32(key * t.factor >> 32); ; h++ {
		if s := &t.table[h&mask]; s.number == 0 || s.lo == uint32(key) && s.hi == uint32(key>>32) {
			return s
		}
	}
}

func (t *keyNumbers) grow() {
	if t.factor == 0 {
		t.factor = rand.Uint64() | 1
	}
	t.table = make([]keySlot, max(256, 2*len(t.table)))
	clear(t.table) // see the tree of package iprof: memory is fetched once then
	for i, key := range t.keys {
		*t.find(key) = keySlot{uint32(key >> 32), uint32(key), uint32(i) + 1}
	}
}
