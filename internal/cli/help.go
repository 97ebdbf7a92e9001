package cli

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/internal/nearest"
)

// ExitStatuses is the section of a help template that lists the exit statuses, at the end of the help of the program.
const ExitStatuses = `{{if not .HasParent}}
Exit status: 0 success; 1 a check failed, or no method matches; 2 wrong usage;
3 bad input; 4 the output could not be written; 5 a limit was exceeded or the
layout engine failed; 6 a bug in iprof-viz; 128 plus the number of a signal.
{{end}}`

// HelpWidth is the number of columns of help text.
const HelpWidth = 80

// Fill rewraps the lines of paragraphs. Paragraphs with two consecutive spaces are tables and stay unchanged.
func Fill(text string, width int) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if strings.Contains(p, "  ") {
			continue
		}
		var b strings.Builder
		column := 0
		for _, word := range strings.Fields(p) {
			n := utf8.RuneCountInString(word)
			switch {
			case column == 0:
			case column+1+n > width:
				b.WriteByte('\n')
				column = 0
			default:
				b.WriteByte(' ')
				column++
			}
			b.WriteString(word)
			column += n
		}
		paragraphs[i] = b.String()
	}
	return strings.Join(paragraphs, "\n\n")
}

// HelpArgs checks the arguments of help that are not a topic: a command. Topics are those that a mistyped name may mean.
func HelpArgs(c *cobra.Command, args, topics []string) error {
	commands := c.Root().Commands()
	named := func(c *cobra.Command) bool { return c.Name() == args[0] }
	if _, _, err := c.Root().Find(args); err != nil || len(args) > 0 && !slices.ContainsFunc(commands, named) {
		near := nearest.Words(args[0], topics)
		if len(near) == 0 { // of worth-a-look, the first word may be meant
			near = slices.DeleteFunc(slices.Clone(topics), func(topic string) bool {
				first, _, more := strings.Cut(topic, "-")
				return !more || len(nearest.Words(args[0], []string{first})) == 0
			})
		}
		if len(near) > 0 {
			return Usage(Suggest("help ", near), "unknown command or topic %q", args[0])
		}
		hint := cmp.Or(CommandHint(args[0], CommandNames(commands)), "iprof-viz help lists the commands and the topics")
		return Usage(hint, "unknown command or topic %q", args[0])
	}
	return nil
}

// CompletionArgs checks the arguments of completion if they name no known shell.
func CompletionArgs(c *cobra.Command, args []string) error {
	shells := OneOf(CommandNames(c.Commands()))
	if len(args) == 0 {
		return Usage("", "missing SHELL: %s", shells)
	}
	return Usage("", "%q is not %s", args[0], shells)
}
