package drawing

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/unionfind"
)

const (
	blockGap = 22 // points between blocks
	edgeGap  = 14 // points around the picture

	manyBlocks = 150 // with more blocks, fewer arrangements are tried
)

// newPicture arranges the items of an engine's drawing, of which the first is the legend. An engine puts unconnected parts of a
// graph side by side or in a column; here they fill the frame, hottest first.
func newPicture(items []*Item) *Picture {
	p := &Picture{Legend: NewBlock(items[:1])}
	rest, calls := callsBetweenUnits(items[1:])
	p.Blocks = connected(rest)
	p.Arrange(calls)
	return p
}

// NewBlock returns a block of items at their current places.
func NewBlock(items []*Item) Block {
	b := Block{Items: items}
	for _, i := range items {
		b.Area = b.Area.add(i.Area)
	}
	return b
}

// connected splits items into blocks whose nodes are connected, or in one cluster. The first node of a graph is the hottest.
func connected(items []*Item) []Block {
	parts := unionfind.New(len(items)) // of items
	nodes := map[string]int32{}
	for i, item := range items {
		if item.Class == "node" {
			nodes[item.ID] = int32(i)
		}
	}
	for k, item := range items {
		i := int32(k)
		switch item.Class {
		case "row":
			if i > 0 && items[i-1].Class == "row" && items[i-1].ID == item.ID {
				parts.Join(i, i-1)
			}
		case "edge":
			for _, end := range []string{item.from, item.to} {
				if n, ok := nodes[end]; ok {
					parts.Join(i, n)
				}
			}
		case "cluster":
			for _, n := range nodes {
				if item.Area.contains(items[n].Area.center()) {
					parts.Join(n, i)
				}
			}
		}
	}
	groups := map[int32][]*Item{}
	for i, item := range items {
		part := parts.Of(int32(i))
		groups[part] = append(groups[part], item)
	}
	type ranked struct {
		rank  int
		block Block
	}
	var list []ranked
	for _, group := range groups {
		slices.SortStableFunc(group, func(x, y *Item) int { return cmp.Compare(layer(x), layer(y)) })
		rank := math.MaxInt
		for _, item := range group {
			rank = min(rank, rankOf(item))
		}
		list = append(list, ranked{rank, NewBlock(group)})
	}
	slices.SortFunc(list, func(x, y ranked) int {
		return cmp.Or(cmp.Compare(x.rank, y.rank), cmp.Compare(x.block.Items[0].ID, y.block.Items[0].ID))
	})
	var blocks []Block
	for _, r := range list {
		blocks = append(blocks, r.block)
	}
	return blocks
}

// layer is the drawing order: clusters, lines, nodes.
func layer(i *Item) int {
	return max(0, slices.Index([]string{"cluster", "edge", "node"}, i.Class))
}

// rankOf returns the rank of a node in its graph, from its id; tables come after all others.
func rankOf(i *Item) int {
	if i.Class != "node" && i.Class != "row" {
		return math.MaxInt
	}
	id, table := strings.CutPrefix(i.ID, "table")
	digits := strings.FieldsFunc(id, func(r rune) bool { return r < '0' || r > '9' })
	if len(digits) == 0 {
		return math.MaxInt
	}
	n, err := strconv.Atoi(digits[0])
	if err != nil {
		return math.MaxInt
	}
	if table {
		n += 1 << 40
	}
	return n
}

// Arrange places the blocks, the lines between them, and the legend in the upper left corner: above them, to their left, or
// where they leave room.
func (p *Picture) Arrange(calls []*Item) {
	width, height := Pack(p.Blocks)
	p.drawCalls(calls)
	width, height = p.makeRoomForCalls(width, height)
	p.inner = Point{width, height}
	l := p.Legend.Area
	corner := Extent{0, 0, l.Width() + blockGap, l.Height() + blockGap, l.Some}
	obstacles := p.obstacles()
	const steps = 16
	best := -1.0
	for i := range steps + 1 {
		for k := range steps + 1 {
			at := Point{corner.Right * float64(i) / steps, corner.Bottom * float64(k) / steps}
			w, h := max(l.Width(), at.X+width), max(l.Height(), at.Y+height)
			if f := Fit(w, h); f > best*1.001 && !slices.ContainsFunc(obstacles, func(o Extent) bool { return o.Moved(at).Overlaps(corner, 0) }) {
				best, p.At, p.Width, p.Height = f, at, w, h
			}
		}
	}
	p.At.X, p.At.Y = p.At.X+edgeGap, p.At.Y+edgeGap
	p.Legend.At = Point{edgeGap, edgeGap}
	p.Width, p.Height = p.Width+2*edgeGap, p.Height+2*edgeGap
}

// treeIndent is how much higher up a tree must be, in points, to begin right of others above it: columns are easier to read.
const treeIndent = 80

