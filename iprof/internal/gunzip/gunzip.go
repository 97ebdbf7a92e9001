// Package gunzip reads text that may be gzipped, decompressed by a separate goroutine.
package gunzip

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/background"
)

// Open returns the plain text of r. If r is gzipped, that is a [*Reader], and its error for a missing end is
// [io.ErrUnexpectedEOF].
func Open(r io.Reader) (io.ReadCloser, error) {
	b := bufio.NewReader(r)
	switch magic, err := b.Peek(2); {
	case err != nil && err != io.EOF:
		return nil, err
	case string(magic) != "\x1f\x8b":
		return io.NopCloser(b), nil
	}
	z, err := gzip.NewReader(b)
	if err != nil {
		return nil, inWords(err)
	}
	z.Multistream(false)
	return readAhead(&members{b, z}), nil
}

// A Damage is an error in the compression: the text is not the one that was compressed.
type Damage string

func (d Damage) Error() string { return string(d) }

// inWords rewords an error of package gzip for the user.
func inWords(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case err == gzip.ErrHeader:
		return Damage("the gzip header is damaged")
	case err == gzip.ErrChecksum:
		return Damage("the gzip checksum is wrong: the file is damaged")
	case errors.As(err, &corrupt):
		return Damage("the gzip data is damaged")
	}
	return err
}

// members reads the members of a gzip file one after the other. gzip.Reader does so as well, but it mistakes a few bytes after the
// last member for a truncated header.
type members struct {
	b *bufio.Reader
	z *gzip.Reader // of one member
}

func (m *members) Read(p []byte) (int, error) {
	n, err := m.z.Read(p)
	if err != io.EOF {
		return n, inWords(err)
	}
	switch next, err := m.b.Peek(2); {
	case len(next) == 0:
		return n, err
	case !strings.HasPrefix("\x1f\x8b", string(next)):
		return n, errors.New("the data after the gzip data is not gzip")
	}
	if err := m.z.Reset(m.b); err != nil {
		return n, inWords(err)
	}
	m.z.Multistream(false)
	return n, nil
}

// Inflating may be this many blocks ahead of parsing.
const (
	blocks    = 4
	blockSize = 128 << 10 // bytes: half of the parser's window
)

// A Reader is the plain text of a gzip file. Another goroutine inflates it, until the end of the text or Close.
type Reader struct {
	full  chan block // closed after the last block
	empty chan []byte
	task  *background.Task // fills the blocks
	rest  block
	used  []byte // the block that contains rest
}

type block struct {
	data []byte
	err  error
}

func readAhead(text io.Reader) *Reader {
	r := &Reader{full: make(chan block, blocks), empty: make(chan []byte, blocks)}
	for range blocks {
		r.empty <- make([]byte, blockSize)
	}
	r.task = background.Go(func() {
		defer close(r.full)
		for b := range r.empty {
			n := 0
			var err error
			for err == nil && n < len(b) {
				var m int
				m, err = text.Read(b[n:])
				n += m
			}
			r.full <- block{b[:n], err}
			if err != nil {
				return
			}
		}
	})
	return r
}

func (r *Reader) Read(p []byte) (int, error) {
	for len(r.rest.data) == 0 {
		if r.rest.err != nil {
			return 0, r.rest.err
		}
		if r.used != nil {
			r.empty <- r.used
			r.used = nil
		}
		b, ok := <-r.full
		if !ok {
			r.task.Wait() // it may have panicked
			return 0, io.ErrClosedPipe
		}
		r.rest, r.used = b, b.data[:cap(b.data)]
	}
	n := copy(p, r.rest.data)
	r.rest.data = r.rest.data[n:]
	return n, nil
}

// Close ends the goroutine.
func (r *Reader) Close() error {
	close(r.empty)
	for range r.full {
	}
	r.task.Wait()
	return nil
}
