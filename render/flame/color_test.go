package flame

import (
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testcolor"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
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

// TestDefaultColors: packages have colors where nearly all code is of one kind, but libraries below the application are pale, so that it stands out.
func TestDefaultColors(t *testing.T) {
	stack := func(frames string, value int64) testtree.Stack { return testtree.Stack{Frames: frames, Value: value} }
	for name, c := range map[string]struct {
		stacks []testtree.Stack
		want   ColorBy
	}{
		"JDK below the application":    {[]testtree.Stack{stack("app.Main.main;java.util.List.get", 500), stack("app.Main.main;java.nio.Disk.read", 450)}, KindColor},
		"hardly any application":       {[]testtree.Stack{stack("java.util.List.get", 500), stack("java.nio.Disk.read", 495), stack("app.Main.main", 5)}, PackageColor},
		"packages of the application":  {[]testtree.Stack{stack("app.Main.main;shop.Cart.total", 500), stack("app.Main.main;shop.Cart.total;java.nio.Disk.read", 50)}, PackageColor},
		"a package of the application": {[]testtree.Stack{stack("app.Main.main;app.Cart.total", 500)}, KindColor},
	} {
		if got, reason := defaultColor(testtree.From(convert.Samples, c.stacks...), false); got != c.want {
			t.Errorf("%s: %s %s, want %s", name, got, reason, c.want)
		}
	}
}
