// Package render draws and prints the models of package convert: flame graphs as SVG; call graphs, compilation units and
// inlining trees in Graphviz's language, and with a layout engine as SVG and PNG; tables and inlining trees as text, Markdown,
// CSV and JSON. Names are data: nothing in a profile can become markup, script or a terminal command.
package render

import (
	"fmt"
	"io"
	"math"
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
	if len(t.Nodes) == 0 { // the zero Tree lacks even the root
		t = &stacks.Tree{Unit: convert.UnknownUnit, Nodes: []stacks.Node{{Parent: -1, Frame: -1}}}
	}
	if opts.Width == 0 {
		opts.Width = DefaultWidth
	}
	if opts.Width < 300 || opts.Width > 20_000 {
		return fmt.Errorf("width of %d pixels: must be 300 to 20000", opts.Width)
	}
	if opts.MinWidth == 0 {
		opts.MinWidth = DefaultMinWidth
	}
	if !(opts.MinWidth > 0) || math.IsInf(opts.MinWidth, 1) {
		return fmt.Errorf("minimum frame width of %v pixels: must be positive", opts.MinWidth)
	}
	if opts.Color == DefaultColor {
		opts.Color = KindColor
		if t.Metric == convert.Calls {
			opts.Color = InliningColor
		}
	}
	if opts.Title == "" {
		opts.Title = "Flame graph of " + t.Values()
	}
	if opts.ID != "" && !idPattern.MatchString(opts.ID) {
		return fmt.Errorf("id %q: must be a letter, then letters, digits, - or _", opts.ID)
	}
	opts.Title, opts.Subtitle = visible(opts.Title), visible(opts.Subtitle)
	f := newFlame(t, opts)
	return templates.FlameSVG().Execute(w, f.view())
}

// A flameView holds the values of templates.FlameSVG. All strings are markup.
type flameView struct {
	ID            string
	Width, Height int
	Title, Desc   string
	CSS, JS       string
	Gone          bool // some frames are only in the base
	flameHead
	Rows, Data string
}

func (f *flame) view() flameView {
	head, top := f.head()
	return flameView{
		ID: f.opts.ID, Width: f.opts.Width, Height: top + f.rows*rowHeight + margin,
		Title: xmlText(f.opts.Title), Desc: xmlText(strings.Join(f.sentences(), " ")),
		CSS: f.css(), JS: templates.FlameJS(),
		Gone:      f.uses(goneSwatch.class) || f.uses(goneNoiseSwatch.class),
		flameHead: head,
		Rows:      string(f.drawRows(top)), Data: string(f.data(top)),
	}
}

func (f *flame) css() string {
	light := func(s swatch) string { return s.light }
	dark := func(s swatch) string { return s.dark }
	css := templates.FlameCSS(f.opts.ID) + f.rules(light)
	if f.opts.Theme == LightTheme {
		return css
	}
	night := templates.FlameDarkCSS(f.opts.ID) + f.rules(dark)
	if f.opts.Theme == DarkTheme {
		return css + night
	}
	return css + "@media (prefers-color-scheme:dark){\n" + night + "}\n"
}

// rules returns the style rules for the fills of the drawn boxes and the legend.
func (f *flame) rules(fill func(swatch) string) string {
	used := append(slices.Clone(f.swatches), matchSwatch)
	if f.t.Base != nil {
		used = append(used, deltaSwatches[:]...)
	}
	var b strings.Builder
	done := map[string]bool{}
	for _, s := range used {
		if !done[s.class] {
			done[s.class] = true
			if s == goneSwatch || s == goneNoiseSwatch {
				fmt.Fprintf(&b, "#%s .%s{fill:url(#%s-%s)}\n", f.opts.ID, s.class, f.opts.ID, s.class)
				continue
			}
			fmt.Fprintf(&b, "#%s .%s{fill:%s}\n", f.opts.ID, s.class, fill(s))
		}
	}
	return b.String()
}
