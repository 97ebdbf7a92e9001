// Package drawing makes pictures of graphs and trees. A layout engine determines where boxes and lines are; then their parts are
// packed into a frame, get a legend and names, and are painted as SVG, PNG or a slide.
package drawing

import (
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/internal/pixeltext"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// A Picture is a laid-out graph, drawn by an engine or row by row. Lengths are in points, and y grows downward.
type Picture struct {
	Legend Block
	folded Extent  // size of the legend after the script has folded it; empty: it is not folded
	Blocks []Block // hottest first
	Calls  Block   // lines between blocks, in block coordinates
	At     Point   // where the area of the blocks is placed
	inner  Point   // its size
	Width  float64
	Height float64
	slide  bool // 16:9, without a script
}

// A Block is placed as a whole: connected nodes, or a table.
type Block struct {
	Items []*Item
	Area  Extent // area of the items, as drawn by the engine
	At    Point  // where it is placed: the legend in the picture, other blocks in the area of the blocks
}

// An Item is a node, an edge, a cluster, or a row.
type Item struct {
	Class  string // "node", "edge", "cluster", "row" or "legend"
	ID     string // of a node, as in DOT; for a row its table's
	row    int    // of a table
	from   string // of an edge: the nodes
	to     string
	title  string // the tooltip
	Shapes []Shape
	Area   Extent
	Bar    bool // self and total for the bar
	Self   float64
	Total  float64
}

// Measure sets the area of an item after its shapes have been added.
func (i *Item) Measure() {
	i.Area = Extent{}
	for k := range i.Shapes {
		i.Area = i.Area.add(i.Shapes[k].Area)
	}
}

// AddBar draws self and total as a bar along the lower edge of a node.
func (i *Item) AddBar() {
	if !i.Bar || len(i.Shapes) == 0 || !i.Shapes[0].Area.Some {
		return
	}
	const inset = 7
	area := i.Shapes[0].Area
	left, right, y := area.Left+inset, area.Right-inset, area.Bottom-dot.BarHeight-3
	end := func(share float64) float64 { return left + share*(right-left) }
	from := left
	for _, part := range []struct {
		to    float64
		color palette.Color
	}{{end(i.Self), palette.BarSelf}, {end(max(i.Self, i.Total)), palette.BarTotal}, {right, palette.BarRest}} {
		if part.to > from {
			i.Shapes = append(i.Shapes, Rectangle(from, y, part.to-from, dot.BarHeight, part.color))
			from = part.to
		}
	}
}

// MostPixels is the maximum width of a picture in a page; wider ones are scaled down there, and as large as any in their own
// window.
const MostPixels = 3000

// Scale returns the number of pixels per point.
func (p *Picture) Scale() float64 {
	if p.slide {
		return pixeltext.SlidePixels / p.Width
	}
	return min(dot.PixelsPerPoint, MostPixels/p.Width)
}
