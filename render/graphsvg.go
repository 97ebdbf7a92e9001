package render

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// GraphSVGOptions are the options of [GraphSVG]. The zero value is useful.
type GraphSVGOptions struct {
	Theme Theme
	Label string // for screen readers; "": "call graph"
}

// GraphSVG rewrites an SVG that a layout engine drew of [DOT], [UnitsDOT] or [InlineDOT]: for light and dark screens, in common
// fonts, with tooltips that browsers show, and without links or any other element that a graph does not need.
func GraphSVG(w io.Writer, drawn []byte, opts GraphSVGOptions) error {
	s := &svgWriter{b: bufio.NewWriter(w), opts: opts, drawn: drawn}
	d := xml.NewDecoder(bytes.NewReader(drawn))
	for {
		t, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return fmt.Errorf("the layout engine's SVG: %w", err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			s.start(t)
		case xml.EndElement:
			s.end()
		case xml.CharData:
			s.text(t)
		}
	}
	if !s.any {
		return errors.New("the layout engine wrote no SVG")
	}
	s.b.WriteByte('\n')
	return s.b.Flush()
}

// An svgWriter writes an SVG element by element.
type svgWriter struct {
	b     *bufio.Writer // keeps the first error
	opts  GraphSVGOptions
	drawn []byte
	open  []svgElement
	any   bool
}

// An svgElement is an open element of the input.
type svgElement struct {
	name  string // in the output; "" if only its content is written
	skip  bool   // neither is its content
	class string // "node", "edge", "cluster" or "graph"; else that of the parent
	owner int    // index in open of the element that has the class
	names int    // of a node: text elements still to come that are its name
	title string // the tooltip that is written
	shape bool   // of a graph: the background is written
}

// svgAttributes are the attributes to copy, by element. Colors are among them: the light theme needs no style sheet.
var svgAttributes = map[string][]string{
	"g":        {"transform"},
	"polygon":  {"fill", "stroke", "stroke-width", "stroke-dasharray", "points"},
	"polyline": {"fill", "stroke", "stroke-width", "stroke-dasharray", "points"},
	"path":     {"fill", "stroke", "stroke-width", "stroke-dasharray", "d"},
	"ellipse":  {"fill", "stroke", "stroke-width", "stroke-dasharray", "cx", "cy", "rx", "ry"},
	"text":     {"text-anchor", "x", "y", "fill"},
}

func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name && a.Name.Space == "" {
			return a.Value
		}
	}
	return ""
}

func (s *svgWriter) start(t xml.StartElement) {
	e := svgElement{owner: -1}
	if n := len(s.open); n > 0 {
		up := s.open[n-1]
		e.skip, e.class, e.owner = up.skip, up.class, up.owner
	}
	defer func() { s.open = append(s.open, e) }()
	name := t.Name.Local
	attributes, drawn := svgAttributes[name]
	switch {
	case e.skip:
	case name == "svg" && len(s.open) == 0:
		e.name = name
		s.header(t)
	case name == "a":
		s.tooltip(t, e.owner)
	case name == "g" && attribute(t, "class") == "": // around a link
	case !drawn:
		e.skip = true // such as a title, which is an id
	default:
		e.name = name
		if name == "g" {
			classes := strings.Fields(attribute(t, "class"))
			e.class, e.owner = classes[0], len(s.open)
			for _, c := range classes {
				if n, err := strconv.Atoi(strings.TrimPrefix(c, "name")); err == nil {
					e.names = n
				}
			}
		}
		s.element(name, t, attributes, &e)
	}
}

