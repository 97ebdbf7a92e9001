package helptopics

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// AddGroup adds commands with a common purpose, as a verb and its object: help lists them together.
func AddGroup(root *cobra.Command, verb, object string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: verb, Title: verb + " " + object + ":"})
	for _, c := range commands {
		c.GroupID = verb
	}
	root.AddCommand(commands...)
}

// Brief returns help that fits the terminal, also one with less than 80 columns or 24 lines: examples, and the names of commands by purpose. In
// a small one, blank lines and the first sentence give way to these.
func Brief(root *cobra.Command, e *cli.Env) string {
	lines, columns := e.Out.Screen()
	return brief(root, lines, columns)
}

func brief(root *cobra.Command, lines, columns int) string {
	text := withExamples(root.Example, lines, columns, func(examples string) string { return commandsWith(root, examples) })
	if _, rest, ok := strings.Cut(text, "\n\n"); ok && lines > 0 && strings.Count(dense(text, lines), "\n") > lines {
		text = rest
	}
	return dense(text, lines)
}

// dense returns a text without blank lines if it has more than so many; 0: any number.
func dense(text string, lines int) string {
	if lines > 0 && strings.Count(text, "\n") > lines {
		return strings.ReplaceAll(text, "\n\n", "\n")
	}
	return text
}

// commandsWith returns some examples and the names of all commands.
func commandsWith(root *cobra.Command, examples string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nUsage: %s\n\n%s\n\nCommands:\n", "iprof-viz shows GraalVM profiles (.iprof) as text, pictures and pages.", root.UseLine(), examples)
	for _, group := range root.Groups() {
		var names []string
		for _, c := range root.Commands() {
			if c.GroupID == group.ID && c.IsAvailableCommand() {
				names = append(names, c.Name())
			}
		}
		b.WriteString(hanging(fmt.Sprintf("  %-8s", strings.ToLower(group.ID)), strings.Join(names, " "), cli.HelpWidth))
	}
	b.WriteString(hanging("  topics  ", strings.Join(names(), " "), cli.HelpWidth))
	fmt.Fprintf(&b, "\nOne of these: %[1]s help top, %[1]s help %[2]s\nAll commands and flags: %[1]s --help | less\n", root.Name(), names()[0])
	return b.String()
}

// hanging writes words after a label, continued below the first word.
func hanging(label, words string, columns int) string {
	indent := utf8.RuneCountInString(label)
	lines := cli.Fill(strings.Join(strings.Fields(words), " "), columns-indent)
	return label + strings.ReplaceAll(lines, "\n", "\n"+strings.Repeat(" ", indent)) + "\n"
}
