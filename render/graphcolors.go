package render

import "slices"

// dotColors returns all colors of graphs.
func dotColors() []dotColor {
	return slices.Concat([]dotColor{
		dotBackground, dotText, dotFaint, dotOutline, dotInlined, dotSampled, dotUnknown, dotNoCount, dotUnitBox, dotUnitLine,
		dotBarSelf, dotBarTotal, dotBarRest,
	}, dotHeat, dotDelta, dotDeltaLine)
}
