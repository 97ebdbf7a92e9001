package iprof

import "fmt"

// directIDs bounds the ids that slots looks up in an array (16 MB of it at the most). Real ids are below 100,000; a
// hostile file may well have others, and those go into a map.
const directIDs = 1 << 22

// slots numbers sparse ids densely, in the order in which they are added.
type slots struct {
	ids    []int32
	direct []int32 // slot+1 by id; 0: none
	far    map[int32]int32
}

func (s *slots) find(id int32) (int, bool) {
	if uint32(id) < uint32(len(s.direct)) {
		i := s.direct[id]
		return int(i) - 1, i != 0
	}
	i, ok := s.far[id]
	return int(i), ok
}

func (s *slots) must(id int32) int {
	i, ok := s.find(id)
	if !ok {
		panic(fmt.Sprintf("iprof: id %d is not of this profile", id))
	}
	return i
}

// add gives id the next slot. It is false, and changes nothing, where id has one already.
func (s *slots) add(id int32) bool {
	if _, ok := s.find(id); ok {
		return false
	}
	if id >= 0 && id < directIDs {
		if int(id) >= len(s.direct) {
			s.direct = append(s.direct, make([]int32, max(int(id)+1-len(s.direct), len(s.direct)/4))...)
		}
		s.direct[id] = int32(len(s.ids)) + 1
	} else {
		if s.far == nil {
			s.far = map[int32]int32{}
		}
		s.far[id] = int32(len(s.ids))
	}
	s.ids = append(s.ids, id)
	return true
}
