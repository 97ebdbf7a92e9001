package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// The exit statuses, in addition to 128 + n for a signal.
const (
	StatusOK     = 0
	StatusCheck  = 1 // a check or threshold failed
	StatusUsage  = 2
	StatusInput  = 3
	StatusOutput = 4
	StatusLimit  = 5 // a limit was exceeded, or the layout engine failed
	StatusDefect = 6 // in this program
)

// A Failure is an error with its exit status and a hint for the user.
type Failure struct {
	Status int
	File   string // as named by the user; "" if no file is at fault
	Err    error  // nil: everything has been reported
	Hint   string // a likely remedy; "" if there is no obvious one
	Shows  string // the rest of the hint: a command with its flags, such as "top -m samples", for the file at fault; "": none
}

func (f *Failure) Error() string { return fmt.Sprint(f.Err) }

// HintText returns the whole hint, "" for none. A command in it can be pasted if the file has a name: neither standard input nor a sum of
// profiles has.
func (f *Failure) HintText() string {
	if f.Shows == "" {
		return f.Hint
	}
	command := "iprof-viz " + f.Shows
	if _, err := os.Stat(f.File); err == nil {
		command += " " + words.ShellQuote(words.FileArgument(f.File))
	}
	return f.Hint + ": " + command
}

func (f *Failure) Unwrap() error { return f.Err }

// ErrSilentUsage ends the program after help was shown because there was nothing else to do.
var ErrSilentUsage = &Failure{Status: StatusUsage}

// Usage is an error in how the program was called.
func Usage(hint, format string, args ...any) error {
	return &Failure{Status: StatusUsage, Err: fmt.Errorf(format, args...), Hint: hint}
}

// InFile adds the file at fault to a failure that names none. Usage errors are not about files.
func InFile(file string, err error) error {
	f, ok := err.(*Failure)
	if !ok || f.File != "" || f.Status == StatusUsage {
		return err
	}
	named := *f
	named.File = file
	return &named
}

// TracebackVar is Go's environment variable for the stacks that a panic prints.
const TracebackVar = "GOTRACEBACK"

// DefectFailure explains a panic. It re-panics if the user wants the stack trace.
func DefectFailure(defect any) *Failure {
	if os.Getenv(TracebackVar) != "" {
		panic(defect)
	}
	if p, ok := defect.(*background.Panic); ok {
		defect = p.Value
	}
	return &Failure{
		Status: StatusDefect, Err: fmt.Errorf("a bug in iprof-viz: %v", defect),
		Hint: TracebackVar + "=all prints more, for a report",
	}
}

// TextOf returns the text of an error, including the file at fault.
func TextOf(err error) string {
	var f *Failure
	if errors.As(err, &f) && f.File != "" {
		return Printable(f.File) + ": " + f.Error()
	}
	return err.Error()
}

// Cause returns an error of the operating system without the name of the file, which is printed anyway.
func Cause(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
