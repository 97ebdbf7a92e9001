package drawing

import (
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/render/internal/pixeltext"
)

// narrowestSlide is the width in points at which text on a slide is as large as in the largest flame graph on a slide.
const narrowestSlide = 640

// The minimum sizes of text in pixels, to be readable on a screen and from a distance.
const (
	MinText      = 9
	MinSlideText = pixeltext.MinOnSlides
)

// screenPixels is the width of screens on which all text of a picture should be readable; slides have the same width.
const screenPixels = pixeltext.SlidePixels

// MakeSlide gives a picture the aspect ratio 16:9. The legend stays in its corner, the rest is centered.
func (p *Picture) MakeSlide() {
	p.slide = true
	width := max(p.Width, p.Height*16/9, narrowestSlide)
	height := width * 9 / 16
	p.At = Point{p.At.X + (width-p.Width)/2, p.At.Y + (height-p.Height)/2}
	p.Width, p.Height = width, height
}

// EnlargeLegend makes the legend of a slide as large as the space for it, with the graph at the other edges. If a tall graph leaves
// more space below, everything except the head goes there.
func (p *Picture) EnlargeLegend(l *Legend) {
	head, rest := l.Split()
	right := Point{p.Width - edgeGap - p.inner.X, p.At.Y}
	whole, at, scale := p.legendAt(l, false, p.At, right)
	if below, to, larger := p.legendAt(rest, true, p.At, right); larger >= 1.3*scale {
		if top, _, size := p.legendAt(head, false, to); size > 0 && top.Area.Height()+edgeGap+blockGap < below.At.Y {
			below.At = Point{below.At.X - to.X, below.At.Y - to.Y}
			p.Legend, p.At = top, to
			p.Blocks = append(p.Blocks, below)
			return
		}
	}
	p.Legend, p.At = whole, at
}

// legendAt returns a legend in the upper or lower left corner of a slide, as large as possible, its scale, and which of several
// places the graph has then.
func (p *Picture) legendAt(l *Legend, below bool, graphs ...Point) (block Block, graph Point, scale float64) {
	const most, steps = 1.8, 16
	if l == nil {
		return Block{}, p.At, 0
	}
	obstacles := p.obstacles()
	for k := steps; k >= 0; k-- {
		scale = 1 + (most-1)*float64(k)/steps
		item, _ := l.Draw(scale)
		block = NewBlock([]*Item{item})
		block.At = Point{edgeGap, edgeGap}
		if below {
			block.At.Y = p.Height - edgeGap - block.Area.Height()
		}
		used := Extent{block.At.X, block.At.Y, block.At.X + block.Area.Width(), block.At.Y + block.Area.Height(), true}
		if used.Right > p.Width || used.Bottom > p.Height || used.Top < 0 {
			continue
		}
		room := Extent{used.Left - blockGap, used.Top - blockGap, used.Right + blockGap, used.Bottom + blockGap, true}
		for _, graph = range graphs {
			if !slices.ContainsFunc(obstacles, func(o Extent) bool { return o.Moved(graph).Overlaps(room, 0) }) {
				return block, graph, scale
			}
		}
	}
	item, _ := l.Draw(1)
	block = NewBlock([]*Item{item})
	block.At = Point{edgeGap, edgeGap}
	return block, p.At, 0
}

// smallestText returns the size of the smallest text outside the legend, in pixels, if the picture is at most as wide as a screen;
// 0 if there is no text.
func (p *Picture) smallestText() float64 {
	smallest := 0.
	for _, b := range append(p.Blocks, p.Calls) {
		for _, i := range b.Items {
			for k := range i.Shapes {
				if s := &i.Shapes[k]; s.Name == "text" && strings.Trim(s.Text, " \u00a0") != "" && (smallest == 0 || s.size < smallest) {
					smallest = s.size
				}
			}
		}
	}
	return smallest * min(p.Scale(), screenPixels/p.Width)
}

// SmallestText returns the size of the smallest text in a picture of a graph that an engine drew, in pixels of a screen that is
// 1920 wide; 0 if there is no text.
func (g Parts) SmallestText(drawn []byte) (float64, error) {
	p, err := g.Picture(drawn)
	if err != nil {
		return 0, err
	}
	return p.smallestText(), nil
}

// SmallestText returns the size of the smallest text in the picture, in pixels of a screen that is 1920 wide.
func (t *Trees) SmallestText() float64 {
	p, _ := t.Picture()
	return p.smallestText()
}
