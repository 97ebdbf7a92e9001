package drawing

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/render/internal/svgtext"
)

// Distances of labels and lines, in points.
const (
	labelGap   = 3.  // a label is at least that far from its line
	labelReach = 11. // and at most that far
	labelApart = 3.  // and that much nearer to it than to any other line
	labelFar   = 16. // lines that are farther away do not matter
)

// A segment is a straight piece of a line or of its head.
type segment struct {
	a, b Point
	line int // index of its edge
}

// distance returns how far a segment is from an area; 0: it is in it, or crosses it.
func (s segment) distance(r Extent) float64 {
	if s.crosses(r) {
		return 0
	}
	d := min(toArea(s.a, r), toArea(s.b, r))
	for _, corner := range []Point{{r.Left, r.Top}, {r.Right, r.Top}, {r.Left, r.Bottom}, {r.Right, r.Bottom}} {
		d = min(d, s.toPoint(corner))
	}
	return d
}

// apart returns the larger of the distances in x and y, which is at most the distance.
func (s segment) apart(r Extent) float64 {
	return max(0, r.Left-max(s.a.X, s.b.X), min(s.a.X, s.b.X)-r.Right, r.Top-max(s.a.Y, s.b.Y), min(s.a.Y, s.b.Y)-r.Bottom)
}

// crosses clips the segment at the edges of the area, and reports whether something is left.
func (s segment) crosses(r Extent) bool {
	from, to := 0., 1.
	clip := func(at, by, low, high float64) bool {
		if by == 0 {
			return at >= low && at <= high
		}
		a, b := (low-at)/by, (high-at)/by
		from, to = max(from, min(a, b)), min(to, max(a, b))
		return from <= to
	}
	return clip(s.a.X, s.b.X-s.a.X, r.Left, r.Right) && clip(s.a.Y, s.b.Y-s.a.Y, r.Top, r.Bottom)
}

func (s segment) toPoint(p Point) float64 {
	dx, dy := s.b.X-s.a.X, s.b.Y-s.a.Y
	t := 0.
	if length := dx*dx + dy*dy; length > 0 {
		t = min(1, max(0, ((p.X-s.a.X)*dx+(p.Y-s.a.Y)*dy)/length))
	}
	return math.Hypot(p.X-s.a.X-t*dx, p.Y-s.a.Y-t*dy)
}

func toArea(p Point, r Extent) float64 {
	return math.Hypot(max(r.Left-p.X, p.X-r.Right, 0), max(r.Top-p.Y, p.Y-r.Bottom, 0))
}

// curvePoints returns points along a path of an engine: M, and C with three points for each curve.
func curvePoints(d string) []Point {
	const steps = 12 // a curve is at most a row of boxes high
	n := parseNumbers(d)
	if len(n) < 2 {
		return nil
	}
	points := []Point{{n[0], n[1]}}
	for at := 2; at+5 < len(n); at += 6 {
		p0, p1, p2, p3 := points[len(points)-1], Point{n[at], n[at+1]}, Point{n[at+2], n[at+3]}, Point{n[at+4], n[at+5]}
		for k := 1; k <= steps; k++ {
			t := float64(k) / steps
			u := 1 - t
			a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
			points = append(points, Point{a*p0.X + b*p1.X + c*p2.X + d*p3.X, a*p0.Y + b*p1.Y + c*p2.Y + d*p3.Y})
		}
	}
	return points
}

// A square is one of labelFar, by column and row.
type square [2]int32

// A labeler puts labels of lines where it is plain which line each belongs to. Engines keep room for them, but beside a curve that is
// often farther from it than from another.
type labeler struct {
	paths  [][]Point            // by item
	near   map[square][]segment // by square of labelFar
	boxes  map[square][]Extent  // nodes, rows and names of units, by square
	units  []Extent             // a label stays in the one that it is in
	labels []Extent             // by item
	order  []int
	left   int // squares that may still be filled
}

// mostSquares is the maximum number of squares that the lines and boxes of a drawing fill: ten times as many as those of 80 methods do.
// Labels of a larger drawing stay where the engine put them.
const mostSquares = 500_000

// placeLabels moves the labels of lines that are farther from their own line than from another, or far from any.
func placeLabels(items []*Item) {
	l := newLabeler(items)
	const passes = 3 // a label that has moved makes room for others
	for range passes {
		moved := false
		for _, i := range l.order {
			at := l.labels[i]
			if l.fits(i, at) {
				continue
			}
			if to, ok := l.better(i, at); ok {
				moved = true
				l.labels[i] = to
				items[i].moveLabel(Point{to.Left - at.Left, to.Top - at.Top})
			}
		}
		if !moved {
			return
		}
	}
}

