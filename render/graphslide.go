package render

import (
	"slices"
	"strings"
)

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

// enlargeLegend makes the legend of a slide as large as the room for it, with the graph at the other edges. Where a tall graph
// leaves more room below, all but the head goes there.
func (p *picture) enlargeLegend(l *dotLegend) {
	head, rest := l.split()
	right := point{p.width - edgeGap - p.inner.x, p.at.y}
	whole, at, scale := p.legendAt(l, false, p.at, right)
	if below, to, larger := p.legendAt(rest, true, p.at, right); larger >= 1.3*scale {
		if top, _, size := p.legendAt(head, false, to); size > 0 && top.area.height()+edgeGap+blockGap < below.at.y {
			below.at = point{below.at.x - to.x, below.at.y - to.y}
			p.legend, p.at = top, to
			p.blocks = append(p.blocks, below)
			return
		}
	}
	p.legend, p.at = whole, at
}

// legendAt returns a legend in the upper or lower left corner of a slide as large as there is room for it, by which factor, and
// which of some places the graph has then.
func (p *picture) legendAt(l *dotLegend, below bool, graphs ...point) (block pictureBlock, graph point, scale float64) {
	const most, steps = 1.8, 16
	if l == nil {
		return pictureBlock{}, p.at, 0
	}
	obstacles := p.obstacles()
	for k := steps; k >= 0; k-- {
		scale = 1 + (most-1)*float64(k)/steps
		item, _ := l.draw(scale)
		block = newBlock([]*pictureItem{item})
		block.at = point{edgeGap, edgeGap}
		if below {
			block.at.y = p.height - edgeGap - block.area.height()
		}
		used := extent{block.at.x, block.at.y, block.at.x + block.area.width(), block.at.y + block.area.height(), true}
		if used.right > p.width || used.bottom > p.height || used.top < 0 {
			continue
		}
		room := extent{used.left - blockGap, used.top - blockGap, used.right + blockGap, used.bottom + blockGap, true}
		for _, graph = range graphs {
			if !slices.ContainsFunc(obstacles, func(o extent) bool { return o.moved(graph).overlaps(room, 0) }) {
				return block, graph, scale
			}
		}
	}
	item, _ := l.draw(1)
	block = newBlock([]*pictureItem{item})
	block.at = point{edgeGap, edgeGap}
	return block, p.at, 0
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
