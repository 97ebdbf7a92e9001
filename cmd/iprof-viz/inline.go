package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render"
)

// An inlineCommand has the flags of inline. Numbers are -1 where the format decides.
type inlineCommand struct {
	names    convert.NameOptions
	filter   convert.FilterOptions
	into     *regexp.Regexp
	byBCI    bool
	depth    int
	minShare float64
	units    int
	sites    int
	ascii    bool
	format   treeFormat
	color    colorWhen
	title    string
	picture  graphPicture
}

// A treeFormat is a way to write trees.
type treeFormat string

const (
	treeByExtension treeFormat = ""
	treeText        treeFormat = "text"
	treeMarkdown    treeFormat = "markdown"
	treeJSON        treeFormat = "json"
	treeDOT         treeFormat = "dot"
	treeSVG         treeFormat = "svg"
	treePNG         treeFormat = "png"
)

func (f treeFormat) isPicture() bool { return f == treeDOT || f == treeSVG || f == treePNG }

// What suits people. Programs get everything, unless told.
const (
	defaultUnits    = 10
	defaultMinShare = 0.005
	defaultSites    = 3

	// Pictures are wider than a page soon.
	defaultPictureUnits    = 5
	defaultPictureMinShare = 0.01
)

// lessTrees are flags that make pictures smaller.
const lessTrees = "--units 3, --min-share 5% or --depth 4"

func (a *app) newInline(cmd *inlineCommand) *cobra.Command {
	*cmd = inlineCommand{
		names:    convert.NameOptions{Style: convert.ShortNames},
		filter:   convert.FilterOptions{View: convert.ExpertView},
		minShare: -1, units: -1, sites: -1,
	}
	c := &cobra.Command{
		Use:   "inline [flags] [REGEXP] PROFILE...",
		Short: "Show what was inlined where, with counts and branches",
		Long: `inline shows compilation units as trees: a compilation root and what is inlined
into it, each with the entries that were counted in this very place, how often
an entry of its caller calls it (×0.333), and its share of the unit's entries
with all that is inlined below. Under a method stand the types seen at its calls
(◇) and where its branches went (◆), those first that are executed often and
hard to foretell.

With REGEXP it shows the units in which a method of such a name is. --into turns
the trees round: where is this method inlined?

n/a is not 0: the file has no such count. The inlining is that of the
instrumented image, not of the optimised one.

SVG and PNG need a layout engine, as graph does.`,
		Example: `  iprof-viz inline app.iprof
  iprof-viz inline 'Parser\.next' app.iprof
  iprof-viz inline --into 'HashMap\.hash$' app.iprof
  iprof-viz inline -n 1 -o next.svg 'Parser\.next' app.iprof
  iprof-viz inline --units 0 --format json app.iprof |
    jq '.units[].instances[] | select(.frequency > 100)'`,
		Args: patternAndProfiles,
		RunE: func(c *cobra.Command, args []string) error { return a.inline(cmd, args) },
	}
	a.outputFlags(c)
	choiceFlag(c, &cmd.format, "format", "", "of the trees; by the extension of --output, else text, unless told",
		pick[treeFormat]{"text", treeText}, pick[treeFormat]{"markdown", treeMarkdown}, pick[treeFormat]{"json", treeJSON},
		pick[treeFormat]{"dot", treeDOT}, pick[treeFormat]{"svg", treeSVG}, pick[treeFormat]{"png", treePNG})
	fs := c.Flags()
	bind(c, patternValue(&cmd.into), "into", "", "show where methods of such a name are inlined")
	choiceFlag(c, &cmd.byBCI, "sort", "", "what is inlined into one method: by entries, or as in the bytecode",
		pick[bool]{"inclusive", false}, pick[bool]{"bci", true})
	bind(c, numberValue(&cmd.units, "UNITS"), "units", "n", "show the hottest units, or with --into methods, 0: all; 10, in pictures 5, in JSON all, unless told")
	fs.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "limit" { // as other commands have it
			name = "units"
		}
		return pflag.NormalizedName(name)
	})
	bind(c, numberValue(&cmd.depth, "LEVELS"), "depth", "", "show no more levels below a root; 0: all")
	bind(c, shareValue(&cmd.minShare), "min-share", "", "leave out what has a lower share of its unit's entries, or with --into of the method's; 0.5%, in pictures 1%, in JSON 0, unless told")
	bind(c, numberValue(&cmd.sites, "SITES"), "sites", "", "show that many calls with types, and branches, of a method; 0: all; 3, in JSON all, unless told")
	fs.BoolVar(&cmd.ascii, "ascii", false, "draw lines of text with ASCII")
	choiceFlag(c, &cmd.color, "color", "", "color text; auto: on a terminal, unless NO_COLOR is set",
		pick[colorWhen]{"auto", colorAuto}, pick[colorWhen]{"always", colorAlways}, pick[colorWhen]{"never", colorNever})
	filterFlags(c, &cmd.filter)
	nameFlags(c, &cmd.names)
	fs.StringVar(&cmd.title, "title", "", "the `TEXT` above a picture")
	a.pictureFlags(c, &cmd.picture, lessTrees)
	a.readFlags(c)
	return c
}

// patternAndProfiles checks the arguments of a command that takes a regular expression or none, and profiles.
func patternAndProfiles(c *cobra.Command, args []string) error {
	_, files := cutPattern(args)
	return someProfiles(c, files)
}

