package main

import (
	"errors"
	"fmt"
	"io"
)

// A console is where the program talks to its user: standard error, with a progress line where that is a terminal.
type console struct {
	w        io.Writer
	progress *progress
	quiet    bool // print errors only
}

func newConsole(stderr io.Writer) *console {
	return &console{w: stderr, progress: newProgress(stderr)}
}

// A note is something that the user has to know beside the result.
type note struct {
	file string // that it is about; "": the one at hand, or none
	text string
	hint bool // at a likely remedy; it names no file
}

func noteOf(format string, args ...any) note { return note{text: fmt.Sprintf(format, args...)} }

// tell prints notes about a file, "" for none.
func (c *console) tell(file string, notes ...note) {
	if c.quiet {
		return
	}
	for _, n := range notes {
		switch {
		case n.hint:
			c.progress.aside(func() { fmt.Fprintf(c.w, "hint: %s\n", n.text) })
		case n.file != "":
			c.say(n.file, n.text)
		default:
			c.say(file, n.text)
		}
	}
}

// warn prints a warning about a file, "" for none, even if the user wants no notes.
func (c *console) warn(file, text string) { c.say(file, "warning: "+text) }

// report prints an error and returns the exit status.
func (c *console) report(err error) int {
	f := &failure{status: statusUsage, err: err} // cobra's errors are about the arguments
	errors.As(err, &f)
	if f.err == nil {
		return f.status
	}
	c.say(f.file, f.err.Error())
	if f.hint != "" {
		fmt.Fprintf(c.w, "hint: %s\n", f.hint)
	}
	return f.status
}

func (c *console) say(file, text string) {
	if file != "" {
		file = printable(file) + ": "
	}
	c.progress.aside(func() { fmt.Fprintf(c.w, "iprof-viz: %s%s\n", file, text) })
}

// watch returns r, and shows from now on how much of it has been read, of total bytes; 0: not known.
func (c *console) watch(r io.Reader, name string, total int64) io.Reader {
	if c.quiet {
		return r
	}
	return c.progress.watch(r, name, total)
}
