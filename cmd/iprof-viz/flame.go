package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render"
)

// flameOptions are those of flame.
type flameOptions struct {
	ioOptions
	names   convert.NameOptions
	tree    stacks.Options      // without Roles and Compared
	picture render.FlameOptions // without Reverse and Subtitle; MinWidth 0: everything is drawn
	sources sourceOptions
	base    string          // the file to compare with; "": none
	pairing compare.Options // with base
	format  string          // svg, html, png, json, or "": by the extension of the output
	color   render.ColorBy  // --color, the old name of --palette
	merge   bool            // chains of a method that calls itself
	upward  bool            // --flame
	icicle  bool
	classes classOptions
	given   map[string]bool // the flags that were set, as some are for some inputs only
}

func newFlame(e *env, o *flameOptions) *cobra.Command {
	o.tree.Filter.View = convert.ExpertView
	o.picture.MinWidth = render.DefaultMinWidth
	c := &cobra.Command{
		Use:   "flame [flags] PROFILE...",
		Short: "Draw a flame graph as SVG, HTML or PNG",
		Long: `flame draws each stack as a pile of frames, as wide as its samples (with -m
calls: method entries, which are not time). The picture is self-contained: a
browser shows it with zoom and search, as wide as its window.

As HTML it is a page with all frames, however narrow: callers and callees of a
method, leaves first, a table of methods, colors and kinds to switch. As JSON it
is the tree of all frames, for scripts.

A picture that is taller than a screen has its root on top; --flame insists on
the bottom. Search matches as --focus does: package.Class.method, whatever
--names shows, or with \( in the REGEXP the signature.

PROFILE is an iprof, or the stacks of another tool: folded, pprof, HotSpot's
-Xprof text, a call tree of gprofng.`,
		Example: `  iprof-viz flame -o app.svg app.iprof
  iprof-viz flame -m calls --palette inlining -o calls.svg app.iprof
  iprof-viz flame -o app.html app.iprof
  iprof-viz flame --slide --merge-recursion -o slide.png app.iprof
  iprof-viz flame --base old.iprof -o changed.svg new.iprof
  perf script | stackcollapse-perf.pl | iprof-viz flame -o perf.svg -`,
		Args: someProfiles,
		RunE: func(c *cobra.Command, args []string) error {
			o.given = given(c)
			return running(e, o, runFlame)(c, args)
		},
	}
	outputFlag(c, &o.ioOptions)
	fs := c.Flags()
	choiceFlag(c, &o.format, "format", "", "output format (default: by the extension of --output, otherwise svg)", wordPicks("svg", "html", "png", "json")...)
	metricFlag(c, &o.tree.Metric, convert.Samples, convert.Calls)
	paletteFlags(c, &o.picture.Color, &o.color)
	choiceFlag(c, &o.picture.Theme, "theme", "", "background; auto: the reader's system setting, in PNG light",
		byName(render.AutoTheme, render.LightTheme, render.DarkTheme)...)
	fs.StringVar(&o.base, "base", "", "show the change since this `PROFILE`")
	fs.BoolVar(&o.upward, "flame", false, "draw the root at the bottom, even if the picture is taller than a screen")
	fs.BoolVar(&o.icicle, "icicle", false, "draw the root on top")
	fs.BoolVar(&o.icicle, "inverted", false, "the same as --icicle")
	fs.Lookup("inverted").Hidden = true
	fs.BoolVar(&o.tree.Reverse, "reverse", false, "merge stacks from the leaf: methods first, then their callers")
	fs.BoolVar(&o.merge, "merge-recursion", false, "draw a method that calls itself once, with all that it calls")
	choiceFlag(c, &o.picture.SortByName, "sort", "", "the order of the callees of a frame", pick[bool]{"size", false}, pick[bool]{"name", true})
	fs.StringVar(&o.picture.Title, "title", "", "use this `TEXT` as the title")
	fs.BoolVar(&o.picture.NoNotes, "no-notes", false, "leave out the notes below the picture")
	fs.BoolVar(&o.picture.Slide, "slide", false, "16:9, without controls, notes and small frames")
	fs.IntVar(&o.picture.Width, "width", 0, "width of the picture in `PIXELS` (default: that of the window, in stills 1200, of slides 1920)")
	fs.Float64Var(&o.picture.MinWidth, "min-width", o.picture.MinWidth, "combine frames narrower than this many `PIXELS`; 0: none")
	fs.BoolVar(&o.tree.ByLine, "lines", false, "draw a frame for each source line of a method; needs --classpath")
	classFlags(c, &o.classes)
	filterFlags(c, &o.tree.Filter)
	nameFlags(c, &o.names)
	renamesFlag(c, &o.pairing)
	sourceFlags(c, &o.sources)
	inputFlags(c, &o.ioOptions)
	return c
}

