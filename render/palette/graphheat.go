package palette

import (
	"fmt"
	"math"
	"strconv"
)

// HeatStops are the colors of heat, from none to the largest value of a picture. They differ in lightness, for readers who do not
// see the hue.
var HeatStops = []Color{
	{"#fffdf7", "#2a2722"}, {"#ffedc9", "#40341f"}, {"#ffd18a", "#5b3f13"}, {"#ffa552", "#7a4606"}, {"#f2682f", "#a85400"},
}

// HeatSteps is the number of colors between the stops, enough to look continuous.
const HeatSteps = 40

// Heat are the colors of heat, cold first.
var Heat = func() []Color {
	colors := make([]Color, HeatSteps+1)
	for i := range colors {
		at := float64(i) / HeatSteps * float64(len(HeatStops)-1)
		k := min(int(at), len(HeatStops)-2)
		colors[i] = Color{
			blend(HeatStops[k].Light, HeatStops[k+1].Light, at-float64(k)), blend(HeatStops[k].Dark, HeatStops[k+1].Dark, at-float64(k)),
		}
	}
	return colors
}()

// blend returns the color between two, at 0 the first.
func blend(a, b string, at float64) string {
	x, _ := strconv.ParseUint(a[1:], 16, 32) // of our own colors
	y, _ := strconv.ParseUint(b[1:], 16, 32)
	mixed := uint64(0)
	for shift := 0; shift < 24; shift += 8 {
		of := func(color uint64) float64 { return float64(color >> shift & 0xff) }
		mixed |= uint64(math.Round(of(x)*(1-at)+of(y)*at)) << shift
	}
	return fmt.Sprintf("#%06x", mixed)
}

// A HeatScale assigns colors to values, logarithmically, so that a small value differs from none and a large one from a larger one.
// It spans the values of a picture.
type HeatScale struct {
	smallest, Most float64 // of the values above 0; both 0 without any
}

// The range of the ratio of a scale's largest value to the lowest one that has its own color; all lower values have the same color.
// If values differ little, their colors do as well.
const (
	mostSpan = 200
	minSpan  = 10
)

// minHeat is the position of the smallest value above 0 on the color scale, where no value is at 0.
const minHeat = 0.15

// NewHeatScale returns the scale of some values. Its hottest color is that of the largest value, or of full if that is larger: so what is
// cold beside all is not hot because all else in the picture is colder.
func NewHeatScale(values []int64, full float64) HeatScale {
	var h HeatScale
	for _, v := range values {
		if v := float64(v); v > 0 {
			h.Most = max(h.Most, v)
			if h.smallest == 0 || v < h.smallest {
				h.smallest = v
			}
		}
	}
	if h.Most > 0 {
		h.Most = max(h.Most, full)
	}
	h.smallest = min(max(h.smallest, h.Most/mostSpan), h.Most/minSpan)
	return h
}

// Place returns the position of a value on the color scale, from 0 to 1.
func (h HeatScale) Place(value float64) float64 {
	switch {
	case value <= 0:
		return 0
	case value <= h.smallest:
		return minHeat
	}
	return min(1, minHeat+(1-minHeat)*math.Log(value/h.smallest)/math.Log(h.Most/h.smallest))
}

// Value is the inverse of Place, from minHeat on.
func (h HeatScale) Value(place float64) float64 {
	return h.smallest * math.Pow(h.Most/h.smallest, (place-minHeat)/(1-minHeat))
}

// Color returns the color of a value.
func (h HeatScale) Color(value int64) Color {
	return Heat[int(math.Round(h.Place(float64(value))*HeatSteps))]
}
