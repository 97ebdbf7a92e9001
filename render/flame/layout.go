package flame

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
)

// maxRows limits the height of a picture. The resulting 170,000 pixels are already more than browsers scroll smoothly.
const maxRows = 10_000

// A box is a drawn frame or a rest: the merged callees too narrow to draw.
type box struct {
	node   int32 // in Tree.Nodes; noNode for a rest
	parent int32 // in layout.boxes; -1 for the root
	depth  int32 // 0 for the root
	frames int32 // number of frames in a rest, including all below them; 0 for a frame
	total  int64
	base   float64 // total in the base, normalized for the length of this profile; 0 without a base
	weight float64 // what the width is proportional to: total, or see unionWeights
	x, w   float64 // in pixels from the left end of the root
}

const noNode = -1

// A layout holds the boxes of a picture.
type layout struct {
	boxes []box   // parents before their children, a rest after its siblings
	rows  int     // 1 + the maximum depth of a box
	depth int     // depth of the deepest stack, drawn or not, in frames
	scale float64 // pixels for a weight of 1

	pruned       int64   // number of frames in rests
	prunedWeight float64 // total of all rests
}

// A layoutSize says how much of a tree is laid out, and how large.
type layoutSize struct {
	width    float64 // of the root, in pixels
	minWidth float64 // minimum width of a frame, in pixels
	rows     int     // including those of rests
	byName   bool    // siblings by name, not widest first
}

// layOut lays a tree out. Frames narrower than the minimum width, and those beyond the rows, go into the rest of their caller.
//
// Of millions of frames, only thousands are wide enough. A first pass over all nodes selects these, and only they are sorted.
func layOut(t *stacks.Tree, size layoutSize) layout {
	weights := unionWeights(t)
	weight := func(i int32) float64 {
		if weights != nil {
			return weights[i]
		}
		return float64(t.Nodes[i].Total)
	}
	l := layout{}
	if all := weight(0); all > 0 {
		l.scale = size.width / all
	}
	survivors := l.pick(t, size, weight)
	children := sortedChildren(survivors, func(a, b int32) int {
		bySize := 0
		if !size.byName {
			bySize = cmp.Compare(weight(survivors[b].node), weight(survivors[a].node))
		}
		name := func(s int32) string { return t.Frames[t.Nodes[survivors[s].node].Frame].Name }
		return cmp.Or(bySize, strings.Compare(name(a), name(b)), cmp.Compare(a, b))
	})
	l.place(t, survivors, children, weight)
	l.boxes[0].w = size.width // even of an empty tree
	return l
}

// A survivor is a frame that is drawn.
type survivor struct {
	node, parent, depth int32 // index of the parent in the list of survivors
	children            int32
	rest                box
}

// pick returns the frames that are drawn, parents before their children.
func (l *layout) pick(t *stacks.Tree, size layoutSize, weight func(node int32) float64) []survivor {
	survivors := []survivor{{parent: -1, rest: box{node: noNode}}}
	// By node: its index in survivors or, if it is not drawn, the complement of the index of its nearest drawn caller.
	place := make([]int32, len(t.Nodes))
	depths := make([]int32, len(t.Nodes))
	for i := 1; i < len(t.Nodes); i++ {
		n := &t.Nodes[i]
		depths[i] = depths[n.Parent] + 1
		p := place[n.Parent]
		w := weight(int32(i))
		if w == 0 {
			place[i] = min(p, ^p) // nothing was counted here or below
			continue
		}
		l.depth = max(l.depth, int(depths[i]))
		if p >= 0 {
			// The last row is for rests.
			if w*l.scale >= size.minWidth && int(depths[i]) < size.rows-1 {
				place[i] = int32(len(survivors))
				survivors[p].children++
				survivors = append(survivors, survivor{node: int32(i), parent: p, depth: depths[i], rest: box{node: noNode}})
				continue
			}
			rest := &survivors[p].rest
			rest.total += n.Total
			rest.weight += w
			if t.Base != nil {
				rest.base += t.Base.Values[i].Total
			}
			p = ^p
		}
		place[i] = p
		survivors[^p].rest.frames++
		l.pruned++
	}
	return survivors
}

