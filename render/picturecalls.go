package render

import (
	"fmt"
)

// callsBetweenUnits takes the lines between boxes around nodes out of a drawing. Without them, each box is a block of its own,
// and all line up at the left.
func callsBetweenUnits(items []*pictureItem) (rest, calls []*pictureItem) {
	unit := map[string]*pictureItem{} // by node
	for _, c := range items {
		for _, n := range items {
			if c.class == "cluster" && n.class == "node" && c.area.contains(n.area.center()) {
				unit[n.id] = c
			}
		}
	}
	for _, i := range items {
		if i.class == "edge" && unit[i.from] != unit[i.to] {
			calls = append(calls, i)
		} else {
			rest = append(rest, i)
		}
	}
	return rest, calls
}

// drawCalls draws the lines between boxes anew, where these have been put: from the node that calls to the box of the callee.
func (p *picture) drawCalls(calls []*pictureItem) {
	nodes, units := map[string]extent{}, map[string]extent{}
	for i := range p.blocks {
		b := &p.blocks[i]
		by := point{b.at.x - b.area.left, b.at.y - b.area.top}
		for _, n := range b.items {
			if n.class != "node" {
				continue
			}
			nodes[n.id] = n.area.moved(by)
			for _, c := range b.items {
				if c.class == "cluster" && c.area.contains(n.area.center()) {
					units[n.id] = c.area.moved(by)
				}
			}
		}
	}
	for _, c := range calls {
		from, to := nodes[c.from], units[c.to]
		if from.some && to.some {
			p.calls.items = append(p.calls.items, c.redrawn(from, to))
		}
	}
	p.calls.area = extent{some: true}
}

// redrawn returns a line between two areas, with the looks and the label of another line.
func (i *pictureItem) redrawn(from, to extent) *pictureItem {
	const head = 7
	item := *i
	item.shapes = nil
	start, end, down := point{from.center().x, from.bottom}, point{min(max(from.center().x, to.left+30), to.right-30), to.top}, 1.
	switch {
	case to.bottom <= from.top:
		start.y, end.y, down = from.top, to.bottom, -1
	case to.left >= from.right: // beside it
		start, end = point{from.right, from.center().y}, point{to.left, min(max(from.center().y, to.top+12), to.bottom-12)}
		down = 0
	}
	bend, tip := point{0, down * 18}, point{0, down * head}
	if down == 0 {
		bend, tip = point{18, 0}, point{head, 0}
	}
	for _, s := range i.shapes {
		switch s.name {
		case "path":
			s.setAttribute("d", fmt.Sprintf("M%s,%sC%s,%s %s,%s %s,%s", svgNumber(start.x), svgNumber(start.y), svgNumber(start.x+bend.x), svgNumber(start.y+bend.y),
				svgNumber(end.x-tip.x-bend.x), svgNumber(end.y-tip.y-bend.y), svgNumber(end.x-tip.x), svgNumber(end.y-tip.y)))
		case "polygon":
			side := point{tip.y * 0.5, tip.x * 0.5}
			s.setAttribute("points", fmt.Sprintf("%s,%s %s,%s %s,%s", svgNumber(end.x), svgNumber(end.y), svgNumber(end.x-tip.x+side.x), svgNumber(end.y-tip.y+side.y),
				svgNumber(end.x-tip.x-side.x), svgNumber(end.y-tip.y-side.y)))
		case "text":
			s.setAttribute("text-anchor", "start")
			s.setAttribute("x", svgNumber((start.x+end.x)/2+6))
			s.setAttribute("y", svgNumber((start.y+end.y)/2+4))
		}
		item.shapes = append(item.shapes, s)
	}
	item.measure()
	return &item
}
