package flame

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/pixeltext"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// Defaults of [Options].
const (
	DefaultWidth    = 1200
	DefaultMinWidth = 0.1
)

// NoMinWidth, as [Options.MinWidth], draws all frames, however narrow.
const NoMinWidth = math.SmallestNonzeroFloat64

// ScreenHeight is the height in pixels of a screen, 1280 wide, on which a picture must show its root without scrolling. Taller
// pictures are icicles unless the options say otherwise.
const ScreenHeight = 800

// An Orientation says where the root of a flame graph is.
type Orientation int

// The orientations.
const (
	AutoOrientation Orientation = iota // Flame if the picture is not taller than ScreenHeight, otherwise Icicle
	Flame                              // the root at the bottom
	Icicle                             // the root at the top
)

// Options are the options of [SVG] and [PNG]. The zero value is useful.
type Options struct {
	Title       string  // "": "Flame graph of samples", or of another unit, or their change
	Subtitle    string  // a line under the title, such as the name of the profile; "": none
	Width       int     // in pixels, 300 to 20,000; 0: DefaultWidth, and in a browser the width of its window
	MinWidth    float64 // in pixels; narrower frames are merged into a rest; 0: DefaultMinWidth; NoMinWidth: none are
	Orientation Orientation
	Reverse     bool    // say in the legend that the tree is leaf first
	SortByName  bool    // siblings by name, not widest first
	NoNotes     bool    // omit the notes below the picture
	Slide       bool    // 16:9, without controls, with only as much as can be read from a distance
	Color       ColorBy // not used in a comparison, where colors show the changes
	Theme       palette.Theme
	colorChosen bool   // set by Settle: Color was given
	colorReason string // settled: why Color was chosen, "" if it was given or is the usual one
	ID          string // prefix of all ids in the SVG: letters, digits, - and _; "": a hash, so that several graphs can share a page
}

// Sizes in pixels.
const (
	margin        = 10
	rowHeight     = 17 // a box of 16 and a gap of 1
	boxHeight     = 16
	LabelSize     = 11
	labelPad      = 3 // between the edge of a box and its name
	minLabel      = LabelSize + 2*labelPad
	titleSize     = 17
	TextSize      = 12
	lineHeight    = 17
	toolRowHeight = 28  // height of a row of the controls that the script puts above the boxes
	twoRowWidth   = 980 // narrower pictures have two rows of controls
	fourRowWidth  = 400 // even narrower ones have four: two of buttons, one for the result of a search
)

// fileFrames is the minimum number of frames too narrow to draw that a file contains, if there are any, so that the viewer can
// expand their rests. It contains as many as are drawn if that is more.
const fileFrames = 2000

// A picture is a flame graph with layout and colors.
type picture struct {
	layout
	file      []box // the drawn boxes, and the frames of their rests for the viewer
	t         *stacks.Tree
	opts      Options          // settled
	bare      bool             // no controls
	tall      bool             // an icicle only because it is taller than a screen
	height    int              // of the picture
	top       int              // of the boxes
	swatches  []palette.Swatch // swatches in use, in the order of boxes and then of file
	drawn     int              // how many of these are used by boxes
	class     []uint8          // by box: index in swatches
	fileClass []uint8          // by box of file
	names     []string         // names in the file, escaped by visible: names[0] is the root's, the others are sorted
	frameOf   []int32          // by name: its frame; -1 for the root
	nameOf    []int32          // by frame: index in names
	packages  []string         // with PackageColor: the widest
}

// newPicture lays out a picture for opts, which are settled except for the orientation. A bare one has no controls.
func newPicture(t *stacks.Tree, opts Options, bare bool) *picture {
	f := &picture{t: t, opts: opts, bare: bare || opts.Slide}
	size := layoutSize{width: float64(opts.Width - 2*margin), minWidth: opts.MinWidth, rows: maxRows, byName: opts.SortByName}
	if opts.Slide {
		f.layOutSlide(size)
	} else {
		f.layOut(size)
	}
	return f
}

