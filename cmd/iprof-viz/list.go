package main

import (
	"io"
	"regexp"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render"
)

// listOptions are those of list.
type listOptions struct {
	ioOptions
	names   convert.NameOptions
	filter  convert.FilterOptions
	unit    *regexp.Regexp
	classes classOptions
	by      render.ListBy
	all     bool
	table   tableOptions
}

// defaultListed is how many methods are listed for people.
const defaultListed = 5

func newList(e *env, o *listOptions) *cobra.Command {
	o.filter.View = convert.ExpertView
	c := &cobra.Command{
		Use:   "list [flags] REGEXP PROFILE...",
		Short: "List methods with the executions of their bytecode",
		Long: `list shows each method whose name matches, with everything that was counted in it: where branches went, the types seen
at calls and instanceof, callees, samples.

With --classpath it shows the bytecode, and how often each instruction ran: this follows from the entries of the method and
its conditionals, because as many executions leave an instruction as come to it. Counts that hold if all calls on the way
returned are upper bounds; ≥ and ≤ are bounds where conditionals are missing; n/a is not 0.`,
		Example: `  iprof-viz list 'Parser\.next$' app.iprof
  iprof-viz list --classpath app.jar 'Parser\.next$' app.iprof
  iprof-viz list --classpath app.jar --source-path src 'Parser\.next$' app.iprof`,
		Args: regexpAndProfiles,
		RunE: running(e, o, runList),
	}
	classFlags(c, &o.classes)
	choiceFlag(c, &o.by, "by", "", "rows: source lines, instructions, or the instructions under each line",
		pick[render.ListBy]{"both", render.ByBoth}, pick[render.ListBy]{"line", render.ByLine}, pick[render.ListBy]{"bytecode", render.ByBytecode})
	bind(c, patternValue(&o.unit), "unit", "", "count only in compilation units whose root matches")
	c.Flags().BoolVar(&o.all, "all", false, "show also the parts of long methods that are cold")
	tableFlags(c, &o.table, &o.ioOptions)
	limit := c.Flags().Lookup("limit")
	limit.Usage = "number of methods; 0: all (default: 5 in text and Markdown, all in CSV and JSON)"
	filterFlags(c, &o.filter)
	nameFlags(c, &o.names)
	inputFlags(c, &o.ioOptions)
	return c
}

func runList(e *env, o listOptions, args []string) error {
	re, err := parsePattern(args[0])
	if err != nil {
		return usage("", "%w", err)
	}
	limitGiven := o.table.limit >= 0
	out, err := o.table.settle(e.out.target)
	if err != nil {
		return err
	}
	if !limitGiven && out.forPeople() {
		out.limit = defaultListed
	}
	found, err := o.classes.open()
	if err != nil {
		return err
	}
	defer found.close()
	l, err := load(e, args[1:], loadOptions{maxInput: o.maxInput, needs: inliningContexts})
	if err != nil {
		return err
	}
	o.names.Disambiguate = out.forPeople()
	names, err := e.newNames(l.name, o.names, o.filter, l.Profile)
	if err != nil {
		return err
	}
	opts := code.ListOptions{Filter: o.filter, Unit: o.unit, Limit: out.limit, Class: found.finder(), Source: found.source()}
	listing, err := makeList(l.Profile, names[0], re, opts)
	if err != nil {
		return inFile(l.name, err)
	}
	for _, problem := range append(found.problems(), listing.Problems...) {
		e.console.warn("", problem.Error())
	}
	look := render.ListOptions{Width: e.out.columns(), Color: out.color.on(e.out), By: o.by, All: o.all}
	return e.out.write(func(w io.Writer) error {
		switch {
		case out.is(render.CSVFormat):
			return render.ListCSV(w, listing)
		case out.is(render.JSONFormat):
			return render.ListJSON(w, listing)
		case out.is(render.MarkdownFormat):
			return render.ListMarkdown(w, listing, look)
		}
		return render.ListText(w, listing, look)
	})
}

// makeList lists the methods that match a pattern.
func makeList(p *iprof.Profile, names *convert.Names, pattern *regexp.Regexp, opts code.ListOptions) (*code.Listing, error) {
	l, err := code.List(p, names, pattern, opts)
	if err != nil {
		return nil, noMatch(err)
	}
	return l, nil
}
