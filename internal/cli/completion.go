package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// completionWords is the annotation of flags whose values are completed by these words, and not by names of files.
const completionWords = "iprof-viz_completion_words"

// Complete makes shells complete the values of a flag with some words, or not at all if there are none. By default they complete file names.
func Complete(c *cobra.Command, flag string, words ...string) {
	c.Flags().SetAnnotation(flag, completionWords, words)
}

// RegisterCompletions tells cobra how to complete flags, if the program's arguments are a shell's request for completions. Cobra never forgets
// a flag that it was told about: a server, which makes the commands anew for each request, would use more and more memory.
func RegisterCompletions(root *cobra.Command, args []string) {
	if !asksForCompletion(args) {
		return
	}
	for _, c := range append(root.Commands(), root) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if words, ok := f.Annotations[completionWords]; ok {
				c.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
			}
		})
	}
}

// asksForCompletion reports whether the program's arguments are a line that is being typed.
func asksForCompletion(args []string) bool {
	return len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
}
