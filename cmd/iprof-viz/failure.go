package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/iprof-viz/iprof-viz/internal/background"
)

// The exit statuses, beside 128 + n for a signal.
const (
	statusOK     = 0
	statusCheck  = 1 // a check or threshold failed
	statusUsage  = 2
	statusInput  = 3
	statusOutput = 4
	statusLimit  = 5 // a limit was exceeded, or the layout engine failed
	statusDefect = 6 // of this program
)

// A failure is an error with its exit status and a hint for the user.
type failure struct {
	status int
	file   string // as the user named it; "" where no file is at fault
	err    error  // nil: everything has been said
	hint   string // a likely remedy; "" where there is no one cause
	empty  bool   // the filters keep nothing of a profile that is named as --names says
}

func (f *failure) Error() string { return fmt.Sprint(f.err) }

func (f *failure) Unwrap() error { return f.err }

// errSilentUsage ends the program after help was shown because there was nothing else to do.
var errSilentUsage = &failure{status: statusUsage}

// usage is an error in how the program was called.
func usage(hint, format string, args ...any) error {
	return &failure{status: statusUsage, err: fmt.Errorf(format, args...), hint: hint}
}

// inFile names the file at fault in a failure that names none. Errors of usage are about no file.
func inFile(file string, err error) error {
	f, ok := err.(*failure)
	if !ok || f.file != "" || f.status == statusUsage {
		return err
	}
	named := *f
	named.file = file
	return &named
}

// tracebackVar is Go's environment variable for the stacks that a panic prints.
const tracebackVar = "GOTRACEBACK"

// defectFailure explains a panic. It goes on if the user wants to see its stack.
func defectFailure(defect any) *failure {
	if os.Getenv(tracebackVar) != "" {
		panic(defect)
	}
	if p, ok := defect.(*background.Panic); ok {
		defect = p.Value
	}
	return &failure{
		status: statusDefect, err: fmt.Errorf("a defect of iprof-viz: %v", defect),
		hint: tracebackVar + "=all prints more, for a report",
	}
}

// textOf returns the text of an error, with the file at fault.
func textOf(err error) string {
	var f *failure
	if errors.As(err, &f) && f.file != "" {
		return printable(f.file) + ": " + f.Error()
	}
	return err.Error()
}

// cause is an error of the operating system without the name of the file, which is said anyway.
func cause(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
