package cli

import (
	"compress/gzip"
	"io"
	"os"
	"strconv"

	"golang.org/x/term"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// An Output is where the result of a command goes. A regular file is whole or absent; devices, pipes and standard output
// are written through.
type Output struct {
	Target
	Stdout  io.Writer
	console *console
	file    replacement
}

// WriteResult makes the result, by a function that writes it, and puts it at the target.
func (o *Output) WriteResult(result func(w io.Writer) error) error {
	if o.IsStdout() {
		return Finish(StdoutName, &afterProgress{o.Stdout, o.console.Progress}, result)
	}
	info, through, err := o.look()
	if err != nil {
		return err
	}
	if !through {
		return o.file.write(o.Target, info, result)
	}
	w, closeIt, err := o.openThrough(o.console.W)
	if err != nil {
		return o.failed(err)
	}
	err = Finish(string(o.Target), w, result)
	if closed := closeIt(); err == nil && closed != nil {
		err = o.failed(closed)
	}
	return err
}

// WriteIprof writes a profile, gzipped if the target's name says so.
func (o *Output) WriteIprof(p *iprof.Profile) error {
	return o.WriteResult(func(w io.Writer) error {
		if o.Extension() != ".gz" {
			return iprof.Write(w, p)
		}
		z := gzip.NewWriter(w) // without a time or a name: the same profile gives the same bytes
		if err := iprof.Write(z, p); err != nil {
			return err
		}
		return z.Close()
	})
}

// abandon gives up a file that is being written. The program ends.
func (o *Output) abandon() { o.file.abandon() }

// Terminal returns the terminal that the result goes to, nil where it goes elsewhere.
func (o *Output) Terminal() *os.File {
	f, ok := o.Stdout.(*os.File)
	if !ok || !o.IsStdout() || !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	return f
}

// NotForTerminal fails where an unreadable result would go to a terminal.
func (o *Output) NotForTerminal(thing, example string) error {
	if o.Terminal() != nil {
		return Usage("write it to a file: -o "+example, "refusing to write %s to a terminal", thing)
	}
	return nil
}

// Columns returns the width that text may have, 0 for any. COLUMNS, where it is exported, holds for files too.
func (o *Output) Columns() int { return columnsOf(o.Terminal()) }

// columnsOf returns the width of a terminal, or COLUMNS where that is exported; 0 for a terminal that is nil or does not say.
func columnsOf(terminal *os.File) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if terminal == nil {
		return 0
	}
	width, _, err := term.GetSize(int(terminal.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// Spare fails where a file that is read is the one that the result would replace, or be added to.
func (o *Output) Spare(name string, info os.FileInfo) error {
	if happens := o.Overwrites(info); happens != "" {
		return Usage("", "%s is the input: %s it", Printable(name), happens)
	}
	return nil
}

// Overwrites words the danger for a file, such as "--output would replace"; "" for none.
func (o *Output) Overwrites(file os.FileInfo) string {
	old, _, err := o.look()
	happens := "--output would replace"
	if f, ok := o.Stdout.(*os.File); ok && o.IsStdout() {
		old, err = f.Stat()
		happens = "standard output goes into"
	}
	if err != nil || old == nil || !file.Mode().IsRegular() || !os.SameFile(file, old) {
		return ""
	}
	return happens
}

// afterProgress erases the progress line, for good, before anything is written: it may be on the same terminal.
type afterProgress struct {
	w        io.Writer
	progress *progress
}

func (a *afterProgress) Write(b []byte) (int, error) {
	a.progress.Stop()
	return a.w.Write(b)
}
