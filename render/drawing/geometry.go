package drawing

import (
	"math"
	"strconv"
	"strings"
)

// A Point is a place in a drawing, or a distance.
type Point struct{ X, Y float64 }

// parseNumbers returns the numbers in a text. Anything else separates them.
func parseNumbers(s string) []float64 {
	var list []float64
	for _, f := range strings.FieldsFunc(s, func(r rune) bool { return !strings.ContainsRune("0123456789.+-eE", r) }) {
		if x, err := strconv.ParseFloat(f, 64); err == nil {
			list = append(list, x)
		}
	}
	return list
}

// An Extent is an area; the zero value is empty.
type Extent struct {
	Left, Top, Right, Bottom float64
	Some                     bool
}

// Width and Height are the size.
func (b Extent) Width() float64  { return b.Right - b.Left }
func (b Extent) Height() float64 { return b.Bottom - b.Top }

// add returns the smallest area that contains both.
func (b Extent) add(o Extent) Extent {
	switch {
	case !o.Some:
		return b
	case !b.Some:
		return o
	}
	return Extent{min(b.Left, o.Left), min(b.Top, o.Top), max(b.Right, o.Right), max(b.Bottom, o.Bottom), true}
}

func (b Extent) contains(p Point) bool {
	return b.Some && b.Left <= p.X && p.X <= b.Right && b.Top <= p.Y && p.Y <= b.Bottom
}

func (b Extent) center() Point { return Point{(b.Left + b.Right) / 2, (b.Top + b.Bottom) / 2} }

// Moved returns the extent at another place.
func (b Extent) Moved(by Point) Extent {
	return Extent{b.Left + by.X, b.Top + by.Y, b.Right + by.X, b.Bottom + by.Y, b.Some}
}

// Overlaps reports whether the areas overlap by more than a margin.
func (b Extent) Overlaps(o Extent, margin float64) bool {
	return b.Some && o.Some && min(b.Right, o.Right)-max(b.Left, o.Left) > margin && min(b.Bottom, o.Bottom)-max(b.Top, o.Top) > margin
}

// extentOf returns the bounding box of coordinates, alternating x and y.
func extentOf(n []float64) Extent {
	b := Extent{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1), len(n) > 1}
	for i := 0; i+1 < len(n); i += 2 {
		b.Left, b.Right = min(b.Left, n[i]), max(b.Right, n[i])
		b.Top, b.Bottom = min(b.Top, n[i+1]), max(b.Bottom, n[i+1])
	}
	if !b.Some {
		return Extent{}
	}
	return b
}

// A frame is the area that a picture should fill, in points: a laptop window without the controls.
const (
	frameWidth  = 960.
	frameHeight = 540.
)

// widestPicture is the width in points above which another arrangement is better: 3000 pixels minus a margin.
const widestPicture = 2220.

// Fit returns the scale at which a picture fills the frame, reduced for a very wide one.
func Fit(width, height float64) float64 {
	f := min(frameWidth/max(width, 1), frameHeight/max(height, 1))
	if width > widestPicture {
		f *= 0.3
	}
	return f
}
