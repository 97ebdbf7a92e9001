package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/iprof-viz/iprof-viz/templates"
)

// GraphSVGOptions are the options of [GraphSVG]. The zero value is useful.
type GraphSVGOptions struct {
	Theme Theme
	Label string // for screen readers; "": "call graph"
	Parts GraphParts
}

// GraphSVG rewrites an SVG that a layout engine drew of [DOT], [UnitsDOT] or [InlineDOT]: arranged to fill a window, for light
// and dark screens, in common fonts, with tooltips that browsers show, and without links or any other element that a graph does
// not need. With scripts on, it pans, zooms and searches.
func GraphSVG(w io.Writer, drawn []byte, opts GraphSVGOptions) error {
	p, err := opts.Parts.picture(drawn)
	if err != nil {
		return err
	}
	return p.writeSVG(w, opts)
}

// writeSVG writes a picture.
func (p *picture) writeSVG(w io.Writer, opts GraphSVGOptions) error {
	s := &svgWriter{b: bufio.NewWriter(w), parts: opts.Parts, used: map[string]bool{dotBackground.light: true, dotText.light: true}}
	label := opts.Label
	if label == "" {
		label = "call graph"
	}
	fmt.Fprintf(s.b, `<svg xmlns="http://www.w3.org/2000/svg" class="%s" width="%s" height="%s" viewBox="0 0 %s %s" role="img" aria-label="%s">`,
		templates.GraphClass, svgNumber(p.width*p.scale()), svgNumber(p.height*p.scale()), svgNumber(p.width), svgNumber(p.height), xmlText(label))
	s.b.WriteString("\n<style>\n")
	s.b.WriteString(templates.GraphCSS())
	if p.slide { // in a window that is smaller
		fmt.Fprintf(s.b, ".%s { max-width: 100%%; height: auto; }\n", templates.GraphClass)
	}
	p.each(func(_ point, i *pictureItem) { s.note(i) })
	switch opts.Theme {
	case AutoTheme:
		fmt.Fprintf(s.b, "@media (prefers-color-scheme: dark) {\n%s}\n", darkRules(s.used))
	case DarkTheme:
		s.b.WriteString(darkRules(s.used))
	}
	s.b.WriteString("</style>\n")
	fmt.Fprintf(s.b, `<polygon class="background" fill="%s" points="0,0 %[2]s,0 %[2]s,%[3]s 0,%[3]s"/>`, dotBackground.light, svgNumber(p.width), svgNumber(p.height))
	s.group("legend", p.legend.at, p.legend.area, p.foldedSize())
	s.block(&p.legend, point{}, false)
	s.b.WriteString("\n</g>")
	s.group("graph", p.at, extent{right: p.inner.x, bottom: p.inner.y}, "")
	for i := range p.blocks {
		s.block(&p.blocks[i], p.blocks[i].at, len(p.calls.items) == 0)
	}
	if len(p.calls.items) > 0 {
		s.block(&p.calls, point{}, false)
	}
	s.b.WriteString("\n</g>")
	if !p.slide {
		s.b.WriteString("\n<script><![CDATA[\n")
		s.b.WriteString(templates.GraphJS())
		s.b.WriteString("]]></script>")
	}
	s.b.WriteString("\n</svg>\n")
	return s.b.Flush()
}

// each calls f for all items with the distance by which they are moved.
func (p *picture) each(f func(by point, i *pictureItem)) {
	block := func(b *pictureBlock, at point) {
		for _, i := range b.items {
			f(point{at.x - b.area.left, at.y - b.area.top}, i)
		}
	}
	block(&p.legend, p.legend.at)
	for i := range p.blocks {
		b := &p.blocks[i]
		block(b, point{p.at.x + b.at.x, p.at.y + b.at.y})
	}
	block(&p.calls, p.at)
}

// An svgWriter writes an SVG element by element.
type svgWriter struct {
	b     *bufio.Writer // keeps the first error
	parts GraphParts
	used  map[string]bool // colors
}

// note remembers the colors of an item.
func (s *svgWriter) note(i *pictureItem) {
	for k := range i.shapes {
		s.used[i.shapes[k].attribute("fill")] = true
		s.used[i.shapes[k].attribute("stroke")] = true
	}
}

