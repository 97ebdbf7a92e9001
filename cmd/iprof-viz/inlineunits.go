package main

import (
	"bytes"
	"io"
	"regexp"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/layout"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/inlinetree"
)

// units shows the units with a match, or the hottest.
func (in inlineInput) units(e *cli.Env, o inlineOptions, match *regexp.Regexp) error {
	opts := inlining.Options{
		Filter: o.filter, Match: match, Units: o.units, MinShare: o.minShare, Depth: o.depth, ByBCI: o.byBCI, Lines: in.lines,
		AppFirst: match == nil && o.format != treeJSON, Image: in.image,
	}
	if in.image == nil && in.code.Class != nil { // receiver types alone tell few calls, and finding them doubles the time
		opts.Calls = &in.code
	}
	trees, err := makeInlining(in.profile, in.names, opts)
	if err != nil {
		return cli.InFile(in.name, err)
	}
	if o.format == treeJSON {
		e.Console.Tell(in.name, load.Notes(trees.Application.Notes())...)
	}
	if o.format.isPicture() {
		return o.draw(e, trees, in.files)
	}
	return writeInlining(e, o, inlinetree.OfUnits, trees, in)
}

// draw writes a picture.
func (o inlineOptions) draw(e *cli.Env, trees *inlining.Trees, files []string) error {
	look := inlinetree.DOTOptions{Options: dot.Options{Title: o.title, Subtitle: load.PictureSubtitle(files, "", o.filter)}, Sites: o.sites}
	if o.format == treeDOT {
		return e.Out.WriteResult(func(w io.Writer) error { return inlinetree.DOT(w, trees, look) })
	}
	var b bytes.Buffer
	if err := inlinetree.DOT(&b, trees, look); err != nil {
		return err
	}
	d := layout.Sketch{DOT: b.Bytes(), Nodes: inlinetree.Nodes(trees), Label: "inlining trees", Less: lessTrees, Parts: inlinetree.PartsOf(trees, look.Options),
		Tree: inlinetree.TreesOf(trees, look)}
	return d.Write(e, o.picture, string(o.format))
}

// makeInlining makes trees of compilation roots and the methods inlined into them.
func makeInlining(p *iprof.Profile, names *convert.Names, opts inlining.Options) (*inlining.Trees, error) {
	if err := load.HintAtCommand(p, load.CheckMetric(p, convert.Calls)); err != nil && opts.Image == nil { // or nothing is certain
		return nil, err
	}
	trees, err := inlining.New(p, names, opts)
	if err != nil {
		return nil, load.NoMatch(err)
	}
	return trees, load.EntriesLeft(trees.Base, trees.Tally)
}

// writeInlining writes trees in a format that is not a picture.
func writeInlining[T any](e *cli.Env, o inlineOptions, as inlinetree.Writers[T], trees T, in inlineInput) error {
	look, screen := o.look(e.Out), o.screen(e.Out)
	if screen.Lines > 0 && in.lines != nil { // notes about lines are told above the trees, which leave room for them
		if err := as.Text(io.Discard, trees, look); err != nil {
			return err
		}
		in.tellLines()
		screen = o.screen(e.Out)
	}
	return e.Out.WriteResult(func(w io.Writer) error {
		switch o.format {
		case treeJSON:
			return as.JSON(w, trees)
		case treeMarkdown:
			return as.Markdown(w, trees, look)
		case treeHTML:
			return as.HTML(w, trees, o.page(in.files))
		}
		if screen.Lines > 0 {
			return as.FitText(w, trees, look, screen.Holds)
		}
		return as.Text(w, trees, look)
	})
}
