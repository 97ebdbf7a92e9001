package iprof

import (
	"iter"
	"slices"
)

// chunkBits is the binary logarithm of a chunk's length. Chunks keep the peak of a load at what is stored: a slice
// that doubles holds three times its content while it moves.
const (
	chunkBits = 13
	chunkLen  = 1 << chunkBits
	chunkMask = chunkLen - 1
)

// A List is a sequence that only grows at its end. The zero List is empty.
type List[T any] struct {
	chunks [][]T
	n      int
}

// Len returns the number of elements.
func (l *List[T]) Len() int { return l.n }

// At returns element i, counted from 0; it panics outside of [0, Len).
func (l *List[T]) At(i int) T { return l.chunks[i>>chunkBits][i&chunkMask] }

// All yields index and element in order.
func (l *List[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		i := 0
		for _, c := range l.chunks {
			for _, v := range c {
				if !yield(i, v) {
					return
				}
				i++
			}
		}
	}
}

// Add appends v.
func (l *List[T]) Add(v T) {
	if l.n&chunkMask == 0 {
		var c []T
		if l.n > 0 { // the first chunk grows with its content, for small profiles
			c = make([]T, 0, chunkLen)
		}
		l.chunks = append(l.chunks, c)
	}
	last := len(l.chunks) - 1
	l.chunks[last] = append(l.chunks[last], v)
	l.n++
}

// slice returns the elements in one piece.
func (l *List[T]) slice() []T { return slices.Concat(l.chunks...) }

// A pool stores runs of elements, each in one piece.
type pool[T any] struct {
	chunks [][]T
}

// A span is where a run lies in a pool: chunk<<chunkBits | offset, and its length. A run longer than chunkLen has a
// chunk to itself.
type span struct {
	at, n uint32
}

func (p *pool[T]) add(run []T) span {
	if len(run) == 0 {
		return span{}
	}
	last := len(p.chunks) - 1
	switch {
	case last < 0:
		p.chunks = append(p.chunks, make([]T, 0, len(run)))
		last = 0
	case last == 0 && len(p.chunks[0])+len(run) <= chunkLen: // grows with its content, as a List's first chunk does
	case len(p.chunks[last])+len(run) > min(cap(p.chunks[last]), chunkLen): // the first may have room for more
		p.chunks = append(p.chunks, make([]T, 0, max(chunkLen, len(run))))
		last++
	}
	c := p.chunks[last]
	p.chunks[last] = append(c, run...)
	return span{uint32(last<<chunkBits | len(c)), uint32(len(run))}
}

func (p *pool[T]) get(s span) []T {
	if s.n == 0 {
		return nil
	}
	off := s.at & chunkMask
	return p.chunks[s.at>>chunkBits][off : off+s.n : off+s.n]
}
