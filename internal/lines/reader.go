// Package lines reads text line by line: lines are limited and numbered, and a log tool may have added a prefix to each.
package lines

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// ErrTooLong is the error of a line above the limit of its Reader.
var ErrTooLong = errors.New("line too long")

// An Error places an error in a text.
type Error struct {
	Line int // from 1
	Err  error
}

// Error returns the line and its error.
func (e *Error) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// A Reader reads a text line by line.
type Reader struct {
	in    *bufio.Reader
	limit int
	long  []byte // a line longer than the buffer of in
	line  int
}

// NewReader returns a reader of lines of at most limit bytes.
func NewReader(r io.Reader, limit int) *Reader {
	return &Reader{in: bufio.NewReaderSize(r, 64<<10), limit: limit}
}

// Line returns the number of the line that Next returned last, from 1.
func (r *Reader) Line() int { return r.line }

// Next returns the next line without its line feed; a carriage return before that is kept. The bytes are valid until the next call.
// The error is io.EOF after the last line and an [*Error] otherwise. It wraps ErrTooLong for a line above the limit, which is
// skipped: the next call continues after it.
func (r *Reader) Next() ([]byte, error) {
	text, err := r.in.ReadSlice('\n')
	if err == io.EOF && len(text) == 0 {
		return nil, io.EOF
	}
	r.line++
	if err == bufio.ErrBufferFull {
		text, err = r.rest(text)
	}
	if err != nil && err != io.EOF {
		return nil, &Error{r.line, err}
	}
	text = bytes.TrimSuffix(text, []byte("\n"))
	if len(text) > r.limit {
		return nil, &Error{r.line, fmt.Errorf("%w: more than %d bytes", ErrTooLong, r.limit)}
	}
	return text, nil
}

// rest reads to the end of a line that the buffer cannot hold. If the line is above the limit, it keeps only the beginning.
func (r *Reader) rest(text []byte) ([]byte, error) {
	r.long = append(r.long[:0], text...)
	err := bufio.ErrBufferFull
	for err == bufio.ErrBufferFull {
		text, err = r.in.ReadSlice('\n')
		if len(r.long) <= r.limit {
			r.long = append(r.long, text...)
		}
	}
	return r.long, err
}

// String returns text of a line as a string. Bytes that are not UTF-8 become U+FFFD.
func String(text []byte) string { return strings.ToValidUTF8(string(text), "\ufffd") }
