package render

import "slices"

// A dotColor is a color in both themes. Engines draw with the light one, [GraphSVG] adds the dark one.
type dotColor struct{ light, dark string }

var (
	dotBackground = dotColor{"#ffffff", "#16181d"}
	dotText       = dotColor{"#1b1d21", "#eceef2"}
	dotFaint      = dotColor{"#585e69", "#a8afbb"}
	dotOutline    = dotColor{"#8a8f99", "#767d8a"}
	dotInlined    = dotColor{"#0b62a4", "#6cb6f2"}
	dotSampled    = dotColor{"#a8246e", "#f4a3cf"}
	dotUnknown    = dotColor{"#6b7280", "#9aa1ad"}
	dotNoCount    = dotColor{"#fcfcfd", "#22252b"}

	// By share, see heatScale. They differ in lightness alone.
	dotHeat = []dotColor{
		{"#fff7e6", "#2f2a22"}, {"#ffe8bf", "#43351d"}, {"#ffd28a", "#5c4214"}, {"#ffb653", "#794f08"}, {"#f79326", "#985c00"},
	}
)

var (
	dotBox     = dotColor{"#f5f8fc", "#1b212b"}
	dotBoxLine = dotColor{"#5d7fae", "#6f92c2"}
)

// A heatScale assigns the colors of dotHeat to shares.
type heatScale struct {
	steps  []float64 // shares from which on the next color holds
	labels []string  // by color
}

// color returns the color of a part of a whole.
func (h heatScale) color(part, whole int64) dotColor {
	step := 0
	for _, least := range h.steps {
		if whole > 0 && float64(part) >= least*float64(whole) {
			step++
		}
	}
	return dotHeat[step]
}

var (
	profileHeat = heatScale{ // shares of the whole profile
		[]float64{0.005, 0.02, 0.05, 0.1}, []string{"below 0.5%", "0.5%", "2%", "5%", "10% and more"},
	}
	unitHeat = heatScale{ // shares of a compilation unit
		[]float64{0.02, 0.1, 0.25, 0.5}, []string{"below 2%", "2%", "10%", "25%", "50% and more"},
	}
)

// The colors of a comparison, from much less to much more. Nodes have those of flame graphs, lines have darker ones.
var (
	dotDelta = func() []dotColor {
		var colors []dotColor
		for _, s := range deltaSwatches {
			colors = append(colors, dotColor{s.light, s.dark})
		}
		return colors
	}()
	dotDeltaLine = []dotColor{
		{"#08528a", "#8fd0ff"}, {"#2474b5", "#5fb0ee"}, {"#4f90c6", "#4a8fc4"},
		{"#858b96", "#7d8490"},
		{"#bf7326", "#b88244"}, {"#a15605", "#e0993f"}, {"#733900", "#ffc27a"},
	}
)

// dotColors returns all colors of graphs.
func dotColors() []dotColor {
	return slices.Concat([]dotColor{
		dotBackground, dotText, dotFaint, dotOutline, dotInlined, dotSampled, dotUnknown, dotNoCount, dotBox, dotBoxLine,
	}, dotHeat, dotDelta, dotDeltaLine)
}
