package dot

// Fonts. Engines without fonts use the metrics of Helvetica, which Arial and Liberation Sans share.
const (
	fontName       = "Helvetica"
	NodeFontSize   = 12
	edgeFontSize   = 10
	SmallFontSize  = 10
	GraphTitleSize = 16
	SwatchSize     = 10
)

// SVGFontScale scales fonts in SVGs, where they are wider: see graphFonts.
const SVGFontScale = 0.85

// BarHeight is the height of a bar in a box, in points.
const BarHeight = 5

// PixelsPerPoint converts points to CSS pixels.
const PixelsPerPoint = 4. / 3
