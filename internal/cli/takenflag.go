package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// FlagAsValue fails if a flag would take the next argument as its value although that looks like a flag itself: in "--anonymize -o
// out.gz in.gz" and in "-o-q" the value was forgotten. Values that begin with a dash are: "--anonymize=-o", with an equals sign; "-", which is a
// standard stream; and a negative number where the flag takes one. Args are the program's arguments.
func FlagAsValue(root *cobra.Command, args []string) error {
	if asksForCompletion(args) {
		return nil
	}
	c, rest, err := root.Find(args)
	if err != nil {
		return nil // running the command will report what is wrong
	}
	for len(rest) > 0 {
		arg := rest[0]
		rest = rest[1:]
		if arg == "--" {
			return nil
		}
		f, value := waitingFlag(c, arg)
		if f == nil || value == "" && len(rest) == 0 {
			continue
		}
		if value == "" {
			value, rest = rest[0], rest[1:]
		}
		// The name of a file, or another text, may look like a number, too.
		isText := slices.Contains([]string{FileNoun, regexpNoun, "string", "stringArray", "stringSlice"}, f.Value.Type())
		if len(value) > 1 && value[0] == '-' && (isText || !isNumber(value)) {
			return Usage("--"+f.Name+"="+shellQuote(value)+" if that is meant", "%s needs a value, and %s looks like a flag", flagNames(f), Printable(value))
		}
	}
	return nil
}

// waitingFlag returns the flag in an argument that takes a value, nil for none, and the value in the same argument, if it follows a
// letter; "": it is the next argument.
func waitingFlag(c *cobra.Command, arg string) (f *pflag.Flag, value string) {
	takesNext := func(f *pflag.Flag) bool { return f != nil && f.NoOptDefVal == "" }
	if name, long := strings.CutPrefix(arg, "--"); long {
		if f := c.Flag(name); takesNext(f) { // one with "=" and its value has no such name
			return f, ""
		}
		return nil, ""
	}
	letters, short := strings.CutPrefix(arg, "-")
	if !short {
		return nil, ""
	}
	for i := range len(letters) { // in a cluster such as -qn
		f := c.Flags().ShorthandLookup(letters[i : i+1])
		if takesNext(f) {
			return f, letters[i+1:]
		}
	}
	return nil, ""
}

// isNumber reports whether an argument is a number with a sign.
func isNumber(arg string) bool {
	digits := strings.TrimLeft(arg[1:], "0123456789.")
	return digits == "" && strings.ContainsAny(arg, "0123456789") || digits == "%"
}
