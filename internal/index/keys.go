// Package index numbers keys and texts densely, in the order in which they come, faster than Go maps.
package index

import (
	"math/rand/v2"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// PlaceKey makes a key of a method, or another owner of BCIs, and a BCI.
func PlaceKey(of int32, bci iprof.BCI) uint64 { return uint64(uint32(of))<<32 | uint64(uint32(bci)) }

// SplitPlaceKey returns the parts of a key made by PlaceKey.
func SplitPlaceKey(key uint64) (of int32, bci iprof.BCI) {
	return int32(key >> 32), iprof.BCI(int32(key))
}

// Keys numbers 64-bit keys from 0 on, in the order in which they come: an open-addressed table with linear probing,
// which takes half the time of a Go map.
type Keys struct {
	List   []uint64  // by number
	table  []keySlot // a power of two long
	factor uint64    // of the hash: random, so that no file can be made to collide
}

// A keySlot has the key in halves: 12 bytes rather than 16.
type keySlot struct {
	hi, lo uint32
	number uint32 // +1; 0: empty
}

// Number returns a key's number, new or not.
func (t *Keys) Number(key uint64) int32 {
	if 4*len(t.List) >= 3*len(t.table) {
		t.grow()
	}
	s := t.find(key)
	if s.number == 0 {
		t.List = append(t.List, key)
		*s = keySlot{uint32(key >> 32), uint32(key), uint32(len(t.List))}
	}
	return int32(s.number - 1)
}

// Add returns a key's number, and whether it is new.
func (t *Keys) Add(key uint64) (number int32, fresh bool) {
	n := len(t.List)
	number = t.Number(key)
	return number, len(t.List) > n
}

// LookUp returns a key's number, or -1.
func (t *Keys) LookUp(key uint64) int32 {
	if len(t.table) == 0 {
		return -1
	}
	return int32(t.find(key).number) - 1
}

// find returns where a key is or belongs.
func (t *Keys) find(key uint64) *keySlot {
	mask := uint32(len(t.table) - 1)
	for h := uint32(key * t.factor >> 32); ; h++ {
		if s := &t.table[h&mask]; s.number == 0 || s.lo == uint32(key) && s.hi == uint32(key>>32) {
			return s
		}
	}
}

func (t *Keys) grow() {
	if t.factor == 0 {
		t.factor = rand.Uint64() | 1
	}
	t.table = make([]keySlot, max(256, 2*len(t.table)))
	clear(t.table) // touches the memory in one go, as the tree of package iprof does
	for i, key := range t.List {
		*t.find(key) = keySlot{uint32(key >> 32), uint32(key), uint32(i) + 1}
	}
}
