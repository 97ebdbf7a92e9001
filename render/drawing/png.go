package drawing

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	imagedraw "image/draw"
	"image/png"
	"io"
	"math"
	"strconv"

	"golang.org/x/image/font"
	fixedpoint "golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"github.com/iprof-viz/iprof-viz/render/internal/pngtext"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// PNG converts an SVG of [graph.DOT], [graph.UnitsDOT] or [inlinetree.DOT] that a layout engine drew to PNG. It returns the scale:
// 1, or less for a picture of more than 64 million pixels. The engines' own PNG output differs too much: some lack lines.
func PNG(w io.Writer, drawn []byte, theme palette.Theme, parts Parts) (scale float64, err error) {
	p, err := parts.Picture(drawn)
	if err != nil {
		return 0, err
	}
	return p.writePNG(w, theme)
}

// writePNG paints a picture.
func (p *Picture) writePNG(w io.Writer, theme palette.Theme) (scale float64, err error) {
	g := &painter{dark: theme == palette.DarkTheme, faces: pngtext.Faces{}}
	if err := g.page(p.Width*p.Scale(), p.Height*p.Scale(), p.Width); err != nil {
		return 0, err
	}
	p.Each(func(by Point, i *Item) {
		g.dx, g.dy = by.X, by.Y
		for k := range i.Shapes {
			if failed := g.draw(&i.Shapes[k]); failed != nil && err == nil {
				err = failed
			}
		}
	})
	if err != nil {
		return 0, err
	}
	return g.scale, (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(w, g.img)
}

// A painter paints the elements of an SVG.
type painter struct {
	img    *image.RGBA
	scale  float64 // 1, or less to stay within pngtext.MaxPixels
	unit   float64 // pixels per unit of the SVG
	dx, dy float64 // in units
	dark   bool
	faces  pngtext.Faces
	raster vector.Rasterizer
}

func (p *painter) draw(s *Shape) error {
	switch s.Name {
	case "text":
		return p.drawText(s)
	case "polygon", "polyline":
		n := parseNumbers(s.attribute("points"))
		var line []Point
		for i := 0; i+1 < len(n); i += 2 {
			line = append(line, p.at(n[i], n[i+1]))
		}
		p.shape(s, line, s.Name == "polygon")
	case "path":
		line := p.path(s.attribute("d"))
		p.shape(s, line, len(line) > 2 && line[0] == line[len(line)-1])
	case "ellipse":
		const steps = 72
		var line []Point
		for i := range steps {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / steps)
			line = append(line, p.at(s.number("cx")+s.number("rx")*cos, s.number("cy")+s.number("ry")*sin))
		}
		p.shape(s, line, true)
	}
	return nil
}

// page begins a picture with a size in pixels and a width in points.
func (p *painter) page(width, height, points float64) error {
	if !(width > 0 && height > 0 && width < 1e7 && height < 1e7) || points <= 0 {
		return errors.New("the layout engine's SVG has no size")
	}
	p.scale = 1
	if area := width * height; area > pngtext.MaxPixels {
		p.scale = math.Sqrt(pngtext.MaxPixels / area)
	}
	p.unit = width / points * p.scale
	p.img = image.NewRGBA(image.Rect(0, 0, max(1, int(math.Ceil(width*p.scale))), max(1, int(math.Ceil(height*p.scale)))))
	background, _ := p.color(palette.Background.Light)
	imagedraw.Draw(p.img, p.img.Bounds(), background, image.Point{}, imagedraw.Src)
	return nil
}

// at converts a point of the SVG to pixels.
func (p *painter) at(x, y float64) Point {
	return Point{(x + p.dx) * p.unit, (y + p.dy) * p.unit}
}

