package iprof

import (
	"encoding/binary"
	"iter"
	"strings"
)

// runs stores numbers and texts packed: a run is a number that says what or how much it is, and what follows, numbers as
// varints. The values of a real profile are a quarter of their size in memory that way, and reading them is no slower.
type runs struct {
	chunks  []*strings.Builder // as a Builder's text is a string without being copied
	scratch []byte
}

// runChunk is the length of a chunk. A run longer than that has a chunk to itself.
const (
	runChunkBits = 16
	runChunk     = 1 << runChunkBits
)

// A runRef is where a run begins: chunk<<runChunkBits | offset.
type runRef uint64

// add stores a run; encode appends what follows its number.
func (r *runs) add(number int, encode func(b []byte) []byte) runRef {
	b := encode(binary.AppendUvarint(r.scratch[:0], uint64(number)))
	r.scratch = b
	n := len(r.chunks)
	if n == 0 || r.chunks[n-1].Len()+len(b) > runChunk {
		c := &strings.Builder{}
		if n > 0 { // the first grows with its content, for small profiles
			c.Grow(max(runChunk, len(b)))
		}
		r.chunks = append(r.chunks, c)
		n++
	}
	last := r.chunks[n-1]
	at := last.Len()
	last.Write(b)
	return runRef((n-1)<<runChunkBits | at)
}

// at returns a run's number and what follows.
func (r *runs) at(ref runRef) (number int, rest packed) {
	b := packed(r.chunks[ref>>runChunkBits].String()[ref%runChunk:])
	number = int(b.uvarint())
	return number, b
}

// packed is what is left of a run, and of all behind it.
type packed string

// uvarint takes what binary.AppendUvarint has appended.
func (b *packed) uvarint() uint64 {
	s := *b
	v := uint64(0)
	for i, shift := 0, 0; ; i, shift = i+1, shift+7 {
		c := s[i]
		v |= uint64(c&0x7f) << shift
		if c < 0x80 {
			*b = s[i+1:]
			return v
		}
	}
}

// varint takes what binary.AppendVarint has appended.
func (b *packed) varint() int64 {
	u := b.uvarint()
	return int64(u>>1) ^ -int64(u&1)
}

// text takes what appendText has appended.
func (b *packed) text() string {
	n := b.uvarint()
	s := (*b)[:n]
	*b = (*b)[n:]
	return string(s)
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
			s := Successor{Target: BCI(b.varint()), Index: int32(b.uvarint()), Count: int64(b.uvarint())}
			if !yield(i, s) {
				return
			}
		}
	}
}

// appendSuccessors appends what successors yields.
func (r *runs) appendSuccessors(dst []Successor, ref runRef) []Successor {
	elements, b := r.at(ref)
	for range elements {
		dst = append(dst, Successor{Target: BCI(b.varint()), Index: int32(b.uvarint()), Count: int64(b.uvarint())})
	}
	return dst
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
			c := TypeCount{Type: TypeID(b.uvarint()), Count: int64(b.uvarint())}
			if !yield(i, c) {
				return
			}
		}
	}
}
