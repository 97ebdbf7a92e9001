package page

import (
	"encoding/json"
	"image"
	"image/color"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestForcedColors: where the system chooses the colors of pages, states can be distinguished, and bars, swatches and marks of
// kinds are seen. Of each pair of places the first and the second look different.
func TestForcedColors(t *testing.T) {
	p := testprofile.Example("shop.iprof")
	r := reportOf(t, p)
	r.addBase(t, olderShop(t), p)
	r.write(t)
	const kinds = `.kinds button[aria-pressed=true]; .kinds button[aria-pressed=false]`
	page := browsertest.Look(t, 1280, 800)
	for _, dark := range []bool{false, true} {
		if err := page.ForcedColors(dark); err != nil {
			t.Fatal(err)
		}
		v := browsertest.VisitFile(t, page, r.page, "")
		// Of an element the lower edge, its left side, or all of it, by what comes after @.
		for fragment, pairs := range map[string][]string{
			"#/": {
				".tabs [aria-selected=true]@below; .tabs [aria-selected=false]@below", ".stack > :first-child; .whose + .legend", ".stack > :first-child; .stack > :last-child",
				".legend i; .legend", "td.bar@bar; th",
			},
			"#/changes":        {".links [aria-current]; .links :not([aria-current])"},
			"#/flame":          {kinds, ".legend i; .legend"},
			"#/methods":        {kinds, ".kinds [data-kind]@dot; .grid", ".line [data-kind]@dot; .grid", ".bar@left; .grid .head", ".line[aria-selected=true] .number; .grid .head"},
			"#/sites/branches": {kinds, ".links [aria-current]; .links :not([aria-current])"},
			"#/sites/receivers": {
				kinds, ".which [aria-pressed=true]; .which [aria-pressed=false]",
			},
			"#/units": {kinds},
		} {
			v.Run("await go(" + strconv.Quote(fragment) + `); const g = one(".grid"); if (g) { g.focus(); await key("ArrowDown", g); await key("ArrowDown", g); }
				const s = all(".kinds button[aria-pressed=true]"); if (s.length && !one(".kinds button[aria-pressed=false]")) await click(s.at(-1));`)
			shot := browsertest.Pixels(t, page)
			for _, pair := range pairs {
				var colors []color.Color
				for place := range strings.SplitSeq(pair, "; ") {
					selector, side, _ := strings.Cut(place, "@")
					var at struct{ X, Y, Width, Height int }
					if err := json.Unmarshal([]byte(strings.Join(v.Run(`
						const r = all(`+strconv.Quote(selector)+`).find((e) => e.checkVisibility())?.getBoundingClientRect(); log(JSON.stringify(r ? {X: Math.ceil(r.x), Y: Math.ceil(r.y), Width: Math.floor(r.width), Height: Math.floor(r.height)} : {}));`), "")), &at); err != nil {
						t.Fatal(err)
					}
					if at.Width == 0 {
						t.Fatalf("%s has no %s", fragment, selector)
					}
					colors = append(colors, mostly(shot, image.Rect(at.X, at.Y, at.X+at.Width, at.Y+at.Height), side))
				}
				if colors[0] == colors[1] {
					t.Errorf("dark: %v, %s: %s look the same: %v", dark, fragment, pair, colors[0])
				}
			}
		}
	}
}

// mostly returns the most frequent color of a place, or of its side.
func mostly(shot image.Image, at image.Rectangle, side string) color.Color {
	switch side {
	case "below":
		at.Min.Y = at.Max.Y - 1
	case "left":
		at.Min.Y, at.Max.X = at.Max.Y-2, at.Min.X+1
	case "bar": // of a cell of a table, below its first line
		at = image.Rect(at.Min.X, at.Min.Y+23, at.Min.X+1, at.Min.Y+25)
	case "dot":
		at = image.Rect(at.Min.X, (at.Min.Y+at.Max.Y)/2-1, at.Min.X+14, (at.Min.Y+at.Max.Y)/2+1)
	}
	counts, most := map[color.Color]int{}, color.Color(nil)
	for y := at.Min.Y; y < at.Max.Y; y++ {
		for x := at.Min.X; x < at.Max.X; x++ {
			c := shot.At(x, y)
			counts[c]++
			if most == nil || counts[c] > counts[most] {
				most = c
			}
		}
	}
	return most
}
