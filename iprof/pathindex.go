package iprof

// A pathIndex finds nodes by the hash of their path. Paths are equal if their 64-bit hashes are: with a seed that is
// new in every process no file can be made to collide, and by chance a tree of ten million nodes does so once in
// 370,000 runs.
//
// It is split by the hash's top bits so that it grows piece by piece and not all at once.
type pathIndex struct {
	seed  uint64
	parts [1 << partBits]indexPart
}

const partBits = 8

// An indexPart is an open-addressed table with linear probing, a power of two long.
type indexPart struct {
	slots []indexSlot
	n     int
}

// An indexSlot has the hash in halves: 12 bytes rather than 16.
type indexSlot struct {
	hi, lo uint32
	node   uint32 // id+1; 0: empty
}

// touch reads where find will look first.
func (x *pathIndex) touch(h uint64) uint32 {
	p := &x.parts[h>>(64-partBits)]
	if len(p.slots) == 0 {
		return 0
	}
	return p.slots[uint32(h)&uint32(len(p.slots)-1)].node
}

func (x *pathIndex) find(h uint64) NodeID {
	p := &x.parts[h>>(64-partBits)]
	mask := uint32(len(p.slots) - 1)
	if len(p.slots) == 0 {
		return NoNode
	}
	for i := uint32(h) & mask; ; i = (i + 1) & mask {
		s := &p.slots[i]
		if s.node == 0 {
			return NoNode
		}
		if s.lo == uint32(h) && s.hi == uint32(h>>32) {
			return NodeID(s.node - 1)
		}
	}
}

// add stores a hash that is not there.
func (x *pathIndex) add(h uint64, n NodeID) {
	p := &x.parts[h>>(64-partBits)]
	if p.n >= len(p.slots)*3/4 {
		p.grow()
	}
	p.put(indexSlot{uint32(h >> 32), uint32(h), uint32(n) + 1})
	p.n++
}

func (p *indexPart) grow() {
	old := p.slots
	p.slots = make([]indexSlot, max(16, 2*len(old)))
	// Fresh memory is written before it is read: a page that is read first is fetched twice, and the second time all
	// threads are interrupted.
	clear(p.slots)
	for _, s := range old {
		if s.node != 0 {
			p.put(s)
		}
	}
}

func (p *indexPart) put(s indexSlot) {
	mask := uint32(len(p.slots) - 1)
	i := s.lo & mask
	for p.slots[i].node != 0 {
		i = (i + 1) & mask
	}
	p.slots[i] = s
}
