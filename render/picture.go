package render

// A picture is a graph that is laid out, as an engine drew it or row by row. Lengths are in points, and y grows downwards.
type picture struct {
	legend pictureBlock
	folded extent         // of the legend when the script has folded it; empty: it does not
	blocks []pictureBlock // the hottest first
	calls  pictureBlock   // lines between blocks, in their coordinates
	at     point          // where the area of the blocks is put
	inner  point          // its size
	width  float64
	height float64
	slide  bool // 16:9, without a script
}

// A pictureBlock is a part that is placed as a whole: connected nodes, or a table.
type pictureBlock struct {
	items []*pictureItem
	area  extent // of the items, as they were drawn
	at    point  // where it is put: the legend in the picture, others in the area of the blocks
}

// A pictureItem is a node, an edge, a extent around nodes, or a row.
type pictureItem struct {
	class  string // "node", "edge", "cluster", "row" or "legend"
	id     string // of a node, as in DOT; of a row that of its table
	row    int    // of a table
	from   string // of an edge: the nodes
	to     string
	title  string // the tooltip
	shapes []pictureShape
	area   extent
	bar    bool // self and total are drawn
	self   float64
	total  float64
}

// measure sets the area of an item whose shapes are complete.
func (i *pictureItem) measure() {
	i.area = extent{}
	for k := range i.shapes {
		i.area = i.area.add(i.shapes[k].area)
	}
}

// addBar draws self and total as a bar along the lower edge of a node.
func (i *pictureItem) addBar() {
	if !i.bar || len(i.shapes) == 0 || !i.shapes[0].area.some {
		return
	}
	const inset = 7
	area := i.shapes[0].area
	left, right, y := area.left+inset, area.right-inset, area.bottom-barHeight-3
	end := func(share float64) float64 { return left + share*(right-left) }
	from := left
	for _, part := range []struct {
		to    float64
		color dotColor
	}{{end(i.self), dotBarSelf}, {end(max(i.self, i.total)), dotBarTotal}, {right, dotBarRest}} {
		if part.to > from {
			i.shapes = append(i.shapes, rectangle(from, y, part.to-from, barHeight, part.color))
			from = part.to
		}
	}
}

// mostPixels is the greatest width of a picture on a page; wider ones are smaller there, and as large as any in a window of
// their own.
const mostPixels = 3000

// scale returns the pixels of a point.
func (p *picture) scale() float64 {
	if p.slide {
		return slidePixels / p.width
	}
	return min(pixelsPerPoint, mostPixels/p.width)
}
