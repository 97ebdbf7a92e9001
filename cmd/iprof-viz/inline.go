package main

import (
	"regexp"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/layout"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/inlinetree"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// inlineOptions are the options of inline. Numbers are -1 if the format decides.
type inlineOptions struct {
	cli.IOOptions
	names    convert.NameOptions
	named    bool // by a flag
	filter   convert.FilterOptions
	into     *regexp.Regexp // show where matching methods are inlined; nil: show units
	byBCI    bool           // sort inlined callees by bytecode index, not by entries
	depth    int            // levels below a root; 0: all
	minShare float64        // share of a unit's entries
	units    int            // or methods; 0: all
	sites    int            // of a method; 0: all
	fits     bool           // text may have fewer of all these where a screen has no room
	ascii    bool           // lines of text
	format   treeFormat
	color    cli.ColorWhen
	title    string // of a picture
	picture  layout.Options
	classes  load.ClassOptions
	optlog   string
}

// A treeFormat is a way to write trees.
type treeFormat string

const (
	treeByExtension treeFormat = ""
	treeText        treeFormat = "text"
	treeMarkdown    treeFormat = "markdown"
	treeHTML        treeFormat = "html"
	treeJSON        treeFormat = "json"
	treeDOT         treeFormat = "dot"
	treeSVG         treeFormat = "svg"
	treePNG         treeFormat = "png"
)

func (f treeFormat) isPicture() bool { return f == treeDOT || f == treeSVG || f == treePNG }

// The defaults for people. Scripts get everything.
const (
	defaultUnits    = 10
	defaultMinShare = 0.005
	defaultSites    = 3

	// Pictures soon become wider than a page.
	defaultPictureUnits    = 5
	defaultPictureMinShare = 0.01
)

// lessTrees are flags that make pictures smaller.
const lessTrees = "--units 3, --min-share 5% or --depth 4"

func newInline(e *cli.Env, o *inlineOptions) *cobra.Command {
	*o = inlineOptions{
		names:    convert.NameOptions{Style: convert.ShortNames},
		filter:   convert.FilterOptions{View: convert.ExpertView},
		minShare: -1, units: -1, sites: -1,
	}
	c := &cobra.Command{
		Use:   "inline [flags] [REGEXP] PROFILE...",
		Short: "Show inlining trees with call counts and branches",
		Long: `inline shows compilation units as trees: a compilation root and the methods
inlined into it, each with its entries in this inlining context, calls per entry
of its caller (×0.333), and its share of the unit's entries including all
inlined callees. Under a method are the types seen at its calls (◇) and the
successors of its branches (◆), hot and hard-to-predict ones first.

With --classpath, calls that left the unit (→) are leaves: they were not inlined,
and are not part of any sum. Like methods, those below --min-share are left out.

With REGEXP it shows the units that contain a matching method; without it, units
with application code come first. --into reverses the trees: where is this
method inlined? It also lists the callers that it is not inlined into, at most
--units of them: those that receiver types tell, and with --classpath nearly
all. REGEXP and --into together ask whether methods that match REGEXP are
inlined into methods that match --into. The first line is the answer. The call
sites follow, with calls that stayed calls and what may have kept them from
being inlined, and all inlining paths from the method to the caller. The reason
is only in a log of the compiler.

n/a is not 0: the file has no such count. Inlining is shown as in the
instrumented image. With --optlog, a log of the compiler, the units are those of
the optimized image, with the calls that are left there and the compiler's
reasons. A profile does not tell the copies of a method apart, so its number of
entries may be a bound.

SVG and PNG have a row with a bar for each method. Small trees are drawn as
boxes, which need a layout engine, as in graph. HTML output is a static,
printable page with the same trees.`,
		Example: `  iprof-viz inline app.iprof
  iprof-viz inline 'Parser\.next' app.iprof
  iprof-viz inline --into 'HashMap\.hash$' app.iprof
  iprof-viz inline 'HashMap\.hash$' --into 'Parser\.next' app.iprof
  iprof-viz inline --optlog optlog --classpath app.jar app.iprof
  iprof-viz inline -n 1 -o next.svg 'Parser\.next' app.iprof
  iprof-viz inline --units 0 --format json app.iprof |
    jq '.units[].instances[] | select(.frequency > 100)'`,
		Args:   cli.PatternAndProfiles,
		PreRun: func(c *cobra.Command, _ []string) { o.named = c.Flags().Changed("names") },
		RunE:   running(e, o, runInline),
	}
	cli.OutputFlag(c, &o.IOOptions)
	cli.FormatFlag(c, &o.format, "output format (default: by the extension of --output, otherwise text)",
		cli.Pick[treeFormat]{Word: "text", Value: treeText}, cli.Pick[treeFormat]{Word: "markdown", Value: treeMarkdown}, cli.Pick[treeFormat]{Word: "html", Value: treeHTML}, cli.Pick[treeFormat]{Word: "json", Value: treeJSON},
		cli.Pick[treeFormat]{Word: "dot", Value: treeDOT}, cli.Pick[treeFormat]{Word: "svg", Value: treeSVG}, cli.Pick[treeFormat]{Word: "png", Value: treePNG})
	fs := c.Flags()
	cli.Bind(c, cli.PatternValue(&o.into), "into", "", "show where matching methods are inlined; with REGEXP, whether its methods are inlined into matching ones")
	cli.ChoiceFlag(c, &o.byBCI, "sort", "", "order of inlined callees: by entries or by bytecode index",
		cli.Pick[bool]{Word: "inclusive", Value: false}, cli.Pick[bool]{Word: "bci", Value: true})
	cli.Bind(c, cli.NumberValue(&o.units, "UNITS"), "units", "n", "maximum units (with --into: methods), hottest first; 0: all (default: 10; pictures 5, JSON all)")
	fs.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "limit" { // its name in other commands
			name = "units"
		}
		return pflag.NormalizedName(name)
	})
	cli.Bind(c, cli.NumberValue(&o.depth, "LEVELS"), "depth", "", "maximum depth below a root; 0: unlimited")
	cli.Bind(c, cli.ShareValue(&o.minShare), "min-share", "", "leave out methods, and calls that left the unit, with a lower share of the unit's entries, or with --into of the method's (default: 0.5%, in pictures 1%, in JSON 0)")
	cli.Bind(c, cli.NumberValue(&o.sites, "SITES"), "sites", "", "number of calls with types, and of branches, for each method; 0: all (default: 3, in JSON all)")
	fs.BoolVar(&o.ascii, "ascii", false, "draw trees with ASCII characters only")
	cli.WideFlag(c, &o.IOOptions)
	cli.ColorFlag(c, &o.color)
	load.ClassFlags(c, &o.classes)
	load.OptlogFlag(c, &o.optlog)
	load.FilterFlags(c, &o.filter)
	load.NameFlags(c, &o.names)
	fs.Lookup("names").Usage += "; in JSON full, unless you choose"
	fs.StringVar(&o.title, "title", "", "use this `TEXT` as the title of a picture or page")
	layout.Flags(c, &o.picture)
	cli.InputFlags(c, &o.IOOptions)
	return c
}

