package flame

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

	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/render/internal/pixeltext"
	"github.com/iprof-viz/iprof-viz/render/internal/pngtext"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// ErrTooManyPixels is the error of a PNG that would have more than 64 million pixels.
var ErrTooManyPixels = errors.New("the PNG would have too many pixels")

// The color of the page.
const lightPage, darkPage = "#ffffff", "#17191e"

// PNG draws the static image of [SVG] as PNG. palette.AutoTheme is light. It fails with ErrTooManyPixels, and writes nothing, if
// the picture is too large.
func PNG(w io.Writer, t *stacks.Tree, opts Options) error {
	t = orEmpty(t)
	settled, err := opts.Settle(t)
	if err != nil {
		return err
	}
	f := newPicture(t, settled, true)
	v := f.view(opts.Width)
	scale := float64(v.PixelsWide) / float64(v.Width)
	if area := float64(v.PixelsWide) * float64(v.PixelsTall); area > pngtext.MaxPixels {
		return fmt.Errorf("%w: %d × %d", ErrTooManyPixels, v.PixelsWide, v.PixelsTall)
	}
	p := &pngPainter{
		img:   image.NewRGBA(image.Rect(0, 0, v.PixelsWide, v.PixelsTall)),
		scale: scale, dark: opts.Theme == palette.DarkTheme, faces: pngtext.Faces{},
	}
	p.fill(0, 0, float64(v.Width), float64(v.Height), p.pick(lightPage, darkPage))
	for _, s := range v.Swatches {
		x, _ := strconv.ParseFloat(s.X, 64)
		y, _ := strconv.ParseFloat(s.Y, 64)
		p.fill(x-0.5, y-0.5, 13, 13, p.pick("#6f757f", "#9097a1"))
		p.fill(x+0.5, y+0.5, 11, 11, p.pick(lightPage, darkPage))
		p.box(x+0.5, y+0.5, 11, 11, f.swatchOf(s.Class))
	}
	h := f.head(float64(f.opts.Width - 2*margin))
	lines := h.lines
	if !f.opts.Slide {
		lines = append(lines, f.feet(float64(f.opts.Width-2*margin), f.height)...)
	}
	ink, dim := p.pick("#1b1d21", "#eceef1"), p.pick("#4a4f57", "#b3b8c2")
	for _, line := range lines {
		size, of := float64(TextSize), ink
		switch line.Class {
		case "title":
			size = titleSize
		case "sub", "note", "foot":
			of = dim
		}
		x, _ := strconv.ParseFloat(line.X, 64)
		y, _ := strconv.ParseFloat(line.Y, 64)
		if err := p.text(line.plain, x, y, size, line.Class == "title", of); err != nil {
			return err
		}
	}
	for i := range f.boxes {
		b := &f.boxes[i]
		left, right := edges(b)
		if right <= left || f.isTinyRest(b) {
			continue
		}
		x, y := margin+float64(left)/tenths, float64(f.top+f.row(b.depth)*rowHeight)
		p.box(x, y, float64(right-left)/tenths, boxHeight, f.swatches[f.class[i]])
		if label := f.label(b); label != "" {
			if f.labelOnStripes(b, f.swatches[f.class[i]]) != "" { // letters are hard to read on stripes
				p.fill(x+1, y+2, min(float64(right-left)/tenths-2, pixeltext.Width(label, LabelSize)+2*labelPad-2), boxHeight-4, p.pick(lightPage, darkPage))
			}
			if err := p.text(label, x+labelPad, y+12, LabelSize, false, ink); err != nil {
				return err
			}
		}
	}
	return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(w, p.img)
}

// swatchOf returns the color of a class in the legend.
func (f *picture) swatchOf(class string) palette.Swatch {
	for _, s := range append(append([]palette.Swatch{}, f.swatches...), palette.DeltaSwatches[:]...) {
		if s.Class == class {
			return s
		}
	}
	return palette.RestSwatch
}

// A pngPainter paints a flame graph.
type pngPainter struct {
	img   *image.RGBA
	scale float64 // pixels per layout unit
	dark  bool
	faces pngtext.Faces
}

// pick returns the color of the theme.
func (p *pngPainter) pick(light, dark string) color.RGBA {
	s := light
	if p.dark {
		s = dark
	}
	var rgb uint32
	fmt.Sscanf(s, "#%06x", &rgb)
	return color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xff}
}

// box paints a box in a color: hatched if it is removed, with an outline if it is new.
func (p *pngPainter) box(x, y, w, h float64, s palette.Swatch) {
	c := p.pick(s.Light, s.Dark)
	if s != palette.GoneSwatch && s != palette.GoneNoiseSwatch {
		p.fill(x, y, w, h, c)
		if s == palette.NewSwatch && w >= 3 {
			line := p.pick("#7a1c08", "#f3a58f")
			p.fill(x, y, w, 1, line)
			p.fill(x, y+h-1, w, 1, line)
			p.fill(x, y, 1, h, line)
			p.fill(x+w-1, y, 1, h, line)
		}
		return
	}
	if s == palette.GoneNoiseSwatch {
		c = p.pick("#d3d6da", "#3f434a")
	}
	// Stripes of a third of the width, at 45 degrees.
	period := 6 * math.Sqrt2 * p.scale
	for py := int(y * p.scale); py < int((y+h)*p.scale); py++ {
		for px := int(x * p.scale); px < int((x+w)*p.scale); px++ {
			if math.Mod(float64(px+py), period) < period/3 {
				p.img.SetRGBA(px, py, c)
			}
		}
	}
}

// fill paints a rectangle. Partly covered pixels are blended.
func (p *pngPainter) fill(x, y, w, h float64, c color.RGBA) {
	x0, x1 := x*p.scale, (x+w)*p.scale
	y0, y1 := int(math.Round(y*p.scale)), int(math.Round((y+h)*p.scale))
	for px := int(x0); float64(px) < x1; px++ {
		cover := min(float64(px+1), x1) - max(float64(px), x0)
		alpha := uint8(math.Round(255 * cover))
		mask := image.NewUniform(color.Alpha{alpha})
		if full := int(x1) - px; cover == 1 && full > 1 { // all whole pixels at once
			imagedraw.Draw(p.img, image.Rect(px, y0, px+full, y1), image.NewUniform(c), image.Point{}, imagedraw.Src)
			px += full - 1
			continue
		}
		imagedraw.DrawMask(p.img, image.Rect(px, y0, px+1, y1), image.NewUniform(c), image.Point{}, mask, image.Point{}, imagedraw.Over)
	}
}

func (p *pngPainter) text(s string, x, y, size float64, bold bool, c color.RGBA) error {
	face, err := p.faces.Face(bold, size*p.scale*pngtext.FontScale)
	if err != nil {
		return err
	}
	d := font.Drawer{Dst: p.img, Src: image.NewUniform(c), Face: face}
	d.Dot = fixedpoint.Point26_6{X: fixedpoint.Int26_6(x * p.scale * 64), Y: fixedpoint.Int26_6(y * p.scale * 64)}
	d.DrawString(s)
	return nil
}
