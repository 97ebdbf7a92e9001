package convert

import "github.com/iprof-viz/iprof-viz/iprof"

// PlaceKey makes a key from a method, or another owner of BCIs, and a BCI.
func PlaceKey(of int32, bci iprof.BCI) uint64 { return uint64(uint32(of))<<32 | uint64(uint32(bci)) }

// SplitPlaceKey returns the parts of a key made by PlaceKey.
func SplitPlaceKey(key uint64) (of int32, bci iprof.BCI) {
	return int32(key >> 32), iprof.BCI(int32(key))
}

// Keys numbers 64-bit keys from 0 on, in order of appearance.
type Keys struct {
	List    []uint64 // by number
	numbers map[uint64]int32
}

// Number returns a key's number, new or not.
func (t *Keys) Number(key uint64) int32 {
	n, _ := t.Add(key)
	return n
}

// Add returns a key's number, and whether it is new.
func (t *Keys) Add(key uint64) (number int32, fresh bool) {
	if n, ok := t.numbers[key]; ok {
		return n, false
	}
	if t.numbers == nil {
		t.numbers = map[uint64]int32{}
	}
	number = int32(len(t.List))
	t.numbers[key] = number
	t.List = append(t.List, key)
	return number, true
}

// LookUp returns a key's number, or -1.
func (t *Keys) LookUp(key uint64) int32 {
	if n, ok := t.numbers[key]; ok {
		return n
	}
	return -1
}
