package palette

import "slices"

// A Color is a color in both themes. Engines draw with the light one, [drawing.SVG] adds the dark one.
type Color struct{ Light, Dark string }

var (
	// The build report's colors of the compiler's decisions.
	UnitRoot    = Color{CompiledSwatches[0].Light, CompiledSwatches[0].Dark}
	InlinedCopy = Color{InlinedSwatches[0].Light, InlinedSwatches[0].Dark}

	Background = Color{"#ffffff", "#16181d"}
	Text       = Color{"#1b1d21", "#eceef2"}
	Faint      = Color{"#585e69", "#a8afbb"}
	Outline    = Color{"#8a8f99", "#767d8a"}
	Inlined    = Color{"#0b62a4", "#6cb6f2"}
	Called     = Color{"#2f7d32", "#7fd48a"}
	Sampled    = Color{"#a8246e", "#f4a3cf"}
	Unknown    = Color{"#6b7280", "#9aa1ad"}
	HotLine    = Color{"#b3261e", "#ff8a75"} // more than a tenth of all
	NoCount    = Color{"#fcfcfd", "#22252b"}
)

var (
	UnitBox  = Color{"#f5f8fc", "#1b212b"}
	UnitLine = Color{"#5d7fae", "#6f92c2"}

	// A bar in a box: self, callees, and the rest of the whole.
	BarSelf  = Color{"#9c1f12", "#ff8f70"}
	BarTotal = Color{"#d9825a", "#b5553c"}
	BarRest  = Color{"#e3e1de", "#3b3a3d"}
)

// The colors of a comparison, from much less to much more. Nodes have the colors of flame graphs, lines have darker ones.
var (
	Delta = func() []Color {
		var colors []Color
		for _, s := range DeltaSwatches {
			colors = append(colors, Color{s.Light, s.Dark})
		}
		return colors
	}()
	DeltaLine = []Color{
		{"#3f37a0", "#c9c6ff"}, {"#625ac8", "#9b95f2"}, {"#8480d8", "#7670cc"},
		{"#858b96", "#7d8490"},
		{"#c8624a", "#c07a66"}, {"#ab3a20", "#ef8a70"}, {"#7a1c08", "#ffb8a6"},
	}
)

// GraphColors returns all colors of graphs. The page's picture of calls has its own copies: templates/page/callgraph/drawing.ts and heat.ts. Pictures have a dark color only for those in this list, which a test compares with the
// declarations.
func GraphColors() []Color {
	return slices.Concat([]Color{
		Background, Text, Faint, Outline, Inlined, Called, Sampled, Unknown, HotLine, NoCount, UnitBox, UnitLine, UnitRoot, InlinedCopy,
		BarSelf, BarTotal, BarRest,
	}, Heat, Delta, DeltaLine)
}
