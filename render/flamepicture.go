package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
)

func (f *flame) uses(class string) bool {
	return slices.ContainsFunc(f.swatches, func(s swatch) bool { return s.class == class })
}

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
	margin        = 10
	rowHeight     = 17 // a box of 16 and a gap of one
	labelSize     = 11
	labelPad      = 3 // between the end of a box and its name
	titleSize     = 17
	textSize      = 12
	lineHeight    = 17
	toolRowHeight = 28  // of a row of the controls that the script puts above the boxes
	twoRowWidth   = 760 // pictures narrower than this have two rows of them,
	fourRowWidth  = 400 // and narrower than this four: buttons take two, and what a search found has its own
	sliverWidth   = 1   // narrower boxes have no element of their own
	boldWidening  = 1.13
)

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

// whole returns what shares are of.
func (f *flame) shareTotal() float64 {
	if f.t.Base == nil {
		return float64(f.t.Nodes[0].Total)
	}
	if b := f.t.Base; b.Typical { // of the larger run, as in diff
		return max(float64(f.t.Whole()), float64(b.Whole)*b.Scale)
	}
	return float64(cmp.Or(f.t.Whole(), f.t.Base.Whole))
}

// baseCount turns what a box has of the base back into what was counted there.
func (f *flame) baseCount(b *box) int64 { return int64(b.base/f.t.Base.Scale + 0.5) }
