package encode

import "github.com/iprof-viz/iprof-viz/iprof"

// Places are the places of methods in the list of a page, by id. Records name methods many times, so places are in an array unless ids are
// far apart, as only a malicious file has them. The zero Places is empty.
type Places struct {
	near []int32 // by id: the place plus one; 0: none
	far  map[iprof.MethodID]int32
}

// NewPlaces returns the places of n methods, given the id of each.
func NewPlaces(n int, id func(i int) iprof.MethodID) Places {
	var p Places
	most := iprof.MethodID(-1)
	for i := range n {
		most = max(most, id(i))
	}
	if int64(most) < 8*int64(n)+1024 {
		p.near = make([]int32, most+1)
	} else {
		p.far = make(map[iprof.MethodID]int32, n)
	}
	for i := range n {
		if p.far != nil {
			p.far[id(i)] = int32(i) + 1
		} else {
			p.near[id(i)] = int32(i) + 1
		}
	}
	return p
}

// of returns the place of a method; false: it is not in the list.
func (p Places) of(id iprof.MethodID) (int, bool) {
	place := int32(0)
	if p.far != nil {
		place = p.far[id]
	} else if id >= 0 && int(id) < len(p.near) {
		place = p.near[id]
	}
	return int(place) - 1, place > 0
}
