package main

import (
	"cmp"
	"errors"
	"io"
	"regexp"
	"slices"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/work"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/listing"
)

// listOptions are the options of list.
type listOptions struct {
	cli.IOOptions
	names   convert.NameOptions
	filter  convert.FilterOptions
	unit    *regexp.Regexp
	classes load.ClassOptions
	by      listing.By
	all     bool
	limit   int // maximum number of methods; 0: all, -1: depends on the format
	format  listFormat
	color   cli.ColorWhen
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

// The default numbers of methods in text, Markdown and HTML.
const (
	defaultListed        = 5
	defaultListedInPages = 20
)

func newList(e *cli.Env, o *listOptions) *cobra.Command {
	*o = listOptions{filter: convert.FilterOptions{View: convert.ExpertView}, by: listing.ByFolded, limit: -1}
	c := &cobra.Command{
		Use:   "list [flags] REGEXP PROFILE...",
		Short: "Show methods annotated with execution counts",
		Long: `list annotates each matching method with everything the profile recorded in it:
branch outcomes, receiver and instanceof types, callees, samples.

With --classpath it shows how often each source line ran, and with --by both or
--by bytecode each instruction: this follows from the entries of the method and
its conditionals, by flow conservation (control flow in = control flow out).
Counts that assume that all calls on the way returned are upper bounds; ≥ and ≤
mark bounds where conditionals are missing; n/a is not 0. --source-path adds the
texts of the lines. A flight recording has source lines itself, with samples: it
needs only --source-path for their texts.

HTML output is a static, printable page.`,
		Example: `  iprof-viz list 'Parser\.next$' app.iprof
  iprof-viz list --classpath app.jar 'Parser\.next$' app.iprof
  iprof-viz list --classpath app.jar --source-path src 'Parser\.next$' app.iprof
  iprof-viz list --classpath app.jar -o parser.html 'Parser\.' app.iprof`,
		Args: cli.RegexpAndProfiles,
		RunE: running(e, o, runList),
	}
	load.ClassFlags(c, &o.classes)
	cli.ChoiceFlag(c, &o.by, "by", "", "rows: the instructions under each source line, source lines, or instructions (default: lines; instructions without line numbers; in HTML both)",
		cli.Pick[listing.By]{Word: "both", Value: listing.ByBoth}, cli.Pick[listing.By]{Word: "line", Value: listing.ByLine}, cli.Pick[listing.By]{Word: "bytecode", Value: listing.ByBytecode})
	cli.Bind(c, cli.PatternValue(&o.unit), "unit", "", "count only compilation units with a matching root")
	c.Flags().BoolVar(&o.all, "all", false, "also show the cold parts of long methods, and on a terminal all rows")
	cli.OutputFlag(c, &o.IOOptions)
	cli.FormatFlag(c, &o.format, "format (default: by the extension of --output, otherwise text)",
		cli.Pick[listFormat]{Word: "text", Value: listText}, cli.Pick[listFormat]{Word: "csv", Value: listCSV}, cli.Pick[listFormat]{Word: "json", Value: listJSON},
		cli.Pick[listFormat]{Word: "markdown", Value: listMarkdown}, cli.Pick[listFormat]{Word: "html", Value: listHTML})
	cli.Bind(c, cli.NumberValue(&o.limit, "METHODS"), "limit", "n", "number of methods; 0: all (default: 5 in text and Markdown, 20 in HTML, all in CSV and JSON)")
	cli.WideFlag(c, &o.IOOptions)
	cli.ColorFlag(c, &o.color)
	load.FilterFlags(c, &o.filter)
	load.NameFlags(c, &o.names)
	cli.InputFlags(c, &o.IOOptions)
	return c
}

// settle sets the defaults of the format.
func (o listOptions) settle(t cli.Target) (listOptions, error) {
	if o.format == listByExtension {
		format, ok := map[string]listFormat{
			"": listText, ".txt": listText, ".csv": listCSV, ".json": listJSON, ".md": listMarkdown, ".markdown": listMarkdown,
			".html": listHTML, ".htm": listHTML,
		}[t.Extension()]
		if !ok {
			return o, cli.Usage("--format text writes text to any file", "listings are written to .txt, .csv, .json, .md or .html files, not to %s", cli.Printable(string(t)))
		}
		o.format = format
	}
	if o.limit < 0 {
		o.limit = map[listFormat]int{listText: defaultListed, listMarkdown: defaultListed, listHTML: defaultListedInPages}[o.format]
	}
	o.names.Disambiguate = o.format != listJSON
	return o, nil
}

func runList(e *cli.Env, o listOptions, args []string) error {
	re, err := cli.ParsePattern(args[0])
	if err != nil {
		return cli.Usage("", "%w", err)
	}
	onScreen := o.limit < 0 // and not asked for a number of methods
	if o, err = o.settle(e.Out.Target); err != nil {
		return err
	}
	found, err := o.classes.Open()
	if err != nil {
		return err
	}
	defer found.Close()
	l, err := load.Load(e, args[1:], load.Options{MaxInput: o.MaxInput, Needs: load.InliningContexts, LinesDo: true})
	if err != nil {
		return err
	}
	if err := cmp.Or(o.classes.CheckFor(l.Profile), o.checkRows(l.Profile, found)); err != nil {
		return err
	}
	names, err := load.NewNames(e, l.Name, o.names, o.filter, l.Profile)
	if err != nil {
		return err
	}
	at, err := found.AtLines(names[0], &re)
	if err != nil {
		return cli.InFile(l.Name, err)
	}
	if _, err := found.AtLines(names[0], &o.unit); err != nil {
		return cli.InFile(l.Name, err)
	}
	opts := code.ListOptions{Filter: o.filter, Unit: o.unit, Limit: o.limit, Class: found.Finder(), Source: found.Located(),
		Hints: found.Hints(l.Profile, names[0], o.filter),
		Charge: func(instructions int64) error {
			return load.Charge([]*load.Loaded{l}, o.MaxInput, work.Cells, 10*instructions) // each has 10 columns
		}}
	of, err := makeList(l.Profile, names[0], re, opts)
	if err != nil {
		if opts.Unit == nil {
			err = load.AsTyped(err, args[0])
		}
		return cli.InFile(l.Name, err)
	}
	if of.WithoutCode == len(of.Methods) {
		switch {
		case len(of.Problems) > 0:
			return load.BadClasses("", of.Problems[0])
		case found.Failed != nil && o.classes.JDK != "":
			return load.BadClasses("--jdk", found.Failed)
		}
	}
	found.TellProblems(e, of.Problems...)
	e.Console.Tell(l.Name, found.ListNotes(of, o.format == listCSV)...)
	if (o.format == listCSV || o.format == listJSON) && (o.by == listing.ByLine || o.by == listing.ByBoth) && !l.Profile.Origin().Lines {
		e.Console.Tell("", cli.Notef("CSV and JSON list every instruction, with its line: --by is for text, Markdown and HTML"))
	}
	look := listing.Options{Width: e.Out.Columns(), Color: o.color.On(e.Out), Subtitle: load.Subtitle(args[1:], ""), By: o.by, All: o.all, Marked: o.marked(e, l.Name, of, at)}
	if onScreen && o.format == listText {
		look.Lines, _ = e.Out.Screen()
	}
	return e.Out.WriteResult(func(w io.Writer) error {
		switch o.format {
		case listCSV:
			return listing.CSV(w, of)
		case listJSON:
			return listing.JSON(w, of)
		case listMarkdown:
			return listing.Markdown(w, of, look)
		case listHTML:
			return listing.HTML(w, of, look)
		}
		return listing.Text(w, of, look)
	})
}

// checkRows fails if the rows that the user asked for do not exist.
func (o listOptions) checkRows(p *iprof.Profile, found *load.ClassFinder) error {
	by := map[listing.By]string{listing.ByLine: "line", listing.ByBoth: "both", listing.ByBytecode: "bytecode"}[o.by]
	switch {
	case p.Origin().Lines && (o.by == listing.ByBoth || o.by == listing.ByBytecode):
		return cli.Usage("--by line lists the lines", "--by %s needs bytecode indexes, and this profile has source lines instead", by)
	case !p.Origin().Lines && found.Finder() == nil && (o.by == listing.ByLine || o.by == listing.ByBoth):
		return cli.Usage("", "--by %s needs --classpath: class files have the line numbers", by)
	}
	return nil
}

// marked returns the source lines that the user asked for, by slot, and tells of those that no row of the listing can mark.
func (o listOptions) marked(e *cli.Env, file string, l *code.Listing, at []load.AtLine) map[int32]int {
	lines := map[int32]int{}
	for _, a := range at {
		for _, slot := range a.Slots {
			lines[slot] = a.Line
		}
		hasRow := slices.ContainsFunc(l.Methods, func(m code.Method) bool {
			return slices.Contains(a.Slots, m.Slot) && slices.ContainsFunc(m.Places, func(p code.Place) bool { return p.Line == a.Line })
		})
		if !hasRow || o.format == listCSV || o.format == listJSON {
			e.Console.Tell(file, a.Note())
		}
	}
	return lines
}

// makeList lists the methods that match a pattern.
func makeList(p *iprof.Profile, names *convert.Names, pattern *regexp.Regexp, opts code.ListOptions) (*code.Listing, error) {
	l, err := code.List(p, names, pattern, opts)
	if none := (*convert.NoMatchError)(nil); opts.Unit == nil && errors.As(err, &none) {
		err = none.OrCalled(calls.AnyCalled(p, names, pattern, calls.Options{}))
	}
	if _, any := load.FirstCounted(p, convert.Metrics); err != nil && !any {
		return nil, load.NothingCounted(p, "no counts and no samples")
	}
	if err != nil {
		return nil, load.NoMatch(err)
	}
	return l, nil
}