// path returns the points of a path of absolute M, L and C commands, with curves as short lines.
func (p *painter) path(d string) []Point {
	var line []Point
	command, n := byte(0), []float64(nil)
	flush := func() {
		switch command {
		case 'M', 'L':
			for i := 0; i+1 < len(n); i += 2 {
				line = append(line, p.at(n[i], n[i+1]))
			}
		case 'C':
			for i := 0; i+5 < len(n) && len(line) > 0; i += 6 {
				a, b, c, d := line[len(line)-1], p.at(n[i], n[i+1]), p.at(n[i+2], n[i+3]), p.at(n[i+4], n[i+5])
				length := math.Hypot(b.X-a.X, b.Y-a.Y) + math.Hypot(c.X-b.X, c.Y-b.Y) + math.Hypot(d.X-c.X, d.Y-c.Y)
				steps := int(min(200, max(1, length/3)))
				for k := 1; k <= steps; k++ {
					t := float64(k) / float64(steps)
					u := 1 - t
					line = append(line, Point{
						u*u*u*a.X + 3*u*u*t*b.X + 3*u*t*t*c.X + t*t*t*d.X,
						u*u*u*a.Y + 3*u*u*t*b.Y + 3*u*t*t*c.Y + t*t*t*d.Y,
					})
				}
			}
		}
	}
	from := 0
	for i := range len(d) {
		if c := d[i]; c >= 'A' && c <= 'Z' && c != 'E' {
			n = parseNumbers(d[from:i])
			flush()
			command, from = c, i+1
		}
	}
	n = parseNumbers(d[from:])
	flush()
	return line
}

// color returns a color of the SVG, or its counterpart in the dark theme; false for none.
func (p *painter) color(s string) (*image.Uniform, bool) {
	if p.dark {
		for _, c := range palette.GraphColors() {
			if c.Light == s {
				s = c.Dark
				break
			}
		}
	}
	switch s {
	case "", "none":
		return nil, false
	case "white":
		s = "#ffffff"
	}
	var rgb uint32
	fmt.Sscanf(s, "#%06x", &rgb) // other names are black
	return image.NewUniform(color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xff}), true
}

// shape fills and strokes a line.
func (p *painter) shape(s *Shape, line []Point, closed bool) {
	if len(line) < 2 {
		return
	}
	if c, ok := p.color(s.attribute("fill")); ok && closed {
		p.fill([][]Point{line}, c)
	}
	c, ok := p.color(s.attribute("stroke"))
	if !ok {
		return
	}
	width := 1.
	if w, err := strconv.ParseFloat(s.attribute("stroke-width"), 64); err == nil {
		width = w
	}
	width = max(width*p.unit, 0.6)
	if closed {
		line = append(line[:len(line):len(line)], line[0])
	}
	lines := [][]Point{line}
	if dashes := parseNumbers(s.attribute("stroke-dasharray")); len(dashes) > 0 {
		lines = dashed(line, dashes, p.unit)
	}
	p.fill(strokeAreas(lines, width/2), c)
}

// fill fills areas that all have the same orientation, or a single one of any form. It works in bands: a line across a large
// picture has a large bounding box that is almost empty.
func (p *painter) fill(areas [][]Point, c *image.Uniform) {
	const band = 64
	boxes := make([]image.Rectangle, len(areas))
	var all image.Rectangle
	for i, area := range areas {
		low, high := area[0], area[0]
		for _, q := range area[1:] {
			low = Point{min(low.X, q.X), min(low.Y, q.Y)}
			high = Point{max(high.X, q.X), max(high.Y, q.Y)}
		}
		boxes[i] = image.Rect(int(math.Floor(low.X)), int(math.Floor(low.Y)), int(math.Ceil(high.X))+1, int(math.Ceil(high.Y))+1)
		all = all.Union(boxes[i])
	}
	all = all.Intersect(p.img.Bounds())
	for top := all.Min.Y; top < all.Max.Y; top += band {
		strip := image.Rect(all.Min.X, top, all.Max.X, min(top+band, all.Max.Y))
		var box image.Rectangle
		for i := range areas {
			box = box.Union(boxes[i].Intersect(strip))
		}
		if box.Empty() {
			continue
		}
		p.raster.Reset(box.Dx(), box.Dy())
		for i, area := range areas {
			if !boxes[i].Overlaps(box) {
				continue
			}
			for k, q := range area {
				x, y := float32(q.X-float64(box.Min.X)), float32(q.Y-float64(box.Min.Y))
				if k == 0 {
					p.raster.MoveTo(x, y)
				} else {
					p.raster.LineTo(x, y)
				}
			}
			p.raster.ClosePath()
		}
		p.raster.Draw(p.img, box, c, image.Point{})
	}
}

