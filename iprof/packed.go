package iprof

import (
	"encoding/binary"
	"strings"
)

// runs stores packed sequences of numbers and text. A run begins with a number: an id or a length. Numbers are varints.
// The values of a real profile take a quarter of the memory that way, and reading them is no slower.
type runs struct {
	chunks  []*strings.Builder // its String does not copy
	scratch []byte
	values  int64 // successors and types
}

// runChunk is the length of a chunk in bytes. A longer run has a chunk to itself.
const (
	runChunkBits = 16
	runChunk     = 1 << runChunkBits
)

// A runRef is the place of a run: 1 + chunk<<runChunkBits | offset. 0 stands for an empty run.
type runRef uint64

// add stores a run; encode appends the rest of it, after its number.
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
	return 1 + runRef((n-1)<<runChunkBits|at)
}

// at returns the number that a run begins with, and the rest.
func (r *runs) at(ref runRef) (number int, rest packed) {
	if ref == 0 {
		return 0, ""
	}
	ref--
	b := packed(r.chunks[ref>>runChunkBits].String()[ref%runChunk:])
	number = int(b.uvarint())
	return number, b
}

// packed is the rest of a run, followed by the runs after it in the same chunk.
type packed string

// uvarint decodes a number written by binary.AppendUvarint.
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

// varint decodes a number written by binary.AppendVarint.
func (b *packed) varint() int64 {
	u := b.uvarint()
	return int64(u>>1) ^ -int64(u&1)
}

// text decodes a text written by appendText.
func (b *packed) text() string {
	n := b.uvarint()
	s := (*b)[:n]
	*b = (*b)[n:]
	return string(s)
}