// settle sets the defaults of the format, and fails if the options contradict each other.
func (o inlineOptions) settle(t cli.Target) (inlineOptions, error) {
	if o.format == treeByExtension {
		format, ok := map[string]treeFormat{
			"": treeText, ".txt": treeText, ".md": treeMarkdown, ".markdown": treeMarkdown, ".html": treeHTML, ".htm": treeHTML, ".json": treeJSON,
			".dot": treeDOT, ".gv": treeDOT, ".svg": treeSVG, ".png": treePNG,
		}[t.Extension()]
		if !ok {
			return o, cli.Usage("--format text writes text to any file", "trees are written to .txt, .md, .html, .json, .svg, .png or .dot files, not to %s", cli.Printable(string(t)))
		}
		o.format = format
	}
	if o.into != nil && o.format.isPicture() {
		return o, cli.Usage("--format text, markdown, html or json", "--into cannot be drawn")
	}
	units, sites, minShare := defaultUnits, defaultSites, defaultMinShare
	switch {
	case o.format.isPicture():
		units, minShare = defaultPictureUnits, defaultPictureMinShare
	case o.format == treeJSON:
		units, sites, minShare = 0, 0, 0
		if !o.named {
			o.names.Style = convert.FullNames
		}
	}
	o.names.Disambiguate = o.format != treeJSON
	o.fits = o.units < 0 && o.sites < 0 && o.minShare < 0 && o.depth == 0
	if o.units < 0 {
		o.units = units
	}
	if o.sites < 0 {
		o.sites = sites
	}
	if o.minShare < 0 {
		o.minShare = minShare
	}
	return o, nil
}

