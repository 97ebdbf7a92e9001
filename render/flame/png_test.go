package flame

import (
	"bytes"
	"image"
	"image/png"
	"strconv"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testcolor"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// TestFlamePNG: boxes have their colors where the layout has them, and a second run gives the same bytes.
func TestFlamePNG(t *testing.T) {
	tree := testtree.From(convert.Samples, testtree.Wide(40, false)...)
	for _, opts := range []Options{{Width: 900, Color: KindColor}, {Theme: palette.DarkTheme, Color: KindColor, Orientation: Flame}, {Slide: true, Color: KindColor}} {
		var first, second bytes.Buffer
		for _, b := range []*bytes.Buffer{&first, &second} {
			if err := PNG(b, tree, opts); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Error("a second run drew something else")
		}
		picture, err := png.Decode(&first)
		if err != nil {
			t.Fatal(err)
		}
		settled, err := opts.Settle(tree)
		if err != nil {
			t.Fatal(err)
		}
		f := newPicture(tree, settled, true)
		scale := float64(picture.Bounds().Dx()) / float64(f.opts.Width)
		if opts.Slide && (scale <= 1 || picture.Bounds().Dx() != 1920 || picture.Bounds().Dy() != 1080) {
			t.Errorf("a slide of %v, scaled by %v", picture.Bounds(), scale)
		}
		checkRims(t, picture, f, opts.Theme == palette.DarkTheme, opts.Width)
		checked := 0
		for i, b := range f.boxes {
			if b.w < 3 || f.isTinyRest(&b) {
				continue
			}
			want := f.swatches[f.class[i]].Light
			if opts.Theme == palette.DarkTheme {
				want = f.swatches[f.class[i]].Dark
			}
			x, y := int((margin+b.x+b.w-0.5)*scale)-1, int((float64(f.top)+float64(f.row(b.depth)*rowHeight)+1.5)*scale)
			if got := browsertest.HexOf(picture, x, y); got != want {
				t.Errorf("box %d at depth %d, pixel %d,%d: %s, want %s", i, b.depth, x, y, got, want)
			}
			checked++
		}
		if checked < 30 {
			t.Errorf("only %d boxes checked", checked)
		}
	}
}

// checkRims checks that each swatch of a legend has a rim that can be seen on the page.
func checkRims(t *testing.T, picture image.Image, f *picture, dark bool, width int) {
	t.Helper()
	v, page := f.view(width), lightPage
	if dark {
		page = darkPage
	}
	scale := float64(picture.Bounds().Dx()) / float64(f.opts.Width)
	for _, s := range v.Swatches {
		x, _ := strconv.ParseFloat(s.X, 64)
		y, _ := strconv.ParseFloat(s.Y, 64)
		if got := browsertest.HexOf(picture, int(x*scale), int((y+6)*scale)); testcolor.Contrast(testcolor.ParseColor(t, got), testcolor.ParseColor(t, page)) < 2 {
			t.Errorf("the rim of swatch %s is %s on %s", s.Class, got, page)
		}
	}
	if len(v.Swatches) == 0 {
		t.Error("no swatches")
	}
}
