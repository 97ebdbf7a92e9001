package iprof

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/background"
)

// decompress returns the plain text of r, which may be gzipped. Another goroutine inflates it, until the end of the text
// or Close.
func decompress(r io.Reader) (io.ReadCloser, error) {
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

// A damage is an error in the compression: the text is not the one that was compressed.
type damage string

func (d damage) Error() string { return string(d) }

// inWords returns an error of package gzip in words for the user.
func inWords(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case err == io.ErrUnexpectedEOF:
		return ErrTruncated
	case err == gzip.ErrHeader:
		return damage("the gzip header is damaged")
	case err == gzip.ErrChecksum:
		return damage("the gzip checksum is wrong: the file is damaged")
	case errors.As(err, &corrupt):
		return damage("the gzip data is damaged")
	}
	return err
}

// members reads the members of a gzip file one after the other. gzip.Reader does so, too, but it takes a few bytes after
// the last member for a truncated header.
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

// aheadBlocks is how many blocks of aheadBlock bytes inflating may be ahead of parsing.
const (
	aheadBlocks = 4
	aheadBlock  = windowSize / 2
)

// An ahead is a reader that another goroutine fills.
type ahead struct {
	full  chan block // closed after the last block
	empty chan []byte
	task  *background.Task // fills them
	rest  block
	used  []byte // the block that rest is of
}

type block struct {
	data []byte
	err  error
}

func readAhead(r io.Reader) *ahead {
	a := &ahead{full: make(chan block, aheadBlocks), empty: make(chan []byte, aheadBlocks)}
	for range aheadBlocks {
		a.empty <- make([]byte, aheadBlock)
	}
	a.task = background.Go(func() {
		defer close(a.full)
		for b := range a.empty {
			n := 0
			var err error
			for err == nil && n < len(b) {
				var m int
				m, err = r.Read(b[n:])
				n += m
			}
			a.full <- block{b[:n], err}
			if err != nil {
				return
			}
		}
	})
	return a
}

func (a *ahead) Read(p []byte) (int, error) {
	for len(a.rest.data) == 0 {
		if a.rest.err != nil {
			return 0, a.rest.err
		}
		if a.used != nil {
			a.empty <- a.used
			a.used = nil
		}
		b, ok := <-a.full
		if !ok {
			a.task.Wait() // it may have panicked
			return 0, io.ErrClosedPipe
		}
		a.rest, a.used = b, b.data[:cap(b.data)]
	}
	n := copy(p, a.rest.data)
	a.rest.data = a.rest.data[n:]
	return n, nil
}

// Close ends the goroutine.
func (a *ahead) Close() error {
	close(a.empty)
	for range a.full {
	}
	a.task.Wait()
	return nil
}
