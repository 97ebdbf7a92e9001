package load

import (
	"bytes"
	"io"
	"io/fs"
	"os"

	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/ctxio"
)

// OpenInput opens a file, or standard input for "-".
func OpenInput(e *cli.Env, name string) (*input, error) {
	if e.Held != nil {
		return openHeld(e, name)
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
		f, info, err := openFile(e, name)
		if err != nil {
			return nil, err
		}
		if info != nil {
			regular, total = true, info.Size()
		}
		src, in.File = f, f
	}
	if !regular {
		src = &sized{src, &in.Size}
	}
	in.Size = total
	watched := e.Console.Watch(src, in.Name, total)
	var err error
	if in.Input, err = source.NewInput(watched); err != nil {
		in.File.Close()
		return nil, &cli.Failure{Status: cli.StatusInput, File: in.Name, Err: cli.Cause(err)}
	}
	e.Memory.Expect(total, in.Gzipped)
	in.limitNodes(e.Memory.Limit(), total)
	if plain, ok := watched.(io.ReadSeeker); ok && regular && total > 0 && !in.Gzipped {
		in.plainFile, in.small = plain, total <= SmallSize
	}
	return in, nil
}

// openFile opens an input file. It fails for a directory and for the output of the command. Info is nil if the file is not a regular one.
func openFile(e *cli.Env, name string) (f *os.File, info fs.FileInfo, err error) {
	if f, err = os.Open(name); err != nil {
		return nil, nil, InputFailure(name, cli.Cause(err), nil)
	}
	switch info, err = f.Stat(); {
	case err != nil:
		return f, nil, nil
	case info.IsDir():
		err = DirectoryFailure(name)
	case info.Mode().IsRegular():
		err = e.Out.CheckInput(name, info)
	default:
		info = nil
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// CheckFiles fails if one of several files cannot be opened or is blank. It looks at all of them before any is read, which may take minutes.
// Other errors in a file are found when the files before it have been read: which error a command reports must not depend on which file is
// read faster.
func CheckFiles(e *cli.Env, files []string, opts Options) error {
	if e.Held != nil {
		return nil
	}
	for _, name := range files {
		if info, err := os.Stat(name); name == "-" || err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			continue // opening a pipe would wait until another process opens it to write
		}
		f, _, err := openFile(e, name)
		if err != nil {
			return err
		}
		in := &input{Origin: Origin{Name: name}}
		in.Input, err = source.NewInput(f)
		f.Close()
		if err != nil {
			continue // the same error is reported when the file is read
		}
		if failure := BlankFailure(in, opts.expected()); failure != nil {
			return failure
		}
	}
	return nil
}

// A sized adds up the bytes that are read.
type sized struct {
	io.Reader
	size *int64
}

func (s *sized) Read(b []byte) (int, error) {
	n, err := s.Reader.Read(b)
	*s.size += int64(n)
	return n, err
}

// openHeld opens a profile in memory.
func openHeld(e *cli.Env, name string) (*input, error) {
	data, ok := e.Held[name]
	if !ok {
		return nil, cli.NoSuchFile(name, "")
	}
	in := &input{Origin: Origin{Name: NameOf([]string{name}), Size: int64(len(data)), small: true}, File: io.NopCloser(nil), held: true}
	r := ctxio.Reader(e.Context(), bytes.NewReader(data))
	var err error
	if in.Input, err = source.NewInput(r); err != nil {
		return nil, &cli.Failure{Status: cli.StatusInput, File: in.Name, Err: cli.Cause(err)}
	}
	in.limitNodes(e.Memory.Limit(), int64(len(data)))
	if !in.Gzipped && len(data) > 0 {
		in.plainFile = r
	}
	return in, nil
}
