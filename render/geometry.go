package render

import (
	"math"
	"strconv"
	"strings"
)

type point struct{ x, y float64 }

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

// An extent is an area; the zero value is none.
type extent struct {
	left, top, right, bottom float64
	some                     bool
}

func (b extent) width() float64  { return b.right - b.left }
func (b extent) height() float64 { return b.bottom - b.top }

// add returns the least area with both.
func (b extent) add(o extent) extent {
	switch {
	case !o.some:
		return b
	case !b.some:
		return o
	}
	return extent{min(b.left, o.left), min(b.top, o.top), max(b.right, o.right), max(b.bottom, o.bottom), true}
}

func (b extent) contains(p point) bool {
	return b.some && b.left <= p.x && p.x <= b.right && b.top <= p.y && p.y <= b.bottom
}

func (b extent) center() point { return point{(b.left + b.right) / 2, (b.top + b.bottom) / 2} }

func (b extent) moved(by point) extent {
	return extent{b.left + by.x, b.top + by.y, b.right + by.x, b.bottom + by.y, b.some}
}

// overlaps reports whether the areas have more in common than a margin.
func (b extent) overlaps(o extent, margin float64) bool {
	return b.some && o.some && min(b.right, o.right)-max(b.left, o.left) > margin && min(b.bottom, o.bottom)-max(b.top, o.top) > margin
}

// extentOf returns the area of coordinates, x and y by turns.
func extentOf(n []float64) extent {
	b := extent{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1), len(n) > 1}
	for i := 0; i+1 < len(n); i += 2 {
		b.left, b.right = min(b.left, n[i]), max(b.right, n[i])
		b.top, b.bottom = min(b.top, n[i+1]), max(b.bottom, n[i+1])
	}
	if !b.some {
		return extent{}
	}
	return b
}

// A frame is the area that a picture is to fill, in points: a window of a laptop, less the controls.
const (
	frameWidth  = 960.
	frameHeight = 540.
)

// widestPicture is the width in points above which another arrangement is better: 3000 pixels, less a margin.
const widestPicture = 2220.

// fitScale returns the scale at which a picture fills the frame, and less for a very wide one.
func fitScale(width, height float64) float64 {
	f := min(frameWidth/max(width, 1), frameHeight/max(height, 1))
	if width > widestPicture {
		f *= 0.3
	}
	return f
}
