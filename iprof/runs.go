package iprof

import (
	"encoding/binary"
	"iter"
)

// runs stores the values of records as varints: a run is its number of elements and the numbers of each. The values of a
// real profile are a quarter of their size in memory that way, and reading them is no slower.
type runs struct {
	chunks  [][]byte
	scratch []byte
}

// runChunk is the length of a chunk. A run longer than that has a chunk to itself.
const (
	runChunkBits = 16
	runChunk     = 1 << runChunkBits
)

// A runRef is where a run begins: chunk<<runChunkBits | offset.
type runRef uint64

// add stores a run; encode appends its elements.
func (r *runs) add(elements int, encode func(b []byte) []byte) runRef {
	b := encode(binary.AppendUvarint(r.scratch[:0], uint64(elements)))
	r.scratch = b
	last := len(r.chunks) - 1
	switch {
	case last < 0:
		r.chunks = append(r.chunks, nil) // grows with its content, for small profiles
		last = 0
	case last == 0 && len(r.chunks[0])+len(b) <= runChunk:
	case len(r.chunks[last])+len(b) > min(cap(r.chunks[last]), runChunk): // the first may have room for more
		r.chunks = append(r.chunks, make([]byte, 0, max(runChunk, len(b))))
		last++
	}
	at := len(r.chunks[last])
	r.chunks[last] = append(r.chunks[last], b...)
	return runRef(last<<runChunkBits | at)
}

// at returns a run's number of elements and what they are decoded from.
func (r *runs) at(ref runRef) (elements int, b []byte) {
	b = r.chunks[ref>>runChunkBits][ref%runChunk:]
	n, size := binary.Uvarint(b)
	return int(n), b[size:]
}

func (r *runs) addSuccessors(list []Successor) runRef {
	return r.add(len(list), func(b []byte) []byte {
		for _, s := range list {
			b = binary.AppendVarint(b, int64(s.Target))
			b = binary.AppendUvarint(b, uint64(s.Index))
			b = binary.AppendUvarint(b, uint64(s.Count))
		}
		return b
	})
}

func (r *runs) successors(ref runRef) iter.Seq2[int, Successor] {
	return func(yield func(int, Successor) bool) {
		elements, b := r.at(ref)
		for i := range elements {
			target, n := binary.Varint(b)
			index, m := binary.Uvarint(b[n:])
			count, k := binary.Uvarint(b[n+m:])
			b = b[n+m+k:]
			if !yield(i, Successor{BCI(target), int32(index), int64(count)}) {
				return
			}
		}
	}
}

func (r *runs) addTypeCounts(list []TypeCount) runRef {
	return r.add(len(list), func(b []byte) []byte {
		for _, c := range list {
			b = binary.AppendUvarint(b, uint64(c.Type))
			b = binary.AppendUvarint(b, uint64(c.Count))
		}
		return b
	})
}

func (r *runs) typeCounts(ref runRef) iter.Seq2[int, TypeCount] {
	return func(yield func(int, TypeCount) bool) {
		elements, b := r.at(ref)
		for i := range elements {
			id, n := binary.Uvarint(b)
			count, m := binary.Uvarint(b[n:])
			b = b[n+m:]
			if !yield(i, TypeCount{TypeID(id), int64(count)}) {
				return
			}
		}
	}
}