// arrangeTrees places trees as they are read: the legend, the first below it at the left, others where they are as high up as possible, and
// what is left out, which may follow, below all.
func (p *Picture) arrangeTrees(trees int) {
	top := p.Legend.Area.Height() + blockGap
	width, height := p.Legend.Area.Width(), top
	if trees > 0 {
		blocks := slices.Clone(p.Blocks[:trees])
		blocks[0].Area = Extent{0, 0, max(width, blocks[0].Area.Width()), top + blocks[0].Area.Height(), true}
		width, height = pack(blocks, treeIndent)
		for i := range blocks {
			p.Blocks[i].At = blocks[i].At
		}
		p.Blocks[0].At.Y = top
		height += blockGap
	}
	for i := trees; i < len(p.Blocks); i++ {
		p.Blocks[i].At = Point{0, height}
		width, height = max(width, p.Blocks[i].Area.Width()), height+p.Blocks[i].Area.Height()+blockGap
	}
	p.Legend.At, p.At = Point{edgeGap, edgeGap}, Point{edgeGap, edgeGap}
	p.inner = Point{width, height - blockGap}
	p.Width, p.Height = p.inner.X+2*edgeGap, p.inner.Y+2*edgeGap
}

// obstacles returns the areas that are drawn on: for lines, the areas of their pieces.
func (p *Picture) obstacles() []Extent {
	var list []Extent
	for _, b := range append(slices.Clone(p.Blocks), p.Calls) {
		by := Point{b.At.X - b.Area.Left, b.At.Y - b.Area.Top}
		for _, item := range b.Items {
			if item.Class != "edge" {
				list = append(list, item.Area.Moved(by))
				continue
			}
			for k := range item.Shapes {
				s := &item.Shapes[k]
				if s.Name != "path" {
					list = append(list, s.Area.Moved(by))
					continue
				}
				n := parseNumbers(s.attribute("d"))
				for at := 0; at+3 < len(n); at += 2 { // a curve is near its control points
					list = append(list, extentOf(n[at:at+4]).Moved(by))
				}
			}
		}
	}
	return list
}

// Pack places blocks one after the other, each as high up as possible, for several widths, and keeps the arrangement that fits the
// frame best. It returns the size.
func Pack(blocks []Block) (width, height float64) { return pack(blocks, 0) }

// pack is Pack. A block is in a column of others, below their left edges, unless it is higher up elsewhere by more than indent.
func pack(blocks []Block, indent float64) (width, height float64) {
	widest, sum := 0.0, 0.0
	for i := range blocks {
		widest = max(widest, blocks[i].Area.Width())
		sum += blocks[i].Area.Width() + blockGap
	}
	tries := 40
	if len(blocks) > manyBlocks {
		tries = 6
	}
	best := -1.0
	for k := range tries {
		limit := widest * math.Pow(max(sum, widest+1)/max(widest, 1), float64(k)/float64(tries-1))
		at, w, h := packWithin(blocks, limit+0.5, indent)
		if f := Fit(w, h); f > best*1.001 {
			best, width, height = f, w, h
			for i := range blocks {
				blocks[i].At = at[i]
			}
		}
	}
	return width, height
}

// packWithin places blocks in an area of a given width and any height.
func packWithin(blocks []Block, limit, indent float64) (at []Point, width, height float64) {
	type step struct{ left, right, y float64 } // the lower outline of everything placed
	outline := []step{{0, limit, 0}}
	for i := range blocks {
		w, h := blocks[i].Area.Width(), blocks[i].Area.Height()
		bestX, bestY, best := 0.0, math.Inf(1), math.Inf(1)
		for _, s := range outline {
			if s.left+w > limit {
				break
			}
			y := 0.0
			for _, o := range outline {
				if o.right > s.left && o.left < s.left+w {
					y = max(y, o.y)
				}
			}
			cost := y
			if y > 0 && !slices.ContainsFunc(at, func(p Point) bool { return p.X == s.left }) {
				cost += indent
			}
			if cost < best {
				bestX, bestY, best = s.left, y, cost
			}
		}
		at = append(at, Point{bestX, bestY})
		width, height = max(width, bestX+w), max(height, bestY+h)
		right, bottom := bestX+w+blockGap, bestY+h+blockGap
		var next []step
		for _, o := range outline {
			if o.left < bestX {
				next = append(next, step{o.left, min(o.right, bestX), o.y})
			}
			if o.right > right {
				next = append(next, step{max(o.left, right), o.right, o.y})
			}
		}
		next = append(next, step{bestX, min(right, limit), bottom})
		slices.SortFunc(next, func(x, y step) int { return cmp.Compare(x.left, y.left) })
		outline = slices.DeleteFunc(next, func(s step) bool { return s.right <= s.left })
	}
	return at, width, height
}
