package palette

import (
	"math"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testcolor"
)

// TestPalette: names are readable on every box, and colors with different meanings differ without full color vision.
func TestPalette(t *testing.T) {
	// The text colors of flame.css and flame-dark.css.
	ink := map[Theme]testcolor.RGB{LightTheme: testcolor.ParseColor(t, "#1b1d21"), DarkTheme: testcolor.ParseColor(t, "#eceef1")}
	fill := func(s Swatch, theme Theme) string {
		if theme == DarkTheme {
			return s.Dark
		}
		return s.Light
	}
	groups := map[string][][]Swatch{
		"inlining": {CompiledSwatches, InlinedSwatches, BothSwatches, KindSwatches[convert.UnknownKind]},
		"change":   {DeltaSwatches[0:1], DeltaSwatches[1:2], DeltaSwatches[2:3], DeltaSwatches[3:4], DeltaSwatches[4:5], DeltaSwatches[5:6], DeltaSwatches[6:7]},
	}
	for _, k := range KindOrder {
		groups["kind"] = append(groups["kind"], KindSwatches[k])
	}
	for _, theme := range []Theme{LightTheme, DarkTheme} {
		all := append([]Swatch{RootSwatch, RestSwatch, NewSwatch, GoneSwatch, GoneNoiseSwatch, UntestedSwatch}, NameSwatches...)
		for _, group := range groups {
			for _, shades := range group {
				all = append(all, shades...)
			}
		}
		for _, s := range all {
			if c := testcolor.Contrast(testcolor.ParseColor(t, fill(s, theme)), ink[theme]); c < 4.5 {
				t.Errorf("%s: text on %s, class %s, has a contrast of %.2f", theme, fill(s, theme), s.Class, c)
			}
		}
		// The application stands out of the code that it calls, which can still be seen.
		page := testcolor.ParseColor(t, map[Theme]string{LightTheme: "#ffffff", DarkTheme: "#17191e"}[theme])
		outstanding := math.Inf(1)
		for _, s := range KindSwatches[convert.Application] {
			outstanding = min(outstanding, testcolor.Contrast(testcolor.ParseColor(t, fill(s, theme)), page))
		}
		for _, kind := range []convert.Kind{convert.Library, convert.JDK, convert.NativeImage} {
			for _, s := range KindSwatches[kind] {
				if c := testcolor.Contrast(testcolor.ParseColor(t, fill(s, theme)), page); c < 1.2 || c > 0.95*outstanding {
					t.Errorf("%s: %s on the page has a contrast of %.2f, the application of %.2f", theme, fill(s, theme), c, outstanding)
				}
			}
		}
		onMatch := map[Theme]string{LightTheme: "#ffffff", DarkTheme: "#16181c"}[theme]
		if c := testcolor.Contrast(testcolor.ParseColor(t, fill(MatchSwatch, theme)), testcolor.ParseColor(t, onMatch)); c < 4.5 {
			t.Errorf("%s: text on a match has a contrast of %.2f", theme, c)
		}
		for name, group := range groups {
			for vision, m := range testcolor.Visions {
				smallest, which := math.Inf(1), ""
				for i, a := range group {
					for _, b := range group[:i] {
						for _, x := range a {
							for _, y := range b {
								cx, cy := testcolor.Times(m, testcolor.ParseColor(t, fill(x, theme))), testcolor.Times(m, testcolor.ParseColor(t, fill(y, theme)))
								if d := testcolor.Difference(cx, cy); d < smallest {
									smallest, which = d, x.Class+" "+y.Class
								}
							}
						}
					}
				}
				if smallest < 10 {
					t.Errorf("%s, %s, %s: %s differ by only %.1f", theme, name, vision, which, smallest)
				}
			}
		}
	}
}

// TestChangesAreNotKinds: pages of comparisons have both, so that a color has one meaning for readers with full color vision: more is
// not the application, and less is not the JDK.
func TestChangesAreNotKinds(t *testing.T) {
	for _, of := range []struct {
		changes []Swatch
		kind    convert.Kind
	}{
		{append([]Swatch{NewSwatch}, DeltaSwatches[SameSwatch+1:]...), convert.Application},
		{append([]Swatch{GoneSwatch}, DeltaSwatches[:SameSwatch]...), convert.JDK},
	} {
		for _, change := range of.changes {
			for _, kind := range KindSwatches[of.kind] {
				for _, c := range [][2]string{{change.Light, kind.Light}, {change.Dark, kind.Dark}} {
					if d := testcolor.Difference(testcolor.ParseColor(t, c[0]), testcolor.ParseColor(t, c[1])); d < 10 {
						t.Errorf("%s for %s and %s for %s differ by only %.1f", c[0], change.Class, c[1], KindLabels[of.kind], d)
					}
				}
			}
		}
	}
}
