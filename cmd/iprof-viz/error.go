package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// The exit statuses, beside 128 + n for a signal.
const (
	statusOK     = 0
	statusCheck  = 1 // a check or threshold failed
	statusUsage  = 2
	statusInput  = 3
	statusOutput = 4
	statusLimit  = 5 // a limit was met, or the layout engine failed
)

// A failure is an error that knows what it means to the user.
type failure struct {
	status int
	file   string // as the user named it; "" where no file is at fault
	err    error  // nil: everything has been said
	hint   string // what is likely to help; "" where there is no one cause
	empty  bool   // filters leave nothing of a profile, whose names are as --names has them
}

func (f *failure) Error() string { return fmt.Sprint(f.err) }

func (f *failure) Unwrap() error { return f.err }

// errSilentUsage ends the program where help was shown for want of anything else to do.
var errSilentUsage = &failure{status: statusUsage}

// usage is an error in how the program was called.
func usage(hint, format string, args ...any) error {
	return &failure{status: statusUsage, err: fmt.Errorf(format, args...), hint: hint}
}

// report prints an error and returns the exit status.
func (a *app) report(err error) int {
	f := &failure{status: statusUsage, err: err} // what cobra finds is about the arguments
	errors.As(err, &f)
	if f.err == nil {
		return f.status
	}
	a.say(f.file, f.err.Error())
	if f.hint != "" {
		fmt.Fprintf(a.stderr, "hint: %s\n", f.hint)
	}
	return f.status
}

// say prints a line about a file, "" for none.
func (a *app) say(file, text string) {
	if file != "" {
		file = printable(file) + ": "
	}
	a.progress.aside(func() { fmt.Fprintf(a.stderr, "iprof-viz: %s%s\n", file, text) })
}

// note prints a line that --quiet keeps back.
func (a *app) note(file, format string, args ...any) {
	if !a.reading.quiet {
		a.say(file, fmt.Sprintf(format, args...))
	}
}

// hint prints a hint that --quiet keeps back.
func (a *app) hint(format string, args ...any) {
	if !a.reading.quiet {
		a.progress.aside(func() { fmt.Fprintf(a.stderr, "hint: "+format+"\n", args...) })
	}
}

// printable returns a file's name as it is, or quoted if it could do something to a terminal.
func printable(name string) string {
	if q := strconv.Quote(name); q[1:len(q)-1] != strings.ReplaceAll(name, `\`, `\\`) {
		return q
	}
	return name
}

// inputFailure says what is wrong with an input. head is what it begins with.
func inputFailure(file string, err error, head []byte) *failure {
	f := &failure{status: statusInput, file: file, err: err}
	var place *iprof.SyntaxError
	other := errors.As(err, &place) && place.Path == "" // it goes wrong where an iprof begins
	if errors.Is(err, iprof.ErrNotIprof) && other {
		f.err = place.Err // the whole file is meant, not its byte 0
	}
	switch kind := sniff(head); {
	case errors.Is(err, iprof.ErrTooLarge):
		f.status = statusLimit
		f.hint = "--max-input 4GiB allows more; 0 sets no limit"
	case errors.Is(err, fs.ErrNotExist):
		f.err = errors.New("there is no such file")
	case errors.Is(err, iprof.ErrVersion):
		f.hint = "a newer iprof-viz may read it"
	case len(head) == 0 && errors.Is(err, iprof.ErrNotIprof): // not damage that hides what it begins with
		f.hint = "was what writes it killed? An image writes its profile when it exits by itself"
	case strings.HasPrefix(string(head), "version https://git-lfs") && other:
		f.hint = `"git lfs pull" fetches the file`
	case kind == markup && other:
		f.hint = "was it downloaded? A server may have sent an error page in its place"
	case (kind == foldedText || kind == pprofFile) && other:
		f.hint = fmt.Sprintf("it looks like %s, which iprof-viz flame draws", kind)
	case errors.Is(err, iprof.ErrTruncated), errors.Is(err, io.ErrUnexpectedEOF):
		f.hint = "the file is not whole: its program was killed while writing, or a copy was cut short"
	}
	return f
}

// flagError words what pflag finds.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown):
		name, shorts := unknown.GetSpecifiedName(), unknown.GetSpecifiedShortnames()
		if shorts != "" {
			return usage("", "unknown flag -%s%s", name, inCluster(name, shorts))
		}
		return usage(flagHint(c, name), "unknown flag --%s", name)
	case errors.As(err, &invalid):
		return usage("", "%s: %w", flagNames(invalid.GetFlag()), valueError(invalid))
	case errors.As(err, &missing):
		return usage("", "%s needs a value: %s", flagNames(missing.GetFlag()), missing.GetFlag().Usage)
	}
	return usage("", "%w", err)
}

// valueError words why a value does not fit a flag. Those of numbers are strconv's.
func valueError(err *pflag.InvalidValueError) error {
	var number *strconv.NumError
	switch kind := err.GetFlag().Value.Type(); {
	case errors.As(err, &number) && kind == "int":
		return fmt.Errorf("%q is not a whole number", err.GetValue())
	case errors.As(err, &number):
		return fmt.Errorf("%q is not a number", err.GetValue())
	case kind == "duration":
		return fmt.Errorf("%q is not a time such as 10ms", err.GetValue())
	case kind == "time":
		return fmt.Errorf("%q is not a time such as 2026-01-31T12:00:00Z or 2026-01-31", err.GetValue())
	}
	return errors.Unwrap(err)
}

func inCluster(name, shorts string) string {
	if name == shorts {
		return ""
	}
	return " in -" + shorts
}

func flagNames(f *pflag.Flag) string {
	if f.Shorthand != "" {
		return "-" + f.Shorthand + "/--" + f.Name
	}
	return "--" + f.Name
}

// flagHint says what flag may have been meant: a similar one of the command, or the same of another.
func flagHint(c *cobra.Command, name string) string {
	var own []string
	c.Flags().VisitAll(func(f *pflag.Flag) { own = append(own, f.Name) })
	if hint := suggest("--", near(name, own)); hint != "" {
		return hint
	}
	var others []string
	for _, other := range c.Root().Commands() {
		if other.Flags().Lookup(name) != nil {
			others = append(others, other.Name())
		}
	}
	if len(others) > 0 {
		return fmt.Sprintf("%s has it", strings.Join(others, ", "))
	}
	return fmt.Sprintf("%s --help lists the flags", c.CommandPath())
}

// near returns the names that one may have meant by what one typed, with cobra's judgement of what is near.
func near(typed string, names []string) []string {
	c := &cobra.Command{SuggestionsMinimumDistance: 2}
	for _, name := range names {
		c.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
	}
	return c.SuggestionsFor(typed)
}

// suggest words a hint with near names, or returns "".
func suggest(prefix string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "did you mean " + prefix + strings.Join(names, " or "+prefix) + "?"
}

// oneOf lists names as prose does: a, b or c.
func oneOf(names []string) string {
	if len(names) < 2 {
		return cmp.Or(names...)
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}
