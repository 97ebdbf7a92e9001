// Package helptopics has help show pages of the documentation.
package helptopics

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/docs"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/render/topic"
)

// List is the section of a help template that lists the topics, in the help of the program.
func List() string {
	var b strings.Builder
	b.WriteString("{{if not .HasParent}}\nHelp topics, for \"iprof-viz help TOPIC\":\n")
	for _, page := range docs.Pages() {
		fmt.Fprintf(&b, "  %-13s %s\n", page.Name, page.About)
	}
	b.WriteString("{{end}}")
	return b.String()
}

// Add adds the topics to cobra's command help.
func Add(help *cobra.Command, e *cli.Env) {
	help.Use = "help [COMMAND | TOPIC]"
	help.Short = "Help about a command or a topic"
	help.Long = `help shows the help of a command, or a page of the documentation as text.
TOPIC#SECTION shows only a section, such as worth-a-look#many-types.`
	help.Example = `  iprof-viz help top
  iprof-viz help worth-a-look | less
  iprof-viz help optimized#what-was-inlined-where`
	ofCommands, completions := help.Run, help.ValidArgsFunction
	help.Run = nil
	help.Args = func(c *cobra.Command, args []string) error {
		page, anchor, ok := find(args)
		switch {
		case !ok:
			return cli.HelpArgs(c, args, names())
		case len(args) > 1:
			return cli.Usage("", "help shows one topic: unexpected %q", args[1])
		case anchor != "" && !slices.Contains(topic.Anchors(page), anchor):
			return cli.Usage("its sections are "+strings.Join(topic.Anchors(page)[1:], ", "), "%s has no section %q", page.Name, anchor)
		}
		return nil
	}
	help.RunE = func(c *cobra.Command, args []string) error {
		page, anchor, ok := find(args)
		if !ok {
			ofCommands(c, args)
			return nil
		}
		var color cli.ColorWhen
		_, err := topic.Text(c.OutOrStdout(), page, anchor, topic.Options{Width: e.Out.Columns(), Color: color.On(e.Out)})
		return err
	}
	help.ValidArgsFunction = func(c *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		all, directive := completions(c, args, typed)
		if len(args) > 0 {
			return all, directive
		}
		for _, page := range docs.Pages() {
			if strings.HasPrefix(page.Name, typed) {
				all = append(all, cobra.CompletionWithDesc(page.Name, page.About))
			}
		}
		return all, directive
	}
}

// find returns the page that the first argument names, and the anchor of a section of it; false: it names none.
func find(args []string) (page docs.Page, anchor string, ok bool) {
	if len(args) == 0 {
		return page, "", false
	}
	name, anchor, _ := strings.Cut(args[0], "#")
	for _, p := range docs.Pages() {
		if p.Name == name {
			return p, strings.ToLower(anchor), true
		}
	}
	return page, "", false
}

// names are the names of all topics.
func names() []string {
	var all []string
	for _, page := range docs.Pages() {
		all = append(all, page.Name)
	}
	return all
}
