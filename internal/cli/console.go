package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/rivo/uniseg"
	"golang.org/x/term"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A console is where the program talks to its user: standard error, with a progress line if that is a terminal.
type console struct {
	W        io.Writer
	Progress *progress
	quiet    bool // print errors only
	lines    int  // number of lines written to a terminal
}

func newConsole(stderr io.Writer) *console {
	return &console{W: stderr, Progress: newProgress(stderr)}
}

// A Note is something that the user should know in addition to the result.
type Note struct {
	File string // the file that it is about; "": the current one, or none
	Text string
	Hint bool // a likely remedy; it names no file
}

// Notef formats a note, as fmt.Sprintf does.
func Notef(format string, args ...any) Note { return Note{Text: fmt.Sprintf(format, args...)} }

// Notes returns what the failure and its hint say, for commands that go on.
func (f *Failure) Notes() []Note {
	notes := []Note{Notef("%v", f)}
	if hint := f.HintText(); hint != "" {
		notes = append(notes, Note{Text: hint, Hint: true})
	}
	return notes
}

// Tell prints notes about a file, "" for none.
func (c *console) Tell(file string, notes ...Note) {
	if c.quiet {
		return
	}
	for _, n := range notes {
		switch {
		case n.Hint:
			c.write("hint: ", n.Text)
		case n.File != "":
			c.say(n.File, n.Text)
		default:
			c.say(file, n.Text)
		}
	}
}

// IsQuiet reports whether the user wants no notes.
func (c *console) IsQuiet() bool { return c.quiet }

// Warn prints a warning about a file, "" for none, even if the user wants no notes.
func (c *console) Warn(file, text string) { c.say(file, "warning: "+text) }

// WarnOf prints warnings about errors, each once, and after the first ten how many more there are.
func (c *console) WarnOf(errs ...error) {
	const maxWarned = 10 // a malicious archive may have thousands of unreadable ones inside
	warned := map[string]bool{}
	for _, err := range errs {
		if text := err.Error(); !warned[text] {
			if len(warned) < maxWarned {
				c.Warn("", text)
			}
			warned[text] = true
		}
	}
	if more := len(warned) - maxWarned; more > 0 {
		c.Warn("", words.Thousands(int64(more))+" more like these")
	}
}

// Report prints an error and returns the exit status.
func (c *console) Report(err error) int {
	f := &Failure{Status: StatusUsage, Err: err} // cobra's errors are about the arguments
	errors.As(err, &f)
	if f.Err == nil {
		return f.Status
	}
	c.say(f.File, f.Err.Error())
	if hint := f.HintText(); hint != "" {
		c.write("hint: ", hint)
	}
	return f.Status
}

func (c *console) say(file, text string) {
	if file != "" {
		file = Printable(file) + ": "
	}
	c.write("iprof-viz: ", file+text)
}

// write prints a text after a label; on a terminal, wrapped between words. Names in it, of files and profiles, may have been made to
// control a terminal, or to look like messages of ours.
func (c *console) write(label, text string) {
	text = words.Visible(text)
	columns := 0
	if f, ok := c.W.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		columns = columnsOf(f)
	}
	text = wrapped(label, text, columns)
	if columns > 0 {
		c.lines += 1 + strings.Count(text, "\n")
	}
	c.Progress.aside(func() { fmt.Fprintln(c.W, text) })
}

// hanging is the indent of the continuation lines of wrapped text.
const hanging = "  "

// wrapped returns a label and a text as lines of at most that many columns, unless a word is longer; 0: one line. A command at the end that does
// not fit into a line with the text before it is on lines of its own.
func wrapped(label, text string, columns int) string {
	if columns <= 0 {
		return label + text
	}
	between := func(text string) (lines []string) {
		line, indent := "", ""
		for word := range strings.SplitSeq(text, " ") {
			if line != indent && uniseg.StringWidth(line+" "+word) > columns {
				lines = append(lines, line)
				line, indent = hanging, hanging
			}
			if line != indent {
				line += " "
			}
			line += word
		}
		return append(lines, line)
	}
	var lines []string
	for paragraph := range strings.SplitSeq(label+text, "\n") {
		of := between(paragraph)
		if at := words.CommandAt(paragraph); at >= 0 && !strings.HasSuffix(of[len(of)-1], paragraph[at:]) { // it is to be pasted
			of = between(strings.TrimRight(paragraph[:at], " "))
			for _, line := range words.CommandLines(paragraph[at:], max(1, columns-len(hanging)), uniseg.StringWidth) {
				of = append(of, hanging+line)
			}
		}
		lines = append(lines, of...)
	}
	return strings.Join(lines, "\n")
}

// working says which part of the work begins, for those who wait.
func (c *console) working(part string) {
	if !c.quiet {
		c.Progress.working(part)
	}
}

// Watch returns r, and from now on shows how much of it has been read, of total bytes; 0: unknown.
func (c *console) Watch(r io.Reader, name string, total int64) io.Reader {
	if c.quiet {
		return r
	}
	return c.Progress.watch(r, name, total)
}
