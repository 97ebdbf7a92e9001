// Package render says how models look: flame graphs as SVG; call graphs, compilation units and inlining trees in
// Graphviz's language, and what a layout engine makes of that as SVG and PNG; tables and inlining trees as text, Markdown,
// CSV and JSON. Names are data: whatever a profile holds, it shows as text.
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

// What FlameOptions' zero values stand for.
const (
	DefaultWidth    = 1200
	DefaultMinWidth = 0.1
)

// FlameOptions say how a flame graph looks.
type FlameOptions struct {
	Title    string  // "": Flame graph of and the unit
	Subtitle string  // a line under the title, such as the name of the profile; "": none
	Width    int     // pixels across, 300 to 20,000; 0: DefaultWidth
	MinWidth float64 // frames narrower than this, in pixels, are drawn together as a rest; 0: DefaultMinWidth
	Icicle   bool    // the root on top, callees below; else the root is at the bottom
	Reverse  bool    // the tree is leaf first; the legend says so
	Color    ColorBy // a comparison always has the colors of what changed
	Theme    Theme
	ID       string // starts every id in the file: letters, digits, - and _; "": made from the graph, so that several can share a page
}

// Sizes in pixels.
const (
	margin       = 10
	rowHeight    = 17 // a box of 16 and a gap of one
	labelSize    = 11
	labelPad     = 3 // between the end of a box and its name
	titleSize    = 17
	textSize     = 12
	lineHeight   = 17
	toolsHeight  = 28  // of a row of the controls that the script puts above the boxes
	twoRowWidth  = 760 // pictures narrower than this have two rows of them,
	fourRowWidth = 400 // and narrower than this four: buttons take two, and what a search found has its own
	sliverWidth  = 1   // narrower boxes have no element of their own
	boldWidening = 1.13
)

var idPattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// FlameSVG draws a flame graph: each stack's frames one upon the other, as wide as their total. The file needs nothing
// else. Without scripts, in an img element or on paper, it is a whole picture; where scripts run, it can be zoomed,
// searched and walked with the keyboard.
func FlameSVG(w io.Writer, t *stacks.Tree, opts FlameOptions) error {
	if opts.Width == 0 {
		opts.Width = DefaultWidth
	}
	if opts.Width < 300 || opts.Width > 20_000 {
		return fmt.Errorf("a flame graph of %d pixels: 300 to 20000 are possible", opts.Width)
	}
	if opts.MinWidth == 0 {
		opts.MinWidth = DefaultMinWidth
	}
	if !(opts.MinWidth > 0) || math.IsInf(opts.MinWidth, 1) {
		return fmt.Errorf("frames of %v pixels: the least width must be positive", opts.MinWidth)
	}
	if opts.Color == DefaultColor {
		opts.Color = KindColor
		if t.Metric == convert.Calls {
			opts.Color = InliningColor
		}
	}
	if opts.Title == "" {
		opts.Title = "Flame graph of " + t.Unit
	}
	if opts.ID != "" && !idPattern.MatchString(opts.ID) {
		return fmt.Errorf("id %q: a letter, then letters, digits, - and _ are possible", opts.ID)
	}
	opts.Title, opts.Subtitle = visible(opts.Title), visible(opts.Subtitle)
	f := newFlame(t, opts)
	return templates.FlameSVG().Execute(w, f.view())
}

// A flame is a flame graph that is laid out and painted, but not written.
type flame struct {
	flameLayout
	t        *stacks.Tree
	opts     FlameOptions
	swatches []swatch // those used, in the order of boxes
	class    []uint8  // by box, in swatches
	names    []string // those drawn, in the order of boxes, harmless
	name     []int32  // by box, in names; 0 for a rest
}

func newFlame(t *stacks.Tree, opts FlameOptions) *flame {
	f := &flame{flameLayout: layoutFlame(t, float64(opts.Width-2*margin), opts.MinWidth), t: t, opts: opts}
	f.class = make([]uint8, len(f.boxes))
	f.name = make([]int32, len(f.boxes))
	p := painter{t: t, by: opts.Color}
	classes := map[string]uint8{}
	f.names = []string{"all"}
	numbers := make([]int32, len(t.Frames)) // by frame, its place in names
	for i := range f.boxes {
		b := &f.boxes[i]
		if b.node > 0 {
			n := &numbers[t.Nodes[b.node].Frame]
			if *n == 0 {
				*n = int32(len(f.names))
				f.names = append(f.names, boundName(visible(t.Frames[t.Nodes[b.node].Frame].Name)))
			}
			f.name[i] = *n
		}
		s := p.swatch(b, f.names[f.name[i]])
		c, ok := classes[s.class]
		if !ok {
			c = uint8(len(f.swatches))
			classes[s.class] = c
			f.swatches = append(f.swatches, s)
		}
		f.class[i] = c
	}
	if f.opts.ID == "" {
		f.opts.ID = f.contentID()
	}
	return f
}

// contentID makes an id from what is drawn.
func (f *flame) contentID() string {
	h := hashName(f.opts.Title + "\n" + f.opts.Subtitle + "\n" + strings.Join(f.names, "\n"))
	for _, b := range f.boxes {
		h = (h ^ uint32(b.total) ^ uint32(b.depth)<<16) * 16777619
	}
	return fmt.Sprintf("flame-%08x", h)
}

// A flameView is what templates.FlameSVG draws. All text in it is markup.
type flameView struct {
	ID            string
	Width, Height int
	Title, Desc   string
	CSS, JS       string
	Gone          bool // there is code that is only in the base
	Lines         []headLine
	Swatches      []headSwatch
	Rows, Data    string
}

type headLine struct {
	Class, X, Y, Text string
}

type headSwatch struct {
	Class, X, Y string
}

func (f *flame) view() flameView {
	v := flameView{
		ID: f.opts.ID, Width: f.opts.Width,
		Title: xmlText(f.opts.Title),
		Desc:  xmlText(strings.Join(f.sentences(), " ")),
		JS:    templates.FlameJS(),
		Gone:  f.uses("g") || f.uses("h"),
	}
	top := f.head(&v)
	v.Height = top + f.rows*rowHeight + margin
	v.CSS = f.css()
	v.Rows = string(f.drawRows(top))
	v.Data = string(f.data(top))
	return v
}

func (f *flame) uses(class string) bool {
	return slices.ContainsFunc(f.swatches, func(s swatch) bool { return s.class == class })
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

// rules returns the fills of the boxes that are drawn and of the legend.
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