func newLabeler(items []*Item) *labeler {
	l := &labeler{paths: make([][]Point, len(items)), near: map[square][]segment{}, boxes: map[square][]Extent{}, labels: make([]Extent, len(items)), left: mostSquares}
	if !slices.ContainsFunc(items, func(i *Item) bool { return i.Class == "edge" && i.labelArea().Some }) {
		return l
	}
	for i, item := range items {
		switch item.Class {
		case "edge":
			l.addEdge(i, item)
		case "node", "row":
			l.addBox(item.Area)
		case "cluster":
			l.units = append(l.units, item.Shapes[0].Area)
			l.addBox(item.labelArea())
		}
		if area := item.labelArea(); len(l.paths[i]) > 1 && area.Some {
			l.fill(area, func(square) {}) // it counts as well, and has to be near enough
			l.labels[i] = area
			l.order = append(l.order, i)
		}
	}
	if l.left < 0 {
		l.order = nil
	}
	return l
}

// fill calls f for the squares that an area touches, unless there are too many.
func (l *labeler) fill(r Extent, f func(at square)) {
	n := (r.Width()/labelFar + 2) * (r.Height()/labelFar + 2)
	if l.left < 0 || !(n < mostSquares) || math.Abs(r.Left)+math.Abs(r.Top) > math.MaxInt32 { // also of NaN and infinity
		l.left = -1
		return
	}
	l.left -= int(n)
	if l.left >= 0 {
		squares(r, 0, f)
	}
}

func (l *labeler) addEdge(i int, item *Item) {
	for k := range item.Shapes {
		switch s := &item.Shapes[k]; s.Name {
		case "path":
			points := curvePoints(s.attribute("d"))
			l.paths[i] = append(l.paths[i], points...)
			l.addLine(i, points)
		case "polygon":
			n := parseNumbers(s.attribute("points"))
			var head []Point
			for at := 0; at+1 < len(n); at += 2 {
				head = append(head, Point{n[at], n[at+1]})
			}
			l.addLine(i, head)
		}
	}
}

func (l *labeler) addBox(area Extent) {
	if area.Some {
		l.fill(area, func(at square) { l.boxes[at] = append(l.boxes[at], area) })
	}
}

func (l *labeler) addLine(line int, points []Point) {
	for k := 1; k < len(points); k++ {
		s := segment{points[k-1], points[k], line}
		l.fill(extentOf([]float64{s.a.X, s.a.Y, s.b.X, s.b.Y}), func(at square) { l.near[at] = append(l.near[at], s) })
	}
}

// squares calls f for the squares that an area and a margin around it touch.
func squares(r Extent, margin float64, f func(at square)) {
	for x := math.Floor((r.Left - margin) / labelFar); x <= (r.Right+margin)/labelFar; x++ {
		for y := math.Floor((r.Top - margin) / labelFar); y <= (r.Bottom+margin)/labelFar; y++ {
			f(square{int32(x), int32(y)})
		}
	}
}

// distances returns how far an area is from its own line, and from the nearest other, at most labelFar.
func (l *labeler) distances(line int, r Extent) (own, other float64) {
	own, other = labelFar, labelFar
	squares(r, labelFar, func(at square) {
		for _, s := range l.near[at] {
			d := &other
			if s.line == line {
				d = &own
			}
			if s.apart(r) < *d { // most segments are farther away than the nearest
				*d = min(*d, s.distance(r))
			}
		}
	})
	return own, other
}

// covers reports whether a label would be on a box or on another label.
func (l *labeler) covers(line int, r Extent) bool {
	hit := false
	squares(r, 0, func(at square) {
		hit = hit || slices.ContainsFunc(l.boxes[at], func(b Extent) bool { return b.Overlaps(r, -1) })
	})
	if hit {
		return true
	}
	for _, i := range l.order {
		if i != line && l.labels[i].Overlaps(r, -2) {
			return true
		}
	}
	return false
}

func (l *labeler) fits(line int, r Extent) bool {
	own, other := l.distances(line, r)
	return own > 0.5 && own <= labelReach && other >= own+labelApart && !l.covers(line, r)
}

