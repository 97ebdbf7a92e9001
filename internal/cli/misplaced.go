package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// checkFiles fails if arguments that should be files do not exist and look like something else that the user meant. Other missing
// files are reported when they are opened.
func checkFiles(c *cobra.Command, files []string) error {
	for i, file := range files {
		if Exists(file) {
			continue
		}
		if name, _, ok := CutWeight(file); ok && Exists(name) {
			return NoSuchFile(file, "only merge takes weights")
		}
		if len(files) == 1 {
			continue
		}
		others := append(append([]string(nil), files[:i]...), files[i+1:]...)
		if c.Flags().Lookup("output") != nil && outputLike().MatchString(file) {
			return NoSuchFile(file, fmt.Sprintf("to write it: iprof-viz %s -o %s %s", c.Name(), shellQuote(words.FileArgument(file)), ShellWords(words.FileArguments(others))))
		}
		if looksLikePath(file) {
			continue
		}
		if flag := wordOfFlag(c, file); flag != "" {
			return NoSuchFile(file, Suggest(flag+" ", []string{file}))
		}
		if err := misplacedNumber(c, file); err != nil {
			return err
		}
		if c.Flags().Lookup("focus") != nil && IsFile(others[0]) {
			return NoSuchFile(file, fmt.Sprintf("for matching methods only: iprof-viz %s --focus %s %s", c.Name(), shellQuote(file), ShellWords(words.FileArguments(others))))
		}
	}
	return nil
}

// outputLike matches names of files that commands write but do not read.
var outputLike = lazyregexp.New(`(?i)\.(svg|png|html|dot|csv|md)$`)

// wordOfFlag returns the flag of a command that accepts an argument as its value: -m for calls, --by for class; or "".
func wordOfFlag(c *cobra.Command, arg string) string {
	for _, flag := range []string{"metric", "by", "view", "kind"} {
		f := c.Flags().Lookup(flag)
		if f == nil {
			continue
		}
		if slices.Contains(Words(f), arg) {
			if f.Shorthand != "" {
				return "-" + f.Shorthand
			}
			return "--" + flag
		}
	}
	return ""
}

// flagTookProfile fails if a flag for a REGEXP has taken the profile, and the REGEXP is among the arguments.
func flagTookProfile(c *cobra.Command, args []string) error {
	var err error
	c.Flags().Visit(func(f *pflag.Flag) {
		file := f.Value.String()
		if f.Value.Type() != regexpNoun || len(args) != 1 || Exists(args[0]) || looksLikePath(args[0]) || !IsFile(file) {
			return
		}
		err = Usage(fmt.Sprintf("iprof-viz %s --%s %s %s", c.Name(), f.Name, shellQuote(args[0]), shellQuote(words.FileArgument(file))),
			"%s is not a file; --%s takes the REGEXP", Printable(args[0]), f.Name)
	})
	return err
}

// misplacedNumber fails if an argument is a number that must follow a flag.
func misplacedNumber(c *cobra.Command, arg string) error {
	if _, err := strconv.Atoi(arg); err != nil {
		return nil
	}
	if c.Flags().ShorthandLookup("n") == nil {
		return nil
	}
	if units := c.Flags().Lookup("units"); units != nil && units.Value.Type() == "bool" && units.Changed {
		return Usage(fmt.Sprintf("--units -n %s limits the number of units", arg), "%s is not a file; --units does not take a number", arg)
	}
	flag := "-n "
	if c.Flags().Lookup("nodes") != nil {
		flag = "--nodes "
	}
	return Usage(Suggest(flag, []string{arg}), "%s is not a file", arg)
}

// misplacedRegexp fails if the REGEXP of a command that takes one first comes after a profile, or if there are several.
func misplacedRegexp(c *cobra.Command, args []string) error {
	n := slices.IndexFunc(args, IsFile)
	if n > 1 && !slices.ContainsFunc(args[:n], func(arg string) bool { return Exists(arg) || looksLikePath(arg) }) {
		either := shellQuote(strings.Join(args[:n], "|"))
		return NoSuchFile(args[1], fmt.Sprintf("there is one REGEXP, with | between alternatives: iprof-viz %s %s %s", c.Name(), either, ShellWords(words.FileArguments(args[n:]))))
	}
	if n != 0 {
		return nil
	}
	for i, arg := range args[1:] {
		if Exists(arg) || looksLikePath(arg) {
			continue
		}
		files := append(append([]string(nil), args[:i+1]...), args[i+2:]...)
		return Usage(fmt.Sprintf("iprof-viz %s %s %s", c.Name(), shellQuote(arg), ShellWords(words.FileArguments(files))), "%s is not a file; the REGEXP goes first", Printable(arg))
	}
	return nil
}

// NoSuchFile is the failure for a file that does not exist. The hint may be empty.
func NoSuchFile(file, hint string) error {
	return &Failure{Status: StatusInput, File: file, Err: errors.New("no such file"), Hint: hint}
}

// Exists reports whether there is such a file, directory or device. Standard input exists.
func Exists(file string) bool {
	_, err := os.Stat(file)
	return file == "-" || !errors.Is(err, fs.ErrNotExist)
}

// IsFile reports whether there is such a file that is not a directory.
func IsFile(file string) bool {
	info, err := os.Stat(file)
	return err == nil && !info.IsDir()
}

var pathlike = lazyregexp.New(`/|(?i:\.(gz|txt|json|out))$`)

// looksLikePath reports whether an argument is more likely the name of a profile than a REGEXP.
func looksLikePath(arg string) bool {
	return pathlike().MatchString(arg) || source.FormatOfName(arg) != nil
}

// shellQuote formats an argument in POSIX shell syntax, for display.
func shellQuote(arg string) string {
	quoted := words.ShellQuote(arg)
	if Printable(strings.ReplaceAll(quoted, `"`, "")) == strings.ReplaceAll(quoted, `"`, "") { // quotes in quotes can be pasted
		return quoted
	}
	return Printable(quoted)
}

// ShellWords quotes arguments for a shell as necessary, and separates them by spaces.
func ShellWords(args []string) string {
	quoted := make([]string, len(args))
	for i, arg := range args {
		quoted[i] = shellQuote(arg)
	}
	return strings.Join(quoted, " ")
}
