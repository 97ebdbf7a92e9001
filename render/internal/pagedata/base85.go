package pagedata

import (
	"encoding/binary"
	"io"
)

// A base85 encodes bytes as text: each four bytes, highest first, are a number of five digits, and one to three bytes at the end one digit
// more than that. It takes 6% less than base64. Digits are the characters from ( on, but } in place of <, so that no text ends a script or
// begins a comment of HTML. unpack.ts decodes it.
type base85 struct {
	w       io.Writer
	pending []byte // less than four
	out     []byte
	err     error // the first of w
}

const (
	firstDigit85  = '('
	markupDigit85 = '<'
	insteadDigit  = '}'
)

// mostEncoded is the number of digits that are written at a time.
const mostEncoded = 1 << 15

// Write returns the first error of the underlying writer.
func (e *base85) Write(p []byte) (int, error) {
	n := len(p)
	if len(e.pending) > 0 {
		take := min(4-len(e.pending), len(p))
		e.pending, p = append(e.pending, p[:take]...), p[take:]
		if len(e.pending) < 4 {
			return n, e.err
		}
		e.digits(binary.BigEndian.Uint32(e.pending), 5)
		e.pending = e.pending[:0]
	}
	for ; len(p) >= 4; p = p[4:] {
		e.digits(binary.BigEndian.Uint32(p), 5)
	}
	e.pending = append(e.pending, p...)
	if e.err != nil {
		return 0, e.err
	}
	return n, nil
}

// Close writes the rest.
func (e *base85) Close() error {
	if n := len(e.pending); n > 0 {
		var group [4]byte
		copy(group[:], e.pending)
		e.digits(binary.BigEndian.Uint32(group[:]), n+1)
		e.pending = e.pending[:0]
	}
	e.flush()
	return e.err
}

// digits adds the first digits of a number.
func (e *base85) digits(group uint32, n int) {
	var of [5]byte
	for i := len(of) - 1; i >= 0; i-- {
		if of[i] = byte(group%85) + firstDigit85; of[i] == markupDigit85 {
			of[i] = insteadDigit
		}
		group /= 85
	}
	if e.out = append(e.out, of[:n]...); len(e.out) >= mostEncoded {
		e.flush()
	}
}

func (e *base85) flush() {
	if e.err == nil && len(e.out) > 0 {
		_, e.err = e.w.Write(e.out)
	}
	e.out = e.out[:0]
}