// group begins the legend or the graph, with its size and more attributes for the script.
func (s *svgWriter) group(class string, at point, area extent, more string) {
	fmt.Fprintf(s.b, "\n"+`<g class="%s" data-size="%s %s"%s transform="translate(%s %s)">`, class, svgNumber(area.width()), svgNumber(area.height()),
		more, svgNumber(at.x), svgNumber(at.y))
}

// foldedSize returns the attribute with the size of the folded legend, if the script is to fold it.
func (p *picture) foldedSize() string {
	if p.slide || p.legend.area.height()-p.folded.height() < leastFold || !p.folded.some {
		return ""
	}
	return fmt.Sprintf(` data-folded="%s %s"`, svgNumber(p.folded.width()), svgNumber(p.folded.height()))
}

// leastFold is the height in points by which a folded legend has to be lower.
const leastFold = 40

// block writes the items of a block where it is put. The script arranges blocks that it may move.
func (s *svgWriter) block(b *pictureBlock, at point, moves bool) {
	fmt.Fprintf(s.b, "\n"+`<g transform="translate(%s %s)"`, svgNumber(at.x-b.area.left), svgNumber(at.y-b.area.top))
	if moves {
		fmt.Fprintf(s.b, ` data-at="%s %s" data-size="%s %s"`, svgNumber(at.x), svgNumber(at.y), svgNumber(b.area.width()), svgNumber(b.area.height()))
	}
	s.b.WriteByte('>')
	for _, i := range b.items {
		s.item(i)
	}
	s.b.WriteString("\n</g>")
}

func (s *svgWriter) item(i *pictureItem) {
	fmt.Fprintf(s.b, "\n"+`<g class="%s"`, xmlText(i.class))
	switch i.class {
	case "node", "row":
		fmt.Fprintf(s.b, ` data-node="%s"`, xmlText(i.id))
		if n, ok := s.parts.of(i); ok {
			fmt.Fprintf(s.b, ` data-name="%s" data-signature="%s"`, xmlText(visible(n.name)), xmlText(visible(n.signature)))
			if n.weight > 0 {
				fmt.Fprintf(s.b, ` data-weight="%.6g"`, n.weight)
			}
		}
	case "edge":
		fmt.Fprintf(s.b, ` data-from="%s" data-to="%s"`, xmlText(i.from), xmlText(i.to))
	}
	s.b.WriteByte('>')
	if i.title != "" {
		fmt.Fprintf(s.b, "<title>%s</title>", xmlText(i.title))
	}
	for k := range i.shapes {
		s.shape(i, &i.shapes[k])
	}
	s.b.WriteString("</g>")
}

func (s *svgWriter) shape(i *pictureItem, shape *pictureShape) {
	if i.class == "edge" && shape.name == "path" { // a line is too thin to point at
		fmt.Fprintf(s.b, `<path class="hit" d="%s"/>`, xmlText(shape.attribute("d")))
	}
	s.b.WriteByte('<')
	s.b.WriteString(shape.name)
	if shape.bold {
		s.b.WriteString(` class="name"`)
	}
	for _, a := range shape.attrs {
		fmt.Fprintf(s.b, ` %s="%s"`, a.Name.Local, xmlText(a.Value))
	}
	if shape.name != "text" {
		s.b.WriteString("/>")
		return
	}
	fmt.Fprintf(s.b, ` font-size="%s">%s</text>`, svgNumber(shape.size), xmlText(shape.text))
}

// darkRules returns style rules that replace each color of the light theme, which are all different. Those of heat and of
// changes are only in pictures that have them.
func darkRules(used map[string]bool) string {
	var b strings.Builder
	of := "." + templates.GraphClass
	fmt.Fprintf(&b, "%s { background: %s; }\n", of, dotBackground.dark)
	for _, c := range dotColors() {
		if used[c.light] {
			fmt.Fprintf(&b, "%s [fill=\"%s\"] { fill: %s; } %[1]s [stroke=\"%[2]s\"] { stroke: %[3]s; }\n", of, c.light, c.dark)
		}
	}
	b.WriteString(templates.GraphDarkCSS())
	return b.String()
}
