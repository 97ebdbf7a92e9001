package render

import (
	"fmt"
	"math"
	"strings"
)

// A dotBox is a node as it is drawn.
type dotBox struct {
	id       string
	name     []string // lines
	nameSize float64  // in points; 0: nodeFontSize
	lines    []string // below the name
	small    []string // below these, in a smaller font
	tooltip  []string
	fill     string
	style    string
	extra    string // more attributes, each after a comma

	// bar makes pictures show self and total, shares of the whole, as a bar along the lower edge.
	bar         bool
	self, total float64
}

func (b *dotBox) sizeOfName() float64 {
	if b.nameSize == 0 {
		return nodeFontSize
	}
	return b.nameSize
}

// size returns about how large the box is in the fonts of SVGs, in points.
func (b *dotBox) size() (width, height float64) {
	for _, line := range b.name {
		width = max(width, textWidth(visible(line), b.sizeOfName()*svgFontScale)*boldWidening)
		height += b.sizeOfName() * 1.2
	}
	for _, line := range b.lines {
		width = max(width, textWidth(visible(line), nodeFontSize*svgFontScale))
		height += nodeFontSize * 1.2
	}
	for _, line := range b.small {
		width = max(width, textWidth(visible(line), smallFontSize*svgFontScale))
		height += smallFontSize * 1.2
	}
	if b.bar {
		height += barHeight + 3
	}
	return width + 16, height + 8
}

// box writes a node. It is at least as wide as its text in the fonts of SVGs. Pictures find in its class how long the parts
// of its bar are, in thousandths.
func (d *dotWriter) box(b dotBox) {
	width, _ := b.size()
	var label strings.Builder
	row := func(line string, size float64, format string) {
		fmt.Fprintf(&label, format+`<br align="left"/>`, size, htmlText(line))
	}
	for _, line := range b.name {
		row(line, b.sizeOfName(), `<font point-size="%.3g"><b>%s</b></font>`)
	}
	for _, line := range b.lines {
		row(line, nodeFontSize, `<font point-size="%.3g">%s</font>`)
	}
	for _, line := range b.small {
		row(line, smallFontSize, `<font point-size="%.3g">%s</font>`)
	}
	class := "box"
	if b.bar {
		row(" ", barHeight+1, `<font point-size="%.3g">%s</font>`)
		class += fmt.Sprintf(" self%d total%d", thousandths(b.self), thousandths(b.total))
	}
	d.print("\t%s [class=\"%s\", label=<%s>, tooltip=%s, fillcolor=\"%s\", style=\"%s\", width=%.2f%s]\n",
		b.id, class, label.String(), quoteTooltip(b.tooltip...), b.fill, b.style, width/72, b.extra)
}

// thousandths returns a share from 0 to 1 in thousandths; only 0 is 0.
func thousandths(share float64) int { return int(math.Ceil(1000 * math.Min(1, share))) }

func nodeID(i int32) string { return fmt.Sprintf("n%d", i) }
