package dot

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/iprof-viz/iprof-viz/render/internal/pixeltext"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// A Box is a node as drawn.
type Box struct {
	ID       string
	Name     []string // lines
	NameSize float64  // in points; 0: NodeFontSize
	Lines    []string // below the name
	Small    []string // below Lines, in a smaller font
	Tooltip  []string
	Fill     string
	Style    string
	Extra    string // additional attributes, each after a comma

	// bar adds a bar along the lower edge that shows self and total, as shares of the whole.
	Bar         bool
	Self, Total float64
}

func (b *Box) sizeOfName() float64 {
	return cmp.Or(b.NameSize, NodeFontSize)
}

// Size returns the approximate size of the box with the fonts of SVGs, in points.
func (b *Box) Size() (width, height float64) {
	for _, line := range b.Name {
		width = max(width, pixeltext.Width(plaintext.Visible(line), b.sizeOfName()*SVGFontScale)*pixeltext.BoldWidening)
		height += b.sizeOfName() * 1.2
	}
	for _, line := range b.Lines {
		width = max(width, pixeltext.Width(plaintext.Visible(line), NodeFontSize*SVGFontScale))
		height += NodeFontSize * 1.2
	}
	for _, line := range b.Small {
		width = max(width, pixeltext.Width(plaintext.Visible(line), SmallFontSize*SVGFontScale))
		height += SmallFontSize * 1.2
	}
	if b.Bar {
		height += BarHeight + 3
	}
	return width + 16, height + 8
}

// Box writes a node. It is at least as wide as its text in the fonts of SVGs. Its class holds the lengths of the parts of its bar,
// in thousandths.
func (d *Writer) Box(b Box) {
	width, _ := b.Size()
	var label strings.Builder
	row := func(line string, size float64, format string) {
		fmt.Fprintf(&label, format+`<br align="left"/>`, size, HTMLText(line))
	}
	for _, line := range b.Name {
		row(line, b.sizeOfName(), `<font point-size="%.3g"><b>%s</b></font>`)
	}
	for _, line := range b.Lines {
		row(line, NodeFontSize, `<font point-size="%.3g">%s</font>`)
	}
	for _, line := range b.Small {
		row(line, SmallFontSize, `<font point-size="%.3g">%s</font>`)
	}
	class := "box"
	if b.Bar {
		row(" ", BarHeight+1, `<font point-size="%.3g">%s</font>`)
		class += fmt.Sprintf(" self%d total%d", thousandths(b.Self), thousandths(b.Total))
	}
	d.Print("\t%s [class=\"%s\", label=<%s>, tooltip=%s, fillcolor=\"%s\", style=\"%s\", width=%.2f%s]\n",
		b.ID, class, label.String(), QuoteTooltip(b.Tooltip...), b.Fill, b.Style, width/72, b.Extra)
}

// thousandths returns a share from 0 to 1 in thousandths; only 0 becomes 0.
func thousandths(share float64) int { return int(math.Ceil(1000 * math.Min(1, share))) }

// NodeID returns the id of a node in DOT and in drawings.
func NodeID(i int32) string { return fmt.Sprintf("n%d", i) }

// ForSlide reduces a box to its name, in sizes that differ less, and its shares.
func (b *Box) ForSlide() {
	const less = 0.4
	b.NameSize = NodeFontSize + less*(b.sizeOfName()-NodeFontSize)
	b.Small = nil
	b.Lines = b.Lines[:min(len(b.Lines), 1)]
}
