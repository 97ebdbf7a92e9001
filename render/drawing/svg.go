package drawing

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/svgtext"
	"github.com/iprof-viz/iprof-viz/render/palette"
	"github.com/iprof-viz/iprof-viz/templates"
)

// SVGOptions are the options of [SVG]. The zero value is useful.
type SVGOptions struct {
	Theme palette.Theme
	Label string // for screen readers; "": "call graph"
	Parts Parts
}

// SVG rewrites an SVG of [graph.DOT], [graph.UnitsDOT] or [inlinetree.DOT] that a layout engine drew: arranged to fill a window,
// for light and dark screens, in common fonts, with tooltips that browsers show, and without links or any other element that a
// graph does not need. With scripts enabled, it pans, zooms and searches.
func SVG(w io.Writer, drawn []byte, opts SVGOptions) error {
	p, err := opts.Parts.Picture(drawn)
	if err != nil {
		return err
	}
	return p.writeSVG(w, opts)
}

// writeSVG writes a picture.
func (p *Picture) writeSVG(w io.Writer, opts SVGOptions) error {
	s := &svgWriter{b: bufio.NewWriter(w), parts: opts.Parts, used: map[string]bool{palette.Background.Light: true, palette.Text.Light: true}}
	label := cmp.Or(opts.Label, "call graph")
	fmt.Fprintf(s.b, `<svg xmlns="http://www.w3.org/2000/svg" class="%s" width="%s" height="%s" viewBox="0 0 %s %s" role="img" aria-label="%s">`,
		templates.GraphClass, svgtext.Number(p.Width*p.Scale()), svgtext.Number(p.Height*p.Scale()), svgtext.Number(p.Width), svgtext.Number(p.Height), svgtext.Escape(label))
	s.b.WriteString("\n<style>\n")
	s.b.WriteString(templates.GraphCSS())
	opens := p.opens(opts.Parts)
	if opens {
		s.b.WriteString(templates.GraphOpenedCSS())
	}
	if p.slide { // in a smaller window
		fmt.Fprintf(s.b, ".%s { max-width: 100%%; height: auto; }\n", templates.GraphClass)
	}
	p.Each(func(_ Point, i *Item) { s.note(i) })
	switch opts.Theme {
	case palette.AutoTheme:
		fmt.Fprintf(s.b, "@media (prefers-color-scheme: dark) {\n%s}\n", darkRules(s.used, opens))
	case palette.DarkTheme:
		s.b.WriteString(darkRules(s.used, opens))
	}
	s.b.WriteString("</style>\n")
	fmt.Fprintf(s.b, `<polygon class="background" fill="%s" points="0,0 %[2]s,0 %[2]s,%[3]s 0,%[3]s"/>`, palette.Background.Light, svgtext.Number(p.Width), svgtext.Number(p.Height))
	s.group("legend", p.Legend.At, p.Legend.Area, p.foldedSize())
	s.block(&p.Legend, Point{}, false)
	s.b.WriteString("\n</g>")
	s.group("graph", p.At, Extent{Right: p.inner.X, Bottom: p.inner.Y}, "")
	for i := range p.Blocks {
		s.block(&p.Blocks[i], p.Blocks[i].At, len(p.Calls.Items) == 0)
	}
	if len(p.Calls.Items) > 0 {
		s.block(&p.Calls, Point{}, false)
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

// opens reports whether boxes or lines open.
func (p *Picture) opens(parts Parts) bool {
	opens := false
	p.Each(func(_ Point, i *Item) { opens = opens || parts.openedBy(i) != nil })
	return opens
}

// Each calls f for all items, with the distance by which each is moved.
func (p *Picture) Each(f func(by Point, i *Item)) {
	block := func(b *Block, at Point) {
		for _, i := range b.Items {
			f(Point{at.X - b.Area.Left, at.Y - b.Area.Top}, i)
		}
	}
	block(&p.Legend, p.Legend.At)
	for i := range p.Blocks {
		b := &p.Blocks[i]
		block(b, Point{p.At.X + b.At.X, p.At.Y + b.At.Y})
	}
	block(&p.Calls, p.At)
}

// An svgWriter writes an SVG element by element.
type svgWriter struct {
	b     *bufio.Writer // keeps the first error
	parts Parts
	used  map[string]bool // colors used
}

// note records the colors of an item.
func (s *svgWriter) note(i *Item) {
	for k := range i.Shapes {
		s.used[i.Shapes[k].attribute("fill")] = true
		s.used[i.Shapes[k].attribute("stroke")] = true
	}
}

// group begins the legend or the graph, with its size and other attributes for the script.
func (s *svgWriter) group(class string, at Point, area Extent, more string) {
	fmt.Fprintf(s.b, "\n"+`<g class="%s" data-size="%s %s"%s transform="translate(%s %s)">`, class, svgtext.Number(area.Width()), svgtext.Number(area.Height()),
		more, svgtext.Number(at.X), svgtext.Number(at.Y))
}

// foldedSize returns the attribute with the size of the folded legend, if the script folds it.
func (p *Picture) foldedSize() string {
	if p.slide || p.Legend.Area.Height()-p.folded.Height() < minFold || !p.folded.Some {
		return ""
	}
	return fmt.Sprintf(` data-folded="%s %s"`, svgtext.Number(p.folded.Width()), svgtext.Number(p.folded.Height()))
}

// minFold is the minimum height, in points, that folding a legend must save.
const minFold = 40

// block writes the items of a block at its place. The script may move blocks.
func (s *svgWriter) block(b *Block, at Point, moves bool) {
	fmt.Fprintf(s.b, "\n"+`<g transform="translate(%s %s)"`, svgtext.Number(at.X-b.Area.Left), svgtext.Number(at.Y-b.Area.Top))
	if moves {
		fmt.Fprintf(s.b, ` data-at="%s %s" data-size="%s %s"`, svgtext.Number(at.X), svgtext.Number(at.Y), svgtext.Number(b.Area.Width()), svgtext.Number(b.Area.Height()))
	}
	s.b.WriteByte('>')
	for _, i := range b.Items {
		s.item(i)
	}
	s.b.WriteString("\n</g>")
}

func (s *svgWriter) item(i *Item) {
	fmt.Fprintf(s.b, "\n"+`<g class="%s"`, svgtext.Escape(i.Class))
	switch i.Class {
	case "node", "row":
		fmt.Fprintf(s.b, ` data-node="%s"`, svgtext.Escape(i.ID))
		if n, ok := s.parts.of(i); ok {
			fmt.Fprintf(s.b, ` data-name="%s" data-signature="%s"`, svgtext.Escape(plaintext.Visible(n.Name)), svgtext.Escape(plaintext.Visible(n.Signature)))
			if n.Weight > 0 {
				fmt.Fprintf(s.b, ` data-weight="%.6g"`, n.Weight)
			}
		}
	case "edge":
		fmt.Fprintf(s.b, ` data-from="%s" data-to="%s"`, svgtext.Escape(i.from), svgtext.Escape(i.to))
	}
	s.b.WriteByte('>')
	if i.title != "" {
		fmt.Fprintf(s.b, "<title>%s</title>", svgtext.Escape(i.title))
	}
	if o := s.parts.openedBy(i); o != nil {
		o.write(s.b, i.title)
	}
	for k := range i.Shapes {
		s.shape(i, &i.Shapes[k])
	}
	s.b.WriteString("</g>")
}

func (s *svgWriter) shape(i *Item, shape *Shape) {
	if i.Class == "edge" && shape.Name == "path" { // a line is too thin to hover over
		fmt.Fprintf(s.b, `<path class="hit" d="%s"/>`, svgtext.Escape(shape.attribute("d")))
	}
	s.b.WriteByte('<')
	s.b.WriteString(shape.Name)
	if shape.bold {
		s.b.WriteString(` class="name"`)
	}
	for _, a := range shape.attrs {
		fmt.Fprintf(s.b, ` %s="%s"`, a.Name.Local, svgtext.Escape(a.Value))
	}
	if shape.Name != "text" {
		s.b.WriteString("/>")
		return
	}
	fmt.Fprintf(s.b, ` font-size="%s">%s</text>`, svgtext.Number(shape.size), svgtext.Escape(shape.Text))
}

// darkRules returns style rules that replace each color of the light theme, which are all different. The colors of heat and of
// changes are only in pictures that use them.
func darkRules(used map[string]bool, opens bool) string {
	var b strings.Builder
	of := "." + templates.GraphClass
	fmt.Fprintf(&b, "%s { background: %s; }\n", of, palette.Background.Dark)
	for _, c := range palette.GraphColors() {
		if used[c.Light] {
			fmt.Fprintf(&b, "%s [fill=\"%s\"] { fill: %s; } %[1]s [stroke=\"%[2]s\"] { stroke: %[3]s; }\n", of, c.Light, c.Dark)
		}
	}
	b.WriteString(templates.GraphDarkCSS())
	if opens {
		b.WriteString(templates.GraphOpenedDarkCSS())
	}
	return b.String()
}
