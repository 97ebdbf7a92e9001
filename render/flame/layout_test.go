package flame

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
)

// show writes boxes as "depth name x w", a rest as the frames that it stands for.
func show(t *stacks.Tree, boxes []box) []string {
	var all []string
	for _, b := range boxes {
		name := "all"
		switch {
		case b.node == noNode:
			name = fmt.Sprintf("(%d)", b.frames)
		case b.node > 0:
			name = t.Frames[t.Nodes[b.node].Frame].Name
		}
		all = append(all, fmt.Sprintf("%d %s %v+%v", b.depth, name, round(b.x), round(b.w)))
	}
	return all
}

func round(x float64) float64 { return math.Round(x*1000) / 1000 }

func TestLayout(t *testing.T) {
	tests := []struct {
		name     string
		stacks   []testtree.Stack
		minWidth float64
		byName   bool
		want     []string
	}{
		{"the widest sibling is first, self at the right", []testtree.Stack{{Frames: "b;y", Value: 2, Base: 0}, {Frames: "b;x", Value: 3, Base: 0}, {Frames: "a", Value: 4, Base: 0}, {Frames: "b", Value: 1, Base: 0}}, 1, false,
			[]string{"0 all 0+100", "1 b 0+60", "2 x 0+30", "2 y 30+20", "1 a 60+40"}},
		{"those of one size are by name", []testtree.Stack{{Frames: "b", Value: 2, Base: 0}, {Frames: "c", Value: 2, Base: 0}, {Frames: "a", Value: 1, Base: 0}}, 1, false,
			[]string{"0 all 0+100", "1 b 0+40", "1 c 40+40", "1 a 80+20"}},
		{"siblings by name, self at the right", []testtree.Stack{{Frames: "b;y", Value: 2, Base: 0}, {Frames: "b;x", Value: 3, Base: 0}, {Frames: "a", Value: 4, Base: 0}, {Frames: "b", Value: 1, Base: 0}}, 1, true,
			[]string{"0 all 0+100", "1 a 0+40", "1 b 40+60", "2 x 40+30", "2 y 70+20"}},
		{"narrow ones are one rest after the others, with all below them", []testtree.Stack{{Frames: "a;n;o", Value: 1, Base: 0}, {Frames: "a;m", Value: 1, Base: 0}, {Frames: "a;z", Value: 7, Base: 0}, {Frames: "c", Value: 1, Base: 0}}, 11, false,
			[]string{"0 all 0+100", "1 a 0+90", "2 z 0+70", "2 (3) 70+20", "1 (1) 90+10"}},
		{"exactly the least width is drawn", []testtree.Stack{{Frames: "a", Value: 1, Base: 0}, {Frames: "b", Value: 9, Base: 0}}, 10, true,
			[]string{"0 all 0+100", "1 a 0+10", "1 b 10+90"}},
		{"what was never counted is no frame", []testtree.Stack{{Frames: "a", Value: 1, Base: 0}, {Frames: "b;c", Value: 0, Base: 0}}, 1, false,
			[]string{"0 all 0+100", "1 a 0+100"}},
		{"nothing counted at all", nil, 1, false, []string{"0 all 0+100"}},
		// Both profiles have 10. Union: x 6 and 2, y 4 and 0, z 0 and 8: 6+4+8 = 18.
		{"compared, what is gone keeps its width", []testtree.Stack{{Frames: "a;x", Value: 6, Base: 2}, {Frames: "a;y", Value: 4, Base: 0}, {Frames: "a;z", Value: 0, Base: 8}}, 1, true,
			[]string{"0 all 0+100", "1 a 0+100", "2 x 0+33.333", "2 y 33.333+22.222", "2 z 55.556+44.444"}},
		{"and its place by it", []testtree.Stack{{Frames: "a;x", Value: 6, Base: 2}, {Frames: "a;y", Value: 4, Base: 0}, {Frames: "a;z", Value: 0, Base: 8}}, 1, false,
			[]string{"0 all 0+100", "1 a 0+100", "2 z 0+44.444", "2 x 44.444+33.333", "2 y 77.778+22.222"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tree := testtree.From(convert.Samples, test.stacks...)
			got := show(tree, layOut(tree, layoutSize{width: 100, minWidth: test.minWidth, rows: maxRows, byName: test.byName}).boxes)
			if fmt.Sprint(got) != fmt.Sprint(test.want) {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

// TestLayoutSums: the self value of a box, its children and their rest add up to the box, in counts and in pixels, and no frame
// is lost.
func TestLayoutSums(t *testing.T) {
	const rows = 500
	for name, tree := range map[string]*stacks.Tree{
		"wide": testtree.From(convert.Samples, testtree.Wide(200, false)...), "compared": testtree.From(convert.Samples, testtree.Wide(200, true)...),
		"deep": testtree.From(convert.Samples, testtree.Deep(rows-1)...), "deeper than rows": testtree.From(convert.Samples, testtree.Deep(rows+100)...),
	} {
		for _, minWidth := range []float64{0.1, 3, 50} {
			l := layOut(tree, layoutSize{width: 1180, minWidth: minWidth, rows: rows})
			if deepest := slices.MaxFunc(l.boxes, func(a, b box) int { return cmp.Compare(a.depth, b.depth) }); deepest.depth >= rows {
				t.Errorf("%s: a box at depth %d of %d rows", name, deepest.depth, rows)
			}
			below := make([]box, len(l.boxes)) // sums of the children of each
			frames, drawn := int64(0), int64(0)
			for i, b := range l.boxes {
				if b.node == noNode {
					frames += int64(b.frames)
				} else {
					drawn++
				}
				if b.node > 0 && b.w < minWidth {
					t.Errorf("%s: box %d is %v wide, less than %v", name, i, b.w, minWidth)
				}
				if b.parent < 0 {
					continue
				}
				p := l.boxes[b.parent]
				sum := &below[b.parent]
				if want := p.x + sum.w; math.Abs(b.x-want) > 1e-6 {
					t.Errorf("%s: box %d is at %v, its left neighbor ends at %v", name, i, b.x, want)
				}
				if b.depth != p.depth+1 || b.parent >= int32(i) {
					t.Errorf("%s: box %d is at depth %d, its parent %d at %d", name, i, b.depth, b.parent, p.depth)
				}
				sum.total += b.total
				sum.base += b.base
				sum.weight += b.weight
				sum.w += b.w
			}
			for i, b := range l.boxes {
				if b.node == noNode {
					continue
				}
				n, sum := tree.Nodes[b.node], below[i]
				if sum.total+n.Self != b.total {
					t.Errorf("%s: box %d: self %d and %d below are not %d", name, i, n.Self, sum.total, b.total)
				}
				own := float64(n.Self)
				if tree.Base != nil {
					base := tree.Base.Values[b.node]
					own = math.Max(own, base.Self)
					if math.Abs(sum.base+base.Self-b.base) > 1e-6 {
						t.Errorf("%s: box %d: base %v and %v below are not %v", name, i, base.Self, sum.base, b.base)
					}
				}
				if math.Abs(sum.weight+own-b.weight) > 1e-6 || math.Abs(sum.w+own*l.scale-b.w) > 1e-6 {
					t.Errorf("%s: box %d: %v and %v below are not %v wide", name, i, own*l.scale, sum.w, b.w)
				}
			}
			counted := int64(0)
			for i, n := range tree.Nodes {
				if n.Total > 0 || tree.Base != nil && tree.Base.Values[i].Total > 0 {
					counted++
				}
			}
			if frames != l.pruned || frames+drawn != counted {
				t.Errorf("%s: %d frames drawn and %d in rests, %d pruned, of %d", name, drawn, frames, l.pruned, counted)
			}
		}
	}
}

// TestLayoutTooDeep: stacks beyond the rows end in a rest that stands for all frames of it.
func TestLayoutTooDeep(t *testing.T) {
	const depth = maxRows + 500
	tree := &stacks.Tree{Nodes: []stacks.Node{{Parent: -1, Total: 7}}, Frames: []stacks.Frame{{Name: "f"}}}
	for i := range int32(depth) {
		tree.Nodes = append(tree.Nodes, stacks.Node{Parent: i, Total: 7})
	}
	tree.Nodes[depth].Self = 7
	l := layOut(tree, layoutSize{width: 1000, minWidth: 0.1, rows: maxRows})
	last := l.boxes[len(l.boxes)-1]
	if l.rows != maxRows || l.depth != depth || last.node != noNode || last.frames != depth-(maxRows-2) || last.w != 1000 {
		t.Errorf("%d rows, %d deep, the last is %+v", l.rows, l.depth, last)
	}
}

// TestFinerWidth: a file has no more narrow frames than it may, and all if it may have that many.
func TestFinerWidth(t *testing.T) {
	var piles []testtree.Stack
	for i := range 300 {
		piles = append(piles, testtree.Stack{Frames: fmt.Sprintf("f%d", i), Value: int64(i + 1), Base: 0})
	}
	tree := testtree.From(convert.Samples, piles...) // of 45150
	size := layoutSize{width: 4515, minWidth: 40, rows: maxRows}
	l := layOut(tree, size)
	frames := func(l layout) int { return 300 - int(l.pruned) }
	for _, more := range []int{0, 100, 149, 150, 151, 200, 299, 300, 10_000} {
		size.minWidth = finerWidth(tree, l, 40, more)
		got := frames(layOut(tree, size)) - frames(l)
		if got > more || more >= 300 && got < 300 || more >= 200 && got < 100 { // a halved width has all from 20 pixels on
			t.Errorf("%d more frames, down to %v pixels, where %d may be", got, size.minWidth, more)
		}
	}
}

// TestFinerWidthIsTheLeast: half of the width has more frames than there may be, or all frames have been drawn before. In a
// comparison widths are those of both profiles together.
func TestFinerWidthIsTheLeast(t *testing.T) {
	var piles, compared []testtree.Stack
	for i := range 300 {
		value := int64(i + 1)
		piles = append(piles, testtree.Stack{Frames: fmt.Sprintf("f%d", i), Value: value})
		compared = append(compared, testtree.Stack{Frames: fmt.Sprintf("f%d", i), Value: value % 2 * value, Base: value})
	}
	for name, tree := range map[string]*stacks.Tree{"one": testtree.From(convert.Samples, piles...), "compared": testtree.From(convert.Samples, compared...)} {
		size := layoutSize{width: 4515, minWidth: 16, rows: maxRows}
		l := layOut(tree, size)
		drawn := func(minWidth float64) int {
			size.minWidth = minWidth
			return 300 - int(layOut(tree, size).pruned)
		}
		before := drawn(16)
		for more := range 320 {
			got := finerWidth(tree, l, 16, more)
			if n := drawn(got); n-before > more || n < 300 && drawn(got/2)-before <= more {
				t.Errorf("%s: %d more frames, down to %v pixels, where %d may be", name, n-before, got, more)
			}
			if got < 16 && drawn(2*got) == 300 {
				t.Errorf("%s: %v pixels, though twice that has all frames", name, got)
			}
		}
	}
}
