package render

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
)

func (f *flame) uses(class string) bool {
	return slices.ContainsFunc(f.swatches, func(s swatch) bool { return s.class == class })
}

// Defaults of [FlameOptions].
const (
	DefaultWidth    = 1200
	DefaultMinWidth = 0.1
)

// NoMinWidth as [FlameOptions.MinWidth] draws all frames, however narrow.
const NoMinWidth = math.SmallestNonzeroFloat64

// FlameOptions are the options of [FlameSVG]. The zero value is useful.
type FlameOptions struct {
	Title    string  // "": "Flame graph of samples", or of another unit
	Subtitle string  // a line under the title, such as the name of the profile; "": none
	Width    int     // in pixels, 300 to 20,000; 0: DefaultWidth
	MinWidth float64 // in pixels; narrower frames are merged into a rest; 0: DefaultMinWidth; NoMinWidth: none are
	Icicle   bool    // draw the root at the top, not at the bottom
	Reverse  bool    // say in the legend that the tree is leaf first
	Color    ColorBy // not used in a comparison, where colors show the changes
	Theme    Theme
	ID       string // prefix of all ids in the SVG: letters, digits, - and _; "": a hash, so that several graphs can share a page
}

// Sizes in pixels.
const (
	margin        = 10
	rowHeight     = 17 // a box of 16 and a gap of 1
	labelSize     = 11
	labelPad      = 3 // between the edge of a box and its name
	titleSize     = 17
	textSize      = 12
	lineHeight    = 17
	toolRowHeight = 28  // of a row of the controls that flame.js puts above the boxes
	twoRowWidth   = 760 // narrower pictures have two rows of them
	fourRowWidth  = 400 // narrower ones four: two of buttons, one for the result of a search
	sliverWidth   = 1   // narrower boxes share an element
)

// A flame is a flame graph with layout and colors.
type flame struct {
	flameLayout
	t        *stacks.Tree
	opts     FlameOptions
	swatches []swatch // that are used, in the order of boxes
	class    []uint8  // by box: index in swatches
	names    []string // that are drawn, in the order of boxes, escaped by visible
	name     []int32  // by box: index in names; 0 for a rest
}

func newFlame(t *stacks.Tree, opts FlameOptions) *flame {
	f := &flame{flameLayout: layoutFlame(t, float64(opts.Width-2*margin), opts.MinWidth), t: t, opts: opts}
	f.class = make([]uint8, len(f.boxes))
	f.name = make([]int32, len(f.boxes))
	p := painter{t: t, by: opts.Color}
	classes := map[string]uint8{}
	f.names = []string{"all"}
	numbers := make([]int32, len(t.Frames)) // by frame: index in names
	for i := range f.boxes {
		b := &f.boxes[i]
		if b.node > 0 {
			n := &numbers[t.Nodes[b.node].Frame]
			if *n == 0 {
				*n = int32(len(f.names))
				f.names = append(f.names, boundName(visible(t.Frames[t.Nodes[b.node].Frame].Label())))
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

// contentID returns an id that depends on the picture only.
func (f *flame) contentID() string {
	h := hashName(f.opts.Title + "\n" + f.opts.Subtitle + "\n" + strings.Join(f.names, "\n"))
	for _, b := range f.boxes {
		h = (h ^ uint32(b.total) ^ uint32(b.depth)<<16) * 16777619
	}
	return fmt.Sprintf("flame-%08x", h)
}

// shareTotal returns the total that shares are of.
func (f *flame) shareTotal() float64 {
	if f.t.Base == nil {
		return float64(f.t.Nodes[0].Total)
	}
	if b := f.t.Base; b.Typical { // the larger run, as in diff
		return max(float64(f.t.Whole()), float64(b.Whole)*b.Scale)
	}
	return float64(cmp.Or(f.t.Whole(), f.t.Base.Whole))
}

// baseCount returns the unscaled total of a box in the base.
func (f *flame) baseCount(b *box) int64 { return int64(b.base/f.t.Base.Scale + 0.5) }
