package iprof

import "iter"

// chunkBits is the binary logarithm of a chunk's length. A list of chunks never takes more memory than it holds; a slice
// that doubles takes three times its content while it moves.
const (
	chunkBits = 13
	chunkLen  = 1 << chunkBits
)

// A List is a sequence of records, in the order of the file. The zero List is empty. Only this package adds to it, see
// [Builder].
type List[T any] struct {
	chunks [][]T
	n      int
}

// Len returns the number of elements.
func (l *List[T]) Len() int { return l.n }

// At returns element i, counted from 0; it panics outside of [0, Len).
func (l *List[T]) At(i int) T { return l.chunks[i>>chunkBits][i&(chunkLen-1)] }

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

func (l *List[T]) add(v T) {
	if l.n&(chunkLen-1) == 0 {
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
