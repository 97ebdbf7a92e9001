// Package flame draws flame graphs: as SVG, HTML and PNG, as JSON, and as the columns of pages. Names are data: nothing in a
// profile can become markup or script.
package flame

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
	"github.com/iprof-viz/iprof-viz/render/internal/pixeltext"
	"github.com/iprof-viz/iprof-viz/render/internal/svgtext"
	"github.com/iprof-viz/iprof-viz/render/palette"
	"github.com/iprof-viz/iprof-viz/templates"
)

var idPattern = lazyregexp.New(`^[A-Za-z][A-Za-z0-9_-]*$`)

// SVG draws a flame graph: the frames of each stack on top of each other, as wide as their totals. The SVG is self-contained.
// Without scripts, as in an img element or on paper, it is a complete static picture; with scripts it adds zoom, search and
// keyboard navigation.
func SVG(w io.Writer, t *stacks.Tree, opts Options) error {
	t = orEmpty(t)
	settled, err := opts.Settle(t)
	if err != nil {
		return err
	}
	f := newPicture(t, settled, false)
	return templates.FlameSVG().Execute(w, f.view(opts.Width))
}

// orEmpty returns a tree with a root, which the zero Tree does not have.
func orEmpty(t *stacks.Tree) *stacks.Tree {
	if len(t.Nodes) > 0 {
		return t
	}
	return &stacks.Tree{Unit: convert.UnknownUnit, Nodes: []stacks.Node{{Parent: -1, Frame: -1}}}
}

// A view holds the values of templates.FlameSVG. All strings are markup.
type view struct {
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

// view returns the values of a picture for a width in pixels requested by the user, 0 for any.
func (f *picture) view(asked int) view {
	h := f.head(float64(f.opts.Width - 2*margin))
	v := view{
		ID: f.opts.ID, Width: f.opts.Width, Height: f.height, PixelsWide: f.opts.Width, PixelsTall: f.height,
		Title: svgtext.Escape(f.opts.Title), Desc: svgtext.Escape(strings.Join(slices.Concat(f.about(), f.notes()), " ")),
		CSS:   f.css(),
		Gone:  slices.Contains(f.swatches, palette.GoneSwatch) || slices.Contains(f.swatches, palette.GoneNoiseSwatch),
		Lines: h.lines, Swatches: h.swatches,
		Graph: string(f.draw()),
	}
	if f.opts.Slide {
		asked = cmp.Or(asked, pixeltext.SlidePixels)
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

func (f *picture) css() string {
	light := func(s palette.Swatch) string { return s.Light }
	dark := func(s palette.Swatch) string { return s.Dark }
	css := templates.FlameCSS(f.opts.ID) + f.rules(light)
	if f.opts.Slide { // in a smaller window
		css += fmt.Sprintf("#%s{max-width:100%%;height:auto}\n", f.opts.ID)
	}
	if f.opts.Theme == palette.LightTheme {
		return css
	}
	night := templates.FlameDarkCSS(f.opts.ID) + f.rules(dark)
	if f.opts.Theme == palette.DarkTheme {
		return css + night
	}
	return css + "@media (prefers-color-scheme:dark){\n" + night + "}\n"
}

// rules returns the style rules for the colors of the drawn boxes, which are thick lines, and of the legend.
func (f *picture) rules(fill func(palette.Swatch) string) string {
	used := append(slices.Clone(f.swatches), palette.RestSwatch, palette.MatchSwatch)
	if f.opts.Color == InliningColor {
		used = append(used, palette.BothSwatches...) // the viewer merges frames
	}
	if f.t.Base != nil {
		used = append(used, palette.DeltaSwatches[:]...)
	}
	var b strings.Builder
	done := map[string]bool{}
	for _, s := range used {
		if done[s.Class] {
			continue
		}
		done[s.Class] = true
		inLegend, inGraph := fill(s), fill(s)
		if s == palette.GoneSwatch || s == palette.GoneNoiseSwatch {
			inLegend = fmt.Sprintf("url(#%s-%s)", f.opts.ID, s.Class)
			inGraph = fmt.Sprintf("url(#%s-%s10)", f.opts.ID, s.Class) // lengths are in tenths of pixels
		}
		fmt.Fprintf(&b, "#%s .%s{fill:%s;stroke:%s}\n", f.opts.ID, s.Class, inLegend, inGraph)
	}
	return b.String()
}
