package render

// Fonts. Engines without fonts know the metrics of Helvetica, which Arial and Liberation Sans share.
const (
	dotFont        = "Helvetica"
	nodeFontSize   = 12
	edgeFontSize   = 10
	smallFontSize  = 10
	graphTitleSize = 16
	swatchSize     = 10
)

// svgFontScale scales fonts in SVGs, where they are wider: see graphFonts.
const svgFontScale = 0.85

// barHeight is the height of a bar in a box, in points.
const barHeight = 5

// pixelsPerPoint converts points to the pixels of CSS.
const pixelsPerPoint = 4. / 3
