package main

import (
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// outputFlag and inputFlags bind the options of every command: the one comes first in help, the others last.
func outputFlag(c *cobra.Command, to *ioOptions) {
	bind(c, fileValue(&to.output), "output", "o", "write to this file instead of standard output")
}

func inputFlags(c *cobra.Command, to *ioOptions) {
	bind(c, sizeValue(&to.maxInput, iprof.DefaultMaxInput), "max-input", "", "reject inputs larger than this, decompressed; 0: no limit")
	c.Flags().BoolVarP(&to.quiet, "quiet", "q", false, "print only the result and errors")
}

// choiceFlag binds a flag to a field that takes one of some values.
func choiceFlag[T comparable](c *cobra.Command, to *T, name, short, usage string, picks ...pick[T]) {
	bind(c, choiceValue(to, strings.ToUpper(name), picks), name, short, oneOf(wordsOf(picks))+": "+usage)
}

// formatFlag binds --format. The extension of a file that has the format is as good a word as its name: md.
func formatFlag[T comparable](c *cobra.Command, to *T, usage string, picks ...pick[T]) {
	v := choiceValue(to, "FORMAT", picks)
	named := v.parse
	v.parse = func(s string) (T, error) {
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
	bind(c, v, "format", "", oneOf(wordsOf(picks))+": "+usage)
}

// formatNames are the names of formats by extensions that differ from them.
var formatNames = map[string]string{"md": "markdown", "txt": "text", "gv": "dot"}

// metricFlag lets the user choose among some metrics.
func metricFlag(c *cobra.Command, to *convert.Metric, metrics ...convert.Metric) {
	choiceFlag(c, to, "metric", "m", metricUsage, byName(metrics...)...)
}

const metricUsage = "the metric (default: samples if there are 300, otherwise calls)"

// nameFlags bind how methods are called. Those with the same name get parameters: merged by name, main that calls
// main(String[]) would look like recursion.
func nameFlags(c *cobra.Command, to *convert.NameOptions) {
	to.Disambiguate = true
	choiceFlag(c, &to.Style, "names", "", "how much of a method's name to show",
		byName(convert.FullNames, convert.ShortNames, convert.SignatureNames)...)
	bind(c, patternValue(&to.Application), "app", "", appUsage)
	c.Flags().BoolVar(&to.Normalize, "normalize", false, "leave out the parts of names that differ from build to build")
}

const appUsage = "the application's methods (default: " + appVar + ", " + settingsFile + ", or all that are neither JDK nor GraalVM)"

// renamesFlag is that of every command that compares two profiles.
func renamesFlag(c *cobra.Command, to *compare.Options) {
	c.Flags().BoolVar(&to.NoRenames, "no-renames", false, "pair methods and classes of two profiles by name only")
}

// filterFlags bind the choice of stacks and frames.
func filterFlags(c *cobra.Command, to *convert.FilterOptions) {
	choiceFlag(c, &to.View, "view", "", "all frames; without the profiler's runtime; also with VM code as one frame; "+
		"the application alone, with what it calls", byName(convert.Views...)...)
	for _, f := range []struct {
		name, usage string
		to          **regexp.Regexp
	}{
		{"focus", "keep only stacks with a matching frame", &to.Focus},
		{"ignore", "drop stacks with a matching frame", &to.Ignore},
		{"hide", "leave out matching frames", &to.Hide},
		{"show-from", "leave out the callers of the outermost matching frame", &to.ShowFrom},
	} {
		bind(c, patternValue(f.to), f.name, "", f.usage)
	}
}

// siteFlags are those of every command that ranks places in the code.
func siteFlags(c *cobra.Command, to *rank.SiteOptions) {
	to.Sort = rank.SiteOrders[0]
	choiceFlag(c, &to.Sort, "sort", "", "uncertainty: executions times entropy", wordPicks(rank.SiteOrders...)...)
	c.Flags().BoolVar(&to.Contexts, "contexts", false, "rank each inlining context by itself, not the sum of all")
}

// wordPicks are picks of words that stand for themselves.
func wordPicks(words ...string) []pick[string] {
	var picks []pick[string]
	for _, word := range words {
		picks = append(picks, pick[string]{word, word})
	}
	return picks
}

// given returns the names of the flags that were set.
func given(c *cobra.Command) map[string]bool {
	names := map[string]bool{}
	c.Flags().Visit(func(f *pflag.Flag) { names[f.Name] = true })
	return names
}

// running returns the function that runs a command with its options.
func running[O interface{ io() ioOptions }](e *env, o *O, run func(e *env, o O, args []string) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		e, err := e.with(c.Name(), (*o).io())
		if err != nil {
			return err
		}
		if err := applySettings(c); err != nil {
			return err
		}
		return run(e, *o, args)
	}
}
