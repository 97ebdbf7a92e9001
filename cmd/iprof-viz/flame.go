package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/changes"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/internal/work"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/flame"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// flameOptions are the options of flame.
type flameOptions struct {
	cli.IOOptions
	names   convert.NameOptions
	tree    stacks.Options
	picture flame.Options // MinWidth 0: everything is drawn
	sources load.SourceOptions
	base    string          // the file to compare with; "": none
	pairing compare.Options // with base
	change  stacks.ChangeOf // likewise
	format  string          // svg, html, png, json, or "": by the extension of the output
	color   flame.ColorBy   // --color, the old name of --palette
	optlog  string
	merge   bool // chains of a method that calls itself
	upward  bool // --flame
	icicle  bool
	classes load.ClassOptions
	given   map[string]bool // the flags that were set, because some are only for some inputs
}

func newFlame(e *cli.Env, o *flameOptions) *cobra.Command {
	o.tree.Filter.View = convert.ExpertView
	o.picture.MinWidth = flame.DefaultMinWidth
	c := &cobra.Command{
		Use:   "flame [flags] PROFILE...",
		Short: "Draw a flame graph as SVG, HTML or PNG",
		Long: `flame draws stacks as columns of frames; width is samples (with -m calls: method
entries, which are not time). The picture is self-contained: a browser shows it
with zoom and search, as wide as its window.

HTML output is an interactive page with all frames, however narrow:
caller/callee and inverted views, a method table, selectable colors and kinds of
code. JSON output is the tree of all frames, for scripts.

Pictures taller than a screen are icicle graphs (root on top); --flame prevents
that. In those taller than 3,000 pixels, directly recursive frames are merged;
--merge-recursion=false prevents that. Search matches names as --focus does: package.Class.method, regardless of
--names, or the signature if the REGEXP contains \(.

With --optlog, a log of the compiler that built the optimized image, colors say
what it did with these frames: roots of its units are red, frames inlined into
their caller blue, methods that the log does not have gray.

PROFILE is an iprof, or the stacks of another tool: a flight recording (JFR),
perf script, folded, pprof, HotSpot's -Xprof text or a gprofng call tree.`,
		Example: `  iprof-viz flame -o app.svg app.iprof
  iprof-viz flame -m calls --palette inlining -o calls.svg app.iprof
  iprof-viz flame -o app.html app.iprof
  iprof-viz flame --slide --merge-recursion -o slide.png app.iprof
  iprof-viz flame --base old.iprof -o changed.svg new.iprof
  iprof-viz flame -o cpu.svg app.jfr
  perf script | iprof-viz flame -o perf.svg -`,
		Args: cli.SomeProfiles,
		RunE: func(c *cobra.Command, args []string) error {
			o.given = cli.Given(c)
			return running(e, o, runFlame)(c, args)
		},
	}
	cli.OutputFlag(c, &o.IOOptions)
	fs := c.Flags()
	cli.ChoiceFlag(c, &o.format, "format", "", "output format (default: by the extension of --output, otherwise svg)", cli.WordPicks("svg", "html", "png", "json")...)
	load.MetricFlag(c, &o.tree.Metric, convert.Samples, convert.Calls)
	load.OptlogFlag(c, &o.optlog)
	paletteFlags(c, &o.picture.Color, &o.color)
	cli.ChoiceFlag(c, &o.picture.Theme, "theme", "", "background; auto: the reader's system setting, in PNG light",
		cli.ByName(palette.AutoTheme, palette.LightTheme, palette.DarkTheme)...)
	fs.StringVar(&o.base, "base", "", "show the change since this `PROFILE`")
	fs.BoolVar(&o.upward, "flame", false, "draw the root at the bottom, even if the picture is taller than a screen")
	fs.BoolVar(&o.icicle, "icicle", false, "draw the root on top")
	fs.BoolVar(&o.icicle, "inverted", false, "the same as --icicle")
	fs.Lookup("inverted").Hidden = true
	fs.BoolVar(&o.tree.Reverse, "reverse", false, "invert: merge stacks from the leaf, callers above callees")
	fs.BoolVar(&o.merge, "merge-recursion", false, "merge directly recursive frames into one (default: in an SVG or PNG that would be taller than 3,000 pixels)")
	cli.ChoiceFlag(c, &o.picture.SortByName, "sort", "", "sibling order", cli.Pick[bool]{Word: "size", Value: false}, cli.Pick[bool]{Word: "name", Value: true})
	fs.StringVar(&o.picture.Title, "title", "", "use this `TEXT` as the title")
	fs.BoolVar(&o.picture.NoNotes, "no-notes", false, "omit the notes below the picture")
	fs.BoolVar(&o.picture.Slide, "slide", false, "16:9, without controls, notes or tiny frames")
	fs.IntVar(&o.picture.Width, "width", 0, "width in `PIXELS` (default: window width; static pictures 1200, slides 1920)")
	fs.Float64Var(&o.picture.MinWidth, "min-width", o.picture.MinWidth, "merge frames narrower than this many `PIXELS`; 0: draw all")
	fs.BoolVar(&o.tree.ByLine, "lines", false, "draw a frame for each source line of a method; an iprof needs --classpath")
	load.ClassFlags(c, &o.classes)
	load.FilterFlags(c, &o.tree.Filter)
	load.NameFlags(c, &o.names)
	load.ChangeFlag(c, &o.change)
	load.RenamesFlag(c, &o.pairing)
	load.SourceFlags(c, &o.sources)
	cli.InputFlags(c, &o.IOOptions)
	return c
}