// place makes the boxes of survivors and their rests, next to each other and below their parents.
func (l *layout) place(t *stacks.Tree, survivors []survivor, children func(survivor int32) []int32, weight func(node int32) float64) {
	type step struct {
		survivor, parent int32 // survivor: its index, complemented for its rest; parent: index in boxes
		x                float64
	}
	l.boxes = make([]box, 0, len(survivors))
	for todo := []step{{0, -1, 0}}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if at.survivor < 0 {
			b := survivors[^at.survivor].rest
			b.parent, b.depth, b.x = at.parent, l.boxes[at.parent].depth+1, at.x
			l.add(b)
			l.prunedWeight += b.weight
			continue
		}
		s := &survivors[at.survivor]
		b := box{
			node: s.node, parent: at.parent, depth: s.depth,
			total: t.Nodes[s.node].Total, weight: weight(s.node), x: at.x,
		}
		if t.Base != nil {
			b.base = t.Base.Values[s.node].Total
		}
		me := l.add(b)

		mark, x := len(todo), 0.0
		for _, c := range children(at.survivor) {
			todo = append(todo, step{c, me, b.x + x*l.scale})
			x += weight(survivors[c].node)
		}
		if s.rest.frames > 0 {
			todo = append(todo, step{^at.survivor, me, b.x + x*l.scale})
		}
		slices.Reverse(todo[mark:])
	}
}

// add adds a box and returns its index.
func (l *layout) add(b box) int32 {
	b.w = b.weight * l.scale
	l.boxes = append(l.boxes, b)
	l.rows = max(l.rows, int(b.depth)+1)
	return int32(len(l.boxes) - 1)
}

// sortedChildren returns a function from a survivor to its children, in sibling order.
func sortedChildren(survivors []survivor, order func(a, b int32) int) func(p int32) []int32 {
	// Children of survivor p: children[first[p]:first[p+1]].
	first := make([]int32, len(survivors)+1)
	for p, s := range survivors {
		first[p+1] = first[p] + s.children
	}
	children := make([]int32, len(survivors)-1)
	fill := slices.Clone(first)
	for s := int32(1); s < int32(len(survivors)); s++ {
		p := survivors[s].parent
		children[fill[p]] = s
		fill[p]++
	}
	for p := range survivors {
		slices.SortFunc(children[first[p]:first[p+1]], order)
	}
	return func(p int32) []int32 { return children[first[p]:first[p+1]] }
}

// unionWeights returns the weights of the frames of a comparison, by node: the larger self value of the two profiles, plus the
// weights of the callees. So a removed frame keeps its old width, and callees are never wider than their caller. It returns nil
// without a base; then the weight is the total.
func unionWeights(t *stacks.Tree) []float64 {
	if t.Base == nil {
		return nil
	}
	weights := make([]float64, len(t.Nodes))
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		weights[i] += math.Max(float64(t.Nodes[i].Self), t.Base.Values[i].Self)
		if p := t.Nodes[i].Parent; p >= 0 {
			weights[p] += weights[i]
		}
	}
	return weights
}

// finerWidth returns the minimum width, in pixels, with which a picture has at most a given number of additional frames. It is
// minWidth divided by a power of two.
func finerWidth(t *stacks.Tree, l layout, minWidth float64, more int) float64 {
	const steps = 64
	var narrower [steps]int // number of frames whose width is at least minWidth / 2^(i+1), but less than twice that
	weights := unionWeights(t)
	for i := range t.Nodes {
		w := float64(t.Nodes[i].Total)
		if weights != nil {
			w = weights[i]
		}
		if w *= l.scale; w > 0 && w < minWidth {
			// Frexp has minWidth/w = f 2^e with f in [½, 1): e is 1 just below minWidth.
			f, e := math.Frexp(minWidth / w)
			if f == 0.5 {
				e--
			}
			narrower[min(max(e, 1), steps)-1]++
		}
	}
	all := 0
	for _, n := range narrower {
		all += n
	}
	for _, n := range narrower {
		if more -= n; more < 0 || all == 0 {
			break
		}
		all -= n
		minWidth /= 2
	}
	return minWidth
}
