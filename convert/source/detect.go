package source

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
)

// An Input is a file whose beginning has been looked at.
type Input struct {
	io.Reader         // the whole file, from its first byte on
	Format    *Format // nil: none of Formats
	Head      []byte  // the file's first 4 KiB, or all of a shorter one, decompressed
	Gzipped   bool    // the file is, so that Reader may be
}

// headSize is how much of a file tells its format, in bytes.
const headSize = 4 << 10

// lateSizes are how much of a text is looked at for formats that begin late, one after the other.
var lateSizes = []int{256 << 10, 8 << 20}

// NewInput looks at the beginning of a file: at 4 KiB of it and, only if these are text that tells nothing, at 8 MiB at the
// most. An error is that of reading.
func NewInput(r io.Reader) (*Input, error) {
	b := bufio.NewReaderSize(r, headSize)
	raw, err := b.Peek(headSize)
	if err != nil && err != io.EOF {
		return nil, err
	}
	in := &Input{Reader: b, Head: inflate(raw), Gzipped: isGzip(raw)}
	for _, f := range Formats {
		if f.Detect(in.Head) {
			in.Format = f
			return in, nil
		}
	}
	if len(in.Head) < headSize || bytes.IndexByte(in.Head, 0) >= 0 { // there is no more, or it is no text
		return in, nil
	}
	if in.Gzipped {
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, err
		}
		r = z
	} else {
		r = b
	}
	text := bufio.NewReaderSize(r, lateSizes[len(lateSizes)-1])
	in.Reader = text
	for _, size := range lateSizes {
		head, _ := text.Peek(size) // whoever reads on meets the error again
		for _, f := range Formats {
			if f.Late && f.Detect(head) {
				in.Format = f
				return in, nil
			}
		}
		if len(head) < size {
			break
		}
	}
	return in, nil
}

// Read reads the stacks of a file of any format. The error is [ErrUnknown] if it is none of [Formats].
func Read(r io.Reader, opts Options) (*Source, error) {
	in, err := NewInput(r)
	switch {
	case err != nil:
		return nil, err
	case in.Format == nil:
		return nil, ErrUnknown
	}
	return in.Format.Read(in, opts)
}

// inflate returns a copy of a file's beginning, decompressed if it is gzipped.
func inflate(raw []byte) []byte {
	if z, err := gzip.NewReader(bytes.NewReader(raw)); err == nil {
		head := make([]byte, headSize)
		n, _ := io.ReadFull(z, head)
		return head[:n]
	}
	return bytes.Clone(raw)
}

func isGzip(head []byte) bool { return bytes.HasPrefix(head, []byte("\x1f\x8b")) }
