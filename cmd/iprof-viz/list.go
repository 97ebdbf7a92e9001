package main

import (
	"io"
	"regexp"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/words"
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
	limit   int // methods; 0: all, -1: as suits the format
	format  listFormat
	color   colorWhen
}

// A listFormat is a way to write listings.
type listFormat string

const (
	listByExtension listFormat = ""
	listText        listFormat = "text"
	listMarkdown    listFormat = "markdown"
	listHTML        listFormat = "html"
	listCSV         listFormat = "csv"
	listJSON        listFormat = "json"
)

// The numbers of methods that are listed for people.
const (
	defaultListed        = 5
	defaultListedInPages = 20
)

func newList(e *env, o *listOptions) *cobra.Command {
	*o = listOptions{filter: convert.FilterOptions{View: convert.ExpertView}, limit: -1}
	c := &cobra.Command{
		Use:   "list [flags] REGEXP PROFILE...",
		Short: "List methods with the executions of their bytecode",
		Long: `list shows each method whose name matches, with everything that was counted in it: where branches went, the types seen
at calls and instanceof, callees, samples.

With --classpath it shows the bytecode, and how often each instruction ran: this follows from the entries of the method and
its conditionals, because as many executions leave an instruction as come to it. Counts that hold if all calls on the way
returned are upper bounds; ≥ and ≤ are bounds where conditionals are missing; n/a is not 0.

HTML is a page to read and to print, without a script.`,
		Example: `  iprof-viz list 'Parser\.next$' app.iprof
  iprof-viz list --classpath app.jar 'Parser\.next$' app.iprof
  iprof-viz list --classpath app.jar --source-path src 'Parser\.next$' app.iprof
  iprof-viz list --classpath app.jar -o parser.html 'Parser\.' app.iprof`,
		Args: regexpAndProfiles,
		RunE: running(e, o, runList),
	}
	classFlags(c, &o.classes)
	choiceFlag(c, &o.by, "by", "", "rows: source lines, instructions, or the instructions under each line",
		pick[render.ListBy]{"both", render.ByBoth}, pick[render.ListBy]{"line", render.ByLine}, pick[render.ListBy]{"bytecode", render.ByBytecode})
	bind(c, patternValue(&o.unit), "unit", "", "count only in compilation units whose root matches")
	c.Flags().BoolVar(&o.all, "all", false, "show also the parts of long methods that are cold")
	outputFlag(c, &o.ioOptions)
	formatFlag(c, &o.format, "format (default: by the extension of --output, otherwise text)",
		pick[listFormat]{"text", listText}, pick[listFormat]{"csv", listCSV}, pick[listFormat]{"json", listJSON},
		pick[listFormat]{"markdown", listMarkdown}, pick[listFormat]{"html", listHTML})
	bind(c, numberValue(&o.limit, "METHODS"), "limit", "n", "number of methods; 0: all (default: 5 in text and Markdown, 20 in HTML, all in CSV and JSON)")
	colorFlag(c, &o.color)
	filterFlags(c, &o.filter)
	nameFlags(c, &o.names)
	inputFlags(c, &o.ioOptions)
	return c
}

// settle fills in the defaults of the format.
func (o listOptions) settle(t target) (listOptions, error) {
	if o.format == listByExtension {
		format, ok := map[string]listFormat{
			"": listText, ".txt": listText, ".csv": listCSV, ".json": listJSON, ".md": listMarkdown, ".markdown": listMarkdown,
			".html": listHTML, ".htm": listHTML,
		}[t.extension()]
		if !ok {
			return o, usage("--format text writes text to any file", "listings are written to .txt, .csv, .json, .md or .html files, not to %s", printable(string(t)))
		}
		o.format = format
	}
	if o.limit < 0 {
		o.limit = map[listFormat]int{listText: defaultListed, listMarkdown: defaultListed, listHTML: defaultListedInPages}[o.format]
	}
	o.names.Disambiguate = o.format != listCSV && o.format != listJSON
	return o, nil
}

func runList(e *env, o listOptions, args []string) error {
	re, err := parsePattern(args[0])
	if err != nil {
		return usage("", "%w", err)
	}
	if o, err = o.settle(e.out.target); err != nil {
		return err
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
	names, err := e.newNames(l.name, o.names, o.filter, l.Profile)
	if err != nil {
		return err
	}
	opts := code.ListOptions{Filter: o.filter, Unit: o.unit, Limit: o.limit, Class: found.finder(), Source: found.located()}
	listing, err := makeList(l.Profile, names[0], re, opts)
	if err != nil {
		if opts.Unit == nil {
			err = asTyped(err, args[0])
		}
		return inFile(l.name, err)
	}
	if listing.WithoutCode == len(listing.Methods) {
		switch {
		case len(listing.Problems) > 0:
			return badClasses("", listing.Problems[0])
		case found.failed != nil && o.classes.jdk != "":
			return badClasses("--jdk", found.failed)
		}
	}
	for _, problem := range append(found.problems(), listing.Problems...) {
		e.console.warn("", problem.Error())
	}
	if o.format == listCSV && listing.WithoutCode > 0 && found.finder() != nil { // which has no place for notes
		e.console.tell(l.name, noteOf("%s without bytecode: only places with records are listed", words.Count(int64(listing.WithoutCode), "method")))
	}
	look := render.ListOptions{Width: e.out.columns(), Color: o.color.on(e.out), Subtitle: subtitle(args[1:], ""), By: o.by, All: o.all}
	return e.out.write(func(w io.Writer) error {
		switch o.format {
		case listCSV:
			return render.ListCSV(w, listing)
		case listJSON:
			return render.ListJSON(w, listing)
		case listMarkdown:
			return render.ListMarkdown(w, listing, look)
		case listHTML:
			return render.ListHTML(w, listing, look)
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