// paletteFlags bind the choice of colors. The old name --color is the name of the flag for colored text elsewhere: pictures have
// none.
func paletteFlags(c *cobra.Command, to, old *flame.ColorBy) {
	picks := cli.ByName(flame.KindColor, flame.InliningColor, flame.PackageColor, flame.NameColor)
	cli.ChoiceFlag(c, to, "palette", "", "what colors mean (default: inlining for calls; otherwise kind, or package if one kind with several packages has 80%)", picks...)
	for _, when := range []string{"auto", "always", "never"} {
		picks = append(picks, cli.Pick[flame.ColorBy]{Word: when, Value: flame.DefaultColor})
	}
	cli.ChoiceFlag(c, old, "color", "", "the same as --palette", picks...)
	c.Flags().Lookup("color").Hidden = true
}

// settle sets what follows from other options, and fails if they contradict each other.
func (o flameOptions) settle(t cli.Target) (flameOptions, error) {
	if o.format == "" {
		format, ok := map[string]string{"": "svg", ".svg": "svg", ".html": "html", ".htm": "html", ".png": "png", ".json": "json"}[t.Extension()]
		if !ok {
			return o, cli.Usage("--format svg writes SVG to any file", "flame writes .svg, .html, .png and .json files, not %s", cli.Printable(string(t)))
		}
		o.format = format
	}
	if !o.given["palette"] {
		o.picture.Color = o.color
	}
	if o.optlog != "" && o.base != "" {
		return o, cli.Usage("", "--optlog colors by inlining, --base by change")
	}
	if o.optlog != "" && o.picture.Color == flame.DefaultColor {
		o.picture.Color = flame.InliningColor
	}
	if o.base != "" && o.picture.Color != flame.DefaultColor {
		return o, cli.Usage("", "--palette cannot be combined with --base, which colors frames by change")
	}
	switch {
	case o.tree.ByLine && o.base != "":
		return o, cli.Usage("", "--lines cannot be used with --base")
	case o.tree.ByLine && o.picture.Color == flame.InliningColor:
		return o, cli.Usage("", "--lines cannot be used with --palette inlining")
	case o.upward && o.icicle:
		return o, cli.Usage("", "--flame and --icicle are mutually exclusive")
	case o.upward:
		o.picture.Orientation = flame.Flame
	case o.icicle:
		o.picture.Orientation = flame.Icicle
	}
	if o.given["width"] && o.picture.Width == 0 { // package flame would take this as the default
		return o, cli.Usage("", "width of 0 pixels: must be 300 to 20,000")
	}
	if err := o.picture.CheckWidths(); err != nil {
		return o, cli.Usage("", "%w", err)
	}
	if o.picture.MinWidth == 0 { // the same
		o.picture.MinWidth = flame.NoMinWidth
	}
	o.picture.Reverse = o.tree.Reverse
	o.tree.PatternNames = o.format == "html" || o.format == "svg" && !o.picture.Slide || o.picture.Color == flame.PackageColor || o.names.Style == convert.ShortNames
	o.tree.Roles = o.picture.Color == flame.InliningColor
	o.tree.Compared = o.base != ""
	return o, nil
}