// layOut determines boxes, names, colors and the height of the picture.
func (f *picture) layOut(size layoutSize) {
	f.layout = layOut(f.t, size)
	f.file = f.boxes
	if f.pruned > 0 && !f.bare {
		finer := size
		finer.minWidth = finerWidth(f.t, f.layout, size.minWidth, max(fileFrames, len(f.boxes)))
		f.file = layOut(f.t, finer).boxes
	}
	f.nameFrames()
	f.paint()
	f.top = f.head(float64(f.opts.Width-2*margin)).bottom + f.toolsHeight()
	f.height = f.top + f.rows*rowHeight + margin
	if f.opts.Orientation == AutoOrientation {
		f.opts.Orientation = Flame
		if f.tall = f.height > ScreenHeight; f.tall {
			f.opts.Orientation = Icicle
			f.top = f.head(float64(f.opts.Width-2*margin)).bottom + f.toolsHeight() // the note that says so
			f.height = f.top + f.rows*rowHeight + margin
		}
	}
	if f.opts.ID == "" {
		f.opts.ID = f.contentID()
	}
}

// Slides are laid out in one of these widths and enlarged: the narrower, the larger the text. In the widest, names are as large as
// [pixeltext.MinOnSlides] on a screen of 1280 pixels.
var slideWidths = []int{640, 720, 800, 1280 * LabelSize / pixeltext.MinOnSlides}

const (
	slideMinWidth = 54 // width of a frame, as laid out: narrower ones have too short a label
)

// layOutSlide chooses the largest text with which all rows fit. If there are too many for any size, the tips of stacks go into
// rests.
func (f *picture) layOutSlide(size layoutSize) {
	orientation := f.opts.Orientation
	for i, width := range slideWidths {
		height := width * 9 / 16
		f.opts.Width, f.opts.Orientation = width, orientation
		f.opts.MinWidth = max(f.opts.MinWidth, slideMinWidth)
		size.width, size.minWidth, size.rows = float64(width-2*margin), f.opts.MinWidth, maxRows
		f.swatches = nil
		f.layOut(size)
		room := (height - f.top - margin) / rowHeight
		if f.rows > room && i < len(slideWidths)-1 {
			continue
		}
		if f.rows > room {
			size.rows = max(2, room)
			f.swatches, f.opts.Orientation = nil, cmp.Or(orientation, Icicle)
			f.layOut(size)
		}
		if f.opts.Orientation == Flame { // at the bottom of the slide
			f.top = height - margin - f.rows*rowHeight
		}
		f.height = height
		return
	}
}

// nameFrames numbers the names in the file.
func (f *picture) nameFrames() {
	t := f.t
	f.nameOf = make([]int32, len(t.Frames))
	labels := map[int32]string{}
	for _, b := range f.file {
		if b.node <= 0 {
			continue
		}
		if frame := t.Nodes[b.node].Frame; f.nameOf[frame] == 0 {
			f.nameOf[frame] = 1
			labels[frame] = fitname.Bound(plaintext.Visible(t.Frames[frame].Label()))
		}
	}
	f.frameOf = f.frameOf[:0]
	for frame := range labels {
		f.frameOf = append(f.frameOf, frame)
	}
	slices.SortFunc(f.frameOf, func(a, b int32) int { return cmp.Or(strings.Compare(labels[a], labels[b]), cmp.Compare(a, b)) })
	f.frameOf = slices.Insert(f.frameOf, 0, -1)
	f.names = append(f.names[:0], "all")
	for i, frame := range f.frameOf[1:] {
		f.names = append(f.names, labels[frame])
		f.nameOf[frame] = int32(i + 1)
	}
}

// name returns the name of a box, "all" for a rest.
func (f *picture) name(b *box) string {
	if b.node <= 0 {
		return f.names[0]
	}
	return f.names[f.nameOf[f.t.Nodes[b.node].Frame]]
}

// paint chooses the colors of all boxes.
func (f *picture) paint() {
	p := painter{t: f.t, by: f.opts.Color}
	if p.by == PackageColor {
		p.packages = map[string]int{}
		f.packages = widestPackages(f.t, f.boxes)
		for i, name := range f.packages {
			p.packages[name] = i
		}
	}
	classes := map[string]uint8{}
	number := func(boxes []box) []uint8 {
		class := make([]uint8, len(boxes))
		for i := range boxes {
			s := p.swatch(&boxes[i], f.name(&boxes[i]))
			c, ok := classes[s.Class]
			if !ok {
				c = uint8(len(f.swatches))
				classes[s.Class] = c
				f.swatches = append(f.swatches, s)
			}
			class[i] = c
		}
		return class
	}
	f.class = number(f.boxes)
	f.drawn = len(f.swatches)
	f.fileClass = number(f.file)
}