// paletteFlags bind the choice of colors. --color was its name, and is that of the colors of text elsewhere: pictures have
// none.
func paletteFlags(c *cobra.Command, to, old *render.ColorBy) {
	picks := byName(render.KindColor, render.InliningColor, render.PackageColor, render.NameColor)
	choiceFlag(c, to, "palette", "", "the meaning of colors (default: inlining for calls; otherwise kind, or package if a kind of several packages has 80%)", picks...)
	for _, when := range []string{"auto", "always", "never"} {
		picks = append(picks, pick[render.ColorBy]{when, render.DefaultColor})
	}
	choiceFlag(c, old, "color", "", "the same as --palette", picks...)
	c.Flags().Lookup("color").Hidden = true
}

// settle fills in what follows from other options, and fails where they contradict each other.
func (o flameOptions) settle(t target) (flameOptions, error) {
	if o.format == "" {
		format, ok := map[string]string{"": "svg", ".svg": "svg", ".html": "html", ".htm": "html", ".png": "png", ".json": "json"}[t.extension()]
		if !ok {
			return o, usage("--format svg writes SVG to any file", "flame writes .svg, .html, .png and .json files, not %s", printable(string(t)))
		}
		o.format = format
	}
	if !o.given["palette"] {
		o.picture.Color = o.color
	}
	if o.base != "" && o.picture.Color != render.DefaultColor {
		return o, usage("", "--palette cannot be used with --base, whose colors show the change")
	}
	switch {
	case o.tree.ByLine && o.classes.classPath == "" && o.classes.jdk == "":
		return o, usage("", "--lines needs --classpath: class files have the line numbers")
	case o.tree.ByLine && o.base != "":
		return o, usage("", "--lines cannot be used with --base")
	case o.tree.ByLine && o.picture.Color == render.InliningColor:
		return o, usage("", "--lines cannot be used with --palette inlining")
	case o.upward && o.icicle:
		return o, usage("", "--flame and --icicle contradict each other")
	case o.upward:
		o.picture.Orientation = render.Flame
	case o.icicle:
		o.picture.Orientation = render.Icicle
	}
	if o.given["width"] && o.picture.Width == 0 { // to render that would be the default
		return o, usage("", "width of 0 pixels: must be 300 to 20,000")
	}
	return o, nil
}

func runFlame(e *env, o flameOptions, files []string) error {
	o, err := o.settle(e.out.target)
	if err != nil {
		return err
	}
	if o.format != "json" {
		if err := e.out.notForTerminal("a picture", "flame."+o.format); err != nil {
			return err
		}
	}
	tree, picture := o.tree, o.picture
	tree.PatternNames = o.format == "html" || o.format == "svg" && !picture.Slide || picture.Color == render.PackageColor || o.names.Style == convert.ShortNames
	tree.Roles = picture.Color == render.InliningColor
	picture.Reverse = tree.Reverse
	if picture.MinWidth == 0 { // to render that would be the default
		picture.MinWidth = render.NoMinWidth
	}
	found, err := o.classes.openForLines()
	if err != nil {
		return err
	}
	defer found.close()
	now, base, err := loadFlame(e, o, files)
	if err != nil {
		return err
	}
	all := []*loaded{now}
	if base != nil {
		all = append(all, base)
	}
	names, err := e.newNames(now.name, o.names, tree.Filter, profilesOf(all)...)
	if err != nil {
		return err
	}
	tree.Lines = found.lines(now.Profile)
	defer e.tellLines(now.name, found, tree.Lines)
	if m, notes, other := focusMetric(names, tree.Metric, tree.Filter); other {
		e.console.tell(now.name, notes...)
		tree.Metric = m
	}
	t, notes, err := makeFlame(now, base, names, o, tree)
	e.console.tell("", notes...)
	if err != nil {
		return err
	}
	if picture.Slide {
		t = t.CollapseRuns()
		e.console.tell("", runNotes(t)...)
	}
	picture.Subtitle = pictureSubtitle(files, o.base, tree.Filter)
	switch o.format {
	case "json":
		return e.out.write(func(w io.Writer) error { return render.FlameJSON(w, t) })
	case "png":
		return e.out.write(func(w io.Writer) error {
			err := render.FlamePNG(w, t, picture)
			if errors.Is(err, render.ErrTooManyPixels) {
				return &failure{status: statusLimit, err: err, hint: "--merge-recursion, --slide or a lower --width make it smaller; SVG has no limit"}
			}
			return err
		})
	}
	draw := render.FlameSVG
	if o.format == "html" {
		draw = render.FlameHTML
	}
	return e.out.write(func(w io.Writer) error { return draw(w, t, picture) })
}

