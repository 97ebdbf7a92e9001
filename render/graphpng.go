package render

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
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	fixedpoint "golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// maxPixels is the area of the largest PNG. Larger pictures are scaled down: each pixel takes 4 bytes of memory.
const maxPixels = 64 << 20

// GraphPNG converts an SVG that a layout engine drew of [DOT], [UnitsDOT] or [InlineDOT] to PNG. It returns the scale: 1, or
// less for a picture of more than 64 million pixels. The engines' own PNGs differ too much: some have no lines.
func GraphPNG(w io.Writer, drawn []byte, theme Theme, parts GraphParts) (scale float64, err error) {
	p, err := parts.picture(drawn)
	if err != nil {
		return 0, err
	}
	return p.writePNG(w, theme)
}

// writePNG paints a picture.
func (p *picture) writePNG(w io.Writer, theme Theme) (scale float64, err error) {
	g := &graphPainter{dark: theme == DarkTheme, faces: map[faceKey]font.Face{}}
	if err := g.page(p.width*p.scale(), p.height*p.scale(), p.width); err != nil {
		return 0, err
	}
	p.each(func(by point, i *pictureItem) {
		g.dx, g.dy = by.x, by.y
		for k := range i.shapes {
			if failed := g.draw(&i.shapes[k]); failed != nil && err == nil {
				err = failed
			}
		}
	})
	if err != nil {
		return 0, err
	}
	return g.scale, (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(w, g.img)
}

// A graphPainter paints the elements of an SVG.
type graphPainter struct {
	img    *image.RGBA
	scale  float64 // 1, or less to keep within maxPixels
	unit   float64 // pixels per unit of the SVG
	dx, dy float64 // in units
	dark   bool
	faces  map[faceKey]font.Face
	raster vector.Rasterizer
}

type faceKey struct {
	bold bool
	size float64
}

func (p *graphPainter) draw(s *pictureShape) error {
	switch s.name {
	case "text":
		return p.drawText(s)
	case "polygon", "polyline":
		n := parseNumbers(s.attribute("points"))
		var line []point
		for i := 0; i+1 < len(n); i += 2 {
			line = append(line, p.at(n[i], n[i+1]))
		}
		p.shape(s, line, s.name == "polygon")
	case "path":
		line := p.path(s.attribute("d"))
		p.shape(s, line, len(line) > 2 && line[0] == line[len(line)-1])
	case "ellipse":
		const steps = 72
		var line []point
		for i := range steps {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / steps)
			line = append(line, p.at(s.number("cx")+s.number("rx")*cos, s.number("cy")+s.number("ry")*sin))
		}
		p.shape(s, line, true)
	}
	return nil
}

// page begins a picture of a size in pixels and a width in points.
func (p *graphPainter) page(width, height, points float64) error {
	if !(width > 0 && height > 0 && width < 1e7 && height < 1e7) || points <= 0 {
		return errors.New("the layout engine's SVG has no size")
	}
	p.scale = 1
	if area := width * height; area > maxPixels {
		p.scale = math.Sqrt(maxPixels / area)
	}
	p.unit = width / points * p.scale
	p.img = image.NewRGBA(image.Rect(0, 0, max(1, int(math.Ceil(width*p.scale))), max(1, int(math.Ceil(height*p.scale)))))
	background, _ := p.color(dotBackground.light)
	imagedraw.Draw(p.img, p.img.Bounds(), background, image.Point{}, imagedraw.Src)
	return nil
}

// at converts a point of the SVG to pixels.
func (p *graphPainter) at(x, y float64) point {
	return point{(x + p.dx) * p.unit, (y + p.dy) * p.unit}
}

