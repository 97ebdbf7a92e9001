// Package drawing makes pictures of graphs and trees. A layout engine says where boxes and lines are; their parts are packed into a
// frame, get a legend and names, and are painted as SVG, PNG or a slide.
package drawing

import (
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/internal/pixeltext"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// A Picture is a graph that is laid out, as an engine drew it or row by row. Lengths are in points, and y grows downward.
type Picture struct {
	Legend Block
	folded Extent  // of the legend when the script has folded it; empty: it does not
	Blocks []Block // the hottest first
	Calls  Block   // lines between blocks, in their coordinates
	At     Point   // where the area of the blocks is put
	inner  Point   // its size
	Width  float64
	Height float64
	slide  bool // 16:9, without a script
}

// A Block is a part that is placed as a whole: connected nodes, or a table.
type Block struct {
	Items []*Item
	Area  Extent // of the items, as they were drawn
	At    Point  // where it is put: the legend in the picture, others in the area of the blocks
}

// A Item is a node, an edge, a extent around nodes, or a row.
type Item struct {
	Class  string // "node", "edge", "cluster", "row" or "legend"
	ID     string // of a node, as in DOT; of a row its table's
	row    int    // of a table
	from   string // of an edge: the nodes
	to     string
	title  string // the tooltip
	Shapes []Shape
	Area   Extent
	Bar    bool // self and total are drawn
	Self   float64
	Total  float64
}

// Measure sets the area of an item whose shapes are complete.
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

// MostPixels is the largest width of a picture on a page; wider ones are smaller there, and as large as any in their own window.
const MostPixels = 3000

// Scale returns the pixels of a point.
func (p *Picture) Scale() float64 {
	if p.slide {
		return pixeltext.SlidePixels / p.Width
	}
	return min(dot.PixelsPerPoint, MostPixels/p.Width)
}
