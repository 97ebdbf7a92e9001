package manpages

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A Program is what pages say of it beside its commands.
type Program struct {
	Root        *cobra.Command
	Version     string    // for the foot of each page
	Date        time.Time // likewise, of the source
	ExitStatus  string    // a paragraph
	Environment []Entry   // variables
	Files       []Entry
}

// An Entry is a term and its explanation.
type Entry struct{ Term, Text string }

// Pages returns the pages of the program and of its commands, by the names of files that man finds: PROGRAM-COMMAND.1. Commands
// that have no flags and no text but cobra's, help and completion, have none.
func (p Program) Pages() map[string]string {
	pages := map[string]string{p.Root.Name() + "-dot.1": p.enginePage()}
	for _, c := range append([]*cobra.Command{p.Root}, p.commands()...) {
		pages[pageName(c)+".1"] = p.page(c)
	}
	return pages
}

// commands are those with a page.
func (p Program) commands() []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(p.Root.Commands()), func(c *cobra.Command) bool {
		return c.Name() == "help" || c.Name() == "completion" || c.Hidden
	})
}

// pageName is the name of a command's page: git's are named alike.
func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// head begins a page.
func (p Program) head(r *roff, name string) {
	// A date with escaped hyphens would not be one.
	r.request("TH", escape(strings.ToUpper(name)), "1", p.Date.UTC().Format(time.DateOnly), escape(p.Root.Name()+" "+p.Version), "User Commands")
}

// page returns the page of the program or of one of its commands.
func (p Program) page(c *cobra.Command) string {
	r := &roff{}
	p.head(r, pageName(c))
	r.section("NAME")
	r.raw(escape(pageName(c)) + ` \- ` + escape(lowerFirst(c.Short)))
	r.section("SYNOPSIS")
	synopsis(r, c)
	r.section("DESCRIPTION")
	description(r, c.Long)
	if c == p.Root {
		r.section("COMMANDS")
		r.paragraph("Each command has a page, such as " + pageName(p.commands()[0]) + "(1).")
		for _, c := range c.Commands() {
			if !c.Hidden {
				r.term(bold(c.Name()))
				r.line(c.Short)
			}
		}
	}
	r.section("OPTIONS")
	c.InitDefaultHelpFlag()
	c.InitDefaultVersionFlag()
	c.Flags().VisitAll(func(f *pflag.Flag) { option(r, f) })
	if c == p.Root {
		r.section("EXIT STATUS")
		r.paragraph(p.ExitStatus)
		entries(r, "ENVIRONMENT", p.Environment)
		entries(r, "FILES", p.Files)
	}
	if c.Example != "" {
		r.section("EXAMPLES")
		for i, line := range strings.Split(c.Example, "\n") {
			example(r, strings.TrimPrefix(line, "  "), i == 0)
		}
	}
	r.section("SEE ALSO")
	var others []string
	if c == p.Root {
		for _, c := range p.commands() {
			others = append(others, pageName(c))
		}
		others = append(others, p.Root.Name()+"-dot")
	} else {
		others = []string{p.Root.Name()}
	}
	for i, name := range others {
		end := ","
		if i == len(others)-1 {
			end = ""
		}
		r.raw(`\fB` + escape(name) + `\fR(1)` + end)
	}
	return r.String()
}

func entries(r *roff, title string, all []Entry) {
	if len(all) == 0 {
		return
	}
	r.section(title)
	for _, e := range all {
		r.term(bold(e.Term))
		r.line(e.Text)
	}
}

// synopsis writes how a command is called: words in lower case are typed as they are, others stand for something.
func synopsis(r *roff, c *cobra.Command) {
	var words []string
	for i, word := range strings.Fields(c.UseLine()) {
		bare := strings.Trim(word, "[].|")
		switch {
		case i == 0 || bare != "" && bare != "flags" && strings.ToLower(bare) == bare:
			words = append(words, bold(word))
		case bare == "flags":
			words = append(words, `[\fIOPTION\fR]...`)
		default:
			words = append(words, strings.Replace(escape(word), escape(bare), italic(bare), 1))
		}
	}
	r.raw(strings.Join(words, " "))
}