// element writes the start of an element.
func (s *svgWriter) element(name string, t xml.StartElement, attributes []string, e *svgElement) {
	class := ""
	var owner *svgElement
	if e.owner >= 0 && e.owner < len(s.open) {
		owner = &s.open[e.owner]
	}
	switch {
	case name == "g" && slices.Contains([]string{"graph", "node", "edge", "cluster"}, e.class):
		class = e.class
	case name == "path" && e.class == "edge": // a line is too thin to point at
		fmt.Fprintf(s.b, `<path class="hit" d="%s"/>`, xmlText(attribute(t, "d")))
	case name == "text" && owner != nil && owner.names > 0:
		owner.names--
		class = "name"
	case name == "polygon" && e.class == "graph" && owner != nil && !owner.shape:
		owner.shape = true
		class = "background"
	}
	if name == "g" {
		s.b.WriteByte('\n')
	}
	s.b.WriteByte('<')
	s.b.WriteString(name)
	if class != "" {
		fmt.Fprintf(s.b, ` class="%s"`, class)
	}
	for _, a := range attributes {
		value := attribute(t, a)
		if value == "transparent" { // by old engines; not in SVG 1.1
			value = "none"
		}
		if value != "" {
			fmt.Fprintf(s.b, ` %s="%s"`, a, xmlText(value))
		}
	}
	if size, err := strconv.ParseFloat(attribute(t, "font-size"), 64); name == "text" && err == nil {
		fmt.Fprintf(s.b, ` font-size="%s"`, svgNumber(size*svgFontScale))
	}
	s.b.WriteByte('>')
}

// tooltip writes the tooltip of a node, an edge or a box, once.
func (s *svgWriter) tooltip(t xml.StartElement, owner int) {
	if owner < 0 {
		return
	}
	for _, a := range t.Attr {
		if a.Name.Local == "title" && strings.TrimSpace(a.Value) != "" && s.open[owner].title != a.Value {
			s.open[owner].title = a.Value
			fmt.Fprintf(s.b, "<title>%s</title>", xmlText(a.Value))
		}
	}
}

func (s *svgWriter) end() {
	last := len(s.open) - 1
	if e := s.open[last]; e.name != "" {
		fmt.Fprintf(s.b, "</%s>", e.name)
	}
	s.open = s.open[:last]
}

func (s *svgWriter) text(t xml.CharData) {
	if n := len(s.open); n > 0 && s.open[n-1].name == "text" {
		s.b.WriteString(xmlText(string(t)))
	}
}

// header writes the svg element and the style sheet. Sizes in the input are in points: 3 points are 4 pixels.
func (s *svgWriter) header(t xml.StartElement) {
	s.any = true
	label := s.opts.Label
	if label == "" {
		label = "call graph"
	}
	pixels := func(name string) string {
		points, _ := strconv.ParseFloat(strings.TrimSuffix(attribute(t, name), "pt"), 64)
		return svgNumber(points * 4 / 3)
	}
	fmt.Fprintf(s.b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="%s" role="img" aria-label="%s">`,
		pixels("width"), pixels("height"), xmlText(attribute(t, "viewBox")), xmlText(label))
	s.b.WriteString("\n<style>\n")
	fmt.Fprintf(s.b, "text { font-family: %s; }\n", graphFonts)
	s.b.WriteString(".name { font-weight: bold; }\n" +
		".hit { fill: none; stroke: none; stroke-width: 10; pointer-events: stroke; }\n" +
		".edge:hover path:not(.hit), .node:hover path { stroke-width: 3; }\n")
	switch s.opts.Theme {
	case AutoTheme:
		fmt.Fprintf(s.b, "@media (prefers-color-scheme: dark) {\n%s}\n", s.darkRules())
	case DarkTheme:
		s.b.WriteString(s.darkRules())
	}
	s.b.WriteString("</style>")
}

// graphFonts are the fonts of textWidth and flame.css.
const graphFonts = `Verdana, "DejaVu Sans", "Bitstream Vera Sans", Geneva, sans-serif`

// darkRules returns style rules that replace each color of the light theme, which are all different. Those of changes are
// only in pictures that have them.
func (s *svgWriter) darkRules() string {
	var b strings.Builder
	fmt.Fprintf(&b, "svg { background: %s; }\n", dotBackground.dark)
	for _, c := range dotColors() {
		if isDelta := slices.Contains(dotDelta, c) || slices.Contains(dotDeltaLine, c); isDelta && !bytes.Contains(s.drawn, []byte(c.light)) {
			continue
		}
		fmt.Fprintf(&b, "[fill=\"%s\"] { fill: %s; } [stroke=\"%s\"] { stroke: %s; }\n", c.light, c.dark, c.light, c.dark)
	}
	return b.String()
}
