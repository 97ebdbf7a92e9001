package render

import (
	"fmt"
	"math"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
)

type rgb [3]float64 // linear light, 0 to 1

func parseColor(t *testing.T, s string) rgb {
	t.Helper()
	var v [3]int
	if _, err := fmt.Sscanf(s, "#%02x%02x%02x", &v[0], &v[1], &v[2]); err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	var c rgb
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

// contrast is that of WCAG 2.
func contrast(a, b rgb) float64 {
	la := 0.2126*a[0] + 0.7152*a[1] + 0.0722*a[2]
	lb := 0.2126*b[0] + 0.7152*b[1] + 0.0722*b[2]
	return (math.Max(la, lb) + 0.05) / (math.Min(la, lb) + 0.05)
}

func times(m [9]float64, c rgb) rgb {
	var r rgb
	for i := range 3 {
		r[i] = math.Min(1, math.Max(0, m[3*i]*c[0]+m[3*i+1]*c[1]+m[3*i+2]*c[2]))
	}
	return r
}

// How colors look to people with complete color blindness of one kind: Machado, Oliveira and Fernandes 2009.
var visions = map[string][9]float64{
	"full vision":  {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"protanopia":   {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	"deuteranopia": {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
	"tritanopia":   {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
}

// difference is the distance in CIE Lab: 2 can just be seen, 10 at a glance.
func difference(a, b rgb) float64 {
	lab := func(c rgb) [3]float64 {
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

// TestPalette: names are readable on every box, and colors with different meanings differ without full color vision.
func TestPalette(t *testing.T) {
	// The text colors of flame.css and flame-dark.css.
	ink := map[Theme]rgb{LightTheme: parseColor(t, "#1b1d21"), DarkTheme: parseColor(t, "#eceef1")}
	fill := func(s swatch, theme Theme) string {
		if theme == DarkTheme {
			return s.dark
		}
		return s.light
	}
	groups := map[string][][]swatch{
		"inlining": {compiledSwatches, inlinedSwatches, bothSwatches, kindSwatches[convert.UnknownKind]},
		"change":   {deltaSwatches[0:1], deltaSwatches[1:2], deltaSwatches[2:3], deltaSwatches[3:4], deltaSwatches[4:5], deltaSwatches[5:6], deltaSwatches[6:7]},
	}
	for _, k := range kindOrder {
		groups["kind"] = append(groups["kind"], kindSwatches[k])
	}
	for _, theme := range []Theme{LightTheme, DarkTheme} {
		all := append([]swatch{rootSwatch, restSwatch, newSwatch, goneSwatch, goneNoiseSwatch, untestedSwatch}, nameSwatches...)
		for _, group := range groups {
			for _, shades := range group {
				all = append(all, shades...)
			}
		}
		for _, s := range all {
			if c := contrast(parseColor(t, fill(s, theme)), ink[theme]); c < 4.5 {
				t.Errorf("%s: text on %s, class %s, has a contrast of %.2f", theme, fill(s, theme), s.class, c)
			}
		}
		// Names need 4.5 on a box in the dark, which leaves little for its contrast with the page.
		page, least := parseColor(t, "#ffffff"), 3.0
		if theme == DarkTheme {
			page, least = parseColor(t, "#17191e"), 2.6
		}
		for _, s := range kindSwatches[convert.NativeImage] {
			if c := contrast(parseColor(t, fill(s, theme)), page); c < least {
				t.Errorf("%s: %s on the page has a contrast of %.2f", theme, fill(s, theme), c)
			}
		}
		onMatch := map[Theme]string{LightTheme: "#ffffff", DarkTheme: "#16181c"}[theme]
		if c := contrast(parseColor(t, fill(matchSwatch, theme)), parseColor(t, onMatch)); c < 4.5 {
			t.Errorf("%s: text on a match has a contrast of %.2f", theme, c)
		}
		for name, group := range groups {
			for vision, m := range visions {
				least, which := math.Inf(1), ""
				for i, a := range group {
					for _, b := range group[:i] {
						for _, x := range a {
							for _, y := range b {
								cx, cy := times(m, parseColor(t, fill(x, theme))), times(m, parseColor(t, fill(y, theme)))
								if d := difference(cx, cy); d < least {
									least, which = d, x.class+" "+y.class
								}
							}
						}
					}
				}
				if least < 10 {
					t.Errorf("%s, %s, %s: %s differ by only %.1f", theme, name, vision, which, least)
				}
			}
		}
	}
}
