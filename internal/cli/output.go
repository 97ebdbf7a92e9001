package cli

import (
	"compress/gzip"
	"io"
	"os"
	"strconv"

	"golang.org/x/term"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// An Output is where the result of a command goes. A regular file is either complete or absent; devices, pipes and standard output
// are written directly.
type Output struct {
	Target
	Stdout  io.Writer
	wide    bool // names in full
	console *console
	file    replacement
}

// WriteResult makes the result with a function that writes it, and puts it at the target.
func (o *Output) WriteResult(result func(w io.Writer) error) error {
	if o.IsStdout() {
		o.console.working("writing")
		return Finish(StdoutName, &afterProgress{o.Stdout, o.console.Progress}, result)
	}
	info, through, err := o.look()
	if err != nil {
		return err
	}
	o.console.working("writing " + Printable(string(o.Target)))
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

// WriteIprof writes a profile, gzipped if the target ends in .gz.
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

// abandon gives up a file that is being written. The program is about to end.
func (o *Output) abandon() { o.file.abandon() }

// Terminal returns the terminal that the result goes to; nil if it goes elsewhere.
func (o *Output) Terminal() *os.File {
	f, ok := o.Stdout.(*os.File)
	if !ok || !o.IsStdout() || !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	return f
}

// NotForTerminal fails if unreadable output would go to a terminal.
func (o *Output) NotForTerminal(thing, example string) error {
	if o.Terminal() != nil {
		return Usage("write it to a file: -o "+example, "refusing to write %s to a terminal", thing)
	}
	return nil
}

// ForIprof fails if an iprof would go to a terminal, or to a file named as one in another format.
func (o *Output) ForIprof(example string) error {
	if err := o.NotForTerminal("an iprof", example); err != nil {
		return err
	}
	return o.CheckExport(".iprof")
}

// Columns returns the maximum width of text, 0 for unlimited. COLUMNS, if exported, applies to files as well.
func (o *Output) Columns() int {
	if o.wide {
		return 0
	}
	return columnsOf(o.Terminal())
}

// Screen returns the number of lines of the terminal that the result goes to, without those of messages so far and one for the next
// prompt, and its columns, at which it wraps longer lines. Without a terminal, or one that does not report them, both are 0. LINES, if
// exported, overrides the number of lines.
func (o *Output) Screen() (lines, columns int) {
	terminal := o.Terminal()
	if terminal == nil {
		return 0, 0
	}
	columns, lines, err := term.GetSize(int(terminal.Fd()))
	if n, wrong := strconv.Atoi(os.Getenv("LINES")); wrong == nil && n > 0 {
		lines, err = n, nil
	}
	if err != nil || lines <= 0 {
		return 0, 0
	}
	return max(1, lines-1-o.console.lines), columns
}

// columnsOf returns the width of a terminal, otherwise COLUMNS if it is exported; 0 for a terminal that is nil or does not report
// it.
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

// CheckInput fails if the result would overwrite, or be appended to, a file that is read.
func (o *Output) CheckInput(name string, info os.FileInfo) error {
	if happens := o.Overwrites(info); happens != "" {
		return Usage("", "%s is the input: %s it", Printable(name), happens)
	}
	return nil
}

// Overwrites describes the danger for a file, such as "--output would replace"; "" for none.
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