// draws reports whether the picture has boxes of a color.
func (f *picture) draws(s palette.Swatch) bool { return slices.Contains(f.swatches[:f.drawn], s) }

// row returns the position of a depth, counted from the top.
func (f *picture) row(depth int32) int {
	if f.opts.Orientation == Icicle {
		return int(depth)
	}
	return f.rows - 1 - int(depth)
}

// contentID returns an id that depends only on the picture.
func (f *picture) contentID() string {
	h := hashName(f.opts.Title + "\n" + f.opts.Subtitle + "\n" + strings.Join(f.names, "\n"))
	for _, b := range f.boxes {
		h = (h ^ uint32(b.total) ^ uint32(b.depth)<<16) * 16777619
	}
	return fmt.Sprintf("flame-%08x", h)
}

// shareTotal returns the total that shares are relative to.
func (f *picture) shareTotal() float64 {
	if f.t.Base == nil {
		return float64(f.t.Nodes[0].Total)
	}
	if b := f.t.Base; b.Typical { // the larger run, as in diff
		return max(float64(f.t.Whole()), float64(b.Whole)*b.Scale)
	}
	return float64(cmp.Or(f.t.Whole(), f.t.Base.Whole))
}

// baseShareTotal returns the unscaled total behind shares of the base. It is exact; scaled counts are not, and would add up to a
// little less.
func (f *picture) baseShareTotal() float64 {
	b, all := f.t.Base, f.shareTotal()
	if b.Typical && math.Abs(all-float64(b.Whole)*b.Scale) > compare.RoundingTolerance*all {
		return all / b.Scale
	}
	return float64(b.Whole)
}

// ownTotals returns the totals of this profile and of the base, of which a box has a share whatever the colors mean; nil: counts are not
// samples, so that their difference says nothing about runs of other lengths.
func (f *picture) ownTotals() []float64 {
	if f.t.Metric != convert.Samples && f.t.PerSample == 0 {
		return nil
	}
	return []float64{float64(f.t.Whole()), float64(f.t.Base.Whole)}
}

// baseCount returns the unscaled total of a box in the base.
func (f *picture) baseCount(b *box) int64 { return int64(b.base/f.t.Base.Scale + 0.5) }

// CheckWidths fails if Width or MinWidth is out of range.
func (opts Options) CheckWidths() error {
	if opts.Width != 0 && (opts.Width < 300 || opts.Width > 20_000) {
		return fmt.Errorf("width of %s pixels: must be 300 to 20,000", numbers.Thousands(opts.Width))
	}
	if !(opts.MinWidth >= 0) || math.IsInf(opts.MinWidth, 1) {
		return fmt.Errorf("minimum frame width of %v pixels: must be positive", opts.MinWidth)
	}
	return nil
}

// Settle sets the defaults of options, and fails if one is out of range.
func (opts Options) Settle(t *stacks.Tree) (Options, error) {
	if err := opts.CheckWidths(); err != nil {
		return opts, err
	}
	opts.Width, opts.MinWidth = cmp.Or(opts.Width, DefaultWidth), cmp.Or(opts.MinWidth, DefaultMinWidth)
	opts.colorChosen = opts.Color != DefaultColor
	if opts.Color == DefaultColor {
		opts.Color, opts.colorReason = defaultColor(t, opts.Reverse)
	}
	if opts.ID != "" && !idPattern().MatchString(opts.ID) {
		return opts, fmt.Errorf("id %q: must be a letter, then letters, digits, - or _", opts.ID)
	}
	switch {
	case opts.Title != "":
	case t.Base != nil:
		opts.Title = "Change of " + t.Values() + " since the base"
	default:
		opts.Title = "Flame graph of " + t.Values()
	}
	opts.Title, opts.Subtitle = plaintext.Visible(opts.Title), plaintext.Visible(opts.Subtitle)
	return opts, nil
}
