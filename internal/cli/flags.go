package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// OutputFlag and InputFlags bind the options of every command: the former comes first in help, the latter last.
func OutputFlag(c *cobra.Command, to *IOOptions) {
	Bind(c, FileValue(&to.Output), "output", "o", "write to FILE instead of standard output")
}

// WideFlag adds the flag of commands that print names as text.
func WideFlag(c *cobra.Command, to *IOOptions) {
	c.Flags().BoolVar(&to.Wide, "wide", false, "full names and all columns; a terminal breaks the lines")
}

// InputFlags adds the flags of commands that read: limits and messages.
func InputFlags(c *cobra.Command, to *IOOptions) {
	Bind(c, sizeValue(&to.MaxInput, iprof.DefaultMaxInput), "max-input", "", "maximum decompressed input size; 0: no limit")
	c.Flags().BoolVarP(&to.Quiet, "quiet", "q", false, "print only the result and errors")
}

// ChoiceFlag binds a flag to a field that takes one of some values.
func ChoiceFlag[T comparable](c *cobra.Command, to *T, name, short, usage string, picks ...Pick[T]) {
	Bind(c, choiceValue(to, strings.ToUpper(name), picks), name, short, OneOf(WordsOf(picks))+": "+usage)
}

// FormatFlag binds --format. The extension of a file in the format is accepted as well as its name: md.
func FormatFlag[T comparable](c *cobra.Command, to *T, usage string, picks ...Pick[T]) {
	v := choiceValue(to, "FORMAT", picks)
	named := v.Parse
	v.Parse = func(s string) (T, error) {
		x, err := named(s)
		if err != nil {
			if name, ok := formatNames[strings.ToLower(s)]; ok {
				if x, err := named(name); err == nil {
					return x, nil
				}
			}
		}
		return x, err
	}
	Bind(c, v, "format", "", OneOf(WordsOf(picks))+": "+usage)
}

// formatNames are the names of formats by extensions that differ from them.
var formatNames = map[string]string{"md": "markdown", "txt": "text", "gv": "dot"}

// WordPicks returns picks of words that stand for themselves.
func WordPicks(words ...string) []Pick[string] {
	var picks []Pick[string]
	for _, word := range words {
		picks = append(picks, Pick[string]{word, word})
	}
	return picks
}

// Given returns the names of the flags that were set.
func Given(c *cobra.Command) map[string]bool {
	names := map[string]bool{}
	c.Flags().Visit(func(f *pflag.Flag) { names[f.Name] = true })
	return names
}

// AppVar is the environment variable that overrides the setting "app".
const AppVar = "IPROF_VIZ_APP"

// SettingsFile holds what is the same for all profiles of a project. It is searched for in the current directory, then in its
// parents.
const SettingsFile = ".iprof-viz.toml"
