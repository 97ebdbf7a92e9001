package helptopics

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// The topic of help that describes the flags that commands share. It is no page of the documentation.
const (
	flagsTopic = "flags"
	aboutFlags = "flags that most commands share"
)

// sharedFlags are flags of many commands that say how profiles are read and methods are named, rather than what a command does.
var sharedFlags = []string{"color", "names", "app", "no-settings", "normalize", "from", "sample-type", "column", "max-input", "quiet"}

// FlagsOf is the expression of a help template that is the part about the flags of a command.
const FlagsOf = "flagsOf ."

func init() { cobra.AddTemplateFunc("flagsOf", flagsOf) }

// flagsOf is the part of a command's help about its flags. Those that other commands describe alike are only named, as
// they would fill half a screen of every help; the program's own help describes all flags.
func flagsOf(c *cobra.Command) string {
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	own.SortFlags = false
	described, shared := ownFlags(c)
	for _, f := range described {
		own.AddFlag(f)
	}
	text := strings.TrimRight(own.FlagUsagesWrapped(cli.HelpWidth), " \n")
	if len(shared) > 0 {
		text += "\n\n" + cli.Fill(fmt.Sprintf("Also: %s; see \"%s help %s\".", strings.Join(shared, ", "), c.Root().Name(), flagsTopic), cli.HelpWidth)
	}
	return text
}

// ownFlags returns the flags that a command's help describes, and the names of those that it only names.
func ownFlags(c *cobra.Command) (own []*pflag.Flag, shared []string) {
	common := map[string]*pflag.Flag{}
	if c.HasParent() {
		common = commonFlags(c.Root())
	}
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		switch g := common[f.Name]; {
		case f.Hidden:
		case g != nil && textOf(f) == textOf(g):
			shared = append(shared, "--"+f.Name)
		default:
			own = append(own, f)
		}
	})
	return own, shared
}

// commonFlags returns, by name, the shared flags as most commands describe them. A command may have another default, or other words.
func commonFlags(root *cobra.Command) map[string]*pflag.Flag {
	common := map[string]*pflag.Flag{}
	for _, name := range sharedFlags {
		alike := map[string]int{}
		first := map[string]*pflag.Flag{}
		for _, c := range root.Commands() {
			if f := c.Flags().Lookup(name); f != nil && !f.Hidden {
				text := textOf(f)
				alike[text]++
				if first[text] == nil {
					first[text] = f
				}
			}
		}
		for _, text := range slices.Sorted(maps.Keys(alike)) {
			if best := common[name]; alike[text] > 1 && (best == nil || alike[text] > alike[textOf(best)]) {
				common[name] = first[text]
			}
		}
	}
	return common
}

// textOf is the description of a flag in help. The default is of the declaration: the value may have been set.
func textOf(f *pflag.Flag) string {
	one := pflag.NewFlagSet("", pflag.ContinueOnError)
	one.AddFlag(f)
	return one.FlagUsages()
}

// isFlags reports whether the arguments of help name the shared flags.
func isFlags(args []string) bool { return len(args) > 0 && args[0] == flagsTopic }

// ofFlags returns the help about shared flags. If that does not fit the terminal, each flag gets one line.
func ofFlags(root *cobra.Command, lines, columns int) string {
	const about = "Most commands have these flags; the help of a command names those that it has.\n\n"
	all, common := pflag.NewFlagSet("", pflag.ContinueOnError), commonFlags(root)
	all.SortFlags = false
	var flags []*pflag.Flag
	for _, name := range sharedFlags {
		if f := common[name]; f != nil {
			all.AddFlag(f)
			flags = append(flags, f)
		}
	}
	text := narrow(about+all.FlagUsagesWrapped(cli.HelpWidth), columns)
	if lines == 0 || strings.Count(text, "\n") <= lines {
		return text
	}
	text = fmt.Sprintf("%s%s\n\nAll of it: %s help %s | less\n", about, strings.Join(flagLines(flags, min(columns, cli.HelpWidth)), "\n"), root.Name(), flagsTopic)
	return dense(narrow(text, columns), lines)
}
