package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// near returns the names that are much like a typed one, as cobra judges it.
func near(typed string, names []string) []string {
	c := &cobra.Command{SuggestionsMinimumDistance: 2}
	for _, name := range names {
		c.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
	}
	return c.SuggestionsFor(typed)
}

// suggest words a hint with near names, or returns "".
func suggest(prefix string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "did you mean " + prefix + strings.Join(names, " or "+prefix) + "?"
}

// commandNames are the names of commands that help lists.
func commandNames(commands []*cobra.Command) []string {
	var all []string
	for _, c := range commands {
		if c.IsAvailableCommand() {
			all = append(all, c.Name())
		}
	}
	return all
}