// strokeAreas returns the areas of lines with a width: a rectangle for each piece, and a disc at each corner. All have the same
// orientation, so that overlaps are filled.
func strokeAreas(lines [][]Point, half float64) [][]Point {
	var areas [][]Point
	for _, line := range lines {
		for i := 1; i < len(line); i++ {
			a, b := line[i-1], line[i]
			length := math.Hypot(b.X-a.X, b.Y-a.Y)
			if length == 0 {
				continue
			}
			nx, ny := (b.Y-a.Y)/length*half, -(b.X-a.X)/length*half
			areas = append(areas, []Point{{a.X + nx, a.Y + ny}, {b.X + nx, b.Y + ny}, {b.X - nx, b.Y - ny}, {a.X - nx, a.Y - ny}})
			if i+1 < len(line) && half > 0.5 && isCorner(a, b, line[i+1]) {
				const corners = 12
				disc := make([]Point, corners)
				for k := range disc {
					sin, cos := math.Sincos(2 * math.Pi * float64(k) / corners)
					disc[k] = Point{b.X + half*cos, b.Y + half*sin}
				}
				areas = append(areas, disc)
			}
		}
	}
	return areas
}

// isCorner distinguishes corners from the bends of a curve that is drawn as short lines, where discs would be visible.
func isCorner(a, b, c Point) bool {
	ux, uy, vx, vy := b.X-a.X, b.Y-a.Y, c.X-b.X, c.Y-b.Y
	return ux*vx+uy*vy < 0.9*math.Hypot(ux, uy)*math.Hypot(vx, vy)
}

// dashed cuts a line into dashes. The lengths, alternating dashes and gaps, are in units of the SVG.
func dashed(line []Point, lengths []float64, unit float64) [][]Point {
	const minimum = 0.25
	var dashes [][]Point
	k, left := 0, max(minimum, lengths[0]*unit)
	current := []Point{line[0]}
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		for {
			length := math.Hypot(b.X-a.X, b.Y-a.Y)
			if length < left {
				left -= length
				current = append(current, b)
				break
			}
			a = Point{a.X + (b.X-a.X)*left/length, a.Y + (b.Y-a.Y)*left/length}
			if k%2 == 0 {
				dashes = append(dashes, append(current, a))
			}
			k++
			left = max(minimum, lengths[k%len(lengths)]*unit)
			current = []Point{a}
		}
	}
	if k%2 == 0 && len(current) > 1 {
		dashes = append(dashes, current)
	}
	return dashes
}

func (p *painter) drawText(s *Shape) error {
	face, err := p.face(s.bold, s.size)
	if err != nil {
		return err
	}
	c, ok := p.color(s.attribute("fill"))
	if !ok {
		c, _ = p.color(palette.Text.Light)
	}
	at := p.at(s.number("x"), s.number("y"))
	d := font.Drawer{Dst: p.img, Src: c, Face: face}
	switch width := float64(d.MeasureString(s.Text)) / 64; s.attribute("text-anchor") {
	case "middle":
		at.X -= width / 2
	case "end":
		at.X -= width
	}
	d.Dot = fixedpoint.Point26_6{X: fixedpoint.Int26_6(at.X * 64), Y: fixedpoint.Int26_6(at.Y * 64)}
	d.DrawString(s.Text)
	return nil
}

func (p *painter) face(bold bool, points float64) (font.Face, error) {
	return p.faces.Face(bold, min(200, max(1, points*p.unit*pngtext.FontScale)))
}
