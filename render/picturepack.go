package render

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

const (
	blockGap = 22 // points between blocks
	edgeGap  = 14 // points around the picture

	manyBlocks = 150 // with more, fewer arrangements are tried
)

// newPicture arranges the items of an engine's drawing, of which the first is the legend. An engine puts unconnected parts of
// a graph side by side or in a column; here they fill the frame, the hottest first.
func newPicture(items []*pictureItem) *picture {
	p := &picture{legend: newBlock(items[:1])}
	rest, calls := callsBetweenUnits(items[1:])
	p.blocks = connected(rest)
	p.arrange(calls)
	return p
}

func newBlock(items []*pictureItem) pictureBlock {
	b := pictureBlock{items: items}
	for _, i := range items {
		b.area = b.area.add(i.area)
	}
	return b
}

// connected splits items into blocks whose nodes are connected, or in one box. The first node of a graph is the hottest.
func connected(items []*pictureItem) []pictureBlock {
	of := make([]int, len(items)) // union of items
	for i := range of {
		of[i] = i
	}
	find := func(i int) int {
		for of[i] != i {
			of[i] = of[of[i]]
			i = of[i]
		}
		return i
	}
	nodes := map[string]int{}
	for i, item := range items {
		if item.class == "node" {
			nodes[item.id] = i
		}
	}
	for i, item := range items {
		switch item.class {
		case "row":
			if i > 0 && items[i-1].class == "row" && items[i-1].id == item.id {
				of[find(i)] = find(i - 1)
			}
		case "edge":
			for _, end := range []string{item.from, item.to} {
				if n, ok := nodes[end]; ok {
					of[find(i)] = find(n)
				}
			}
		case "cluster":
			for _, n := range nodes {
				if item.area.contains(items[n].area.center()) {
					of[find(n)] = find(i)
				}
			}
		}
	}
	groups := map[int][]*pictureItem{}
	for i, item := range items {
		groups[find(i)] = append(groups[find(i)], item)
	}
	type ranked struct {
		rank  int
		block pictureBlock
	}
	var list []ranked
	for _, group := range groups {
		slices.SortStableFunc(group, func(x, y *pictureItem) int { return cmp.Compare(layer(x), layer(y)) })
		rank := math.MaxInt
		for _, item := range group {
			rank = min(rank, rankOf(item))
		}
		list = append(list, ranked{rank, newBlock(group)})
	}
	slices.SortFunc(list, func(x, y ranked) int {
		return cmp.Or(cmp.Compare(x.rank, y.rank), cmp.Compare(x.block.items[0].id, y.block.items[0].id))
	})
	var blocks []pictureBlock
	for _, r := range list {
		blocks = append(blocks, r.block)
	}
	return blocks
}

// layer is the order of drawing: boxes around nodes, lines, nodes.
func layer(i *pictureItem) int {
	return max(0, slices.Index([]string{"cluster", "edge", "node"}, i.class))
}

// rankOf returns the rank of a node in its graph, from its id; tables come after all others.
func rankOf(i *pictureItem) int {
	if i.class != "node" && i.class != "row" {
		return math.MaxInt
	}
	id, table := strings.CutPrefix(i.id, "table")
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

// arrange places the blocks, the lines between them, and the legend in the upper left corner: above them, to their left, or
// where they leave room.
func (p *picture) arrange(calls []*pictureItem) {
	width, height := pack(p.blocks)
	p.inner = point{width, height}
	p.drawCalls(calls)
	l := p.legend.area
	corner := extent{0, 0, l.width() + blockGap, l.height() + blockGap, l.some}
	obstacles := p.obstacles()
	const steps = 16
	best := -1.0
	for i := range steps + 1 {
		for k := range steps + 1 {
			at := point{corner.right * float64(i) / steps, corner.bottom * float64(k) / steps}
			w, h := max(l.width(), at.x+width), max(l.height(), at.y+height)
			if f := fitScale(w, h); f > best*1.001 && !slices.ContainsFunc(obstacles, func(o extent) bool { return o.moved(at).overlaps(corner, 0) }) {
				best, p.at, p.width, p.height = f, at, w, h
			}
		}
	}
	p.at.x, p.at.y = p.at.x+edgeGap, p.at.y+edgeGap
	p.legend.at = point{edgeGap, edgeGap}
	p.width, p.height = p.width+2*edgeGap, p.height+2*edgeGap
}

// obstacles returns the areas that are drawn on: of lines those of their pieces.
func (p *picture) obstacles() []extent {
	var list []extent
	for _, b := range append(slices.Clone(p.blocks), p.calls) {
		by := point{b.at.x - b.area.left, b.at.y - b.area.top}
		for _, item := range b.items {
			if item.class != "edge" {
				list = append(list, item.area.moved(by))
				continue
			}
			for k := range item.shapes {
				s := &item.shapes[k]
				if s.name != "path" {
					list = append(list, s.area.moved(by))
					continue
				}
				n := parseNumbers(s.attribute("d"))
				for at := 0; at+3 < len(n); at += 2 { // a curve is near its control points
					list = append(list, extentOf(n[at:at+4]).moved(by))
				}
			}
		}
	}
	return list
}

// pack places blocks one after the other, each as high as it can be, for several widths, and keeps the arrangement that fits
// the frame best. It returns the size.
func pack(blocks []pictureBlock) (width, height float64) {
	widest, sum := 0.0, 0.0
	for i := range blocks {
		widest = max(widest, blocks[i].area.width())
		sum += blocks[i].area.width() + blockGap
	}
	tries := 40
	if len(blocks) > manyBlocks {
		tries = 6
	}
	best := -1.0
	for k := range tries {
		limit := widest * math.Pow(max(sum, widest+1)/max(widest, 1), float64(k)/float64(tries-1))
		at, w, h := packWithin(blocks, limit+0.5)
		if f := fitScale(w, h); f > best*1.001 {
			best, width, height = f, w, h
			for i := range blocks {
				blocks[i].at = at[i]
			}
		}
	}
	return width, height
}

// packWithin places blocks in an area of some width and any height.
func packWithin(blocks []pictureBlock, limit float64) (at []point, width, height float64) {
	type step struct{ left, right, y float64 } // the lower outline of all that is placed
	outline := []step{{0, limit, 0}}
	for i := range blocks {
		w, h := blocks[i].area.width(), blocks[i].area.height()
		bestX, bestY := 0.0, math.Inf(1)
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
			if y < bestY {
				bestX, bestY = s.left, y
			}
		}
		at = append(at, point{bestX, bestY})
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
