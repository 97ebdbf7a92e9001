package source

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"

	"github.com/iprof-viz/iprof-viz/convert/perfscript"
)

// An Input is a file whose format has been detected.
type Input struct {
	io.Reader         // the whole file, from its first byte on
	Format    *Format // nil: none of Formats
	Head      []byte  // the file's first 4 KiB, or all of a shorter one, decompressed
	Blank     bool    // the file is empty, or less than 4 KiB of blanks and line breaks
	Gzipped   bool    // the file is gzipped; Reader may be decompressed already
}

// IsTar reports whether a file with this beginning is a tar archive.
func IsTar(head []byte) bool {
	const magic = 257
	return len(head) > magic && bytes.HasPrefix(head[magic:], []byte("ustar"))
}

// NewInput detects the format of a file from its first 4 KiB or, if these are text in no known format, from at most 8 MiB. Its
// errors are read errors.
func NewInput(r io.Reader) (*Input, error) {
	b := bufio.NewReaderSize(r, headSize)
	raw, err := b.Peek(headSize)
	if err != nil && err != io.EOF {
		return nil, err
	}
	head, whole := inflate(raw)
	in := &Input{Reader: b, Head: head, Gzipped: isGzip(raw)}
	in.Blank = err == io.EOF && whole && len(trimStart(head)) == 0
	// An archive may contain anything, including text that looks like a format. The first bytes of perf.data look like pprof.
	if bytes.HasPrefix(in.Head, []byte("PK\x03\x04")) || IsTar(in.Head) || bytes.HasPrefix(in.Head, []byte(perfscript.DataMagic)) {
		return in, nil
	}
	text := bytes.TrimPrefix(in.Head, []byte(byteOrderMark))
	for _, f := range Formats {
		if f.Detect(text) {
			in.Format = f
			return in, nil
		}
	}
	if len(in.Head) < headSize || bytes.IndexByte(in.Head, 0) >= 0 { // the whole file has been examined, or it is binary
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
	late := bufio.NewReaderSize(r, lateSizes[len(lateSizes)-1])
	in.Reader = late
	for _, size := range lateSizes {
		head, _ := late.Peek(size) // reading further returns the error again
		for _, f := range Formats {
			if f.DetectLate != nil && f.DetectLate(head) {
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

// Read reads the stacks of a file of any format. The error is [ErrUnknown] if the format is none of [Formats].
func Read(r io.Reader, opts Options) (*File, error) {
	in, err := NewInput(r)
	switch {
	case err != nil:
		return nil, err
	case in.Format == nil:
		return nil, ErrUnknown
	}
	return in.Format.Read(in, opts)
}
