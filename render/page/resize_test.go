package page

import (
	"fmt"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestViewsResize: a view that stays while the window becomes narrow, wide, and as it was, looks each time as one that is opened in
// such a window: with the same columns, the same names cut, pictures
// of the same size with the same first row, and nothing wider than its place.
func TestViewsResize(t *testing.T) {
	p := testprofile.Example("shop.iprof")
	r := reportOf(t, p)
	r.addBase(t, olderShop(t), p)
	v := browsertest.VisitFile(t, browsertest.Look(t, 1280, 800), r.page, "")
	views := []string{"#/methods", "#/sites/receivers", "#/units", "#/changes/calls", "#/changes/receivers", "#/flame?k=application%2CJDK", "#/method/com.example.shop.InvoiceWriter.field"}
	const shape = `
		const hash = (bytes) => bytes.reduce((h, b) => Math.imul(h, 31) + b | 0, 0);
		const shape = () => [
			...all(".grid").map((g) => [g.style.getPropertyValue("--columns"), ...[...g.querySelectorAll("[data-column], .spacer > .line")].map(text)].join("\n")),
			...all(".summary, .legend, .methods .row").map(text),
			...all("canvas").map((c) => [c.className, c.width, c.height, c.clientWidth, c.parentElement.clientWidth, hash(c.getContext("2d").getImageData(0, 0, c.width, 18).data)].join(" ")),
			...[d.scrollingElement, ...all(".grid, article, .view, .scroller")].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.className + " is too narrow"),
		].join("\n");`
	fresh := map[string]string{} // by width and view
	for _, width := range []int{400, 1600, 1280} {
		v.Resize(width, 800)
		v.Load("#/")
		for _, view := range views {
			got := v.Run(fmt.Sprintf(`await go(%q);`+shape+`let before; do { before = shape(); await settled(); await settled(); } while (shape() !== before); log(before);`, view))
			fresh[fmt.Sprint(width, view)] = got[0]
		}
	}
	for _, view := range views {
		v.Run(fmt.Sprintf("await go(%q);", view))
		for _, width := range []int{400, 1600, 1280} {
			v.Resize(width, 800)
			want := fresh[fmt.Sprint(width, view)]
			// That many frames are enough even on a busy machine: nothing that a page does takes more than three.
			got := v.Run(fmt.Sprintf(shape+`const want = %q; for (let i = 0; i < 30 && shape() !== want; i++) await settled(); log(shape());`, want))
			if got[0] != want {
				t.Errorf("%s at %d pixels is\n%s\nopened at that width it is\n%s", view, width, got[0], want)
			}
		}
	}
}