func runFlame(e *cli.Env, o flameOptions, files []string) error {
	o, err := o.settle(e.Out.Target)
	if err != nil {
		return err
	}
	if o.format != "json" {
		if err := e.Out.NotForTerminal("a picture", "flame."+o.format); err != nil {
			return err
		}
	}
	tree, picture := o.tree, o.picture
	found, err := o.classes.OpenForSources()
	if err != nil {
		return err
	}
	defer found.Close()
	now, base, err := loadFlame(e, o, files, found)
	if err != nil {
		return err
	}
	if err := o.classes.TellSources(e, now); err != nil {
		return err
	}
	all := []*load.Loaded{now}
	if base != nil {
		all = append(all, base)
	}
	names, err := load.NewNames(e, now.Name, o.names, tree.Filter, load.ProfilesOf(all)...)
	if err != nil {
		return err
	}
	if tree.Lines = found.Lines(now.Profile); tree.ByLine && tree.Lines == nil {
		return load.NoLines("--lines")
	}
	defer load.TellLines(e, now.Name, found, tree.Lines)
	m, chosen, err := load.FocusMetric(names, tree.Metric, tree.Filter)
	if err != nil {
		return cli.InFile(now.Name, err)
	}
	e.Console.Tell(now.Name, chosen...)
	tree.Metric = m
	imageNotes, err := load.OptimizedRoles(e, o.optlog, o.MaxInput, now, &tree)
	if err != nil {
		return err
	}
	t, notes, err := makeFlame(now, base, names, o, tree)
	e.Console.Tell("", notes...)
	if err != nil {
		return err
	}
	if t, err = o.mergedIfTall(e, t, func(o flameOptions) (*stacks.Tree, error) {
		t, _, err := makeFlame(now, base, names, o, tree)
		return t, err
	}); err != nil {
		return err
	}
	t.Notes = append(t.Notes, imageNotes...)
	if picture.Slide {
		t = t.CollapseRuns()
		e.Console.Tell("", runNotes(t)...)
	}
	picture.Subtitle = load.PictureSubtitle(files, o.base, tree.Filter)
	switch o.format {
	case "json":
		return e.Out.WriteResult(func(w io.Writer) error { return flame.JSON(w, t) })
	case "png":
		return e.Out.WriteResult(func(w io.Writer) error {
			err := flame.PNG(w, t, picture)
			if errors.Is(err, flame.ErrTooManyPixels) {
				return &cli.Failure{Status: cli.StatusLimit, Err: err, Hint: "--merge-recursion, --slide or a lower --width make it smaller; SVG has no limit"}
			}
			return err
		})
	}
	draw := flame.SVG
	if o.format == "html" {
		draw = flame.HTML
	}
	return e.Out.WriteResult(func(w io.Writer) error { return draw(w, t, picture) })
}

// mergedIfTall returns the tree with merged recursion, and says so in the picture, if its picture would otherwise be so tall that
// nobody finds anything by scrolling, and merging makes it lower. Pages and JSON have all frames.
func (o flameOptions) mergedIfTall(e *cli.Env, t *stacks.Tree, remake func(flameOptions) (*stacks.Tree, error)) (*stacks.Tree, error) {
	if o.given["merge-recursion"] || o.picture.Slide || o.format != "svg" && o.format != "png" {
		return t, nil
	}
	const most = 1 << 18 // nodes: a second tree takes as much memory as the first
	if len(t.Nodes) > most || !t.IsRecursive() {
		return t, nil
	}
	height, err := flame.BoxesHeight(t, o.picture)
	if err != nil || height <= flame.TallPicture {
		return t, err
	}
	o.merge = true
	merged, err := remake(o)
	if err != nil {
		return nil, err
	}
	lower, err := flame.BoxesHeight(merged, o.picture)
	if err != nil || lower >= height {
		return t, err
	}
	text := fmt.Sprintf("directly recursive frames are merged: otherwise the frames would be %s pixels tall; --merge-recursion=false draws each",
		words.Thousands(int64(height)))
	merged.Notes = append(merged.Notes, text)
	e.Console.Tell("", cli.Note{Text: text})
	return merged, nil
}

// runNotes says how many frames a slide shows as one row, and where they can be seen. It ignores small ones.
func runNotes(t *stacks.Tree) []cli.Note {
	const minimum = 0.05 // of all
	var frames, rows int64
	for _, n := range t.Nodes[1:] {
		if run := t.Runs[n.Frame]; run.Frames > 0 && float64(n.Total) >= minimum*float64(t.Nodes[0].Total) {
			frames += int64(run.Frames)
			rows++
		}
	}
	if rows == 0 {
		return nil
	}
	return []cli.Note{cli.Notef("%s with nearly all of their caller's %s are collapsed to %s: without --slide each has its own",
		words.CountOf(frames, "frames"), cli.Printable(t.Unit), words.CountOf(rows, "rows"))}
}

