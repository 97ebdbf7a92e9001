// Package testcolor measures colors as perceived by eyes, for tests.
package testcolor

import (
	"fmt"
	"math"
	"testing"
)

type RGB [3]float64 // linear light, 0 to 1

func ParseColor(t *testing.T, s string) RGB {
	t.Helper()
	var v [3]int
	if _, err := fmt.Sscanf(s, "#%02x%02x%02x", &v[0], &v[1], &v[2]); err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	var c RGB
	for i, x := range v {
		f := float64(x) / 255
		if f <= 0.04045 {
			c[i] = f / 12.92
		} else {
			c[i] = math.Pow((f+0.055)/1.055, 2.4)
		}
	}
	return c
}

// Contrast is the contrast ratio of WCAG 2.
func Contrast(a, b RGB) float64 {
	la := 0.2126*a[0] + 0.7152*a[1] + 0.0722*a[2]
	lb := 0.2126*b[0] + 0.7152*b[1] + 0.0722*b[2]
	return (math.Max(la, lb) + 0.05) / (math.Min(la, lb) + 0.05)
}

func Times(m [9]float64, c RGB) RGB {
	var r RGB
	for i := range 3 {
		r[i] = math.Min(1, math.Max(0, m[3*i]*c[0]+m[3*i+1]*c[1]+m[3*i+2]*c[2]))
	}
	return r
}

// How colors look to people with complete color blindness of one kind: Machado, Oliveira and Fernandes 2009.
var Visions = map[string][9]float64{
	"full vision":  {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"protanopia":   {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	"deuteranopia": {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
	"tritanopia":   {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
}

// Difference is the distance in CIE Lab: 2 is barely visible, 10 at a glance.
func Difference(a, b RGB) float64 {
	lab := func(c RGB) [3]float64 {
		xyz := [3]float64{
			(0.4124*c[0] + 0.3576*c[1] + 0.1805*c[2]) / 0.9505,
			0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2],
			(0.0193*c[0] + 0.1192*c[1] + 0.9505*c[2]) / 1.089,
		}
		for i, v := range xyz {
			if v > 0.008856 {
				xyz[i] = math.Cbrt(v)
			} else {
				xyz[i] = 7.787*v + 16.0/116
			}
		}
		return [3]float64{116*xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])}
	}
	la, lb := lab(a), lab(b)
	return math.Sqrt((la[0]-lb[0])*(la[0]-lb[0]) + (la[1]-lb[1])*(la[1]-lb[1]) + (la[2]-lb[2])*(la[2]-lb[2]))
}

// Hue is where a color is on the circle of hues, in degrees: red at 0, green at 120, blue at 240.
func Hue(t *testing.T, s string) float64 {
	t.Helper()
	var r, g, b int
	if _, err := fmt.Sscanf(s, "#%02x%02x%02x", &r, &g, &b); err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	return math.Mod(math.Atan2(math.Sqrt(3)*float64(g-b), float64(2*r-g-b))*180/math.Pi+360, 360)
}
