package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"runtime/debug"
)

// An origin is where a profile came from.
type origin struct {
	name  string // for messages
	small bool   // so small that its garbage is not worth collecting
}

// collect collects garbage, where a step has left much of it and the next needs as much, and gives its memory back, as
// the next step needs other sizes: a third less at the peak, for two hundredths of the time.
func (o origin) collect() {
	if !o.small {
		debug.FreeOSMemory()
	}
}

// An input is an open file, or standard input.
type input struct {
	origin
	r    *bufio.Reader
	file io.Closer
	head []byte // its beginning, decompressed

	plainFile *os.File // the file, where it is a regular one and not gzipped
	size      int64    // of plainFile
}

const (
	headSize  = 4096 // bytes of an input from which its kind is told
	smallSize = 8 << 20
)

const stdinName = "standard input"

// openInput opens a file, or standard input for "-".
func openInput(e *env, name string) (*input, error) {
	in := &input{origin: origin{name: name}, file: io.NopCloser(nil)}
	src, total := e.stdin, int64(0)
	if name == "-" {
		in.name = stdinName
		if f, ok := e.stdin.(*os.File); ok {
			if info, err := f.Stat(); err == nil {
				if happens := e.out.overwrites(info); happens != "" {
					return nil, usage("", "standard input is read from the file that %s", happens)
				}
			}
		}
	} else {
		f, err := os.Open(name)
		if err != nil {
			return nil, inputFailure(name, cause(err), nil)
		}
		if info, err := f.Stat(); err == nil && info.IsDir() {
			f.Close()
			return nil, directoryFailure(name)
		} else if err == nil && info.Mode().IsRegular() {
			if err := e.out.spare(name, info); err != nil {
				f.Close()
				return nil, err
			}
			total = info.Size()
		}
		src, in.file = f, f
	}
	in.r = bufio.NewReaderSize(e.console.watch(src, in.name, total), headSize)
	raw, err := in.r.Peek(headSize)
	if err != nil && err != io.EOF {
		in.file.Close()
		return nil, &failure{status: statusInput, file: in.name, err: cause(err)}
	}
	in.head = inflateHead(raw)
	if f, ok := in.file.(*os.File); ok && total > 0 && !isGzip(raw) {
		in.plainFile, in.size, in.small = f, total, total <= smallSize
	}
	return in, nil
}

// plain returns the input's text, decompressed if it is gzipped.
func (in *input) plain() (io.Reader, error) {
	if magic, _ := in.r.Peek(2); !isGzip(magic) {
		return in.r, nil
	}
	return gzip.NewReader(in.r)
}

func isGzip(head []byte) bool { return bytes.HasPrefix(head, []byte("\x1f\x8b")) }

// inflateHead returns a copy of a file's beginning, decompressed if it is gzipped.
func inflateHead(raw []byte) []byte {
	if z, err := gzip.NewReader(bytes.NewReader(raw)); err == nil {
		head := make([]byte, headSize)
		n, _ := io.ReadFull(z, head)
		return head[:n]
	}
	return bytes.Clone(raw)
}
