package flame

import (
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testcolor"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// TestPackageColors: no color of a package can be taken for a kind's, or of another package.
func TestPackageColors(t *testing.T) {
	for theme, of := range map[string]func(s palette.Swatch) string{"light": func(s palette.Swatch) string { return s.Light }, "dark": func(s palette.Swatch) string { return s.Dark }} {
		for i, p := range packageSwatches {
			own := testcolor.ParseColor(t, of(p))
			others := slices.Clone(packageSwatches[:i])
			for _, shades := range palette.KindSwatches {
				others = append(others, shades...)
			}
			for _, other := range others {
				if d := testcolor.Difference(own, testcolor.ParseColor(t, of(other))); d < 14 {
					t.Errorf("%s: classes %s and %s differ by only %.1f", theme, p.Class, other.Class, d)
				}
			}
			if c := testcolor.Contrast(own, testcolor.ParseColor(t, map[string]string{"light": "#1b1d21", "dark": "#eceef1"}[theme])); c < 4.5 {
				t.Errorf("%s: text on class %s has a contrast of %.2f", theme, p.Class, c)
			}
		}
	}
}
