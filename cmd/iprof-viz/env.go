package main

import (
	"io"
)

// An env is the surroundings of a command: its input, its user, the place of its result.
type env struct {
	command string // its name, for messages
	stdin   io.Reader
	console *console
	out     *output
	cleanup *cleanup
	memory  *memory
	ending  *ending
	held    map[string][]byte // the content of profiles by their names, in place of files; nil: profiles are files
}

// newEnv returns the surroundings of a program whose result goes to standard output.
func newEnv(stdin io.Reader, stdout, stderr io.Writer) *env {
	c := newConsole(stderr)
	e := &env{stdin: stdin, console: c, out: &output{stdout: stdout, console: c}, cleanup: &cleanup{}, memory: newMemory(), ending: &ending{}}
	e.cleanup.add(c.progress.stop)
	return e
}

// ioOptions are those of every command.
type ioOptions struct {
	maxInput int64  // bytes, decompressed; 0: the default of the format, -1: no limit
	output   string // a file; "", "-": standard output
	quiet    bool   // print only the result and errors
}

func (o ioOptions) io() ioOptions { return o }

// with returns the surroundings of a command with its name and these options. It fails where it is already clear that the result could
// not be written.
func (e *env) with(command string, o ioOptions) (*env, error) {
	c := *e.console
	c.quiet = o.quiet
	out := &output{target: target(o.output), stdout: e.out.stdout, console: &c}
	if _, _, err := out.look(); err != nil {
		return nil, err
	}
	e.cleanup.add(out.abandon)
	return &env{command: command, stdin: e.stdin, console: &c, out: out, cleanup: e.cleanup, memory: e.memory, ending: e.ending, held: e.held}, nil
}
