// Package palette holds the colors of all pictures and what they mean, in light and dark.
package palette

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A Theme is the background that a picture is drawn on.
type Theme int

// The themes.
const (
	AutoTheme  Theme = iota // by the system setting of the reader
	LightTheme              // dark on white
	DarkTheme               // light on black
)

// String returns the name of the theme on the command line.
func (t Theme) String() string { return words.Enum(t, "Theme", "auto", "light", "dark") }

// A Swatch is a class of boxes and its fill in both themes. Text on it has a contrast of at least 4.5. Kinds differ in lightness as
// well as in hue, for color-blind readers. TestPalette computes both.
type Swatch struct {
	Class, Light, Dark string
}

var (
	RootSwatch = Swatch{"t", "#d7dade", "#484d57"} // the root of all stacks
	RestSwatch = Swatch{"r", "#eceef0", "#2f333a"} // frames too narrow to draw

	// Matches of a search. The text on them has the color of the other theme.
	MatchSwatch = Swatch{"match", "#6a1bb1", "#d9a8ff"}

	// By kind, in three shades: neighbors of different classes can be distinguished. A class always has the same shade.
	// Libraries, the JDK and the VM are paler, nearer to the page, than the application.
	KindSwatches = map[convert.Kind][]Swatch{
		convert.Application: {{"a0", "#f3a645", "#885315"}, {"a1", "#fdb04e", "#8f591b"}, {"a2", "#e89d3b", "#814d0e"}},
		convert.JDK:         {{"j0", "#cbe2f9", "#3a4d64"}, {"j1", "#d3eaff", "#3e5169"}, {"j2", "#c4daf1", "#364960"}},
		convert.NativeImage: {{"v0", "#9dddb9", "#195637"}, {"v1", "#a5e4c1", "#1e5a3b"}, {"v2", "#96d5b1", "#145133"}},
		convert.Profiler:    {{"p0", "#c594c7", "#4b2141"}, {"p1", "#cd9bce", "#4f2645"}, {"p2", "#bd8cbf", "#461d3d"}},
		convert.Library:     {{"l0", "#dee591", "#2b3401"}, {"l1", "#e6ed99", "#2f3806"}, {"l2", "#d6dd8a", "#283000"}},
		convert.UnknownKind: {{"u0", "#b2b7ba", "#656567"}, {"u1", "#b9bec2", "#696a6c"}, {"u2", "#aaafb2", "#616163"}},
	}
	KindOrder = []convert.Kind{
		convert.Application, convert.Library, convert.JDK, convert.NativeImage, convert.Profiler, convert.UnknownKind,
	}
	KindLabels = map[convert.Kind]string{
		convert.Application: "application", convert.Library: "library", convert.JDK: "JDK", convert.NativeImage: "native-image and VM",
		convert.Profiler: "profiler", convert.UnknownKind: "unknown",
	}

	CompiledSwatches = []Swatch{{"c0", "#f2846e", "#943925"}, {"c1", "#fc8d77", "#9b3f2b"}, {"c2", "#e77a65", "#8d3220"}}
	InlinedSwatches  = []Swatch{{"i0", "#8fc8f5", "#1568aa"}, {"i1", "#99d1ff", "#226eb1"}, {"i2", "#86beeb", "#0062a3"}}
	BothSwatches     = []Swatch{{"b0", "#b27fb4", "#4c2556"}, {"b1", "#bc89be", "#522b5c"}, {"b2", "#a976ab", "#461f50"}}

	NameSwatches = []Swatch{
		{"n0", "#f2a541", "#8f5a06"}, {"n1", "#f5d35c", "#6f5c00"}, {"n2", "#82c0ea", "#225f8c"},
		{"n3", "#63c3a3", "#17664d"}, {"n4", "#dba3c8", "#84406c"}, {"n5", "#f08a70", "#9c3a22"},
		{"n6", "#a9b6e8", "#3f4f96"}, {"n7", "#c9d27a", "#58611a"}, {"n8", "#d8b58f", "#75522b"},
		{"n9", "#b9bdc3", "#5a5f69"},
	}

	// From much less to much more than in the base, with no significant change in the middle.
	DeltaSwatches = [7]Swatch{
		{"l3", "#797de2", "#645ccd"}, {"l2", "#9c9eec", "#4a4698"}, {"l1", "#bec0f4", "#33376a"},
		{"eq", "#d7d9dc", "#36393d"},
		{"m1", "#fdcfc2", "#67382a"}, {"m2", "#f5917a", "#8f3a26"}, {"m3", "#e4553f", "#b93a22"},
	}
	// Code only in this profile is outlined, code only in the base hatched: see flame.css and flame.svg.tmpl.
	NewSwatch       = Swatch{"w", "#e4553f", "#b93a22"}
	GoneSwatch      = Swatch{"g", "#9c9eec", "#4a4698"}
	GoneNoiseSwatch = Swatch{"h", "#d7d9dc", "#36393d"}
	// Only pages add up frames that were compared one by one.
	UntestedSwatch = Swatch{"u", "#d3e4d4", "#2f4a3b"}
)

// The ratios to the base from which on, and up to which, a change has the next color.
var (
	Rises = [3]float64{1.05, 1.25, 2}
	Falls = [3]float64{0.95, 0.8, 0.5}
)

// SameSwatch is the index of no change in DeltaSwatches.
const SameSwatch = 3

// ChangeStep returns how many colors a ratio to the base is from SameSwatch, -3 to 3.
func ChangeStep(ratio float64) int {
	step := 0
	for i := range Rises {
		if ratio >= Rises[i] {
			step = i + 1
		}
		if ratio <= Falls[i] {
			step = -i - 1
		}
	}
	return step
}
