package render

import "strings"

// narrowestSlide is the width in points at which text on a slide is as large as in the largest flame graph there.
const narrowestSlide = 640

// The sizes in pixels of the smallest text that can be read on a screen, and from a distance.
const (
	LeastText      = 9
	LeastSlideText = 16
)

// screenPixels is the width of screens on which all text of a picture is to be readable, of slides the same.
const screenPixels = slidePixels

// makeSlide makes a picture 16:9. The legend stays in its corner, the rest is in the middle.
func (p *picture) makeSlide() {
	p.slide = true
	width := max(p.width, p.height*16/9, narrowestSlide)
	height := width * 9 / 16
	p.at = point{p.at.x + (width-p.width)/2, p.at.y + (height-p.height)/2}
	p.width, p.height = width, height
}

// smallestText returns the size of the smallest text outside the legend, in pixels, if the picture is no wider than a screen;
// 0 without any.
func (p *picture) smallestText() float64 {
	least := 0.
	for _, b := range append(p.blocks, p.calls) {
		for _, i := range b.items {
			for k := range i.shapes {
				if s := &i.shapes[k]; s.name == "text" && strings.Trim(s.text, " \u00a0") != "" && (least == 0 || s.size < least) {
					least = s.size
				}
			}
		}
	}
	return least * min(p.scale(), screenPixels/p.width)
}

// SmallestText returns the size of the smallest text of a picture of a graph that an engine drew, in pixels of a screen that is
// 1920 wide; 0 without any.
func (g GraphParts) SmallestText(drawn []byte) (float64, error) {
	p, err := g.picture(drawn)
	if err != nil {
		return 0, err
	}
	return p.smallestText(), nil
}

// SmallestText returns the size of the smallest text of the picture, in pixels of a screen that is 1920 wide.
func (t *TreePicture) SmallestText() float64 {
	p, _ := t.picture()
	return p.smallestText()
}

// forSlide leaves in a box its name, in sizes that differ less, and its shares.
func (b *dotBox) forSlide() {
	const less = 0.4
	b.nameSize = nodeFontSize + less*(b.sizeOfName()-nodeFontSize)
	b.small = nil
	b.lines = b.lines[:min(len(b.lines), 1)]
}

// slideLabel is the label of a line on a slide: its share of all, or in a comparison its first line.
func slideLabel(l drawnEdge) []string {
	if l.compared || len(l.label) == 0 || l.label[0] == "n/a" {
		return l.label[:min(len(l.label), 1)]
	}
	return []string{percent(l.share, 1)}
}
