// Package helptopics has help show pages of the documentation, commands by purpose, and the flags that commands share.
package helptopics

import (
	"fmt"
	"io"
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
	fmt.Fprintf(&b, "  %-13s %s\n", flagsTopic, aboutFlags)
	b.WriteString("{{end}}")
	return b.String()
}

// Add adds the topics to cobra's command help.
func Add(help *cobra.Command, e *cli.Env) {
	help.Use = "help [COMMAND | TOPIC [WORD...]]"
	help.Short = "Help about a command or a topic"
	help.Long = `help shows the help of a command, or a page of the documentation as text.
With WORDs it shows only the sections whose headings contain them, and
TOPIC#SECTION shows one, such as worth-a-look#many-types.`
	help.Example = `  iprof-viz help top
  iprof-viz help worth-a-look | less
  iprof-viz help worth-a-look string
  iprof-viz help optimized#what-was-inlined-where`
	ofCommands, completions := help.Run, help.ValidArgsFunction
	help.Run = nil
	help.Args = func(c *cobra.Command, args []string) error {
		page, anchors, ok := find(args)
		sections := topic.Anchors(page)
		switch {
		case isFlags(args) && len(args) == 1:
			return nil
		case isFlags(args):
			return cli.Usage("", "%s has no sections: unexpected %q", flagsTopic, args[1])
		case !ok:
			err := cli.HelpArgs(c, args, names())
			if about := sectionsAbout(args); err != nil && about != nil {
				return cli.Usage(cli.Suggest("help ", about), "unknown command or topic %q", args[0])
			}
			return err
		case len(anchors) == 0 && len(args) > 1:
			return cli.Usage("its sections are "+strings.Join(sections[1:], ", "), "%s has no section about %q", page.Name, strings.Join(args[1:], " "))
		case len(anchors) > 0 && !slices.Contains(sections, anchors[0]):
			return cli.Usage("its sections are "+strings.Join(sections[1:], ", "), "%s has no section %q", page.Name, anchors[0])
		}
		return nil
	}
	help.RunE = func(c *cobra.Command, args []string) error {
		switch page, anchors, ok := find(args); {
		case ok:
			var color cli.ColorWhen
			return showPage(c.OutOrStdout(), e, args, page, anchors, topic.Options{Width: e.Out.Columns(), Color: color.On(e.Out)})
		case len(args) == 0:
			_, err := io.WriteString(c.OutOrStdout(), Brief(c.Root(), e))
			return err
		case isFlags(args):
			lines, columns := e.Out.Screen()
			_, err := io.WriteString(c.OutOrStdout(), ofFlags(c.Root(), lines, columns))
			return err
		}
		ofCommands(c, args)
		return nil
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
		if strings.HasPrefix(flagsTopic, typed) {
			all = append(all, cobra.CompletionWithDesc(flagsTopic, aboutFlags))
		}
		return all, directive
	}
}

// find returns the page that the first argument names, and the anchors of sections of it: the one after #, or those whose headings
// contain the other arguments; false: it names no page.
func find(args []string) (page docs.Page, anchors []string, ok bool) {
	if len(args) == 0 {
		return page, nil, false
	}
	name, anchor, isSection := strings.Cut(args[0], "#")
	for _, p := range docs.Pages() {
		switch {
		case p.Name != name:
			continue
		case len(args) > 1:
			return p, topic.Matching(p, args[1:]), true
		case isSection && anchor != "":
			return p, []string{strings.ToLower(anchor)}, true
		}
		return p, nil, true
	}
	return page, nil, false
}

// sectionsAbout returns the sections of all pages whose headings have all words, or their plurals: jfr is Flight recordings (JFR). There
// are at most three, as more would not be a hint.
func sectionsAbout(words []string) []string {
	const most = 3
	var all []string
	for _, page := range docs.Pages() {
		for _, anchor := range topic.Anchors(page)[1:] {
			has := strings.Split(anchor, "-")
			missing := func(word string) bool {
				word = topic.Anchor(word)
				return !slices.Contains(has, word) && !slices.Contains(has, word+"s")
			}
			if len(words) > 0 && len(all) < most && !slices.ContainsFunc(words, missing) {
				all = append(all, page.Name+"#"+anchor)
			}
		}
	}
	return all
}

// names are the names of all topics.
func names() []string {
	var all []string
	for _, page := range docs.Pages() {
		all = append(all, page.Name)
	}
	return append(all, flagsTopic)
}
