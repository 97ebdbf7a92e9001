package manpages

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// Of returns the pages of iprof-viz, by the names of their files, and that of the layout engine, iprof-viz-dot.
func Of(root *cobra.Command, version string, date time.Time) map[string]string {
	p := program(root)
	p.Version, p.Date = version, date
	return p.Pages()
}

// program has the text of the pages in all formats, without the version.
func program(root *cobra.Command) Program {
	return Program{
		Root:       root,
		ExitStatus: exitStatus(),
		Environment: []Entry{
			{"COLUMNS", "The width of text, if standard output is not a terminal."},
			{"GRAPHVIZ_DOT", "The layout engine of graph and inline; --dot overrides it."},
			{cli.AppVar, "A regular expression for the application's methods; --app overrides it."},
			{"JAVA_HOME", "The JDK whose classes are read with --classpath; --jdk overrides it."},
			{"NO_COLOR", "If set and not empty, text has no color; --color overrides it."},
		},
		Files: []Entry{
			{".iprof-viz.toml", "Settings for a project, in the current directory or its nearest parent that has one. Files that other users may have written are ignored; --no-settings ignores all."},
		},
	}
}

// exitStatus is the paragraph that ends the help of the program.
func exitStatus() string {
	_, text, _ := strings.Cut(cli.ExitStatuses, "Exit status: ")
	text, _, _ = strings.Cut(text, "{{end}}")
	return strings.TrimSpace(text)
}

// enginePage is the page of iprof-viz-dot, which is not made of cobra's commands.
func (p Program) enginePage() string {
	r := &roff{}
	name := p.Root.Name() + "-dot"
	p.head(r, name)
	r.section("NAME")
	r.raw(escape(name) + ` \- lay out a graph and draw it`)
	r.section("SYNOPSIS")
	r.raw(bold(name) + " " + bold("-T") + italic("FORMAT"))
	r.section("DESCRIPTION")
	r.paragraph("The layout engine of " + p.Root.Name() + ": Graphviz's dot as a program without dependencies. It reads a graph in the DOT language" +
		" from standard input and writes a picture to standard output. " + p.Root.Name() + " starts it from its own directory, or from PATH.")
	r.section("OPTIONS")
	r.term(bold("-T") + " " + italic("FORMAT"))
	r.line("svg, png, jpg, ps or json: the format of the picture")
	r.term(bold("-V"))
	r.line("print the version")
	r.section("EXIT STATUS")
	r.paragraph("0 success; 1 the graph could not be drawn; 2 wrong usage.")
	r.section("SEE ALSO")
	r.raw(`\fB` + escape(p.Root.Name()) + `\fR(1),`)
	r.raw(`\fB` + escape(p.Root.Name()+"-graph") + `\fR(1)`)
	return r.String()
}