// cutPattern takes the regular expression off arguments that may begin with one: the first of several is, unless it names a
// file.
func cutPattern(args []string) (expr string, files []string) {
	if len(args) < 2 || args[0] == "-" {
		return "", args
	}
	if info, err := os.Stat(args[0]); err == nil && !info.IsDir() {
		return "", args
	}
	return args[0], args[1:]
}

// settle decides on what the user has not.
func (cmd *inlineCommand) settle(t *target) error {
	if cmd.format == treeByExtension {
		format, ok := map[string]treeFormat{
			"": treeText, ".txt": treeText, ".md": treeMarkdown, ".markdown": treeMarkdown, ".json": treeJSON,
			".dot": treeDOT, ".gv": treeDOT, ".svg": treeSVG, ".png": treePNG,
		}[t.extension()]
		if !ok {
			return usage("--format text writes text into any file", "trees go into .txt, .md, .json, .svg, .png or .dot, and %s is none of them", printable(t.path))
		}
		cmd.format = format
	}
	if cmd.into != nil && cmd.format.isPicture() {
		return usage("--format text, markdown or json", "--into is not drawn")
	}
	units, sites, minShare := defaultUnits, defaultSites, defaultMinShare
	switch {
	case cmd.format.isPicture():
		units, minShare = defaultPictureUnits, defaultPictureMinShare
	case cmd.format == treeJSON:
		units, sites, minShare = 0, 0, 0
	}
	cmd.names.Apart = cmd.format != treeJSON
	if cmd.units < 0 {
		cmd.units = units
	}
	if cmd.sites < 0 {
		cmd.sites = sites
	}
	if cmd.minShare < 0 {
		cmd.minShare = minShare
	}
	return nil
}

func (a *app) inline(cmd *inlineCommand, args []string) error {
	var match *regexp.Regexp
	expr, files := cutPattern(args)
	if len(files) < len(args) {
		if cmd.into != nil {
			return usage("", "either REGEXP or --into: both at once say nothing")
		}
		var err error
		if match, err = parsePattern(expr); err != nil {
			return usage("", "%w", err)
		}
	}
	if cmd.into != nil && cmd.byBCI {
		return usage("", "--sort bci: callers are in no order of the bytecode")
	}
	if err := cmd.settle(&a.target); err != nil {
		return err
	}
	in, p, err := a.profile(files)
	if err != nil {
		return err
	}
	if err := a.counted(in.name, p, convert.Calls); err != nil {
		return err
	}
	names := convert.NewNames(cmd.names, p)[0]
	if cmd.into != nil {
		return a.inlineInto(cmd, in.name, p, names)
	}
	trees, err := inlining.New(p, names, inlining.Options{
		Filter: cmd.filter, Match: match, Units: cmd.units, MinShare: cmd.minShare, Depth: cmd.depth, ByBCI: cmd.byBCI,
	})
	if err != nil {
		return noMatch(in.name, err, cmd.names.Style)
	}
	if err := a.leftToShow(in.name, trees.Base, trees.Tally, trees.Unused); err != nil {
		return err
	}
	if cmd.format.isPicture() {
		cmd.picture.label = "inlining trees"
		var dot bytes.Buffer
		opts := render.InlineDOTOptions{DOTOptions: render.DOTOptions{Title: cmd.title, Subtitle: subtitle(files, "")}, Sites: cmd.sites}
		if err := render.InlineDOT(&dot, trees, opts); err != nil {
			return err
		}
		return a.drawGraph(&cmd.picture, string(cmd.format), dot.Bytes(), render.InlineNodes(trees))
	}
	opts := a.treeOptions(cmd)
	return a.write(func(w io.Writer) error {
		switch cmd.format {
		case treeJSON:
			return render.InlineJSON(w, trees)
		case treeMarkdown:
			return render.InlineMarkdown(w, trees, opts)
		}
		return render.InlineText(w, trees, opts)
	})
}

func (a *app) inlineInto(cmd *inlineCommand, file string, p *iprof.Profile, names *convert.Names) error {
	into, err := inlining.NewInto(p, names, inlining.IntoOptions{
		Filter: cmd.filter, Match: cmd.into, Methods: cmd.units, MinShare: cmd.minShare, Depth: cmd.depth,
	})
	if err != nil {
		return noMatch(file, err, cmd.names.Style)
	}
	if err := a.leftToShow(file, into.Base, into.Tally, into.Unused); err != nil {
		return err
	}
	opts := a.treeOptions(cmd)
	return a.write(func(w io.Writer) error {
		switch cmd.format {
		case treeJSON:
			return render.IntoJSON(w, into)
		case treeMarkdown:
			return render.IntoMarkdown(w, into, opts)
		}
		return render.IntoText(w, into, opts)
	})
}

// leftToShow says which filters nothing matched, and fails where filters leave nothing. What they hide is in the result.
func (a *app) leftToShow(file string, base int64, tally convert.Tally, unused []string) error {
	for _, name := range unused {
		a.note(file, "--%s matches no frame", name)
	}
	if base == 0 && tally.Hidden().Records > 0 {
		return &failure{status: statusCheck, file: file, empty: true,
			err: fmt.Errorf("nothing is left to show; %s", strings.Join(tally.Notes("method entries", "contexts"), "; "))}
	}
	return nil
}

func (a *app) treeOptions(cmd *inlineCommand) render.TreeOptions {
	of := a.tableOptions(&tableOutput{color: cmd.color})
	opts := render.TreeOptions{Width: of.Width, Color: of.Color, ASCII: cmd.ascii, Sites: cmd.sites}
	if cmd.format == treeMarkdown {
		opts.Width = 0
	}
	return opts
}
