package main

import (
	"errors"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// readOptions are the flags of every command that reads a profile.
type readOptions struct {
	iprof iprof.Options
	quiet bool
}

func (a *app) readFlags(c *cobra.Command) {
	bind(c, sizeValue(&a.reading.iprof.MaxInput, iprof.DefaultMaxInput), "max-input", "", "give up on inputs that are larger, decompressed; 0: no limit")
	c.Flags().BoolVarP(&a.reading.quiet, "quiet", "q", false, "print nothing but the result and errors")
}

func (a *app) outputFlags(c *cobra.Command) {
	bind(c, fileValue(&a.target.path), "output", "o", "write to this file, not to standard output")
}

// metricFlag lets the user choose among some metrics.
func metricFlag(c *cobra.Command, to *convert.Metric, metrics ...convert.Metric) {
	choiceFlag(c, to, "metric", "m", "what is counted; samples if there are any, else calls, unless told", byName(metrics...)...)
}

// nameFlags bind how methods are called. Those that would read alike are told apart: merged by name, main that calls
// main(String[]) would look like recursion.
func nameFlags(c *cobra.Command, to *convert.NameOptions) {
	to.Apart = true
	choiceFlag(c, &to.Style, "names", "", "how much of a method's name is shown, and seen by REGEXPs",
		byName(convert.FullNames, convert.ShortNames, convert.SignatureNames)...)
	c.Flags().BoolVar(&to.Normalize, "normalize", false, "leave out of names what differs from build to build")
}

// filterFlags bind what chooses stacks and frames. The view is that of to unless the user says.
func filterFlags(c *cobra.Command, to *convert.FilterOptions) {
	choiceFlag(c, &to.View, "view", "", "all frames; not the profiler's runtime; VM code as one frame, too",
		byName(convert.MachineView, convert.ExpertView, convert.UserView)...)
	for _, f := range []struct {
		name, usage string
		to          **regexp.Regexp
	}{
		{"focus", "only stacks with a frame that matches", &to.Focus},
		{"ignore", "no stacks with a frame that matches", &to.Ignore},
		{"hide", "no frames that match", &to.Hide},
		{"show-from", "no callers of the outermost frame that matches", &to.ShowFrom},
	} {
		bind(c, patternValue(f.to), f.name, "", f.usage)
	}
}

const (
	parameters      = `\(` // in a REGEXP that is about them
	needsSignatures = "only with --names signature do names have parameters for a REGEXP to match"
)

// hintAtSignatures adds to an error of a command that a filter asks for parameters, where filters leave nothing and names
// have none.
func hintAtSignatures(c *cobra.Command, err error) {
	var f *failure
	if !errors.As(err, &f) || !f.empty || c.Flag("names").Value.String() == convert.SignatureNames.String() {
		return
	}
	for _, filter := range []string{"focus", "show-from"} { // the others do not leave out what they do not match
		if strings.Contains(c.Flag(filter).Value.String(), parameters) {
			f.hint = needsSignatures
		}
	}
}

// choiceFlag binds a flag to a field that takes one of some values.
func choiceFlag[T comparable](c *cobra.Command, to *T, name, short, usage string, picks ...pick[T]) {
	bind(c, choiceValue(to, strings.ToUpper(name), picks), name, short, oneOf(wordsOf(picks))+": "+usage)
}
