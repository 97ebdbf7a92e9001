package main

import (
	"bytes"
	"io"

	"github.com/iprof-viz/iprof-viz/convert/source"
)

// holding returns the surroundings of a command that reads profiles from memory, by their names, and opens no file. It writes
// its result to out, and no messages.
func (e *env) holding(held map[string][]byte, out io.Writer) *env {
	silent := newConsole(io.Discard)
	silent.quiet = true
	return &env{command: e.command, stdin: bytes.NewReader(nil), console: silent, out: &output{stdout: out, console: silent}, cleanup: &cleanup{}, held: held}
}

// openHeld opens a profile in memory.
func openHeld(held map[string][]byte, name string) (*input, error) {
	data, ok := held[name]
	if !ok {
		return nil, noSuchFile(name, "")
	}
	in := &input{origin: origin{name: nameOf([]string{name}), small: true}, file: io.NopCloser(nil), held: true}
	r := bytes.NewReader(data)
	var err error
	if in.Input, err = source.NewInput(r); err != nil {
		return nil, &failure{status: statusInput, file: in.name, err: cause(err)}
	}
	if !in.Gzipped && len(data) > 0 {
		in.plainFile = r
	}
	return in, nil
}

// cutPattern is the function of this name where profiles are files; where they are in memory, the last argument is one.
func (e *env) cutPattern(args []string) (expr string, files []string) {
	if e.held != nil && len(args) == 2 {
		return args[0], args[1:]
	}
	return cutPattern(args)
}
