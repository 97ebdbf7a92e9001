package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
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
	format  string          // svg, or "": by the extension of the output
	given   map[string]bool // the flags that were set, as some are for some inputs only
}

func newFlame(e *env, o *flameOptions) *cobra.Command {
	o.tree.Filter.View = convert.ExpertView
	o.picture.Width, o.picture.MinWidth = render.DefaultWidth, render.DefaultMinWidth
	c := &cobra.Command{
		Use:   "flame [flags] PROFILE...",
		Short: "Draw a flame graph as SVG",
		Long: `flame draws each stack as a pile of frames, as wide as its samples (with -m
calls: method entries, which are not time). The picture is self-contained: a
browser shows it with zoom and search.

PROFILE is an iprof, or the stacks of another tool: folded, pprof, HotSpot's
-Xprof text, a call tree of gprofng.`,
		Example: `  iprof-viz flame -o app.svg app.iprof
  iprof-viz flame -m calls --color inlining -o calls.svg app.iprof
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
	choiceFlag(c, &o.format, "format", "", "picture format (default: by the extension of --output)", wordPicks("svg")...)
	metricFlag(c, &o.tree.Metric, convert.Samples, convert.Calls)
	choiceFlag(c, &o.picture.Color, "color", "", "the meaning of colors (default: inlining for calls, otherwise kind)",
		byName(render.KindColor, render.InliningColor, render.NameColor)...)
	choiceFlag(c, &o.picture.Theme, "theme", "", "background; auto: the reader's system setting",
		byName(render.AutoTheme, render.LightTheme, render.DarkTheme)...)
	fs.StringVar(&o.base, "base", "", "show the change since this `PROFILE`")
	fs.BoolVar(&o.picture.Icicle, "icicle", false, "draw the root on top")
	fs.BoolVar(&o.tree.Reverse, "reverse", false, "merge stacks from the leaf: methods first, then their callers")
	fs.StringVar(&o.picture.Title, "title", "", "use this `TEXT` as the title")
	fs.IntVar(&o.picture.Width, "width", o.picture.Width, "width of the picture in `PIXELS`")
	fs.Float64Var(&o.picture.MinWidth, "min-width", o.picture.MinWidth, "combine frames narrower than this many `PIXELS`; 0: none")
	filterFlags(c, &o.tree.Filter)
	nameFlags(c, &o.names)
	renamesFlag(c, &o.pairing)
	sourceFlags(c, &o.sources)
	inputFlags(c, &o.ioOptions)
	return c
}

func runFlame(e *env, o flameOptions, files []string) error {
	if ext := e.out.extension(); o.format == "" && ext != "" && ext != ".svg" {
		return usage("--format svg writes SVG to any file", "flame writes .svg files, not %s", printable(o.output))
	}
	if o.base != "" && o.given["color"] {
		return usage("", "--color cannot be used with --base, whose colors show the change")
	}
	tree, picture := o.tree, o.picture
	tree.Roles = picture.Color == render.InliningColor
	picture.Reverse = tree.Reverse
	if picture.MinWidth == 0 { // to render that would be the default
		picture.MinWidth = render.NoMinWidth
	}
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
	t, notes, err := makeFlame(now, base, names, o.pairing, tree)
	e.console.tell("", notes...)
	if err != nil {
		return err
	}
	picture.Subtitle = subtitle(files, o.base)
	return e.out.write(func(w io.Writer) error { return render.FlameSVG(w, t, picture) })
}

// loadFlame reads the stacks to draw and those to compare them with, nil for none.
func loadFlame(e *env, o flameOptions, files []string) (now, base *loaded, err error) {
	opts := loadOptions{maxInput: o.maxInput}.of(o.tree.Metric)
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
		return nil, nil, usage("", "--color inlining needs an iprof or a pprof profile with inlined frames; %s %s",
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
func makeFlame(now, base *loaded, names []*convert.Names, pairing compare.Options, opts stacks.Options) (*stacks.Tree, []note, error) {
	opts.Compared = base != nil
	t, notes, err := makePart(now, names[0], opts)
	if base == nil || err != nil {
		return t, notes, err
	}
	opts.Metric = t.Metric
	before, more, err := makePart(base, names[1], opts)
	notes = append(notes, more...)
	switch {
	case err != nil:
		return nil, notes, err
	case t.Nodes[0].Total == 0 && before.Nodes[0].Total == 0:
		return nil, notes, &failure{status: statusCheck, empty: now.Format == source.Iprof && base.Format == source.Iprof,
			err: errors.New("nothing is left to show in either profile")}
	}
	if t, err = stacks.Compare(t, before, comparisonOf(names[1], names[0], pairing)); err != nil {
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
func makePart(l *loaded, names *convert.Names, opts stacks.Options) (*stacks.Tree, []note, error) {
	notes := warnings(l)
	t, more, err := makeTree(l.Source.Source, names, opts)
	notes = append(notes, more...)
	var f *failure
	if errors.As(err, &f) && f.status == statusCheck && opts.Compared {
		notes = append(notes, note{text: f.Error()})
		err = nil
	}
	for i := range notes {
		notes[i].file = l.name
	}
	return t, notes, inFile(l.name, err)
}