// How much worse a place is if the label covers something there, another line crosses it, its own does, or it could be another line's.
const (
	coversCost  = 4000
	crossedCost = 1000
	onOwnCost   = 300
	unclearCost = 100
)

// cost says how bad a place is for a label, at most limit: places that are worse need no closer look.
func (l *labeler) cost(line int, r Extent, limit float64) float64 {
	cost := 0.
	if l.covers(line, r) {
		if cost += coversCost; cost >= limit {
			return cost
		}
	}
	own, other := l.distances(line, r)
	cost += max(0, own-labelGap)
	if other < 1 {
		cost += crossedCost
	}
	if own < 1 {
		cost += onOwnCost
	}
	if other < own+labelApart {
		cost += unclearCost + 10*(own+labelApart-other)
	}
	return cost
}

// better returns a better place for a label, beside its line, and as near as possible to where the label is.
func (l *labeler) better(line int, from Extent) (Extent, bool) {
	const step, perPoint = 3, 0.04
	best, least := from, l.cost(line, from, math.Inf(1))+2*labelFar // a label that is far from its line may move far
	width, height := from.Width(), from.Height()
	unit := slices.IndexFunc(l.units, func(u Extent) bool { return u.contains(from.center()) })
	points := alongPath(l.paths[line], step)
	away := func(p Point) float64 { return toArea(p, from) }
	slices.SortStableFunc(points, func(p, q Point) int { return cmp.Compare(away(p), away(q)) })
	for _, p := range points {
		if perPoint*(away(p)-labelReach) >= least {
			break
		}
		for _, gap := range []float64{1.5, labelGap, 6, 10} {
			for _, at := range []Point{{p.X + gap, p.Y - height/2}, {p.X - gap - width, p.Y - height/2}, {p.X - width/2, p.Y - gap - height}, {p.X - width/2, p.Y + gap},
				{p.X + gap, p.Y}, {p.X + gap, p.Y - height}, {p.X - gap - width, p.Y}, {p.X - gap - width, p.Y - height}} {
				r := Extent{at.X, at.Y, at.X + width, at.Y + height, true}
				cost := perPoint * math.Hypot(at.X-from.Left, at.Y-from.Top)
				if cost >= least || unit >= 0 && (!l.units[unit].contains(at) || !l.units[unit].contains(Point{r.Right, r.Bottom})) {
					continue
				}
				if cost += l.cost(line, r, least-cost); cost < least-0.01 {
					best, least = r, cost
				}
			}
		}
	}
	return best, best != from
}

// alongPath returns points along a path that are at most a step apart.
func alongPath(path []Point, step float64) []Point {
	var list []Point
	for k := 1; k < len(path); k++ {
		a, b := path[k-1], path[k]
		n := max(1, math.Ceil(math.Hypot(b.X-a.X, b.Y-a.Y)/step))
		for i := 1.; i <= n; i++ {
			list = append(list, Point{a.X + (b.X-a.X)*i/n, a.Y + (b.Y-a.Y)*i/n})
		}
	}
	return list
}

// labelArea is the area of the texts of an item: the label of a line, or the name of a unit.
func (i *Item) labelArea() Extent {
	var area Extent
	for k := range i.Shapes {
		if s := &i.Shapes[k]; s.Name == "text" {
			area = area.add(s.Area)
		}
	}
	return area
}

func (i *Item) moveLabel(by Point) {
	for k := range i.Shapes {
		if s := &i.Shapes[k]; s.Name == "text" {
			s.setAttribute("x", svgtext.Number(s.number("x")+by.X))
			s.setAttribute("y", svgtext.Number(s.number("y")+by.Y))
			s.measureText()
		}
	}
	i.Measure()
}

// A LabelDistance is how far a label is from its own line, and from the nearest other, at most 16 points.
type LabelDistance struct {
	Text       string
	Own, Other float64
	Covers     bool // it is on a box or on another label, or touches one
}

// LabelDistances measures the labels of the lines of a block.
func (b *Block) LabelDistances() []LabelDistance {
	l := newLabeler(append([]*Item{{Class: "legend"}}, b.Items...))
	var list []LabelDistance
	for _, i := range l.order {
		d := LabelDistance{}
		d.Own, d.Other = l.distances(i, l.labels[i])
		d.Covers = l.covers(i, l.labels[i])
		for _, s := range b.Items[i-1].Shapes {
			d.Text = strings.TrimSpace(d.Text + " " + s.Text)
		}
		list = append(list, d)
	}
	return list
}
