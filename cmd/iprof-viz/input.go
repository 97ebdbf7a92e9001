package main

import (
	"bytes"
	"io"
	"os"
	"runtime/debug"

	"github.com/iprof-viz/iprof-viz/convert/source"
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
	*source.Input
	file io.Closer

	plainFile io.ReadSeeker // the file, where it is a regular one and not gzipped
	held      bool          // in memory, in a process that has more to do
}

const smallSize = 8 << 20

const stdinName = "standard input"

// openInput opens a file, or standard input for "-".
func openInput(e *env, name string) (*input, error) {
	if e.held != nil {
		return openHeld(e.held, name)
	}
	in := &input{origin: origin{name: name}, file: io.NopCloser(nil)}
	src, total := e.stdin, int64(0)
	regular := false
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
			regular, total = true, info.Size()
		}
		src, in.file = f, f
	}
	watched := e.console.watch(src, in.name, total)
	var err error
	if in.Input, err = source.NewInput(watched); err != nil {
		in.file.Close()
		return nil, &failure{status: statusInput, file: in.name, err: cause(err)}
	}
	e.memory.expect(total, in.Gzipped)
	if plain, ok := watched.(io.ReadSeeker); ok && regular && total > 0 && !in.Gzipped {
		in.plainFile, in.small = plain, total <= smallSize
	}
	return in, nil
}

// isMarkup reports whether a file that begins so is HTML or XML.
func isMarkup(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n"), []byte("<"))
}
