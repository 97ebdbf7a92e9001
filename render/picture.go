package render

import (
	"encoding/xml"
	"math"
	"strconv"
	"strings"
)

// A picture is a graph that is laid out, as an engine drew it or row by row. Lengths are in points, and y grows downwards.
type picture struct {
	legend pictureBlock
	blocks []pictureBlock // the hottest first
	calls  pictureBlock   // lines between blocks, in their coordinates
	at     point          // where the area of the blocks is put
	inner  point          // its size
	width  float64
	height float64
}

// A pictureBlock is a part that is placed as a whole: connected nodes, or a table.
type pictureBlock struct {
	items []*pictureItem
	area  extent // of the items, as they were drawn
	at    point  // where it is put: the legend in the picture, others in the area of the blocks
}

// A pictureItem is a node, an edge, a extent around nodes, or a row.
type pictureItem struct {
	class  string // "node", "edge", "cluster", "row" or "legend"
	id     string // of a node, as in DOT; of a row that of its table
	row    int    // of a table
	from   string // of an edge: the nodes
	to     string
	title  string // the tooltip
	shapes []pictureShape
	area   extent
	bar    bool // self and total are drawn
	self   float64
	total  float64
}

// A pictureShape is an element of SVG.
type pictureShape struct {
	name  string // "polygon", "polyline", "path", "ellipse" or "text"
	attrs []xml.Attr
	text  string
	bold  bool
	size  float64 // of text, in points
	area  extent
}

func (s *pictureShape) attribute(name string) string {
	for _, a := range s.attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// A extent is an area; the zero value is none.
type extent struct {
	left, top, right, bottom float64
	some                     bool
}

func (b extent) width() float64  { return b.right - b.left }
func (b extent) height() float64 { return b.bottom - b.top }

// add returns the least area with both.
func (b extent) add(o extent) extent {
	switch {
	case !o.some:
		return b
	case !b.some:
		return o
	}
	return extent{min(b.left, o.left), min(b.top, o.top), max(b.right, o.right), max(b.bottom, o.bottom), true}
}

func (b extent) contains(p point) bool {
	return b.some && b.left <= p.x && p.x <= b.right && b.top <= p.y && p.y <= b.bottom
}

func (b extent) center() point { return point{(b.left + b.right) / 2, (b.top + b.bottom) / 2} }

func (b extent) moved(by point) extent {
	return extent{b.left + by.x, b.top + by.y, b.right + by.x, b.bottom + by.y, b.some}
}

// overlaps reports whether the areas have more in common than a margin.
func (b extent) overlaps(o extent, margin float64) bool {
	return b.some && o.some && min(b.right, o.right)-max(b.left, o.left) > margin && min(b.bottom, o.bottom)-max(b.top, o.top) > margin
}

// extentOf returns the area of coordinates, x and y by turns.
func extentOf(n []float64) extent {
	b := extent{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1), len(n) > 1}
	for i := 0; i+1 < len(n); i += 2 {
		b.left, b.right = min(b.left, n[i]), max(b.right, n[i])
		b.top, b.bottom = min(b.top, n[i+1]), max(b.bottom, n[i+1])
	}
	if !b.some {
		return extent{}
	}
	return b
}

// newShape makes a shape and measures it.
func newShape(name string, attrs []xml.Attr) pictureShape {
	s := pictureShape{name: name, attrs: attrs}
	switch name {
	case "polygon", "polyline":
		s.area = extentOf(parseNumbers(s.attribute("points")))
	case "path":
		s.area = extentOf(parseNumbers(s.attribute("d")))
	case "ellipse":
		cx, cy, rx, ry := s.number("cx"), s.number("cy"), s.number("rx"), s.number("ry")
		s.area = extent{cx - rx, cy - ry, cx + rx, cy + ry, true}
	}
	return s
}

// measureText sets the area of a text whose content is known.
func (s *pictureShape) measureText() {
	width := textWidth(s.text, s.size)
	if s.bold {
		width *= boldWidening
	}
	x, y := s.number("x"), s.number("y")
	switch s.attribute("text-anchor") {
	case "middle":
		x -= width / 2
	case "end":
		x -= width
	}
	s.area = extent{x, y - 0.8*s.size, x + width, y + 0.25*s.size, true}
}

func (s *pictureShape) number(name string) float64 {
	x, _ := strconv.ParseFloat(s.attribute(name), 64)
	return x
}

// measure sets the area of an item whose shapes are complete.
func (i *pictureItem) measure() {
	i.area = extent{}
	for k := range i.shapes {
		i.area = i.area.add(i.shapes[k].area)
	}
}

// addBar draws self and total as a bar along the lower edge of a node.
func (i *pictureItem) addBar() {
	if !i.bar || len(i.shapes) == 0 || !i.shapes[0].area.some {
		return
	}
	const inset = 7
	area := i.shapes[0].area
	left, right, y := area.left+inset, area.right-inset, area.bottom-barHeight-3
	end := func(share float64) float64 { return left + share*(right-left) }
	from := left
	for _, part := range []struct {
		to    float64
		color dotColor
	}{{end(i.self), dotBarSelf}, {end(max(i.self, i.total)), dotBarTotal}, {right, dotBarRest}} {
		if part.to > from {
			i.shapes = append(i.shapes, rectangle(from, y, part.to-from, barHeight, part.color))
			from = part.to
		}
	}
}

// rectangle returns a filled rectangle without an outline.
func rectangle(x, y, width, height float64, fill dotColor) pictureShape {
	var points []string
	for _, p := range []point{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}} {
		points = append(points, svgNumber(p.x)+","+svgNumber(p.y))
	}
	return newShape("polygon", attributes("fill", fill.light, "points", strings.Join(points, " ")))
}

// attributes makes attributes of names and values by turns.
func attributes(pairs ...string) []xml.Attr {
	var list []xml.Attr
	for i := 0; i+1 < len(pairs); i += 2 {
		list = append(list, xml.Attr{Name: xml.Name{Local: pairs[i]}, Value: pairs[i+1]})
	}
	return list
}

// textShape returns a text that starts at a point of its base line.
func textShape(x, y, size float64, text string, bold bool, color dotColor) pictureShape {
	s := pictureShape{name: "text", attrs: attributes("x", svgNumber(x), "y", svgNumber(y), "fill", color.light), text: text, bold: bold, size: size}
	s.measureText()
	return s
}
