package drawing

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/render/dot"
)

// shapeAttributes are the attributes to keep, by element. They include colors: the light theme needs no style sheet.
var shapeAttributes = map[string][]string{
	"polygon":  {"fill", "stroke", "stroke-width", "stroke-dasharray", "points"},
	"polyline": {"fill", "stroke", "stroke-width", "stroke-dasharray", "points"},
	"path":     {"fill", "stroke", "stroke-width", "stroke-dasharray", "d"},
	"ellipse":  {"fill", "stroke", "stroke-width", "stroke-dasharray", "cx", "cy", "rx", "ry"},
	"text":     {"text-anchor", "x", "y", "fill"},
}

// A reader reads the SVG of a layout engine.
type reader struct {
	items  []*Item // the first item is the legend
	open   []readElement
	text   []byte
	any    bool
	ground bool // the background has been read
}

// A readElement is an open element.
type readElement struct {
	name string
	skip bool // with its complete content
	item int  // index of the item that contains it; -1: none
}

// readDrawn reads the SVG that a layout engine drew. It keeps only shapes and tooltips.
func readDrawn(drawn []byte) (items []*Item, err error) {
	r := &reader{items: []*Item{{Class: "legend"}}}
	d := xml.NewDecoder(bytes.NewReader(drawn))
	for {
		t, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("the layout engine's SVG: %w", err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			r.start(t)
		case xml.EndElement:
			r.end()
		case xml.CharData:
			if n := len(r.open); n > 0 && (r.open[n-1].name == "text" || r.open[n-1].name == "title") {
				r.text = append(r.text, t...)
			}
		}
	}
	if !r.any {
		return nil, errors.New("the layout engine wrote no SVG")
	}
	for _, i := range r.items {
		i.AddBar()
		i.Measure()
	}
	return r.items, nil
}

func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name && a.Name.Space == "" {
			return a.Value
		}
	}
	return ""
}

func (r *reader) start(t xml.StartElement) {
	e := readElement{name: t.Name.Local, item: -1}
	if n := len(r.open); n > 0 {
		e.skip, e.item = r.open[n-1].skip, r.open[n-1].item
	}
	defer func() { r.open = append(r.open, e) }()
	keep, drawn := shapeAttributes[e.name]
	switch {
	case e.skip:
	case e.name == "svg" && len(r.open) == 0:
		r.any = true
	case e.name == "a":
		r.tooltip(t, e.item)
	case e.name == "g":
		r.group(t, &e)
	case e.name == "title" && e.item >= 0:
		r.text = r.text[:0]
	case !drawn || e.item < 0:
		e.skip = true
	default:
		r.shape(t, keep, e.item)
	}
}

// group begins an item, if the group is one.
func (r *reader) group(t xml.StartElement, e *readElement) {
	classes := strings.Fields(attribute(t, "class"))
	if len(classes) == 0 { // around a link
		return
	}
	if classes[0] == "graph" {
		e.item = 0
		return
	}
	item := &Item{Class: "node"}
	if classes[0] == "edge" || classes[0] == "cluster" {
		item.Class = classes[0]
	}
	for _, c := range classes[1:] {
		if n, err := strconv.Atoi(strings.TrimPrefix(c, "self")); err == nil && strings.HasPrefix(c, "self") {
			item.Bar, item.Self = true, float64(n)/1000
		}
		if n, err := strconv.Atoi(strings.TrimPrefix(c, "total")); err == nil && strings.HasPrefix(c, "total") {
			item.Total = float64(n) / 1000
		}
	}
	e.item = len(r.items)
	r.items = append(r.items, item)
}

func (r *reader) shape(t xml.StartElement, keep []string, item int) {
	var attrs []xml.Attr
	for _, name := range keep {
		value := attribute(t, name)
		switch value {
		case "transparent": // by old engines; not in SVG 1.1
			value = "none"
		case "":
			continue
		}
		attrs = append(attrs, xml.Attr{Name: xml.Name{Local: name}, Value: value})
	}
	s := newShape(t.Name.Local, attrs)
	if s.Name == "text" {
		r.text = r.text[:0]
		s.bold = attribute(t, "font-weight") == "bold"
		size, err := strconv.ParseFloat(attribute(t, "font-size"), 64)
		if err != nil {
			size = dot.NodeFontSize
		}
		s.size = size * dot.SVGFontScale
	}
	if item == 0 && s.Name == "polygon" && !r.ground {
		r.ground = true
		return
	}
	r.items[item].Shapes = append(r.items[item].Shapes, s)
}

// tooltip keeps the tooltip of an item.
func (r *reader) tooltip(t xml.StartElement, item int) {
	if item <= 0 {
		return
	}
	for _, a := range t.Attr {
		if a.Name.Local == "title" && strings.TrimSpace(a.Value) != "" {
			r.items[item].title = a.Value
		}
	}
}

func (r *reader) end() {
	last := len(r.open) - 1
	e := r.open[last]
	r.open = r.open[:last]
	if e.skip || e.item < 0 {
		return
	}
	item := r.items[e.item]
	switch e.name {
	case "text":
		if n := len(item.Shapes); n > 0 && item.Shapes[n-1].Name == "text" {
			item.Shapes[n-1].Text = string(r.text)
			if item.Class == "edge" { // spaces keep it from its line in the layout; browsers do not show them
				item.Shapes[n-1].Text = strings.TrimSpace(string(r.text))
			}
			item.Shapes[n-1].measureText()
		}
	case "title":
		item.ID = string(r.text)
		if item.Class == "edge" {
			item.from, item.to, _ = strings.Cut(item.ID, "->")
		}
	}
}