// path returns the points of a path of absolute M, L and C commands, with curves as short lines.
func (p *graphPainter) path(d string) []point {
	var line []point
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
				length := math.Hypot(b.x-a.x, b.y-a.y) + math.Hypot(c.x-b.x, c.y-b.y) + math.Hypot(d.x-c.x, d.y-c.y)
				steps := int(min(200, max(1, length/3)))
				for k := 1; k <= steps; k++ {
					t := float64(k) / float64(steps)
					u := 1 - t
					line = append(line, point{
						u*u*u*a.x + 3*u*u*t*b.x + 3*u*t*t*c.x + t*t*t*d.x,
						u*u*u*a.y + 3*u*u*t*b.y + 3*u*t*t*c.y + t*t*t*d.y,
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
func (p *graphPainter) color(s string) (*image.Uniform, bool) {
	if p.dark {
		for _, c := range dotColors() {
			if c.light == s {
				s = c.dark
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
func (p *graphPainter) shape(s *pictureShape, line []point, closed bool) {
	if len(line) < 2 {
		return
	}
	if c, ok := p.color(s.attribute("fill")); ok && closed {
		p.fill([][]point{line}, c)
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
	lines := [][]point{line}
	if dashes := parseNumbers(s.attribute("stroke-dasharray")); len(dashes) > 0 {
		lines = dashed(line, dashes, p.unit)
	}
	p.fill(strokeAreas(lines, width/2), c)
}

// fill fills areas that all have the same orientation, or one of any form. It works in bands: a line across a large picture
// has a large bounding box with next to nothing in it.
func (p *graphPainter) fill(areas [][]point, c *image.Uniform) {
	const band = 64
	boxes := make([]image.Rectangle, len(areas))
	var all image.Rectangle
	for i, area := range areas {
		low, high := area[0], area[0]
		for _, q := range area[1:] {
			low = point{min(low.x, q.x), min(low.y, q.y)}
			high = point{max(high.x, q.x), max(high.y, q.y)}
		}
		boxes[i] = image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(math.Ceil(high.x))+1, int(math.Ceil(high.y))+1)
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
				x, y := float32(q.x-float64(box.Min.X)), float32(q.y-float64(box.Min.Y))
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

// strokeAreas returns the areas of lines of some width: a rectangle for each piece, and a disc at each corner. All have the
// same orientation, so that overlaps are filled.
func strokeAreas(lines [][]point, half float64) [][]point {
	var areas [][]point
	for _, line := range lines {
		for i := 1; i < len(line); i++ {
			a, b := line[i-1], line[i]
			length := math.Hypot(b.x-a.x, b.y-a.y)
			if length == 0 {
				continue
			}
			nx, ny := (b.y-a.y)/length*half, -(b.x-a.x)/length*half
			areas = append(areas, []point{{a.x + nx, a.y + ny}, {b.x + nx, b.y + ny}, {b.x - nx, b.y - ny}, {a.x - nx, a.y - ny}})
			if i+1 < len(line) && half > 0.5 && isCorner(a, b, line[i+1]) {
				const corners = 12
				disc := make([]point, corners)
				for k := range disc {
					sin, cos := math.Sincos(2 * math.Pi * float64(k) / corners)
					disc[k] = point{b.x + half*cos, b.y + half*sin}
				}
				areas = append(areas, disc)
			}
		}
	}
	return areas
}

// isCorner tells corners from the bends of a curve that is drawn as short lines. Discs at all of those would be visible.
func isCorner(a, b, c point) bool {
	ux, uy, vx, vy := b.x-a.x, b.y-a.y, c.x-b.x, c.y-b.y
	return ux*vx+uy*vy < 0.9*math.Hypot(ux, uy)*math.Hypot(vx, vy)
}

// dashed cuts a line into dashes. The lengths of dashes and gaps, in turn, are in units of the SVG.
func dashed(line []point, lengths []float64, unit float64) [][]point {
	const least = 0.25
	var dashes [][]point
	k, left := 0, max(least, lengths[0]*unit)
	current := []point{line[0]}
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		for {
			length := math.Hypot(b.x-a.x, b.y-a.y)
			if length < left {
				left -= length
				current = append(current, b)
				break
			}
			a = point{a.x + (b.x-a.x)*left/length, a.y + (b.y-a.y)*left/length}
			if k%2 == 0 {
				dashes = append(dashes, append(current, a))
			}
			k++
			left = max(least, lengths[k%len(lengths)]*unit)
			current = []point{a}
		}
	}
	if k%2 == 0 && len(current) > 1 {
		dashes = append(dashes, current)
	}
	return dashes
}

func (p *graphPainter) drawText(s *pictureShape) error {
	face, err := p.face(s.bold, s.size)
	if err != nil {
		return err
	}
	c, ok := p.color(s.attribute("fill"))
	if !ok {
		c, _ = p.color(dotText.light)
	}
	at := p.at(s.number("x"), s.number("y"))
	d := font.Drawer{Dst: p.img, Src: c, Face: face}
	switch width := float64(d.MeasureString(s.text)) / 64; s.attribute("text-anchor") {
	case "middle":
		at.x -= width / 2
	case "end":
		at.x -= width
	}
	d.Dot = fixedpoint.Point26_6{X: fixedpoint.Int26_6(at.x * 64), Y: fixedpoint.Int26_6(at.y * 64)}
	d.DrawString(s.text)
	return nil
}

// pngFontScale scales fonts in PNGs, which are narrower than those of SVGs.
const pngFontScale = 1.1

func (p *graphPainter) face(bold bool, points float64) (font.Face, error) {
	key := faceKey{bold, min(200, max(1, points*p.unit*pngFontScale))}
	if p.faces[key] == nil {
		data := goregular.TTF
		if bold {
			data = gobold.TTF
		}
		f, err := opentype.Parse(data)
		if err != nil {
			return nil, err
		}
		if p.faces[key], err = opentype.NewFace(f, &opentype.FaceOptions{Size: key.size, DPI: 72}); err != nil {
			return nil, err
		}
	}
	return p.faces[key], nil
}
