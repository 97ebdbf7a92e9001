package drawing

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/render/internal/svgtext"
)

// callsBetweenUnits removes the lines between clusters from a drawing. Without them, each cluster is a separate block, and all are
// left-aligned.
func callsBetweenUnits(items []*Item) (rest, calls []*Item) {
	unit := map[string]*Item{} // by node
	for _, c := range items {
		for _, n := range items {
			if c.Class == "cluster" && n.Class == "node" && c.Area.contains(n.Area.center()) {
				unit[n.ID] = c
			}
		}
	}
	for _, i := range items {
		if i.Class == "edge" && unit[i.from] != unit[i.to] {
			calls = append(calls, i)
		} else {
			rest = append(rest, i)
		}
	}
	return rest, calls
}

// drawCalls redraws the lines between clusters at their new places: from the calling node to the cluster of the callee.
func (p *Picture) drawCalls(calls []*Item) {
	nodes, units := map[string]Extent{}, map[string]Extent{}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		by := Point{b.At.X - b.Area.Left, b.At.Y - b.Area.Top}
		for _, n := range b.Items {
			if n.Class != "node" {
				continue
			}
			nodes[n.ID] = n.Area.Moved(by)
			for _, c := range b.Items {
				if c.Class == "cluster" && c.Area.contains(n.Area.center()) {
					units[n.ID] = c.Area.Moved(by)
				}
			}
		}
	}
	for _, c := range calls {
		from, to := nodes[c.from], units[c.to]
		if from.Some && to.Some {
			p.Calls.Items = append(p.Calls.Items, c.redrawn(from, to))
		}
	}
	p.Calls.Area = Extent{Some: true}
}

// redrawn returns a line between two areas, with the style and the label of another line.
func (i *Item) redrawn(from, to Extent) *Item {
	const head = 7
	item := *i
	item.Shapes = nil
	start, end, down := Point{from.center().X, from.Bottom}, Point{min(max(from.center().X, to.Left+30), to.Right-30), to.Top}, 1.
	switch {
	case to.Bottom <= from.Top:
		start.Y, end.Y, down = from.Top, to.Bottom, -1
	case to.Left >= from.Right: // beside it
		start, end = Point{from.Right, from.center().Y}, Point{to.Left, min(max(from.center().Y, to.Top+12), to.Bottom-12)}
		down = 0
	}
	bend, tip := Point{0, down * 18}, Point{0, down * head}
	if down == 0 {
		bend, tip = Point{18, 0}, Point{head, 0}
	}
	for _, s := range i.Shapes {
		switch s.Name {
		case "path":
			s.setAttribute("d", fmt.Sprintf("M%s,%sC%s,%s %s,%s %s,%s", svgtext.Number(start.X), svgtext.Number(start.Y), svgtext.Number(start.X+bend.X), svgtext.Number(start.Y+bend.Y),
				svgtext.Number(end.X-tip.X-bend.X), svgtext.Number(end.Y-tip.Y-bend.Y), svgtext.Number(end.X-tip.X), svgtext.Number(end.Y-tip.Y)))
		case "polygon":
			side := Point{tip.Y * 0.5, tip.X * 0.5}
			s.setAttribute("points", fmt.Sprintf("%s,%s %s,%s %s,%s", svgtext.Number(end.X), svgtext.Number(end.Y), svgtext.Number(end.X-tip.X+side.X), svgtext.Number(end.Y-tip.Y+side.Y),
				svgtext.Number(end.X-tip.X-side.X), svgtext.Number(end.Y-tip.Y-side.Y)))
		case "text":
			s.setAttribute("text-anchor", "start")
			s.setAttribute("x", svgtext.Number((start.X+end.X)/2+6))
			s.setAttribute("y", svgtext.Number((start.Y+end.Y)/2+4))
		}
		item.Shapes = append(item.Shapes, s)
	}
	item.Measure()
	return &item
}