// loadFlame reads the stacks to draw and those to compare them with; nil: none. Classes may be nil.
func loadFlame(e *cli.Env, o flameOptions, files []string, classes *load.ClassFinder) (now, base *load.Loaded, err error) {
	opts := load.Options{MaxInput: o.MaxInput}.Of(o.tree.Metric).Matching(o.tree.Filter).WithCode(classes)
	opts.Sources = o.sources
	if o.picture.Color == flame.InliningColor {
		opts.Sections, opts.SamplesFirst = nil, false
	}
	if o.base == "" {
		now, err = load.Load(e, files, opts)
	} else {
		// Both must have the metric. An iprof's metric is the one that the other file counts, from any tool.
		opts.SamplesFirst, opts.Needs = false, ""
		if o.tree.Metric != convert.Samples {
			opts.Sections = nil // other sections have contexts without a count, whose entries are unknown
		}
		now, base, err = loadCompared(e, o, files, opts)
	}
	if err != nil {
		return nil, nil, err
	}
	if o.picture.Color == flame.InliningColor && now.Format != source.Iprof && now.Roles == nil {
		holds := "holds " + now.Format.Noun
		if now.Format == source.Pprof {
			holds = "has none"
		}
		return nil, nil, cli.Usage("", "--palette inlining needs an iprof or a pprof profile with inlined frames; %s %s",
			cli.Printable(now.Name), holds)
	}
	return now, base, nil
}

// loadCompared reads the stacks to draw and those to compare them with.
func loadCompared(e *cli.Env, o flameOptions, files []string, opts load.Options) (now, base *load.Loaded, err error) {
	if now, err = load.Files(e, files, opts); err != nil {
		return nil, nil, err
	}
	opts.Several = len(files) > 1
	if base, err = load.File(e, o.base, opts); err != nil {
		return nil, nil, err
	}
	if err := opts.Sources.Check(now, base); err != nil {
		return nil, nil, err
	}
	if needs := load.MetricNeeds(o.tree.Metric); needs != "" && now.Format != source.Iprof && base.Format != source.Iprof {
		return nil, nil, load.Lacks(e, now.Name, now.Format, needs)
	}
	return now, base, nil
}

// makeFlame merges stacks, and compares them with others unless base is nil: filters may then leave nothing in one of the two, so
// that everything is new or removed. The notes are valid even with an error.
func makeFlame(now, base *load.Loaded, names []*convert.Names, o flameOptions, opts stacks.Options) (*stacks.Tree, []cli.Note, error) {
	t, notes, err := makePart(now, names[0], opts, o)
	if base == nil || err != nil {
		return t, notes, err
	}
	opts.Metric, opts.Lines = t.Metric, nil // which are of the other profile
	before, more, err := makePart(base, names[1], opts, o)
	notes = append(append(notes, more...), changes.Anonymous([2]string{base.Name, now.Name}, [2]*iprof.Profile{base.Profile, now.Profile})...)
	switch {
	case err != nil:
		return nil, notes, err
	case t.Nodes[0].Total == 0 && before.Nodes[0].Total == 0:
		return nil, notes, &cli.Failure{Status: cli.StatusCheck, Err: errors.New("nothing left to show in either profile")}
	}
	if t, err = stacks.CompareBy(t, before, comparisonOf(names[1], names[0], o.pairing), o.change); err != nil {
		// This does not happen with two iprofs: the metric of the first one applies to both.
		return nil, notes, &cli.Failure{Status: cli.StatusInput, File: base.Name, Err: err,
			Hint: load.ChooseValues}
	}
	return t, notes, nil
}

// comparisonOf pairs the methods of two iprofs; nil for the stacks of other tools.
func comparisonOf(old, new *convert.Names, opts compare.Options) *compare.Comparison {
	if !old.Profile.Origin().IsIprof() || !new.Profile.Origin().IsIprof() {
		return nil
	}
	return compare.New(old, new, opts)
}

// makePart merges the stacks of one of the inputs of a picture. In a comparison the result may be empty.
func makePart(l *load.Loaded, names *convert.Names, opts stacks.Options, o flameOptions) (*stacks.Tree, []cli.Note, error) {
	reverse := opts.Reverse
	opts.Reverse = false // below, if that is not too much
	notes := load.WarningsOf(l, opts.Metric.Resolve(l.Profile))
	t, more, err := load.MakeTree(l.Source, names, opts)
	notes = append(notes, more...)
	var f *cli.Failure
	if errors.As(err, &f) && f.Status == cli.StatusCheck && opts.Compared {
		notes = append(notes, cli.Note{Text: f.Error()})
		err = nil
	}
	for i := range notes {
		notes[i].File = l.Name
	}
	if reverse && err == nil {
		if err = load.Charge([]*load.Loaded{l}, o.MaxInput, work.Frames, t.FramesOfStacks()); err == nil {
			t = t.Reversed()
		}
	}
	if o.merge && err == nil {
		t = t.MergeRecursion()
	}
	return t, notes, cli.InFile(l.Name, err)
}
