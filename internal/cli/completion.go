package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// completionWords is the annotation of flags whose values are completed by these words, and not by names of files.
const completionWords = "iprof-viz_completion_words"

// Complete says how shells complete the values of a flag: with these words; none: not at all. Otherwise they complete names of files.
func Complete(c *cobra.Command, flag string, words ...string) {
	c.Flags().SetAnnotation(flag, completionWords, words)
}

// RegisterCompletions has cobra answer a shell that asks for completions, if the program's arguments do. Cobra keeps the flags that it
// knows completions of for as long as the process runs: a server, which makes the commands anew for each request, must not tell it.
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
