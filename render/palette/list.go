package palette

import "slices"

// GraphColors returns all colors of graphs.
func GraphColors() []Color {
	return slices.Concat([]Color{
		Background, Text, Faint, Outline, Inlined, Sampled, Unknown, NoCount, UnitBox, UnitLine,
		BarSelf, BarTotal, BarRest,
	}, Heat, Delta, DeltaLine)
}
