package drawing

import (
	"fmt"
	"math"
	"slices"

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
	d := callDrawer{nodes: map[string]Extent{}, units: map[string]Extent{}, left: math.Inf(1)}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		by := Point{b.At.X - b.Area.Left, b.At.Y - b.Area.Top}
		for _, n := range b.Items {
			if n.Class == "node" {
				d.nodes[n.ID] = n.Area.Moved(by)
				d.taken = append(d.taken, n.Area.Moved(by))
			}
			for k := range n.Shapes {
				if s := &n.Shapes[k]; s.Name == "text" && n.Class != "node" {
					d.taken = append(d.taken, s.Area.Moved(by))
				}
			}
			for _, c := range b.Items {
				if n.Class == "node" && c.Class == "cluster" && c.Area.contains(n.Area.center()) {
					d.units[n.ID] = c.Area.Moved(by)
					d.left = min(d.left, d.units[n.ID].Left)
				}
			}
		}
	}
	for _, c := range calls {
		if d.nodes[c.from].Some && d.units[c.to].Some {
			p.Calls.Items = append(p.Calls.Items, d.redrawn(c))
		}
	}
	p.Calls.Area = Extent{Some: true}
}

// makeRoomForCalls moves the blocks away from the edges of their area if lines between them, or their labels, are beyond it, and returns the
// size that the area has then.
func (p *Picture) makeRoomForCalls(width, height float64) (float64, float64) {
	all := Extent{0, 0, width, height, true}
	for _, c := range p.Calls.Items {
		all = all.add(c.Area)
	}
	p.Calls.Area.Left, p.Calls.Area.Top = all.Left, all.Top
	for i := range p.Blocks {
		at := &p.Blocks[i].At
		at.X, at.Y = at.X-all.Left, at.Y-all.Top
	}
	return all.Width(), all.Height()
}

// A callDrawer draws lines between clusters around texts that are there.
type callDrawer struct {
	nodes, units map[string]Extent // by node: its area, and that of its cluster
	taken        []Extent          // areas of nodes and texts
	left         float64           // the left edge of clusters, and of lines and labels beside them
	ends         []Point           // of lines at the left of nodes and clusters
}

// A callPath is a line from a node to a cluster: straight but for its ends.
type callPath struct {
	start, end Point
	down       float64 // direction of its end: 1 is down, -1 up, 0 to the right
	lane       float64 // if around: where it goes along the left edges of clusters, from the left of the node to that of a cluster
	around     bool
}

// redrawn returns a line of an engine at its new place, with its style and label.
func (d *callDrawer) redrawn(i *Item) *Item {
	const head = 7
	item := *i
	item.Shapes = nil
	at := d.path(i)
	start, end := at.start, at.end
	bend, tip := Point{0, at.down * 18}, Point{0, at.down * head}
	if at.down == 0 {
		bend, tip = Point{18, 0}, Point{head, 0}
	}
	place := func(p Point) string { return svgtext.Number(p.X) + "," + svgtext.Number(p.Y) }
	for _, s := range i.Shapes {
		switch s.Name {
		case "path":
			to := Point{end.X - tip.X, end.Y - tip.Y}
			d := fmt.Sprintf("M%sC%s %s %s", place(start), place(Point{start.X + bend.X, start.Y + bend.Y}), place(Point{to.X - bend.X, to.Y - bend.Y}), place(to))
			if at.around {
				d = at.aroundCorners(to, place)
			}
			s.setAttribute("d", d)
		case "polygon":
			side := Point{tip.Y * 0.5, tip.X * 0.5}
			s.setAttribute("points", fmt.Sprintf("%s %s %s", place(end), place(Point{end.X - tip.X + side.X, end.Y - tip.Y + side.Y}),
				place(Point{end.X - tip.X - side.X, end.Y - tip.Y - side.Y})))
		case "text":
			d.label(&s, at)
		}
		if s.Name != "text" {
			s = newShape(s.Name, s.attrs)
		}
		item.Shapes = append(item.Shapes, s)
	}
	item.Measure()
	if at.around {
		d.left = min(d.left, item.Area.Left)
		d.ends = append(d.ends, start, end)
	}
	return &item
}

// aroundCorners returns the path of a line around clusters, up to its tip.
func (p callPath) aroundCorners(tip Point, place func(Point) string) string {
	round := min(10, math.Abs(tip.Y-p.start.Y)/2)
	turn := math.Copysign(round, tip.Y-p.start.Y)
	d := "M" + place(p.start)
	line := func(from, to Point) { d += fmt.Sprintf("C%s %s %s", place(from), place(to), place(to)) }
	corner := func(at, to Point) { d += fmt.Sprintf("C%s %s %s", place(at), place(at), place(to)) }
	first, last := Point{p.lane, p.start.Y}, Point{p.lane, tip.Y}
	line(p.start, Point{p.lane + round, first.Y})
	corner(first, Point{p.lane, first.Y + turn})
	line(Point{p.lane, first.Y + turn}, Point{p.lane, last.Y - turn})
	corner(last, Point{p.lane + round, last.Y})
	line(Point{p.lane + round, last.Y}, tip)
	return d
}

