package cli

import (
	"bytes"
	"context"
	"io"

	"github.com/iprof-viz/iprof-viz/internal/ctxio"
)

// An Env is the environment of a command: its input, its user, and where its result goes.
type Env struct {
	Command string // its name, for messages
	Stdin   io.Reader
	Console *console
	Out     *Output
	Cleanup *cleanup
	Memory  *memory
	Ending  *ending
	Held    map[string][]byte // the content of profiles by name, replacing files; nil: profiles are files

	request context.Context // ends when nobody waits for the result any more; nil: somebody always does
}

// NewEnv returns the environment of a program whose result goes to standard output.
func NewEnv(stdin io.Reader, stdout, stderr io.Writer) *Env {
	c := newConsole(stderr)
	e := &Env{Stdin: stdin, Console: c, Out: &Output{Stdout: stdout, console: c}, Cleanup: &cleanup{}, Memory: newMemory(), Ending: &ending{}}
	e.Cleanup.Add(c.Progress.Stop)
	return e
}

// IOOptions are the options of every command.
type IOOptions struct {
	MaxInput int64  // bytes, decompressed; 0: the default of the format, -1: no limit
	Output   string // a file; "" or "-": standard output
	Quiet    bool   // print only the result and errors
	Wide     bool   // text is wider than the terminal if names are
}

// IO returns the options, for commands whose options embed them.
func (o IOOptions) IO() IOOptions { return o }

// With returns the environment of a command with its name and these options. It fails if it is already clear that the result could
// not be written.
func (e *Env) With(command string, o IOOptions) (*Env, error) {
	c := *e.Console
	c.quiet = o.Quiet
	out := &Output{Target: Target(o.Output), Stdout: e.Out.Stdout, console: &c, wide: o.Wide}
	if _, _, err := out.look(); err != nil {
		return nil, err
	}
	e.Cleanup.Add(out.abandon)
	return &Env{Command: command, Stdin: e.Stdin, Console: &c, Out: out, Cleanup: e.Cleanup, Memory: e.Memory, Ending: e.Ending, Held: e.Held, request: e.request}, nil
}

// Holding returns the environment of a command that reads profiles from memory, by name, and opens no file. It writes its result to
// out, and no messages. The command fails with the error of the context soon after that has ended.
func (e *Env) Holding(ctx context.Context, held map[string][]byte, out io.Writer) *Env {
	silent := newConsole(io.Discard)
	silent.quiet = true
	return &Env{Command: e.Command, Stdin: bytes.NewReader(nil), Console: silent, Out: &Output{Stdout: ctxio.Writer(ctx, out), console: silent}, Cleanup: &cleanup{}, Memory: e.Memory, Held: held, request: ctx}
}

// Context returns the context of the request that the command is for; without one, it never ends.
func (e *Env) Context() context.Context {
	if e.request == nil {
		return context.Background()
	}
	return e.request
}

// Working tells those who wait for the result which part of the work begins, such as "call graph". It fails if nobody waits any longer.
func (e *Env) Working(part string) error {
	e.Console.working(part)
	return e.Context().Err()
}
