// Package render draws and prints the models of package convert: flame graphs as SVG and PNG; call graphs, compilation units and
// inlining trees in Graphviz's language, and with a layout engine as SVG and PNG; tables and inlining trees as text, Markdown,
// CSV and JSON. Names are data: nothing in a profile can become markup, script or a terminal command.
package render

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/templates"
)

var idPattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// FlameSVG draws a flame graph: the frames of each stack on top of each other, as wide as their totals. The SVG needs no other
// file. It is a complete picture without scripts, such as in an img element or on paper; with scripts it also has zoom, search
// and keyboard navigation.
func FlameSVG(w io.Writer, t *stacks.Tree, opts FlameOptions) error {
	t = orEmpty(t)
	settled, err := opts.settle(t)
	if err != nil {
		return err
	}
	f := newFlame(t, settled, false)
	return templates.FlameSVG().Execute(w, f.view(opts.Width))
}

// orEmpty returns a tree with a root: the zero Tree lacks even that.
func orEmpty(t *stacks.Tree) *stacks.Tree {
	if len(t.Nodes) > 0 {
		return t
	}
	return &stacks.Tree{Unit: convert.UnknownUnit, Nodes: []stacks.Node{{Parent: -1, Frame: -1}}}
}

// A flameView holds the values of templates.FlameSVG. All strings are markup.
type flameView struct {
	ID                     string
	Width, Height          int // as laid out
	PixelsWide, PixelsTall int
	Title, Desc            string
	CSS, JS                string // JS: "" for none
	Gone                   bool   // some frames are only in the base
	Lines                  []headLine
	Swatches               []headSwatch // of the legend
	Graph, Data            string
}

// view returns the values of a picture, of which the user has asked for a width in pixels, 0 for any.
func (f *flame) view(asked int) flameView {
	h := f.head(float64(f.opts.Width - 2*margin))
	v := flameView{
		ID: f.opts.ID, Width: f.opts.Width, Height: f.height, PixelsWide: f.opts.Width, PixelsTall: f.height,
		Title: xmlText(f.opts.Title), Desc: xmlText(strings.Join(slices.Concat(f.about(), f.notes()), " ")),
		CSS:   f.css(),
		Gone:  slices.Contains(f.swatches, goneSwatch) || slices.Contains(f.swatches, goneNoiseSwatch),
		Lines: h.lines, Swatches: h.swatches,
		Graph: string(f.draw()),
	}
	if f.opts.Slide {
		if asked == 0 {
			asked = slidePixels
		}
		v.PixelsWide, v.PixelsTall = asked, asked*9/16
		return v
	}
	feet := f.feet(float64(f.opts.Width-2*margin), f.height)
	if len(feet) > 0 {
		v.Height += len(feet)*lineHeight + margin
		v.PixelsTall = v.Height
		v.Lines = append(v.Lines, feet...)
	}
	v.JS, v.Data = templates.FlameJS(), string(f.data(asked > 0))
	return v
}

func (f *flame) css() string {
	light := func(s swatch) string { return s.light }
	dark := func(s swatch) string { return s.dark }
	css := templates.FlameCSS(f.opts.ID) + f.rules(light)
	if f.opts.Slide { // in a window that is smaller
		css += fmt.Sprintf("#%s{max-width:100%%;height:auto}\n", f.opts.ID)
	}
	if f.opts.Theme == LightTheme {
		return css
	}
	night := templates.FlameDarkCSS(f.opts.ID) + f.rules(dark)
	if f.opts.Theme == DarkTheme {
		return css + night
	}
	return css + "@media (prefers-color-scheme:dark){\n" + night + "}\n"
}

// rules returns the style rules for the colors of the drawn boxes, which are thick lines, and of the legend.
func (f *flame) rules(fill func(swatch) string) string {
	used := append(slices.Clone(f.swatches), restSwatch, matchSwatch)
	if f.opts.Color == InliningColor {
		used = append(used, bothSwatches...) // the viewer merges frames
	}
	if f.t.Base != nil {
		used = append(used, deltaSwatches[:]...)
	}
	var b strings.Builder
	done := map[string]bool{}
	for _, s := range used {
		if done[s.class] {
			continue
		}
		done[s.class] = true
		inLegend, inGraph := fill(s), fill(s)
		if s == goneSwatch || s == goneNoiseSwatch {
			inLegend = fmt.Sprintf("url(#%s-%s)", f.opts.ID, s.class)
			inGraph = fmt.Sprintf("url(#%s-%s10)", f.opts.ID, s.class) // lengths are in tenths of pixels
		}
		fmt.Fprintf(&b, "#%s .%s{fill:%s;stroke:%s}\n", f.opts.ID, s.class, inLegend, inGraph)
	}
	return b.String()
}