// path chooses where a line begins and ends: in the middle of the node if it crosses no other and no text, otherwise at another place, or
// around clusters, to whose left edge all are aligned, and whose names begin there.
func (d *callDrawer) path(i *Item) callPath {
	const margin, step, edge = 30, 8, 6
	from, own, to := d.nodes[i.from], d.units[i.from], d.units[i.to]
	if to.Left >= from.Right && to.Bottom > from.Top {
		return callPath{start: Point{from.Right, from.center().Y}, end: Point{to.Left, min(max(from.center().Y, to.Top+12), to.Bottom-12)}}
	}
	straight := func(x float64) callPath {
		p := callPath{start: Point{x, from.Bottom}, end: Point{min(max(x, to.Left+margin), to.Right-margin), to.Top}, down: 1}
		if to.Bottom <= from.Top {
			p.start.Y, p.end.Y, p.down = from.Top, to.Bottom, -1
		}
		return p
	}
	middle := straight(from.center().X)
	paths := []callPath{middle}
	for away := float64(step); away < from.Width()/2-edge; away += step {
		paths = append(paths, straight(from.center().X+away), straight(from.center().X-away))
	}
	if from.Left-own.Left < margin { // a root, which has nothing to its left
		paths = append(paths, callPath{start: d.freeEnd(from), end: d.freeEnd(to), lane: d.left - laneGap, around: true})
	}
	best, fewest := middle, math.MaxInt
	for _, p := range paths {
		if n := d.crossed(p, from); n < fewest {
			best, fewest = p, n
		}
		if fewest == 0 {
			break
		}
	}
	return best
}

// laneGap is the room between clusters and a line around them, and between such lines, in points.
const laneGap = 14

// freeEnd returns a place for the end of a line at the left of an area: in its middle, or above or below that if another line has this end.
func (d *callDrawer) freeEnd(of Extent) Point {
	const apart = 12
	for _, away := range []float64{0, apart, -apart, 2 * apart, -2 * apart} {
		at := Point{of.Left, of.center().Y + away}
		if at.Y > of.Top && at.Y < of.Bottom && !slices.Contains(d.ends, at) {
			return at
		}
	}
	return Point{of.Left, of.center().Y}
}

// on returns a point of a line, from 0 at its start to 1 at its end; of one around clusters, of the part beside them.
func (p callPath) on(part float64) Point {
	if p.around {
		return Point{p.lane, p.start.Y + part*(p.end.Y-p.start.Y)}
	}
	return Point{p.start.X + part*(p.end.X-p.start.X), p.start.Y + part*(p.end.Y-p.start.Y)}
}

// crossed returns how many texts, and other nodes than its own, a line is over.
func (d *callDrawer) crossed(p callPath, own Extent) int {
	const samples, half = 50, 2.5
	var points []Point
	for k := range samples + 1 {
		part := float64(k) / samples
		points = append(points, p.on(part))
		if p.around {
			points = append(points, Point{p.lane + part*(p.start.X-p.lane), p.start.Y}, Point{p.lane + part*(p.end.X-p.lane), p.end.Y})
		}
	}
	n := 0
	for _, t := range d.taken {
		if t != own && slices.ContainsFunc(points, func(at Point) bool {
			return t.Overlaps(Extent{at.X - half, at.Y - half, at.X + half, at.Y + half, true}, 0)
		}) {
			n++
		}
	}
	return n
}

// label places the label of a line beside it, as near to its middle as other texts and nodes leave room for.
func (d *callDrawer) label(s *Shape, p callPath) {
	const gap, steps = 6, 24
	s.setAttribute("text-anchor", "start")
	width := s.Area.Width()
	put := func(part float64, left bool) Extent {
		at := p.on(part)
		x := at.X + gap
		if left {
			x = at.X - gap - width
		}
		s.setAttribute("x", svgtext.Number(x))
		s.setAttribute("y", svgtext.Number(at.Y+4))
		s.measureText()
		return s.Area
	}
	for k := range steps {
		part := 0.5 + float64((k+1)/2)/steps*float64(1-2*(k%2)) // 0.5, a little less, a little more, and so on
		for _, left := range []bool{p.around, !p.around} {      // beside clusters there is room at the left
			if area := put(part, left); !slices.ContainsFunc(d.taken, func(t Extent) bool { return t.Overlaps(area, 0) }) {
				d.taken = append(d.taken, area)
				return
			}
		}
	}
	d.taken = append(d.taken, put(0.5, false))
}
