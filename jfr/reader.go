package jfr

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

// Magic are the first bytes of a recording, and of each of its chunks.
const Magic = "FLR\x00"

// Errors that an [Error] may wrap. A truncated file wraps [io.ErrUnexpectedEOF].
var (
	ErrNotRecording = errors.New("not a flight recording")
	ErrVersion      = errors.New("unsupported version of the format")
	ErrUnfinished   = errors.New("the chunk is unfinished: the program was killed, or is still running")
)

// An Error is an error at a place in a recording.
type Error struct {
	Chunk  int   // from 1
	Offset int64 // in the decompressed file, in bytes
	Err    error
}

// Error returns the place and the error.
func (e *Error) Error() string {
	return fmt.Sprintf("chunk %d (byte %d): %v", e.Chunk, e.Offset, e.Err)
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// A Reader reads the chunks of a recording, or of several that were concatenated.
type Reader struct {
	in     io.Reader
	offset int64 // of the next chunk
	chunks int
	data   []byte // of the chunk
	last   *Chunk
}

// NewReader returns a reader of a recording, which must not be compressed.
func NewReader(r io.Reader) *Reader { return &Reader{in: r} }

// The places of the fields in a header, in bytes. All are big-endian.
const (
	majorAt     = 4
	sizeAt      = 8
	constantsAt = 16
	metadataAt  = 24
	startAt     = 32 // ns since 1970
	durationAt  = 40 // ns
	stateAt     = 64 // 0: finished
	flagsAt     = 67
	headerSize  = 68
)

const (
	isCompressed = 1   // in the flags
	isUpdating   = 255 // in the state: the header is being written
)

// Next reads the next chunk. The previous one is no longer valid. The error is io.EOF after the last one, otherwise an [*Error].
//
// A chunk that is unfinished, because the program was killed, has the events up to the last time that the recorder flushed it, usually
// each second. If another chunk follows at once, as in recordings that were concatenated, it is the next one; after anything else nothing
// can be read, as the size of what was not flushed is unknown. If it has never been flushed, the error wraps [ErrUnfinished].
func (r *Reader) Next() (*Chunk, error) {
	r.chunks++
	fail := func(err error) (*Chunk, error) { return nil, &Error{r.chunks, r.offset, err} }
	header, err := r.read(nil, headerSize)
	switch {
	case err == io.EOF && r.chunks > 1:
		return nil, io.EOF
	case r.last != nil && r.last.Unfinished && !bytes.HasPrefix(header, []byte(Magic)) && (err == nil || err == io.ErrUnexpectedEOF):
		return nil, io.EOF
	case err != nil && err != io.EOF && err != io.ErrUnexpectedEOF:
		return fail(err)
	case !bytes.HasPrefix(header, []byte(Magic)) && (r.chunks == 1 || len(header) >= len(Magic)):
		return fail(fmt.Errorf("%w: %q is not %q", ErrNotRecording, header[:min(len(header), len(Magic))], Magic))
	case err != nil:
		return fail(fmt.Errorf("its header is truncated: %w", io.ErrUnexpectedEOF))
	}
	if major, minor := binary.BigEndian.Uint16(header[majorAt:]), binary.BigEndian.Uint16(header[majorAt+2:]); major != 1 && major != 2 {
		return fail(fmt.Errorf("%w: %d.%d", ErrVersion, major, minor))
	}
	long := func(at int) int64 { return int64(binary.BigEndian.Uint64(header[at:])) }
	size, state := long(sizeAt), header[stateAt]
	switch {
	case state == isUpdating, size == 0, state != 0 && (long(constantsAt) == 0 || long(metadataAt) == 0):
		return fail(ErrUnfinished)
	case size < headerSize:
		return fail(fmt.Errorf("it has a size of %d bytes", size))
	}
	data, err := r.read(append(r.data[:0], header...), size)
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return fail(fmt.Errorf("it has %d of %d bytes: %w", len(data), size, io.ErrUnexpectedEOF))
	case err != nil:
		return fail(err)
	}
	c := &Chunk{
		Number: r.chunks, Offset: r.offset, Start: time.Unix(0, long(startAt)).UTC(), Duration: time.Duration(long(durationAt)),
		Unfinished: state != 0,
		data:       data, plain: header[flagsAt]&isCompressed == 0,
		texts: map[place]string{}, classes: map[int]string{},
	}
	r.data, r.last = data, c
	r.offset += size
	if err := c.readTypes(long(metadataAt)); err != nil {
		return nil, err
	}
	return c, c.readConstants(long(constantsAt))
}

// read appends to data until it has size bytes. A size may be wrong, so memory grows with the bytes that exist.
func (r *Reader) read(data []byte, size int64) ([]byte, error) {
	const step = 1 << 20
	before := len(data)
	for int64(len(data)) < size {
		more := int(min(size-int64(len(data)), max(step, int64(len(data)))))
		data = slices.Grow(data, more)
		n, err := io.ReadFull(r.in, data[len(data):len(data)+more])
		data = data[:len(data)+n]
		switch {
		case err == io.EOF && len(data) > before:
			return data, io.ErrUnexpectedEOF
		case err != nil:
			return data, err
		}
	}
	return data, nil
}
