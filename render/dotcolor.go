package render

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
)

var (
	dotUnitBox  = dotColor{"#f5f8fc", "#1b212b"}
	dotUnitLine = dotColor{"#5d7fae", "#6f92c2"}

	// A bar in a box: self, what it called, and the rest of the whole.
	dotBarSelf  = dotColor{"#9c1f12", "#ff8f70"}
	dotBarTotal = dotColor{"#d9825a", "#b5553c"}
	dotBarRest  = dotColor{"#e3e1de", "#3b3a3d"}
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
