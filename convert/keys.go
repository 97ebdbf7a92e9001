package convert

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// PlaceKey makes a key from a method, or another owner of BCIs, and a BCI.
func PlaceKey(of int32, bci iprof.BCI) uint64 { return uint64(uint32(of))<<32 | uint64(uint32(bci)) }

// SplitPlaceKey returns the parts of a key made by PlaceKey.
func SplitPlaceKey(key uint64) (of int32, bci iprof.BCI) {
	return int32(key >> 32), iprof.BCI(int32(key))
}

// Keys numbers 64-bit keys from 0 on, in order of appearance. A map would take three times the memory, and twice the time.
type Keys struct {
	List   []uint64 // by number
	slots  []int32  // a number plus one, at or after the place that its key's hash has; 0: free. A power of two of them
	factor uint64   // of the hash: random, so that no file can have keys that collide
}

// Number returns a key's number, new or not.
func (t *Keys) Number(key uint64) int32 {
	n, _ := t.Add(key)
	return n
}

// Add returns a key's number, and whether it is new.
func (t *Keys) Add(key uint64) (number int32, fresh bool) {
	if 4*len(t.List) >= 3*len(t.slots) {
		t.grow(max(12, 2*len(t.List)))
	}
	slot := t.slot(key)
	if n := t.slots[slot]; n != 0 {
		return n - 1, false
	}
	t.List = append(t.List, key)
	t.slots[slot] = int32(len(t.List))
	return int32(len(t.List)) - 1, true
}

// LookUp returns a key's number, or -1.
func (t *Keys) LookUp(key uint64) int32 {
	if len(t.slots) == 0 {
		return -1
	}
	return t.slots[t.slot(key)] - 1
}

// slot returns where a key is, or belongs.
func (t *Keys) slot(key uint64) uint64 {
	high, low := bits.Mul64(key, t.factor)
	last := uint64(len(t.slots) - 1)
	for i := (high ^ low) & last; ; i = (i + 1) & last {
		if n := t.slots[i]; n == 0 || t.List[n-1] == key {
			return i
		}
	}
}

// Reserve makes room for n keys in total, including those already added.
func (t *Keys) Reserve(n int) {
	if 4*n > 3*len(t.slots) {
		t.grow(n)
	}
}

// grow makes room for n keys, in the slots and in the list: append alone would copy the list three times as often.
func (t *Keys) grow(n int) {
	if t.factor == 0 {
		t.factor = rand.Uint64() | 1
	}
	slots := 16
	for 3*slots < 4*n {
		slots *= 2
	}
	t.slots = make([]int32, slots)
	t.List = slices.Grow(t.List, n-len(t.List))
	for number, key := range t.List {
		t.slots[t.slot(key)] = int32(number) + 1
	}
}