func runInline(e *cli.Env, o inlineOptions, args []string) error {
	var match *regexp.Regexp
	expr, files := e.CutPattern(args)
	if len(files) < len(args) {
		var err error
		if match, err = cli.ParsePattern(expr); err != nil {
			return cli.Usage("", "%w", err)
		}
	}
	isAnswer := o.into != nil && match != nil && o.units < 0
	if o.into != nil && o.byBCI {
		return cli.Usage("", "--sort bci cannot be used with --into: callers have no order in the bytecode")
	}
	o, err := o.settle(e.Out.Target)
	if err != nil {
		return err
	}
	if isAnswer {
		o.units = 0 // an answer must be complete
	}
	if o.format == treeSVG || o.format == treePNG {
		if err := e.Out.NotForTerminal("a picture", "app."+string(o.format)); err != nil {
			return err
		}
	}
	found, err := o.classes.OpenForLines()
	if err != nil {
		return err
	}
	defer found.Close()
	from, err := load.Load(e, files, load.Options{MaxInput: o.MaxInput, Needs: load.InliningContexts})
	if err != nil {
		return err
	}
	p := from.Profile
	image, err := load.OptimizedUnits(e, o.optlog, o.MaxInput, p, found)
	if err != nil {
		return err
	}
	if image != nil {
		p = image.Profile
	}
	all, err := load.NewNames(e, from.Name, o.names, o.filter, p)
	if err != nil {
		return err
	}
	at, err := found.AtLines(all[0], &match, &o.into)
	if err != nil {
		return cli.InFile(from.Name, err)
	}
	for _, line := range at {
		e.Console.Tell(from.Name, line.Note())
	}
	names, lines := all[0], found.Lines(p)
	tellLines := sync.OnceFunc(func() { load.TellLines(e, from.Name, found, lines) })
	defer tellLines()
	shown := inlineInput{from.Name, files, p, names, lines, image, found.CallOptions(), tellLines}
	if o.into != nil {
		return shown.into(e, o, match)
	}
	return shown.units(e, o, match)
}

// An inlineInput is the profile of which inlining is shown.
type inlineInput struct {
	name    string   // in messages
	files   []string // as given
	profile *iprof.Profile
	names   *convert.Names
	lines   *sourceline.Lines
	image   *optimized.Units // nil: without a log of the compiler
	code    calls.Options

	tellLines func() // once, when all lines are known
}

// screen returns the screen that the text fits, if the options leave it to choose how much to show.
func (o inlineOptions) screen(out *cli.Output) (s tables.Screen) {
	if o.fits {
		s.Lines, s.Columns = out.Screen()
	}
	return s
}

// look determines how trees look as text at the output.
func (o inlineOptions) look(out *cli.Output) inlinetree.TextOptions {
	look := inlinetree.TextOptions{Width: out.Columns(), Color: o.color.On(out), ASCII: o.ascii, Sites: o.sites}
	if o.format == treeMarkdown {
		look.Width = 0
	}
	return look
}

// page determines how trees look as HTML.
func (o inlineOptions) page(files []string) inlinetree.HTMLOptions {
	return inlinetree.HTMLOptions{Title: o.title, Subtitle: load.PictureSubtitle(files, "", o.filter), Sites: o.sites}
}
