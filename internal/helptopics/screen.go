package helptopics

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/iprof-viz/iprof-viz/docs"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/render/topic"
)

// ShowHelp writes the help of a command, which print writes to the command's output. What does not fit the terminal is shortened, as
// its beginning, which says most, would scroll away.
func ShowHelp(c *cobra.Command, e *cli.Env, print func()) {
	w := c.OutOrStdout()
	var full strings.Builder
	c.SetOut(&full)
	print()
	c.SetOut(w)
	lines, columns := e.Out.Screen()
	text := narrow(full.String(), columns)
	if lines > 0 && strings.Count(text, "\n") > lines {
		text = shortened(c, lines, min(columns, cli.HelpWidth))
	}
	io.WriteString(w, text)
}

// shortened is the help of a command in so many lines, if these are not very few: its usage, what it does, examples, and those of its own
// flags that come first, one a line. Others are named.
func shortened(c *cobra.Command, lines, columns int) string {
	if !c.HasParent() {
		return brief(c, lines, columns)
	}
	return dense(withExamples(c.Example, lines, columns, func(examples string) string { return withFlags(c, examples, lines, columns) }), lines)
}

// withFlags returns the help of a command with the given examples, and describes as many of its flags as fit.
func withFlags(c *cobra.Command, examples string, lines, columns int) string {
	parts := []string{"Usage: " + c.UseLine(), "", summaryOf(c.Long, columns), "", examples}
	own, also := ownFlags(c)
	for n := len(own); ; n-- {
		described := parts
		if n > 0 {
			described = append(slices.Clip(parts), "", strings.Join(flagLines(own[:n], columns), "\n"))
		}
		var named []string
		for _, f := range own[n:] {
			if f.Name != "help" {
				named = append(named, "--"+f.Name+aboutView(f))
			}
		}
		rest := cli.Fill("Also: "+strings.Join(append(named, also...), ", "), columns)
		text := strings.Join(append(described, rest, fmt.Sprintf("All of it: %s help %s | less", c.Root().Name(), c.Name())), "\n") + "\n"
		if n == 0 || strings.Count(narrow(text, columns), "\n") <= lines {
			return text
		}
	}
}

// wordsOfView are words in the description of --view that say what the view of most tables is.
var wordsOfView = []string{"without the profiler's"}

// aboutView explains the word that stands above every table, even if --view is only named.
func aboutView(f *pflag.Flag) string {
	if f.Name == "view" && f.DefValue == "expert" {
		return " (expert: without the profiler's own code)"
	}
	return ""
}

// summaryOf returns the first sentences of a description that fit into three lines, at least one.
func summaryOf(long string, columns int) string {
	first, _, _ := strings.Cut(long, "\n\n")
	for {
		text := cli.Fill(first, columns)
		end := strings.LastIndex(strings.TrimSuffix(first, "."), ". ")
		if end < 0 || strings.Count(text, "\n") < 3 {
			return text
		}
		first = first[:end+1]
	}
}

// flagLines describes flags in a line each, or in as many as have all words that a flag accepts.
func flagLines(flags []*pflag.Flag, columns int) []string {
	labels := make([]string, len(flags))
	width := 0
	for i, f := range flags {
		value, _ := pflag.UnquoteUsage(f)
		labels[i] = strings.TrimRight("  --"+f.Name+" "+value, " ")
		if f.Shorthand != "" {
			labels[i] = "  -" + f.Shorthand + "," + labels[i][1:]
		}
		width = max(width, utf8.RuneCountInString(labels[i]))
	}
	for i, f := range flags {
		_, usage := pflag.UnquoteUsage(f)
		room := max(columns-width-2, 20)
		label := labels[i] + strings.Repeat(" ", width-utf8.RuneCountInString(labels[i])) + "  "
		labels[i] = strings.TrimSuffix(hanging(label, beginning(usage, append(slices.Clip(cli.Words(f)), wordsOfView...), room), columns), "\n")
	}
	return labels
}

// beginning returns the first line of a description, or as many as have all these words.
func beginning(usage string, words []string, columns int) string {
	end := 0
	for _, word := range words { // in their order, as one may begin another
		if i := strings.Index(usage[end:], word); i >= 0 {
			end += i + len(word)
		}
	}
	cut := func(columns int) (text string, more bool) {
		lines := cli.Fill(usage, columns)
		rest := strings.Index(lines[end:], "\n")
		if rest < 0 {
			return lines, false
		}
		return lines[:end+rest], true
	}
	text, more := cut(columns)
	if more {
		text, _ = cut(columns - 2)
		text = strings.TrimRight(text, ",;:") + " …"
	}
	return text
}

// showPage writes a page, or sections of it. Of a page that does not fit the terminal it writes the contents, and of sections an excerpt.
func showPage(w io.Writer, e *cli.Env, args []string, page docs.Page, anchors []string, opts topic.Options) error {
	lines, columns := e.Out.Screen()
	var full strings.Builder
	plain := opts
	plain.Color = false
	if _, err := topic.Text(&full, page, anchors, plain); err != nil {
		return err
	}
	if window := (topic.Window{Height: lines, Columns: columns}); lines == 0 || window.Fits(full.String()) {
		_, err := topic.Text(w, page, anchors, opts)
		return err
	} else if len(anchors) > 0 {
		name := page.Name + "#" + anchors[0]
		if len(args) > 1 {
			name = cli.ShellWords(args)
		}
		end := fmt.Sprintf("All of it: iprof-viz help %s | less\n", name)
		window.Height -= window.Rows(end)
		_, err := io.WriteString(w, topic.Excerpt(page, anchors, opts, window)+end)
		return err
	}
	sections := topic.Anchors(page)
	end := fmt.Sprintf("\nA section: iprof-viz help %[1]s#%[2]s\nThe page: iprof-viz help %[1]s | less\n", page.Name, sections[len(sections)-1])
	window := topic.Window{Height: lines, Columns: columns}
	window.Height -= window.Rows(end)
	_, err := io.WriteString(w, dense(topic.Contents(page, opts, window)+end, lines))
	return err
}
