package iprof

import (
	"fmt"
	"io"
)

// DefaultMaxInput is the default of [Options].MaxInput: 2 GiB, decompressed.
const DefaultMaxInput = 2 << 30

// An errorMarker is the reader given to Parse. It wraps the reader's own errors in a readError, because they are returned
// unchanged.
type errorMarker struct{ r io.Reader }

type readError struct{ error }

func (s errorMarker) Read(b []byte) (int, error) {
	n, err := s.r.Read(b)
	if err != nil && err != io.EOF {
		err = &readError{err}
	}
	return n, err
}

// A limited reader fails beyond a number of bytes, unless the input ends there.
type limited struct {
	r    io.Reader
	most int64
	left int64
}

func (l *limited) Read(b []byte) (int, error) {
	if int64(len(b)) > l.left {
		b = b[:l.left+1]
	}
	n, err := l.r.Read(b)
	if int64(n) > l.left {
		return int(l.left), fmt.Errorf("%w (%d bytes)", ErrTooLarge, l.most)
	}
	l.left -= int64(n)
	return n, err
}
