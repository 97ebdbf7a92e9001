package main

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
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
	a.reading.iprof.MaxInput = iprof.DefaultMaxInput
	c.Flags().Var((*size)(&a.reading.iprof.MaxInput), "max-input", "give up on inputs that are larger, decompressed; 0: no limit")
	c.Flags().BoolVarP(&a.reading.quiet, "quiet", "q", false, "print nothing but the result and errors")
}

func (a *app) outputFlags(c *cobra.Command) {
	c.Flags().VarP(&a.target, "output", "o", "write to this file, not to standard output")
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
		c.Flags().Var(pattern{f.to}, f.name, f.usage)
		c.RegisterFlagCompletionFunc(f.name, cobra.NoFileCompletions)
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

// A pick is a word that stands for a value.
type pick[T any] struct {
	word  string
	value T
}

// byName are picks of values by the names that they have themselves.
func byName[T fmt.Stringer](values ...T) []pick[T] {
	var picks []pick[T]
	for _, v := range values {
		picks = append(picks, pick[T]{v.String(), v})
	}
	return picks
}

// choiceFlag binds a flag to a field that takes one of some values. What the field holds is the default.
func choiceFlag[T comparable](c *cobra.Command, to *T, name, short, usage string, picks ...pick[T]) {
	v := &choice[T]{to, picks, strings.ToUpper(name)}
	c.Flags().VarP(v, name, short, oneOf(v.words())+": "+usage)
	c.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(v.words(), cobra.ShellCompDirectiveNoFileComp))
}

// A choice is a pflag.Value.
type choice[T comparable] struct {
	to    *T
	picks []pick[T]
	noun  string // what help calls the value
}

func (v *choice[T]) Set(s string) error {
	for _, p := range v.picks {
		if p.word == s {
			*v.to = p.value
			return nil
		}
	}
	return fmt.Errorf("%q is not %s", s, oneOf(v.words()))
}

func (v *choice[T]) String() string {
	for _, p := range v.picks {
		if v.to != nil && p.value == *v.to {
			return p.word
		}
	}
	return ""
}

func (v *choice[T]) Type() string { return v.noun }

func (v *choice[T]) words() []string {
	var words []string
	for _, p := range v.picks {
		words = append(words, p.word)
	}
	return words
}

// A pattern is a regular expression as a pflag.Value.
type pattern struct{ to **regexp.Regexp }

func (p pattern) Set(s string) error {
	re, err := regexp.Compile(s)
	if err != nil {
		return fmt.Errorf("%q is no regular expression: %s", s, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	*p.to = re
	return nil
}

func (p pattern) String() string {
	if p.to == nil || *p.to == nil {
		return ""
	}
	return (*p.to).String()
}

func (p pattern) Type() string { return "REGEXP" }

// A size is a number of bytes as a pflag.Value: 500MB, 2GiB, 1000. No limit is -1, as in iprof.Options.
type size int64

// units are the powers of 1000 and of 1024, the longer ones first among those with the same end.
var units = []struct {
	suffix string
	bytes  int64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
	{"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"T", 1 << 40},
	{"B", 1}, {"", 1},
}

func (z *size) Set(s string) error {
	for _, u := range units {
		number, ok := cutSuffixFold(s, u.suffix)
		if !ok {
			continue
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if x *= float64(u.bytes); err != nil || !(x >= 1 || x == 0) || x >= math.MaxInt64 {
			break
		}
		*z = size(x)
		if x == 0 {
			*z = -1
		}
		return nil
	}
	return fmt.Errorf("%q is not a size such as 500MB or 2GiB", s)
}

func cutSuffixFold(s, suffix string) (string, bool) {
	n := len(s) - len(suffix)
	if n < 0 || !strings.EqualFold(s[n:], suffix) {
		return s, false
	}
	return s[:n], true
}

func (z *size) String() string {
	if *z < 0 {
		return "0"
	}
	for i := len(units) - 1; i >= 0; i-- {
		if u := units[i]; strings.HasSuffix(u.suffix, "iB") && *z != 0 && int64(*z)%u.bytes == 0 {
			return fmt.Sprintf("%d%s", int64(*z)/u.bytes, u.suffix)
		}
	}
	return strconv.FormatInt(int64(*z), 10)
}

func (z *size) Type() string { return "SIZE" }