// runNotes says how many frames a slide has as one row, and where they are to be seen. Small ones are no loss.
func runNotes(t *stacks.Tree) []note {
	const least = 0.05 // of all
	var frames, rows int64
	for _, n := range t.Nodes[1:] {
		if run := t.Runs[n.Frame]; run.Frames > 0 && float64(n.Total) >= least*float64(t.Nodes[0].Total) {
			frames += int64(run.Frames)
			rows++
		}
	}
	if rows == 0 {
		return nil
	}
	return []note{noteOf("%s with nearly all of their caller's %s are collapsed to %s: without --slide each has its own",
		words.CountOf(frames, "frames"), printable(t.Unit), words.CountOf(rows, "rows"))}
}

// loadFlame reads the stacks to draw and those to compare them with, nil for none.
func loadFlame(e *env, o flameOptions, files []string) (now, base *loaded, err error) {
	opts := loadOptions{maxInput: o.maxInput}.of(o.tree.Metric).matching(o.tree.Filter)
	opts.sources = o.sources
	if o.picture.Color == render.InliningColor {
		opts.sections, opts.samplesFirst = nil, false
	}
	if o.base == "" {
		now, err = load(e, files, opts)
	} else {
		// The metric has to be one that both have. That of an iprof may be what the other counts, whatever tool it is of.
		opts.samplesFirst, opts.needs = false, ""
		now, base, err = loadCompared(e, o, files, opts)
	}
	if err != nil {
		return nil, nil, err
	}
	if o.picture.Color == render.InliningColor && now.Format != source.Iprof && now.Roles == nil {
		holds := "holds " + now.Format.Noun
		if now.Format == source.Pprof {
			holds = "has none"
		}
		return nil, nil, usage("", "--palette inlining needs an iprof or a pprof profile with inlined frames; %s %s",
			printable(now.name), holds)
	}
	return now, base, nil
}

// loadCompared reads the stacks to draw and those to compare them with.
func loadCompared(e *env, o flameOptions, files []string, opts loadOptions) (now, base *loaded, err error) {
	if now, err = loadFiles(e, files, opts); err != nil {
		return nil, nil, err
	}
	opts.several = len(files) > 1
	if base, err = loadFile(e, o.base, opts); err != nil {
		return nil, nil, err
	}
	if err := opts.sources.check(now, base); err != nil {
		return nil, nil, err
	}
	if needs := metricNeeds(o.tree.Metric); needs != "" && now.Format != source.Iprof && base.Format != source.Iprof {
		return nil, nil, lacks(e, now.name, now.Format, needs)
	}
	return now, base, nil
}

// makeFlame merges stacks, and compares them with others unless base is nil: then filters may leave nothing of one of the
// two, so that all is new, or gone. The notes hold with an error, too.
func makeFlame(now, base *loaded, names []*convert.Names, o flameOptions, opts stacks.Options) (*stacks.Tree, []note, error) {
	opts.Compared = base != nil
	t, notes, err := makePart(now, names[0], opts, o.merge)
	if base == nil || err != nil {
		return t, notes, err
	}
	opts.Metric, opts.Lines = t.Metric, nil // which are of the other profile
	before, more, err := makePart(base, names[1], opts, o.merge)
	notes = append(notes, more...)
	switch {
	case err != nil:
		return nil, notes, err
	case t.Nodes[0].Total == 0 && before.Nodes[0].Total == 0:
		return nil, notes, &failure{status: statusCheck, empty: now.Format == source.Iprof && base.Format == source.Iprof,
			err: errors.New("nothing is left to show in either profile")}
	}
	if t, err = stacks.Compare(t, before, comparisonOf(names[1], names[0], o.pairing)); err != nil {
		// This does not happen with two iprofs: the metric of the first one holds for both.
		return nil, notes, &failure{status: statusInput, file: base.name, err: err,
			hint: chooseValues}
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

// makePart merges the stacks of one of the inputs of a picture. Where two are compared it may be empty.
func makePart(l *loaded, names *convert.Names, opts stacks.Options, mergeRecursion bool) (*stacks.Tree, []note, error) {
	notes := warningsOf(l, opts.Metric.Resolve(l.Profile))
	t, more, err := makeTree(l.File.Source, names, opts)
	notes = append(notes, more...)
	var f *failure
	if errors.As(err, &f) && f.status == statusCheck && opts.Compared {
		notes = append(notes, note{text: f.Error()})
		err = nil
	}
	for i := range notes {
		notes[i].file = l.name
	}
	if mergeRecursion && err == nil {
		t = t.MergeRecursion()
	}
	return t, notes, inFile(l.name, err)
}
