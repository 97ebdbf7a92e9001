package drawing

import (
	"encoding/xml"
	"slices"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/render/internal/pixeltext"
	"github.com/iprof-viz/iprof-viz/render/internal/svgtext"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// A Shape is an element of SVG.
type Shape struct {
	Name  string // "polygon", "polyline", "path", "ellipse" or "text"
	attrs []xml.Attr
	Text  string
	bold  bool
	size  float64 // for text, in points
	Area  Extent
}

func (s *Shape) attribute(name string) string {
	for _, a := range s.attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// newShape makes a shape and measures it.
func newShape(name string, attrs []xml.Attr) Shape {
	s := Shape{Name: name, attrs: attrs}
	switch name {
	case "polygon", "polyline":
		s.Area = extentOf(parseNumbers(s.attribute("points")))
	case "path":
		s.Area = extentOf(parseNumbers(s.attribute("d")))
	case "ellipse":
		cx, cy, rx, ry := s.number("cx"), s.number("cy"), s.number("rx"), s.number("ry")
		s.Area = Extent{cx - rx, cy - ry, cx + rx, cy + ry, true}
	}
	return s
}

// measureText sets the area of a text once its content is known.
func (s *Shape) measureText() {
	width := pixeltext.Width(s.Text, s.size)
	if s.bold {
		width *= pixeltext.BoldWidening
	}
	x, y := s.number("x"), s.number("y")
	switch s.attribute("text-anchor") {
	case "middle":
		x -= width / 2
	case "end":
		x -= width
	}
	s.Area = Extent{x, y - 0.8*s.size, x + width, y + 0.25*s.size, true}
}

func (s *Shape) number(name string) float64 {
	x, _ := strconv.ParseFloat(s.attribute(name), 64)
	return x
}

// Rectangle returns a filled rectangle without an outline.
func Rectangle(x, y, width, height float64, fill palette.Color) Shape {
	var points []string
	for _, p := range []Point{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}} {
		points = append(points, svgtext.Number(p.X)+","+svgtext.Number(p.Y))
	}
	return newShape("polygon", attributes("fill", fill.Light, "points", strings.Join(points, " ")))
}

// attributes makes attributes from alternating names and values.
func attributes(pairs ...string) []xml.Attr {
	var list []xml.Attr
	for i := 0; i+1 < len(pairs); i += 2 {
		list = append(list, xml.Attr{Name: xml.Name{Local: pairs[i]}, Value: pairs[i+1]})
	}
	return list
}

// textShape returns a text that starts at a point on its baseline.
func textShape(x, y, size float64, text string, bold bool, color palette.Color) Shape {
	s := Shape{Name: "text", attrs: attributes("x", svgtext.Number(x), "y", svgtext.Number(y), "fill", color.Light), Text: text, bold: bold, size: size}
	s.measureText()
	return s
}

func (s *Shape) setAttribute(name, value string) {
	s.attrs = slices.Clone(s.attrs)
	for k := range s.attrs {
		if s.attrs[k].Name.Local == name {
			s.attrs[k].Value = value
			return
		}
	}
	s.attrs = append(s.attrs, attributes(name, value)...)
}