// description writes the paragraphs of a help text: those with columns are lists, or text as it is.
func description(r *roff, long string) {
	for i, paragraph := range strings.Split(long, "\n\n") {
		lines := strings.Split(paragraph, "\n")
		items, ok := itemsOf(lines)
		switch {
		case ok:
			for _, item := range items {
				r.term(bold(item.Term))
				r.line(item.Text)
			}
		case strings.Contains(paragraph, "  "):
			r.request("PP")
			r.verbatim(lines)
		default:
			if i > 0 {
				r.request("PP")
			}
			r.paragraph(paragraph)
		}
	}
}

// itemsOf reads a list of terms with a column of explanations, whose further lines are indented. A long term has a line of its own.
func itemsOf(lines []string) (items []Entry, ok bool) {
	for i, line := range lines {
		indented := strings.HasPrefix(line, " ")
		switch item := itemLine.FindStringSubmatch(line); {
		case item != nil:
			items = append(items, Entry{item[1], item[2]})
			ok = true
		case !indented && i+1 < len(lines) && strings.HasPrefix(lines[i+1], " "):
			items = append(items, Entry{Term: line})
		case indented && len(items) > 0:
			last := &items[len(items)-1]
			last.Text = strings.TrimSpace(last.Text + " " + strings.TrimSpace(line))
		default:
			return nil, false
		}
	}
	return items, ok
}

var itemLine = regexp.MustCompile(`^(\S+)\s{2,}(\S.*)$`)

// option writes a flag: its names, the kind of its value, and its text as --help has it.
func option(r *roff, f *pflag.Flag) {
	if f.Hidden {
		return
	}
	names, noun, text := partsOf(f)
	marked := make([]string, len(names))
	for i, name := range names {
		marked[i] = bold(name)
	}
	head := strings.Join(marked, ", ")
	if noun != "" {
		head += " " + italic(noun)
	}
	r.term(head)
	r.line(text)
}

// partsOf returns the names of a flag, with their hyphens, the kind of its value, and its text, as --help has them.
func partsOf(f *pflag.Flag) (names []string, noun, text string) {
	alone := pflag.NewFlagSet("", pflag.ContinueOnError)
	alone.AddFlag(f)
	words := strings.Fields(alone.FlagUsages())
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		names = append(names, strings.TrimSuffix(words[0], ","))
		words = words[1:]
	}
	noun, _ = pflag.UnquoteUsage(f)
	return names, noun, strings.TrimSpace(strings.TrimPrefix(strings.Join(words, " "), noun))
}

// example writes a command line, broken where it is wider than the page; an explanation beside it goes below.
func example(r *roff, line string, first bool) {
	if !first {
		r.request("PP")
	}
	beside := explained.FindStringSubmatch(line)
	if beside == nil {
		r.verbatim(broken(line))
		return
	}
	r.verbatim(broken(beside[1]))
	r.WriteString(".RS 4\n")
	r.paragraph(beside[2])
	r.request("RE")
}

var explained = regexp.MustCompile(`^(\S.*?) {2,}(\S.*)$`)

// exampleWidth is the width of a page of 80 columns without its margin.
const exampleWidth = 72

// broken breaks a command line between words, as a shell reads it.
func broken(command string) (lines []string) {
	for len(command) > exampleWidth {
		at := strings.LastIndexByte(command[:exampleWidth-2], ' ')
		if at <= 4 {
			break
		}
		lines = append(lines, command[:at]+` \`)
		command = "    " + command[at+1:]
	}
	return append(lines, command)
}

// lowerFirst makes the first letter of a sentence small, unless it begins a name such as HTML.
func lowerFirst(s string) string {
	if len(s) < 2 || s[1] < 'a' || s[1] > 'z' {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
