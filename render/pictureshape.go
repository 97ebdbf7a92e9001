package render

import (
	"encoding/xml"
	"slices"
	"strconv"
	"strings"
)

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

func (s *pictureShape) setAttribute(name, value string) {
	s.attrs = slices.Clone(s.attrs)
	for k := range s.attrs {
		if s.attrs[k].Name.Local == name {
			s.attrs[k].Value = value
			return
		}
	}
	s.attrs = append(s.attrs, attributes(name, value)...)
}
