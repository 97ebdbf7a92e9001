package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// SomeProfiles checks the arguments of a command that reads a profile, or the sum of several.
func SomeProfiles(c *cobra.Command, args []string) error {
	if err := flagTookProfile(c, args); err != nil {
		return err
	}
	if len(args) == 0 {
		hint := `name a file, or "-" for standard input`
		c.Flags().Visit(func(f *pflag.Flag) {
			if file := f.Value.String(); IsFile(file) {
				hint = fmt.Sprintf("%s is the value of %s", Printable(file), flagNames(f))
			}
		})
		return Usage(hint, "missing PROFILE")
	}
	if err := OnlyOneStdin(args); err != nil {
		return err
	}
	return checkFiles(c, args)
}

// TwoProfiles checks the arguments of a command that compares two profiles.
func TwoProfiles(c *cobra.Command, args []string) error {
	if len(args) > 2 {
		if err := checkFiles(c, args); err != nil {
			return err
		}
	}
	if len(args) > 2 {
		return Usage("iprof-viz variance compares several runs, and iprof-viz merge adds them up", "%s needs two profiles (old and new), got %d", c.Name(), len(args))
	}
	if len(args) != 2 {
		old := "old.iprof"
		if len(args) == 1 {
			old = ShellWords(words.FileArguments(args))
		}
		return Usage(fmt.Sprintf("add the new profile: iprof-viz %s %s new.iprof", c.Name(), old), "%s needs two profiles (old and new), got %d", c.Name(), len(args))
	}
	return OnlyOneStdin(args)
}

// SeveralProfiles checks the arguments of a command that compares at least two profiles.
func SeveralProfiles(c *cobra.Command, args []string) error {
	if len(args) < 2 {
		one := "run1.iprof"
		if len(args) == 1 {
			one = ShellWords(words.FileArguments(args))
		}
		return Usage(fmt.Sprintf("the others are runs of the same program: iprof-viz %s %s run2.iprof", c.Name(), one), "%s needs at least two profiles, got %d", c.Name(), len(args))
	}
	return OnlyOneStdin(args)
}

// RegexpAndProfiles checks the arguments of a command that is about some methods.
func RegexpAndProfiles(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 1 && (IsFile(args[0]) || source.FormatOfName(args[0]) != nil):
		return Usage(fmt.Sprintf("top lists methods: iprof-viz %s 'name of a method' %s", c.Name(), ShellWords(words.FileArguments(args[:1]))), "missing REGEXP: it goes before the PROFILE")
	case len(args) == 1:
		return Usage(fmt.Sprintf("iprof-viz %s %s app.iprof", c.Name(), shellQuote(args[0])), "%s needs a REGEXP and a PROFILE", c.Name())
	case len(args) < 2:
		return Usage(fmt.Sprintf("top lists methods: iprof-viz %s 'name of a method' app.iprof", c.Name()), "%s needs a REGEXP and a PROFILE", c.Name())
	}
	if err := misplacedRegexp(c, args); err != nil {
		return err
	}
	return OnlyOneStdin(args[1:])
}

// PatternAndProfiles checks the arguments of a command that takes an optional regular expression, and profiles.
func PatternAndProfiles(c *cobra.Command, args []string) error {
	if err := misplacedRegexp(c, args); err != nil {
		return err
	}
	_, files := cutPattern(args)
	return SomeProfiles(c, files)
}

// cutPattern separates the regular expression from arguments that may begin with one: the first of several is one, unless it names
// a file.
func cutPattern(args []string) (expr string, files []string) {
	if len(args) < 2 || args[0] == "-" {
		return "", args
	}
	if IsFile(args[0]) {
		return "", args
	}
	return args[0], args[1:]
}

// OnlyOneStdin fails if standard input is named more than once: it can be read once.
func OnlyOneStdin(files []string) error {
	seen := false
	for _, file := range files {
		if file == "-" && seen {
			return Usage("", "standard input can be read only once")
		}
		seen = seen || file == "-"
	}
	return nil
}

// CutWeight parses FILE:WEIGHT, for any weight.
func CutWeight(arg string) (file, weight string, ok bool) {
	colon := strings.LastIndexByte(arg, ':')
	if colon <= 0 || colon == len(arg)-1 {
		return arg, "", false
	}
	return arg[:colon], arg[colon+1:], true
}

// CutPattern is like the function cutPattern if profiles are files; if they are in memory, the last argument is one.
func (e *Env) CutPattern(args []string) (expr string, files []string) {
	if e.Held != nil && len(args) == 2 {
		return args[0], args[1:]
	}
	return cutPattern(args)
}
