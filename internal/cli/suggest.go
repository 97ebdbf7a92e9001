package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// Suggest formats a hint with similar names, or returns "".
func Suggest(prefix string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "did you mean " + prefix + strings.Join(names, " or "+prefix) + "?"
}

// CommandNames are the names of commands that help lists.
func CommandNames(commands []*cobra.Command) []string {
	var all []string
	for _, c := range commands {
		if c.IsAvailableCommand() {
			all = append(all, c.Name())
		}
	}
	return all
}
