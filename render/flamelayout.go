package render

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
)

// maxRows bounds the height of a picture: 10,000 rows are 170,000 pixels, more than browsers scroll through at ease.
const maxRows = 10_000

// A box is a frame as it is drawn, or what is left of a frame's callees once those that are too narrow are taken
// together: a rest.
type box struct {
	node   int32 // in Tree.Nodes; noNode for a rest
	parent int32 // in flameLayout.boxes; -1 for the root
	depth  int32 // 0 for the root
	frames int32 // how many frames a rest stands for, with all below them; 0 for a frame
	total  int64
	base   float64 // total in the base, scaled to this profile's; 0 where nothing is compared
	weight float64 // what the width shows: total, or what both profiles have together
	x, w   float64 // in pixels from the left end of the root
}

const noNode = -1

// A flameLayout places the frames that are wide enough to be seen.
type flameLayout struct {
	boxes []box   // a parent before its children, siblings by name, a rest after its siblings
	rows  int     // 1 + the greatest depth of a box
	depth int     // of the deepest stack, drawn or not
	scale float64 // pixels for a weight of 1

	pruned       int64   // frames that are not drawn themselves
	prunedWeight float64 // of the rests that stand for them
}

// layoutFlame places the frames of a tree in a drawing of the given width. Frames narrower than minWidth go into their
// caller's rest, and so do those beyond maxRows.
//
// Of millions of frames thousands are seen, so the first pass, over all nodes, only picks these; siblings are sorted
// among them alone.
func layoutFlame(t *stacks.Tree, width, minWidth float64) flameLayout {
	weights := unionWeights(t)
	weight := func(i int32) float64 {
		if weights != nil {
			return weights[i]
		}
		return float64(t.Nodes[i].Total)
	}
	l := flameLayout{}
	if all := weight(0); all > 0 {
		l.scale = width / all
	}

	type survivor struct {
		node, parent, depth int32 // parent: in survivors
		children            int32
		rest                box
	}
	survivors := []survivor{{parent: -1, rest: box{node: noNode}}}
	// By node: its place in survivors, or for a node that is not drawn, the complement of the place of the nearest
	// caller that is.
	place := make([]int32, len(t.Nodes))
	// Depths are needed of all, to say how deep the stacks are.
	depths := make([]int32, len(t.Nodes))
	for i := 1; i < len(t.Nodes); i++ {
		n := &t.Nodes[i]
		depths[i] = depths[n.Parent] + 1
		p := place[n.Parent]
		w := weight(int32(i))
		if w == 0 {
			place[i] = min(p, ^p) // nothing was counted here or below: no frame of this picture
			continue
		}
		l.depth = max(l.depth, int(depths[i]))
		if p >= 0 {
			// The last row is for rests.
			if w*l.scale >= minWidth && depths[i] < maxRows-1 {
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
	name := func(s int32) string { return t.Frames[t.Nodes[survivors[s].node].Frame].Name }
	for p := range survivors {
		slices.SortFunc(children[first[p]:first[p+1]], func(a, b int32) int {
			return cmp.Or(strings.Compare(name(a), name(b)), cmp.Compare(a, b))
		})
	}

	type step struct {
		survivor, parent int32 // parent: in boxes
		x                float64
	}
	l.boxes = make([]box, 0, len(survivors))
	todo := []step{{0, -1, 0}}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if at.survivor < 0 {
			b := survivors[^at.survivor].rest
			b.parent, b.depth, b.x, b.w = at.parent, l.boxes[at.parent].depth+1, at.x, b.weight*l.scale
			l.boxes = append(l.boxes, b)
			l.rows = max(l.rows, int(b.depth)+1)
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
		b.w = b.weight * l.scale
		if at.survivor == 0 {
			b.w = width // also where there is nothing to draw
		}
		me := int32(len(l.boxes))
		l.boxes = append(l.boxes, b)
		l.rows = max(l.rows, int(b.depth)+1)

		mark, x := len(todo), 0.0
		for _, c := range children[first[at.survivor]:first[at.survivor+1]] {
			todo = append(todo, step{c, me, b.x + x*l.scale})
			x += weight(survivors[c].node)
		}
		if s.rest.frames > 0 {
			todo = append(todo, step{^at.survivor, me, b.x + x*l.scale})
		}
		slices.Reverse(todo[mark:])
	}
	return l
}

// unionWeights returns, by node, how wide a frame of a comparison is: for what ends in it the larger of both values,
// and what its callees have. So code that is gone keeps the width that it had, and callees never stick out of their
// caller. It returns nil where nothing is compared: there the total is the width.
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
