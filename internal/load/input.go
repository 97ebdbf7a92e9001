package load

import (
	"bytes"
	"io"
	"os"
	"runtime/debug"

	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// An Origin is where a profile came from.
type Origin struct {
	Name  string // for messages
	small bool   // so small that its garbage is not worth collecting
}

// collect collects garbage, where a step has left much of it and the next needs as much, and gives its memory back, as
// the next step needs other sizes: a third less at the peak, for two hundredths of the time.
func (o Origin) Collect() {
	if !o.small {
		debug.FreeOSMemory()
	}
}

// An input is an open file, or standard input.
type input struct {
	Origin
	*source.Input
	File io.Closer

	plainFile io.ReadSeeker // the file, where it is a regular one and not gzipped
	held      bool          // in memory, in a process that has more to do
}

const SmallSize = 8 << 20

const StdinName = "standard input"

// OpenInput opens a file, or standard input for "-".
func OpenInput(e *cli.Env, name string) (*input, error) {
	if e.Held != nil {
		return openHeld(e.Held, name)
	}
	in := &input{Origin: Origin{Name: name}, File: io.NopCloser(nil)}
	src, total := e.Stdin, int64(0)
	regular := false
	if name == "-" {
		in.Name = StdinName
		if f, ok := e.Stdin.(*os.File); ok {
			if info, err := f.Stat(); err == nil {
				if happens := e.Out.Overwrites(info); happens != "" {
					return nil, cli.Usage("", "standard input is read from the file that %s", happens)
				}
			}
		}
	} else {
		f, err := os.Open(name)
		if err != nil {
			return nil, InputFailure(name, cli.Cause(err), nil)
		}
		if info, err := f.Stat(); err == nil && info.IsDir() {
			f.Close()
			return nil, DirectoryFailure(name)
		} else if err == nil && info.Mode().IsRegular() {
			if err := e.Out.Spare(name, info); err != nil {
				f.Close()
				return nil, err
			}
			regular, total = true, info.Size()
		}
		src, in.File = f, f
	}
	watched := e.Console.Watch(src, in.Name, total)
	var err error
	if in.Input, err = source.NewInput(watched); err != nil {
		in.File.Close()
		return nil, &cli.Failure{Status: cli.StatusInput, File: in.Name, Err: cli.Cause(err)}
	}
	e.Memory.Expect(total, in.Gzipped)
	if plain, ok := watched.(io.ReadSeeker); ok && regular && total > 0 && !in.Gzipped {
		in.plainFile, in.small = plain, total <= SmallSize
	}
	return in, nil
}

// IsMarkup reports whether a file that begins so is HTML or XML.
func IsMarkup(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n"), []byte("<"))
}
