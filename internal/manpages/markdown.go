package manpages

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Markdown returns the same pages in Markdown, with definition lists for flags, by the names of commands: top. That of the program
// has its own name.
func Markdown(root *cobra.Command) map[string]string {
	p := program(root)
	pages := map[string]string{root.Name(): p.markdownPage(root)}
	for _, c := range p.commands() {
		pages[c.Name()] = p.markdownPage(c)
	}
	return pages
}

func (p Program) markdownPage(c *cobra.Command) string {
	m := &markdown{}
	m.section("# ", c.CommandPath())
	m.paragraph(c.Short + ".")
	m.verbatim([]string{c.UseLine()})
	m.description(c.Long)
	if c == p.Root {
		m.section("## ", "Commands")
		for _, c := range p.commands() {
			m.term(fmt.Sprintf("[%s](%s.md)", c.Name(), c.Name()), c.Short)
		}
	}
	if c.Example != "" {
		m.section("## ", "Examples")
		var lines []string
		for line := range strings.SplitSeq(c.Example, "\n") {
			lines = append(lines, strings.TrimPrefix(line, "  "))
		}
		m.verbatim(lines)
	}
	m.section("## ", "Options")
	c.InitDefaultHelpFlag()
	c.InitDefaultVersionFlag()
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		names, noun, text := partsOf(f)
		head := "`" + strings.Join(names, "`, `") + "`"
		if noun != "" {
			head += " *" + escapeMarkdown(noun) + "*"
		}
		m.term(head, text)
	})
	if c == p.Root {
		m.section("## ", "Exit status")
		m.paragraph(p.ExitStatus)
		m.entries("Environment", p.Environment)
		m.entries("Files", p.Files)
	}
	return m.String()
}

// markdown is a page in Markdown.
type markdown struct{ strings.Builder }

func (m *markdown) section(level, title string) {
	m.WriteString(level + escapeMarkdown(title) + "\n\n")
}

func (m *markdown) paragraph(text string) {
	m.WriteString(escapeMarkdown(strings.ReplaceAll(text, "\n", " ")) + "\n\n")
}

func (m *markdown) verbatim(lines []string) {
	m.WriteString("```sh\n" + strings.Join(lines, "\n") + "\n```\n\n")
}

// term writes an item of a definition list. Its head is markup.
func (m *markdown) term(head, text string) {
	m.WriteString(head + "\n:   " + escapeMarkdown(text) + "\n\n")
}

func (m *markdown) entries(title string, all []Entry) {
	m.section("## ", title)
	for _, e := range all {
		m.term("`"+e.Term+"`", e.Text)
	}
}

// description writes the paragraphs of a help text, as that of a page of man does.
func (m *markdown) description(long string) {
	for paragraph := range strings.SplitSeq(long, "\n\n") {
		lines := strings.Split(paragraph, "\n")
		items, isList := itemsOf(lines)
		switch {
		case isList:
			for _, item := range items {
				m.term("`"+item.Term+"`", item.Text)
			}
		case strings.Contains(paragraph, "  "):
			m.verbatim(lines)
		default:
			m.paragraph(paragraph)
		}
	}
}

// escapeMarkdown quotes text: nothing of it is markup, but flags are code.
func escapeMarkdown(text string) string {
	var b strings.Builder
	rest := 0
	for _, at := range plainFlag.FindAllStringSubmatchIndex(text, -1) {
		b.WriteString(punctuation.ReplaceAllString(text[rest:at[2]], `\$0`) + "`" + text[at[2]:at[3]] + "`")
		rest = at[3]
	}
	return b.String() + punctuation.ReplaceAllString(text[rest:], `\$0`)
}

var (
	punctuation = regexp.MustCompile("[\\\\`*_{}\\[\\]<>()#+!|~^:&-]")
	plainFlag   = regexp.MustCompile(`(?:^|[ ("/])(--?[a-z]+(?:-[a-z]+)*)\b`)
)
