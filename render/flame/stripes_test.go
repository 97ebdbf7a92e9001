package flame

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// TestLabelsOnStripes: labels of removed frames, which are hatched, are on the plain page; the rest of their boxes is not.
func TestLabelsOnStripes(t *testing.T) {
	tree := testtree.From(convert.Samples, testtree.Stack{Frames: "shop.Main.main", Value: 500, Base: 400}, testtree.Stack{Frames: "shop.Cart.take", Value: 0, Base: 400})
	opts := Options{Width: 1000}
	var picture bytes.Buffer
	if err := PNG(&picture, tree, opts); err != nil {
		t.Fatal(err)
	}
	pixels, err := png.Decode(&picture)
	if err != nil {
		t.Fatal(err)
	}
	settled, err := opts.Settle(tree)
	if err != nil {
		t.Fatal(err)
	}
	f := newPicture(tree, settled, true)
	b := &f.boxes[len(f.boxes)-1]
	if b.total != 0 || f.label(b) != "− shop.Cart.take" {
		t.Fatalf("the last box is %q of %d", f.label(b), b.total)
	}
	scale := float64(pixels.Bounds().Dx()) / float64(f.opts.Width)
	left, y := int((margin+b.x)*scale), int((float64(f.top)+float64(f.row(b.depth)*rowHeight)+2)*scale)
	striped := func(from, to float64) (n int) {
		for x := left + int(from*scale); x < left+int(to*scale); x++ {
			if browsertest.HexOf(pixels, x, y) == palette.GoneSwatch.Light {
				n++
			}
		}
		return n
	}
	if n := striped(3, 80); n > 0 {
		t.Errorf("%d pixels of the label's ground are striped", n)
	}
	if striped(130, b.w-2) == 0 {
		t.Error("the rest of the box has no stripes")
	}
	var svg bytes.Buffer
	if err := SVG(&svg, tree, opts); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(svg.String(), `<path class="ground"`); n != 1 {
		t.Errorf("%d grounds of labels in the SVG", n)
	}
}
