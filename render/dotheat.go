package render

import (
	"fmt"
	"math"
)

// heatStops are the colors of heat, from none to the greatest value of a picture. They differ in lightness, for readers who
// do not see the hue.
var heatStops = []dotColor{
	{"#fffdf7", "#2a2722"}, {"#ffedc9", "#40341f"}, {"#ffd18a", "#5b3f13"}, {"#ffa552", "#7a4606"}, {"#f2682f", "#a85400"},
}

// heatSteps is the number of colors between the stops: so many that no step is seen.
const heatSteps = 40

// dotHeat are the colors of heat, cold first.
var dotHeat = func() []dotColor {
	colors := make([]dotColor, heatSteps+1)
	for i := range colors {
		at := float64(i) / heatSteps * float64(len(heatStops)-1)
		k := min(int(at), len(heatStops)-2)
		colors[i] = dotColor{
			blend(heatStops[k].light, heatStops[k+1].light, at-float64(k)), blend(heatStops[k].dark, heatStops[k+1].dark, at-float64(k)),
		}
	}
	return colors
}()

// blend returns the color between two, at 0 the first.
func blend(a, b string, at float64) string {
	var x, y [3]uint8
	fmt.Sscanf(a, "#%02x%02x%02x", &x[0], &x[1], &x[2])
	fmt.Sscanf(b, "#%02x%02x%02x", &y[0], &y[1], &y[2])
	var mixed [3]int
	for i := range mixed {
		mixed[i] = int(math.Round(float64(x[i])*(1-at) + float64(y[i])*at))
	}
	return fmt.Sprintf("#%02x%02x%02x", mixed[0], mixed[1], mixed[2])
}

// A heatScale gives values colors, by the logarithm, so that a small value differs from none and a large one from a larger
// one. It spans the values of a picture.
type heatScale struct {
	least, most float64 // of the values above 0; both 0 without any
}

// The ratio of the greatest value of a scale to the least. All lower values have the color of the least. Where values differ
// by little, their colors do, too.
const (
	mostSpan  = 200
	leastSpan = 10
)

// leastHeat is the place of the least value above 0 on the scale of colors, where none is at 0.
const leastHeat = 0.15

// newHeatScale returns the scale of some values.
func newHeatScale(values []int64) heatScale {
	var h heatScale
	for _, v := range values {
		if v := float64(v); v > 0 {
			h.most = max(h.most, v)
			if h.least == 0 || v < h.least {
				h.least = v
			}
		}
	}
	h.least = min(max(h.least, h.most/mostSpan), h.most/leastSpan)
	return h
}

// place returns where on the scale of colors a value is, from 0 to 1.
func (h heatScale) place(value float64) float64 {
	switch {
	case value <= 0:
		return 0
	case value <= h.least:
		return leastHeat
	}
	return min(1, leastHeat+(1-leastHeat)*math.Log(value/h.least)/math.Log(h.most/h.least))
}

// value is the inverse of place, from leastHeat on.
func (h heatScale) value(place float64) float64 {
	return h.least * math.Pow(h.most/h.least, (place-leastHeat)/(1-leastHeat))
}

// color returns the color of a value.
func (h heatScale) color(value int64) dotColor {
	return dotHeat[int(math.Round(h.place(float64(value))*heatSteps))]
}
